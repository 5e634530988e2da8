// Poses of the steps, in chunks fetched on demand. The step that is wanted now comes before everything else, then what
// playing on would need. At most two requests are under way, so a long scrub leaves no backlog: when an answer comes,
// the next chunk asked for is that of the newest target. Chunks used longest ago are dropped beyond a budget of bytes.

export interface PoseChunk {
  first: number;
  count: number;
  t: Float64Array;
  X_WB: Float64Array; // seven for each body of each step
}

export interface Frame {
  t: number;
  X_WB: Float64Array; // seven for each body
}

const kMostInFlight = 2;
const kFewestKept = 6;

export class Frames {
  private chunks = new Map<number, PoseChunk>(); // in order of last use
  private inFlight = new Set<number>();
  private target = 0;
  private direction = 1;
  private generation = 0;
  private readonly mostKept: number;
  numFrames = 0; // how many there are to ask for: the start and the steps

  constructor(
    private readonly fetch: (first: number, count: number) => Promise<PoseChunk>,
    private readonly numBodies: number,
    private readonly onArrival: () => void,
    readonly chunkSize: number,
    budgetBytes = 256 * 1024 * 1024,
  ) {
    const bytesOfChunk = Math.max(1, numBodies) * 7 * 8 * chunkSize;
    this.mostKept = Math.max(kFewestKept, Math.floor(budgetBytes / bytesOfChunk));
  }

  // Forgets everything: a new run began. Answers under way are thrown away.
  clear(): void {
    this.chunks.clear();
    this.inFlight.clear();
    this.generation += 1;
    this.numFrames = 0;
  }

  // The poses at the end of a step, if they are here.
  find(step: number): Frame | null {
    const key = Math.floor(step / this.chunkSize);
    const chunk = this.chunks.get(key);
    if (chunk === undefined || step - chunk.first >= chunk.count) return null;
    this.chunks.delete(key);
    this.chunks.set(key, chunk);
    const i = step - chunk.first;
    const width = this.numBodies * 7;
    return { t: chunk.t[i], X_WB: chunk.X_WB.subarray(i * width, (i + 1) * width) };
  }

  // What is shown now and where playing goes: +1, -1, or 0 for standing.
  want(step: number, direction: number): void {
    this.target = step;
    this.direction = direction;
    this.askForMore();
  }

  get numLoaded(): number {
    return this.chunks.size;
  }

  private isWhole(key: number): boolean {
    const chunk = this.chunks.get(key);
    if (chunk === undefined) return false;
    return chunk.count >= Math.min(this.chunkSize, this.numFrames - chunk.first);
  }

  // Keys in order of need: the chunk of the target, that of the step after it (for blending), then ahead.
  private listNeeded(): number[] {
    const last = Math.floor((this.numFrames - 1) / this.chunkSize);
    const at = Math.floor(this.target / this.chunkSize);
    const next = Math.floor((this.target + 1) / this.chunkSize);
    const ahead = this.direction < 0 ? [at - 1, at - 2] : [at + 1, at + 2];
    const keys = [at, next, ...(this.direction === 0 ? ahead.slice(0, 1) : ahead)];
    return [...new Set(keys)].filter((key) => key >= 0 && key <= last);
  }

  private askForMore(): void {
    for (const key of this.listNeeded()) {
      if (this.inFlight.size >= kMostInFlight) return;
      if (this.inFlight.has(key) || this.isWhole(key)) continue;
      this.ask(key);
    }
  }

  private ask(key: number): void {
    const generation = this.generation;
    this.inFlight.add(key);
    this.fetch(key * this.chunkSize, this.chunkSize).then(
      (chunk) => {
        if (generation !== this.generation) return;
        this.inFlight.delete(key);
        if (chunk.count === 0) return;
        this.keep(chunk);
        this.onArrival();
        this.askForMore();
      },
      () => {
        if (generation === this.generation) this.inFlight.delete(key);
      },
    );
  }

  // A chunk that begins at a multiple of their size.
  keep(chunk: PoseChunk): void {
    this.chunks.set(chunk.first / this.chunkSize, chunk);
    for (const key of this.chunks.keys()) {
      if (this.chunks.size <= this.mostKept) return;
      this.chunks.delete(key);
    }
  }
}

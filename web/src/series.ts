// Figures of all steps, for the timeline and the plots: fetched from the first on in large chunks, as far as they are
// ready, and on when news tell of more. Column i is step i + 1.

import { f64, kEnergyTerms, u32, type Packet } from './protocol.ts';

export const kFigures = ['t', 'kinetic_energy', 'potential_energy', 'least_separation', 'lost_motion', 'residual', 'error', 'error_rms', ...kEnergyTerms] as const;
export const kCounts = ['contacts', 'impacts', 'born', 'gone', 'rounds', 'substeps', 'held', 'asleep', 'unsolved'] as const;
export const kVectors = ['momentum', 'angular_momentum'] as const;
type Name = (typeof kFigures)[number] | (typeof kCounts)[number] | (typeof kVectors)[number];

export class Series {
  length = 0;
  private capacity = 0;
  private readonly columns = new Map<Name, Float64Array>();
  private isAsking = false;
  private numReady = 0;
  private generation = 0;

  constructor(
    private readonly fetch: (first: number, count: number) => Promise<Packet>,
    private readonly chunkSize: number,
    private readonly onGrowth: () => void,
  ) {}

  clear(): void {
    this.length = this.numReady = 0;
    this.isAsking = false;
    this.generation += 1;
    this.onGrowth();
  }

  // Scalars one a step, vectors three.
  column(name: Name): Float64Array {
    const width = isVector(name) ? 3 : 1;
    return (this.columns.get(name) ?? new Float64Array(0)).subarray(0, this.length * width);
  }

  // So many steps have their figures ready.
  setReady(numReady: number): void {
    this.numReady = Math.max(this.numReady, numReady);
    this.ask();
  }

  private ask(): void {
    if (this.isAsking || this.length >= this.numReady) return;
    this.isAsking = true;
    const generation = this.generation;
    this.fetch(1 + this.length, this.chunkSize).then(
      (packet) => {
        if (generation !== this.generation) return;
        this.isAsking = false;
        const count = this.append(packet);
        this.onGrowth();
        if (count > 0) this.ask();
      },
      () => {
        if (generation === this.generation) this.isAsking = false;
      },
    );
  }

  private append(packet: Packet): number {
    const count = f64(packet, 't').length;
    this.reserve(this.length + count);
    for (const name of kFigures) this.columns.get(name)!.set(f64(packet, name), this.length);
    for (const name of kCounts) this.columns.get(name)!.set(u32(packet, name), this.length);
    for (const name of kVectors) this.columns.get(name)!.set(f64(packet, name), 3 * this.length);
    this.length += count;
    return count;
  }

  private reserve(length: number): void {
    if (length <= this.capacity) return;
    this.capacity = Math.max(length, 2 * this.capacity, 1024);
    for (const name of [...kFigures, ...kCounts, ...kVectors]) {
      const wider = new Float64Array(this.capacity * (isVector(name) ? 3 : 1));
      wider.set(this.column(name));
      this.columns.set(name, wider);
    }
  }
}

function isVector(name: Name): boolean {
  return (kVectors as readonly string[]).includes(name);
}

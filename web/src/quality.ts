// How well pictures are drawn while things move. A weak GPU, or a processor that draws, gets less to do then: no shadows,
// fewer pixels, no edges. What stands still is always drawn in full.
//
// The level goes down when a picture takes longer than there is time for it, and up again when it takes less than a
// quarter of that: one level costs less than four times the next, so it does not swing.

export interface Level {
  ratio: number; // of the pixels along a side that there could be
  hasShadows: boolean;
  hasEdges: boolean;
}

export const kLevels: readonly Level[] = [
  { ratio: 1, hasShadows: true, hasEdges: true },
  { ratio: 1, hasShadows: false, hasEdges: true },
  { ratio: 0.7, hasShadows: false, hasEdges: true },
  { ratio: 0.7, hasShadows: false, hasEdges: false },
  { ratio: 0.5, hasShadows: false, hasEdges: false },
];
export const kBudgetMs = 12; // of the 16 a display shows a picture, the browser needs some
const kPatience = 2; // pictures in a row: one alone may have had shaders to compile

export class Quality {
  private index = 0;
  private numSlow = 0;
  private numQuick = 0;

  get level(): Level {
    return kLevels[this.index];
  }

  get isReduced(): boolean {
    return this.index > 0;
  }

  // So long took a picture of the level there is, drawn while things moved.
  note(ms: number): void {
    this.numSlow = ms > kBudgetMs ? this.numSlow + 1 : 0;
    this.numQuick = ms < kBudgetMs / 4 ? this.numQuick + 1 : 0;
    if (this.numSlow >= kPatience) this.move(1);
    if (this.numQuick >= 10 * kPatience) this.move(-1);
  }

  private move(by: number): void {
    this.index = Math.min(kLevels.length - 1, Math.max(0, this.index + by));
    this.numSlow = this.numQuick = 0;
  }
}

// Where things are on the timeline: steps to pixels and back, round marks for the axis of time, and events gathered so
// that one column of pixels shows what happened in all the steps that fall on it.

export interface Span {
  first: number; // step at the left end
  last: number; // step at the right end
  left: number; // px
  right: number; // px
}

export function toPixel(step: number, span: Span): number {
  if (span.last <= span.first) return span.left;
  return span.left + ((step - span.first) / (span.last - span.first)) * (span.right - span.left);
}

export function toStep(pixel: number, span: Span): number {
  const s = (pixel - span.left) / Math.max(1, span.right - span.left);
  return span.first + Math.min(1, Math.max(0, s)) * (span.last - span.first);
}

// Multiples of a round number from 0 to `end`, about `wanted` of them.
export function roundMarks(end: number, wanted: number): number[] {
  if (!(end > 0) || wanted < 1) return [0];
  const raw = end / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const digit = raw / power;
  const step = power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  const marks: number[] = [];
  for (let i = 0; i * step <= end * (1 + 1e-9); ++i) marks.push(i * step);
  return marks;
}

// For each pixel column whether any of the steps on it has a count above 0. `counts[i]` is of step i + 1.
export function gatherColumns(counts: ArrayLike<number>, span: Span): Uint8Array {
  const columns = new Uint8Array(Math.max(0, Math.ceil(span.right - span.left)) + 1);
  for (let i = 0; i < counts.length; ++i) {
    if (counts[i] > 0) columns[Math.round(toPixel(i + 1, span) - span.left)] = 1;
  }
  return columns;
}

// From where to where, in px, steps are marked, each from its start to its end and at least `least` wide; what touches is
// one. `marks[i]` is of step i + 1.
export function gatherRuns(marks: ArrayLike<number>, span: Span, least: number): [number, number][] {
  const runs: [number, number][] = [];
  for (let i = 0; i < marks.length; ++i) {
    if (!(marks[i] > 0)) continue;
    const right = Math.round(toPixel(i + 1, span)), left = Math.min(Math.round(toPixel(i, span)), right - least);
    if (runs.length > 0 && left <= runs[runs.length - 1][1]) runs[runs.length - 1][1] = right;
    else runs.push([left, right]);
  }
  return runs;
}

// Of the steps that are marked within two pixels of a place, the first with the largest error, or nothing. `marks[i]` is
// of step i + 1.
export function findWorst(marks: ArrayLike<number>, errors: ArrayLike<number>, pixel: number, span: Span): number | null {
  const first = Math.max(1, Math.ceil(toStep(pixel - 2, span))), last = Math.min(marks.length, Math.floor(toStep(pixel + 2, span)));
  let worst: number | null = null;
  for (let step = first; step <= last; ++step) {
    if (marks[step - 1] > 0 && (worst === null || errors[step - 1] > errors[worst - 1])) worst = step;
  }
  return worst;
}

// The next step with an event after (direction 1) or before (-1) a step, or nothing.
export function findEvent(columns: ArrayLike<number>[], from: number, direction: 1 | -1): number | null {
  const length = columns[0]?.length ?? 0;
  for (let step = from + direction; step >= 1 && step <= length; step += direction) {
    if (columns.some((counts) => counts[step - 1] > 0)) return step;
  }
  return null;
}

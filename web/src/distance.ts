// The distance between two features as sets of points, segments and triangles, with the nearest points. Segment against
// segment and point against triangle after Ericson, Real-Time Collision Detection, 5.1; two triangles are nearest at one
// of those or they intersect. Every pair is tried: the features that a person picks are small. A radius rounds a set.

import type { Triple } from './protocol.ts';
import { add, cross, dot, mix, norm, scale, sub } from './vec.ts';

export interface Primitives {
  simplices: Triple[][]; // of one, two or three corners
  radius: number;
}

export interface Distance {
  length: number; // 0 where they meet
  from: Triple;
  to: Triple;
}

const clamp = (x: number) => Math.min(1, Math.max(0, x));

function betweenSegments(a: Triple, b: Triple, c: Triple, d: Triple): [Triple, Triple] {
  const u = sub(b, a), v = sub(d, c), w = sub(a, c);
  const uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
  if (uu === 0 && vv === 0) return [a, c];
  if (uu === 0) return [a, mix(c, d, clamp(vw / vv))];
  if (vv === 0) return [mix(a, b, clamp(-uw / uu)), c];
  const det = uu * vv - uv * uv;
  let s = det > 1e-14 * uu * vv ? clamp((uv * vw - uw * vv) / det) : 0;
  let t = (uv * s + vw) / vv;
  if (t < 0 || t > 1) {
    t = clamp(t);
    s = clamp((uv * t - uw) / uu);
  }
  return [mix(a, b, s), mix(c, d, t)];
}

function nearestInTriangle(p: Triple, [a, b, c]: Triple[]): Triple {
  const n = cross(sub(b, a), sub(c, a));
  const nn = dot(n, n);
  if (nn > 0) {
    const inside = [[a, b], [b, c], [c, a]].every(([from, to]) => dot(cross(sub(to, from), sub(p, from)), n) >= 0);
    if (inside) return sub(p, scale(n, dot(sub(p, a), n) / nn));
  }
  const sides = [[a, b], [b, c], [c, a]].map(([from, to]) => betweenSegments(p, p, from, to)[1]);
  return sides.reduce((best, q) => (norm(sub(q, p)) < norm(sub(best, p)) ? q : best));
}

// Where a segment pierces a triangle, or nothing.
function pierce(a: Triple, b: Triple, triangle: Triple[]): Triple | null {
  const n = cross(sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0]));
  const da = dot(sub(a, triangle[0]), n), db = dot(sub(b, triangle[0]), n);
  if (da * db > 0 || da === db) return null;
  const p = mix(a, b, da / (da - db));
  const isInside = [0, 1, 2].every((k) => {
    const from = triangle[k], to = triangle[(k + 1) % 3];
    return dot(cross(sub(to, from), sub(p, from)), n) >= 0;
  });
  return isInside ? p : null;
}

const sidesOf = (simplex: Triple[]): [Triple, Triple][] =>
  simplex.length === 1 ? [[simplex[0], simplex[0]]] : simplex.length === 2 ? [[simplex[0], simplex[1]]] : [[simplex[0], simplex[1]], [simplex[1], simplex[2]], [simplex[2], simplex[0]]];

function betweenSimplices(a: Triple[], b: Triple[]): [Triple, Triple] {
  let best: [Triple, Triple] = [a[0], b[0]];
  let least = Infinity;
  const offer = (p: Triple, q: Triple) => {
    const length = norm(sub(p, q));
    if (length < least) [least, best] = [length, [p, q]];
  };
  for (const [p, q] of sidesOf(a)) for (const [r, s] of sidesOf(b)) offer(...betweenSegments(p, q, r, s));
  if (b.length === 3) for (const p of a) offer(p, nearestInTriangle(p, b));
  if (a.length === 3) for (const q of b) offer(nearestInTriangle(q, a), q);
  if (b.length === 3 && a.length > 1) for (const side of sidesOf(a)) offerPoint(pierce(...side, b));
  if (a.length === 3 && b.length > 1) for (const side of sidesOf(b)) offerPoint(pierce(...side, a));
  return best;

  function offerPoint(p: Triple | null): void {
    if (p !== null) offer(p, p);
  }
}

// Neither set may be empty.
export function computeDistance(a: Primitives, b: Primitives): Distance {
  let best: [Triple, Triple] = [a.simplices[0][0], b.simplices[0][0]];
  let least = Infinity;
  for (const one of a.simplices) {
    for (const other of b.simplices) {
      const pair = betweenSimplices(one, other);
      const length = norm(sub(pair[0], pair[1]));
      if (length < least) [least, best] = [length, pair];
    }
  }
  const [p, q] = best;
  const apart = least - a.radius - b.radius;
  if (apart <= 0 || least === 0) return { length: 0, from: p, to: p };
  const along = scale(sub(q, p), 1 / least);
  return { length: apart, from: add(p, scale(along, a.radius)), to: sub(q, scale(along, b.radius)) };
}

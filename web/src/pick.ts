// What a ray hits: the nearest body, where, and which triangle of it as it is drawn. Each body is first tried by its
// ball; its triangles are then tried in its own frame, in doubles. Linear in the triangles of the bodies whose ball is
// hit. Triangles count from both sides, since sheets are seen from both. Parts that a section cut away are passed through.

import { toWorld, turnBack } from './poses.ts';
import type { Triple } from './protocol.ts';
import type { Shape } from './shapes.ts';
import { add, dot, scale, sub } from './vec.ts';

export interface Ray {
  origin: Triple;
  direction: Triple; // unit
}

export interface Hit {
  body: number;
  triangle: number; // as drawn
  distance: number;
  p_WP: Triple;
  p_BP: Triple;
}

// What is kept: normal . p + constant >= 0.
export interface HalfSpace {
  normal: Triple;
  constant: number;
}

// Along the ray, from nearest to farthest: where the triangle at `i` of `positions` is hit, or nothing.
function hitTriangle(positions: Float64Array, i: number, o: Triple, d: Triple): number | null {
  const ax = positions[i], ay = positions[i + 1], az = positions[i + 2];
  const ux = positions[i + 3] - ax, uy = positions[i + 4] - ay, uz = positions[i + 5] - az;
  const vx = positions[i + 6] - ax, vy = positions[i + 7] - ay, vz = positions[i + 8] - az;
  const px = d[1] * vz - d[2] * vy, py = d[2] * vx - d[0] * vz, pz = d[0] * vy - d[1] * vx;
  const det = ux * px + uy * py + uz * pz;
  if (det === 0) return null;
  const tx = o[0] - ax, ty = o[1] - ay, tz = o[2] - az;
  const a = (tx * px + ty * py + tz * pz) / det;
  if (a < 0 || a > 1) return null;
  const qx = ty * uz - tz * uy, qy = tz * ux - tx * uz, qz = tx * uy - ty * ux;
  const b = (d[0] * qx + d[1] * qy + d[2] * qz) / det;
  if (b < 0 || a + b > 1) return null;
  const t = (vx * qx + vy * qy + vz * qz) / det;
  return t > 0 ? t : null;
}

function meetsBall(ray: Ray, center: Triple, radius: number): boolean {
  const to = sub(center, ray.origin);
  const along = Math.max(0, dot(to, ray.direction));
  const nearest = sub(to, scale(ray.direction, along));
  return dot(nearest, nearest) <= radius * radius * (1 + 1e-9);
}

export function findHit(
  ray: Ray,
  shapes: Shape[],
  shapeOf: (body: number) => number,
  X_WB: Float64Array,
  isShown: (body: number) => boolean,
  kept: HalfSpace | null = null,
): Hit | null {
  let best: Hit | null = null;
  for (let body = 0; 7 * body < X_WB.length; ++body) {
    const shape = shapes[shapeOf(body)];
    if (!isShown(body) || !meetsBall(ray, toWorld(X_WB, body, shape.center), shape.reach)) continue;
    const o = turnBack(X_WB, 7 * body, sub(ray.origin, [X_WB[7 * body], X_WB[7 * body + 1], X_WB[7 * body + 2]]));
    const d = turnBack(X_WB, 7 * body, ray.direction);
    for (let i = 0; i < shape.positions.length; i += 9) {
      const t = hitTriangle(shape.positions, i, o, d);
      if (t === null || (best !== null && t >= best.distance)) continue;
      const p_WP = add(ray.origin, scale(ray.direction, t));
      if (kept !== null && dot(kept.normal, p_WP) + kept.constant < 0) continue;
      best = { body, triangle: i / 9, distance: t, p_WP, p_BP: add(o, scale(d, t)) };
    }
  }
  return best;
}

// Poses as the page needs them: blended between two steps, and applied to points. A pose is seven numbers,
// x, y, z, qw, qx, qy, qz. Blending is linear in position and, for the turn, linear with signs made to agree, then made
// unit (the bodies turn little in one step). It is for the eye: at a step itself the poses are the trace's, untouched.

import type { Triple } from './protocol.ts';

export function blendPoses(from: Float64Array, to: Float64Array, s: number, out: Float64Array): void {
  for (let i = 0; i + 6 < out.length; i += 7) {
    for (let k = 0; k < 3; ++k) out[i + k] = from[i + k] + s * (to[i + k] - from[i + k]);
    let dot = 0;
    for (let k = 3; k < 7; ++k) dot += from[i + k] * to[i + k];
    const sign = dot < 0 ? -1 : 1;
    let sq = 0;
    for (let k = 3; k < 7; ++k) {
      out[i + k] = (1 - s) * from[i + k] + s * sign * to[i + k];
      sq += out[i + k] ** 2;
    }
    const inverse = sq > 0 ? 1 / Math.sqrt(sq) : 0;
    for (let k = 3; k < 7; ++k) out[i + k] *= inverse;
  }
}

// R_WB * v.
export function turn(X: Float64Array, i: number, v: Triple): Triple {
  const w = X[i + 3], x = X[i + 4], y = X[i + 5], z = X[i + 6];
  // v + 2 q x (q x v + w v)
  const ax = y * v[2] - z * v[1] + w * v[0];
  const ay = z * v[0] - x * v[2] + w * v[1];
  const az = x * v[1] - y * v[0] + w * v[2];
  return [v[0] + 2 * (y * az - z * ay), v[1] + 2 * (z * ax - x * az), v[2] + 2 * (x * ay - y * ax)];
}

// R_WB^T * v.
export function turnBack(X: Float64Array, i: number, v: Triple): Triple {
  const inverse = Float64Array.of(0, 0, 0, X[i + 3], -X[i + 4], -X[i + 5], -X[i + 6]);
  return turn(inverse, 0, v);
}

// X_WB * p_BQ and its inverse.
export function toWorld(X: Float64Array, body: number, p_BQ: Triple): Triple {
  const i = body * 7;
  const q = turn(X, i, p_BQ);
  return [q[0] + X[i], q[1] + X[i + 1], q[2] + X[i + 2]];
}

export function toBody(X: Float64Array, body: number, p_WQ: Triple): Triple {
  const i = body * 7;
  return turnBack(X, i, [p_WQ[0] - X[i], p_WQ[1] - X[i + 1], p_WQ[2] - X[i + 2]]);
}

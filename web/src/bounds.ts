// Balls about bodies, to frame and to light them, and the lowest point of all.

import type { Ball } from './camera.ts';
import { toWorld } from './poses.ts';
import type { Triple } from './protocol.ts';
import type { Shape } from './shapes.ts';

export function ballOfBody(shape: Shape, X_WB: Float64Array, body: number): Ball {
  return { center: toWorld(X_WB, body, shape.center), radius: shape.reach };
}

// Holds all balls, about the middle of their box; not the least one.
export function ballOfBalls(balls: Ball[]): Ball {
  if (balls.length === 0) return { center: [0, 0, 0], radius: 1 };
  const low: Triple = [Infinity, Infinity, Infinity];
  const high: Triple = [-Infinity, -Infinity, -Infinity];
  for (const { center, radius } of balls) {
    for (let k = 0; k < 3; ++k) {
      low[k] = Math.min(low[k], center[k] - radius);
      high[k] = Math.max(high[k], center[k] + radius);
    }
  }
  const center: Triple = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  let reach = 1e-6;
  for (const ball of balls) {
    const [dx, dy, dz] = ball.center.map((c, k) => c - center[k]);
    reach = Math.max(reach, Math.hypot(dx, dy, dz) + ball.radius);
  }
  return { center, radius: reach };
}

// The least z of everything; 0 where there is nothing.
export function lowestPoint(shapes: Shape[], shapeOfBody: number[], X_WB: Float64Array): number {
  let lowest = Infinity;
  shapeOfBody.forEach((s, body) => {
    const { vertices, info } = shapes[s];
    for (let v = 0; v < vertices.length; v += 3) {
      const p = toWorld(X_WB, body, [vertices[v], vertices[v + 1], vertices[v + 2]]);
      lowest = Math.min(lowest, p[2] - (info.kind === 'round' ? info.radius : 0));
    }
  });
  return Number.isFinite(lowest) ? lowest : 0;
}

// Poses: blending, and points to and fro.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blendPoses, toBody, toWorld } from '../../src/poses.ts';
import type { Triple } from '../../src/protocol.ts';

function aboutAxis(axis: Triple, angle: number, p: Triple): number[] {
  const length = Math.hypot(...axis);
  const s = Math.sin(angle / 2) / length;
  return [...p, Math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s];
}

const near = (a: ArrayLike<number>, b: ArrayLike<number>, bound: number) =>
  Array.from(a).forEach((x, i) => assert.ok(Math.abs(x - b[i]) <= bound, `${x} is not ${b[i]}`));

test('At both ends a blend is the pose itself, up to rounding', () => {
  const from = Float64Array.from(aboutAxis([1, 2, 3], 0.4, [0.1, -0.7, 2]));
  const to = Float64Array.from(aboutAxis([1, 2, 3], 0.6, [0.3, -0.5, 2.5]));
  const out = new Float64Array(7);
  blendPoses(from, to, 0, out);
  near(out, from, 8e-16);
  blendPoses(from, to, 1, out);
  near(out, to, 8e-16);
});

test('Halfway of a turn about one axis is half the turn, whichever sign the quaternion has', () => {
  for (const sign of [1, -1]) {
    const from = Float64Array.from(aboutAxis([1, -2, 0.5], 0.2, [0, 0, 0]));
    const to = Float64Array.from(aboutAxis([1, -2, 0.5], 0.6, [2, 4, 6])).map((x, i) => (i < 3 ? x : sign * x));
    const out = new Float64Array(7);
    blendPoses(from, to, 0.5, out);
    near(out, aboutAxis([1, -2, 0.5], 0.4, [1, 2, 3]), 1e-15);
  }
});

test('A quarter turn about z takes x to y', () => {
  const X = Float64Array.from(aboutAxis([0, 0, 1], Math.PI / 2, [5, 6, 7]));
  near(toWorld(X, 0, [1, 0, 0]), [5, 7, 7], 1e-15);
});

test('To the body and back to the world is where it was', () => {
  const X = Float64Array.from([...aboutAxis([1, 0, 0], 1, [9, 9, 9]), ...aboutAxis([3, -1, 2], 2.1, [0.3, 0.2, -0.9])]);
  const p: Triple = [0.11, -4.2, 0.77];
  near(toWorld(X, 1, toBody(X, 1, p)), p, 1e-14);
});

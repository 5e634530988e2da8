// Distances between features, against cases worked out by hand and against dense sampling.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeDistance, type Primitives } from '../../src/distance.ts';
import type { Triple } from '../../src/protocol.ts';
import { add, norm, scale, sub } from '../../src/vec.ts';

const of = (...simplices: Triple[][]): Primitives => ({ simplices, radius: 0 });
const kTriangle: Triple[] = [[0, 0, 0], [4, 0, 0], [0, 4, 0]];

test('Between points it is the length of the line between them', () => {
  assert.deepEqual(computeDistance(of([[1, 2, 3]]), of([[1, 2, 8]])), { length: 5, from: [1, 2, 3], to: [1, 2, 8] });
});

test('From a point above a triangle it is straight down, beside it to the side, beyond a corner to the corner', () => {
  assert.equal(computeDistance(of([[1, 1, 3]]), of(kTriangle)).length, 3);
  assert.equal(computeDistance(of([[1, -2, 0]]), of(kTriangle)).length, 2);
  assert.equal(computeDistance(of([[-3, -4, 0]]), of(kTriangle)).length, 5);
});

test('Between crossing and parallel segments it is right', () => {
  assert.equal(computeDistance(of([[-1, 0, 0], [1, 0, 0]]), of([[0, -1, 2], [0, 1, 2]])).length, 2);
  assert.equal(computeDistance(of([[0, 0, 0], [1, 0, 0]]), of([[0, 3, 0], [1, 3, 0]])).length, 3);
  assert.equal(computeDistance(of([[0, 0, 0], [1, 0, 0]]), of([[4, 4, 0], [9, 4, 0]])).length, 5);
});

test('A segment through a triangle and two triangles that cross are 0 apart', () => {
  assert.equal(computeDistance(of([[1, 1, -1], [1, 1, 1]]), of(kTriangle)).length, 0);
  assert.equal(computeDistance(of([[1, 1, -1], [1, 1, 1], [9, 9, 1]]), of(kTriangle)).length, 0);
});

test('Radii come off, and what overlaps is 0 apart', () => {
  const ball = (p: Triple, radius: number): Primitives => ({ simplices: [[p]], radius });
  const apart = computeDistance(ball([0, 0, 0], 1), ball([5, 0, 0], 2));
  assert.deepEqual(apart, { length: 2, from: [1, 0, 0], to: [3, 0, 0] });
  assert.equal(computeDistance(ball([0, 0, 0], 1), ball([1, 0, 0], 2)).length, 0);
});

test('Swapping the two changes nothing but the order of the points', () => {
  const a = of(kTriangle), b = of([[1, 1, 2], [3, 5, 4], [-1, 2, 3]]);
  const there = computeDistance(a, b), back = computeDistance(b, a);
  assert.ok(Math.abs(there.length - back.length) < 1e-14);
});

// A generator with a fixed seed (Park and Miller's).
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test('No sampled pair of points of two random triangles is nearer, and the answer is reached', () => {
  const random = makeRandom(7);
  const point = (): Triple => [random() * 2, random() * 2, random() * 2];
  const kSamples = 24;
  for (let round = 0; round < 60; ++round) {
    const a = [point(), point(), point()], b = [point(), point(), point()].map((p) => add(p, [random() * 3, 0, 0]));
    const { length, from, to } = computeDistance(of(a), of(b));
    assert.ok(Math.abs(norm(sub(from, to)) - length) < 1e-12);
    let least = Infinity;
    const grid = (t: Triple[]) => {
      const points: Triple[] = [];
      for (let i = 0; i <= kSamples; ++i) for (let j = 0; i + j <= kSamples; ++j) {
        const u = i / kSamples, v = j / kSamples;
        points.push(add(add(scale(t[0], 1 - u - v), scale(t[1], u)), scale(t[2], v)));
      }
      return points;
    };
    for (const p of grid(a)) for (const q of grid(b)) least = Math.min(least, norm(sub(p, q)));
    // Samples are at most a cell's diameter, 2 sqrt(3) * 2 / kSamples, from the nearest points.
    assert.ok(length <= least + 1e-12);
    assert.ok(least <= length + 2 * 2 * Math.sqrt(3) * 2 / kSamples);
  }
});

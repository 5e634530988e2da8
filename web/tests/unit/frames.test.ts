// Chunks of poses: what is asked for, in which order, and what is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Frames, type PoseChunk } from '../../src/frames.ts';

interface Ask {
  first: number;
  answer(count?: number): Promise<void>;
  fail(): Promise<void>;
}

// A program that answers when told to.
function setUp(numSteps: number, budgetBytes?: number) {
  const asked: Ask[] = [];
  let arrivals = 0;
  const fetch = (first: number, count: number) =>
    new Promise<PoseChunk>((resolve, reject) => {
      const settle = () => new Promise<void>((done) => setImmediate(done));
      asked.push({
        first,
        answer: (given = Math.min(count, numSteps - first)) => {
          const t = Float64Array.from({ length: given }, (_, i) => first + i);
          resolve({ first, count: given, t, X_WB: Float64Array.from({ length: given * 7 }, (_, i) => first + Math.floor(i / 7)) });
          return settle();
        },
        fail: () => {
          reject(new Error('lost'));
          return settle();
        },
      });
    });
  const frames = new Frames(fetch, 1, () => ++arrivals, 64, budgetBytes);
  frames.numFrames = numSteps;
  return { frames, asked, arrivals: () => arrivals };
}

test('The chunk of the wanted step is asked for first and its poses are then found', async () => {
  const { frames, asked, arrivals } = setUp(1000);
  assert.equal(frames.find(130), null);
  frames.want(130, 0);
  assert.equal(asked[0].first, 128);
  await asked[0].answer();
  assert.equal(arrivals(), 1);
  assert.equal(frames.find(130)!.t, 130);
  assert.deepEqual([...frames.find(191)!.X_WB], Array(7).fill(191));
  assert.equal(frames.find(192), null);
});

test('Never more than two requests are under way, and the newest target comes next', async () => {
  const { frames, asked } = setUp(100_000);
  for (let step = 0; step < 100_000; step += 500) frames.want(step, 1);
  assert.equal(asked.length, 2);
  await asked[0].answer();
  assert.equal(asked.length, 3);
  assert.equal(asked[2].first, Math.floor(99_500 / 64) * 64);
});

test('Playing backwards fetches what lies before, playing forwards what lies after', async () => {
  const back = setUp(1000);
  back.frames.want(400, -1);
  assert.deepEqual(back.asked.map((a) => a.first), [384, 320]);
  const on = setUp(1000);
  on.frames.want(400, 1);
  assert.deepEqual(on.asked.map((a) => a.first), [384, 448]);
});

test('Nothing is asked for beyond the last step or before the first', () => {
  const { frames, asked } = setUp(64);
  frames.want(63, 1);
  frames.want(0, -1);
  assert.deepEqual(asked.map((a) => a.first), [0]);
});

test('A chunk that was short is asked for again when there are more steps', async () => {
  const { frames, asked } = setUp(10);
  frames.want(9, 0);
  await asked[0].answer(10);
  assert.equal(frames.find(12), null);
  frames.numFrames = 20;
  frames.want(12, 0);
  assert.equal(asked.length, 2);
  await asked[1].answer(20);
  assert.equal(frames.find(12)!.t, 12);
});

test('What was used longest ago is dropped beyond the budget, what is in use stays', async () => {
  const { frames, asked } = setUp(64 * 100, 1); // so small that the fewest are kept
  for (let key = 0; key < 12; ++key) {
    frames.want(64 * key, 0);
    for (const ask of asked.splice(0)) await ask.answer();
  }
  assert.ok(frames.numLoaded <= 6);
  assert.notEqual(frames.find(64 * 11), null);
  assert.equal(frames.find(0), null);
});

test('An answer of the run before is thrown away after a reset', async () => {
  const { frames, asked, arrivals } = setUp(100);
  frames.want(0, 0);
  frames.clear();
  await asked[0].answer();
  assert.equal(arrivals(), 0);
  assert.equal(frames.find(0), null);
});

test('A request that failed can be made again', async () => {
  const { frames, asked } = setUp(100);
  frames.want(0, 0);
  await asked[0].fail();
  frames.want(0, 0);
  assert.equal(asked.filter((a) => a.first === 0).length, 2);
});

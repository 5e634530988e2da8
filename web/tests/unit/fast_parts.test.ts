// What keeps the page fast: levels of quality, panels written less often, vertices that are alike welded.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { kBudgetMs, kLevels, Quality } from '../../src/quality.ts';
import { throttle } from '../../src/throttle.ts';
import { weld } from '../../src/weld.ts';

test('Pictures that take too long are drawn with less, down to the last level', () => {
  const quality = new Quality();
  assert.equal(quality.level, kLevels[0]);
  for (let i = 0; i < 100; ++i) quality.note(10 * kBudgetMs);
  assert.equal(quality.level, kLevels[kLevels.length - 1]);
  assert.ok(quality.isReduced);
});

test('A single slow picture changes nothing', () => {
  const quality = new Quality();
  for (let i = 0; i < 100; ++i) quality.note(i % 2 === 0 ? 10 * kBudgetMs : kBudgetMs / 2);
  assert.equal(quality.level, kLevels[0]);
});

test('Where there is much time left it goes up again, and does not swing where a level costs four times the next', () => {
  const quality = new Quality();
  for (let i = 0; i < 4; ++i) quality.note(2 * kBudgetMs);
  const cost = () => 0.9 * kBudgetMs * 4 ** (2 - kLevels.indexOf(quality.level));
  const seen = new Set<number>();
  for (let i = 0; i < 500; ++i) {
    quality.note(cost());
    if (i > 250) seen.add(kLevels.indexOf(quality.level));
  }
  assert.deepEqual([...seen], [2]);
  for (let i = 0; i < 500; ++i) quality.note(0.1 * kBudgetMs);
  assert.equal(quality.level, kLevels[0]);
});

test('Work is done at once, then not for a while, and once more at the end', () => {
  let now = 1000;
  let timers: { due: number; work: () => void }[] = [];
  const mocks = [
    mock.method(performance, 'now', () => now),
    mock.method(globalThis, 'setTimeout', (work: () => void, ms: number) => timers.push({ due: now + ms, work }) && work),
    mock.method(globalThis, 'clearTimeout', (work: () => void) => (timers = timers.filter((timer) => timer.work !== work))),
  ];
  const pass = (ms: number) => {
    now += ms;
    for (const { due, work } of [...timers]) if (due <= now) work();
    timers = timers.filter(({ due }) => due > now);
  };
  let numDone = 0;
  const ask = throttle(() => (numDone += 1), () => 50);
  ask();
  assert.equal(numDone, 1);
  ask();
  ask();
  pass(49);
  assert.equal(numDone, 1);
  pass(150);
  assert.equal(numDone, 2);
  pass(1000);
  assert.equal(numDone, 2);
  // Asked for all the time it is done as soon as it may be, by who asks, and together with others of the same beat: at
  // 2210, 2250, 2310, 2350 and 2410.
  pass(2210 - now);
  const others: number[] = [], times: number[] = [];
  const askOther = throttle(() => others.push(now), () => 50), askThis = throttle(() => times.push(now), () => 50);
  askThis();
  for (; now < 2430; pass(20)) {
    askThis();
    if (now > 2220) askOther();
  }
  assert.deepEqual(times, [2210, 2250, 2310, 2350, 2410]);
  assert.deepEqual(others, [2230, 2250, 2310, 2350, 2410]);
  for (const each of mocks) each.mock.restore();
});

test('Where there is no pause nothing waits', () => {
  let numDone = 0;
  const ask = throttle(() => (numDone += 1), () => 0);
  for (let i = 0; i < 5; ++i) ask();
  assert.equal(numDone, 5);
});

test('Vertices that are alike become one, and in the order of the indices all is as it was', () => {
  const position = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0);
  const tint = Float32Array.of(1, 2, 3, 5, 2, 4);
  const { columns, indices } = weld([position, tint], [3, 1]);
  assert.equal(columns[0].length, 3 * 5); // the second and the fifth are alike; the third and the fourth are but for their tint
  const back = [...indices].flatMap((i) => [...columns[0].subarray(3 * i, 3 * i + 3)]);
  assert.deepEqual(back, [...position]);
  assert.deepEqual([...indices].map((i) => columns[1][i]), [...tint]);
  assert.equal(indices[1], indices[4]);
  assert.notEqual(indices[2], indices[3]);
});

test('Of no vertices none are left', () => {
  const { columns, indices } = weld([new Float32Array(0), new Float32Array(0)], [3, 2]);
  assert.deepEqual([columns[0].length, columns[1].length, indices.length], [0, 0, 0]);
});

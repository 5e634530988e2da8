// Small pure parts: timeline, formats, waiting, thinning, the grid's spacing, series, picking, features.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Backoff } from '../../src/backoff.ts';
import { exact, formatLength, rounded } from '../../src/format.ts';
import { findHit } from '../../src/pick.ts';
import { decodePacket, type Packet } from '../../src/protocol.ts';
import { Series } from '../../src/series.ts';
import { readShapes } from '../../src/shapes.ts';
import { keyOf, kSeriesChunk } from '../../src/source.ts';
import { decodeFeature, readStep } from '../../src/steps.ts';
import { thin } from '../../src/thinning.ts';
import { findEvent, findWorst, gatherColumns, gatherRuns, roundMarks, toPixel, toStep } from '../../src/timeline_maths.ts';
import { findPointedFeature, simplicesOf } from '../../src/features.ts';
import { makeFakeTrace } from '../../dev/fake_trace.ts';

const kTrace = makeFakeTrace(200);
const packetOf = (key: string): Packet => decodePacket(kTrace.packets[key]);
const kShapes = readShapes(packetOf('geometry'), packetOf('hello').head.shapes as never);

test('Pixels and steps are each other\u2019s inverse, and clicks beyond the ends mean the ends', () => {
  const span = { first: 0, last: 400, left: 10, right: 810 };
  for (const step of [0, 1, 200, 399, 400]) assert.equal(Math.round(toStep(toPixel(step, span), span)), step);
  assert.equal(toStep(-50, span), 0);
  assert.equal(toStep(5000, span), 400);
  assert.equal(toPixel(0, { ...span, last: 0 }), 10);
});

test('Marks are round, begin at 0 and end within', () => {
  assert.deepEqual(roundMarks(1, 5), [0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
  assert.deepEqual(roundMarks(0, 5), [0]);
});

test('A column has a tick if any of its steps has an event', () => {
  const counts = new Float64Array(1000);
  counts[499] = 2; // step 500
  const columns = gatherColumns(counts, { first: 0, last: 1000, left: 0, right: 100 });
  assert.deepEqual([...columns.keys()].filter((i) => columns[i]), [50]);
});

test('Marked steps are one run where they touch, and none is too narrow to be seen', () => {
  const marks = new Float64Array(100);
  for (const step of [10, 11, 12, 14, 100]) marks[step - 1] = 1;
  assert.deepEqual(gatherRuns(marks, { first: 0, last: 100, left: 10, right: 510 }, 3), [[55, 70], [75, 80], [505, 510]]);
  assert.deepEqual(gatherRuns(marks, { first: 0, last: 100, left: 0, right: 50 }, 3), [[2, 7], [47, 50]]);
  assert.deepEqual(gatherRuns(new Float64Array(100), { first: 0, last: 100, left: 0, right: 50 }, 3), []);
});

test('Of the marked steps near a place the worst is found, and none where none is', () => {
  const span = { first: 0, last: 100, left: 10, right: 210 }; // two pixels a step
  const marks = new Float64Array(100), errors = new Float64Array(100).fill(9);
  for (const [step, error] of [[20, 0.1], [21, 0.3], [22, 0.2], [100, 0.5]]) [marks[step - 1], errors[step - 1]] = [1, error];
  assert.equal(findWorst(marks, errors, 52, span), 21);
  assert.equal(findWorst(marks, errors, 48, span), 20);
  assert.equal(findWorst(marks, errors, 56, span), 22);
  assert.equal(findWorst(marks, errors, 57, span), null);
  assert.equal(findWorst(marks, errors, 210, span), 100);
  assert.equal(findWorst(marks, errors, 10, span), null);
  errors[19] = Infinity;
  assert.equal(findWorst(marks, errors, 51, span), 20);
  assert.equal(findWorst(new Float64Array(0), errors, 52, span), null);
});

test('The event before and after a step are found, none beyond the last', () => {
  const columns = [[0, 1, 0, 0, 0], [0, 0, 0, 1, 0]];
  assert.equal(findEvent(columns, 0, 1), 2);
  assert.equal(findEvent(columns, 2, 1), 4);
  assert.equal(findEvent(columns, 4, 1), null);
  assert.equal(findEvent(columns, 4, -1), 2);
});

test('The full text of a number reads back as the same double', () => {
  for (const x of [0, -0, 0.1, 1 / 3, 1.2345678901234567e-5, -0.30000000000000004, 6.02e23]) assert.ok(Object.is(Number(exact(x)), x));
  assert.equal(exact(18446744073709551615n), '18446744073709551615');
});

test('Rounded texts are short and never hide that something is not 0 or not known', () => {
  assert.equal(rounded(0), '0');
  assert.equal(rounded(1.2345678e-5), '1.235e\u22125');
  assert.equal(rounded(-12.3456789), '\u221212.346');
  assert.equal(rounded(123456789.123), '1.235e8');
  assert.equal(rounded(null), '\u2013');
  assert.equal(formatLength(0.05), '50 mm');
  assert.equal(formatLength(-2), '\u22122 m');
  assert.equal(formatLength(1e-3), '1 mm');
});

test('Waiting doubles up to four seconds and begins anew after success', () => {
  const backoff = new Backoff();
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(() => backoff.next()), [250, 500, 1000, 2000, 4000, 4000]);
  backoff.succeeded();
  assert.equal(backoff.next(), 250);
});

test('Thinning keeps the ends and every peak, and leaves short series alone', () => {
  const t = Float64Array.from({ length: 100_000 }, (_, i) => i);
  const y = new Float64Array(100_000);
  y[77_777] = 5;
  y[12_345] = -3;
  const [x, thinned] = thin([t, y], 2000);
  assert.ok(x.length < 4100);
  assert.equal(Math.max(...thinned), 5);
  assert.equal(Math.min(...thinned), -3);
  assert.equal(x[0], 0);
  assert.equal(x[x.length - 1], 99_999);
  assert.equal(thin([t.subarray(0, 10), y.subarray(0, 10)], 2000)[0].length, 10);
});

test('Series grow as figures become ready, and a reset empties them', async () => {
  const asked: number[] = [];
  const series = new Series(async (first) => {
    asked.push(first);
    return packetOf(`series/1/${kSeriesChunk}`);
  }, kSeriesChunk, () => {});
  series.setReady(199);
  await new Promise(setImmediate);
  assert.equal(series.length, 199);
  assert.equal(series.column('t')[0], 0.01);
  assert.equal(series.column('momentum').length, 3 * 199);
  assert.deepEqual([59, 60, 150].map((step) => series.column('unsolved')[step - 1]), [0, 1, 1]);
  assert.equal(series.column('error')[150 - 1], 0.04);
  series.setReady(199);
  assert.deepEqual(asked, [1]);
  series.clear();
  assert.equal(series.length, 0);
});

test('A step is read with its contacts, patches and certificates', () => {
  const step = readStep(packetOf('step/7'));
  assert.equal(step.contacts.length, 32);
  assert.deepEqual(step.patches[1], [4, 5, 6, 7]);
  assert.deepEqual(step.contacts[0].bodies, [1, 0]);
  assert.equal(step.contacts[5].gap, 1.25e-5);
  assert.deepEqual(step.certificates[1], { bodies: [2, 1], separation: 2e-3 });
  assert.equal(step.head.least_separation, 1.2345678901234567e-5);
  assert.equal(step.head.is_solved, true);
  assert.equal(step.head.error, 2.5e-9);
  assert.deepEqual(step.head.error_bodies, [1, 2]);
});

test('Features are decoded from their bits: kind above, number below', () => {
  assert.deepEqual(decodeFeature(5), { kind: 'vertex', index: 5 });
  assert.deepEqual(decodeFeature(0x40000001), { kind: 'edge', index: 1 });
  assert.deepEqual(decodeFeature(0x80000000), { kind: 'face', index: 0 });
  assert.deepEqual(decodeFeature(0xffffffff), { kind: 'cut', index: 0x3fffffff });
});

test('Faces are made of their triangles; cuts and numbers that are not there of nothing', () => {
  assert.equal(simplicesOf(kShapes[1], { kind: 'face', index: 1 }).length, 2);
  assert.deepEqual(simplicesOf(kShapes[1], { kind: 'vertex', index: 6 }), [[[0.1, 0.1, 0.1]]]);
  for (const kind of ['vertex', 'edge', 'face', 'cut'] as const) assert.deepEqual(simplicesOf(kShapes[1], { kind, index: 999 }), []);
});

test('Pointing near a corner means the vertex, near a side the edge, within the face', () => {
  const project = (p: number[]) => ({ x: 1000 * p[0], y: 1000 * p[1] });
  const top = 2; // the first triangle of face 1, z = 0.1
  assert.equal(findPointedFeature(kShapes[1], top, { x: 98, y: 97 }, project).kind, 'vertex');
  assert.equal(findPointedFeature(kShapes[1], top, { x: 97, y: 10 }, project).kind, 'edge');
  assert.deepEqual(findPointedFeature(kShapes[1], top, { x: 3, y: 10 }, project), { kind: 'face', index: 1 });
});

test('A ray hits the nearest body that is shown, in front of it only, and not what is cut away', () => {
  const X = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 0, 0, 1, Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  const down = { origin: [0.01, 0.02, 5] as [number, number, number], direction: [0, 0, -1] as [number, number, number] };
  const hit = findHit(down, kShapes, () => 1, X, () => true)!;
  assert.equal(hit.body, 1);
  assert.ok(Math.abs(hit.distance - 3.9) < 1e-12);
  // Body 1 is turned by a quarter about z: x of the world is -y of the body.
  assert.ok(Math.abs(hit.p_BP[0] - 0.02) < 1e-12 && Math.abs(hit.p_BP[1] + 0.01) < 1e-12);
  assert.equal(findHit(down, kShapes, () => 1, X, (body) => body !== 1)!.body, 0);
  assert.equal(findHit({ ...down, direction: [0, 0, 1] }, kShapes, () => 1, X, () => true), null);
  const below = findHit(down, kShapes, () => 1, X, () => true, { normal: [0, 0, -1], constant: 0.5 })!;
  assert.equal(below.body, 0);
});

test('A ball is hit at its radius, as well as its surface is drawn', () => {
  const X = Float64Array.from([0, 0, 0, 1, 0, 0, 0]);
  const hit = findHit({ origin: [3, 0.001, 0.002], direction: [-1, 0, 0] }, kShapes, () => 2, X, () => true)!;
  assert.ok(Math.abs(hit.distance - (3 - 0.12)) < 0.12 * 0.02);
});

test('Drawn triangles of round shapes face outwards', () => {
  for (const shape of [kShapes[2], kShapes[3]]) {
    for (let i = 0; i < shape.positions.length; i += 9) {
      const p = shape.positions.subarray(i, i + 9);
      const u = [p[3] - p[0], p[4] - p[1], p[5] - p[2]], v = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const outward = [0, 1, 2].reduce((sum, k) => sum + n[k] * shape.normals[i + k], 0);
      assert.ok(outward > 0, `triangle ${i / 9}`);
    }
  }
});

test('Keys of requests are those of a self-contained page', () => {
  assert.equal(keyOf({ type: 'geometry' }), 'geometry');
  assert.equal(keyOf({ type: 'poses', first: 64, count: 64 }), 'poses/64/64');
  assert.equal(keyOf({ type: 'step', index: 3 }), 'step/3');
});

// The cut of a section, by its pixels: hatched where a solid is cut, in the colour of that solid, and nowhere else.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { at, inFolder, makeTrace, openPage, pixelsOf, read, run, takePicture, view, waitFor } from './harness.ts';

// The six sides of a cube about the origin, as an OBJ; turned inside out it is a cavity.
function cube(half: number, first: number, isCavity = false): string[] {
  const corners = Array.from({ length: 8 }, (_, i) => `v ${[1, 2, 4].map((bit) => (i & bit ? half : -half)).join(' ')}`);
  const sides = [[0, 2, 3, 1], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5], [4, 5, 7, 6]];
  return [...corners, ...sides.map((side) => `f ${(isCavity ? side.reverse() : side).map((i) => first + i).join(' ')}`)];
}

before(() => {
  writeFileSync(inFolder('hollow.obj'), [...cube(1, 1), ...cube(0.6, 9, true)].join('\n'));
  writeFileSync(inFolder('inner.obj'), cube(0.3, 1).join('\n'));
  writeFileSync(inFolder('tray.obj'), cube(1, 1).slice(0, -1).join('\n')); // without its lid
  run('make', 'box', '--size', '1,1,1', '--out', 'box.obj');
  for (const [maker, out] of [['icosphere', 'ball.obj'], ['bolt', 'bolt.obj'], ['nut', 'nut.obj']]) run('make', maker, '--out', out);
});

async function cut(page: Page, axis: 'x' | 'y' | 'z', colours: string[]): Promise<void> {
  const toggles = await read<Record<string, boolean>>(page, 'abut.toggles');
  for (const name of ['contacts', 'normals', 'grid']) if (toggles[name]) await page.keyboard.press(name[0]); // they would be over it
  await page.keyboard.press('s');
  for (const [i, colour] of colours.entries()) await at(page, 'part-colour').nth(i).fill(colour);
  await at(page, `section-${axis}`).click();
  if (axis === 'y') await at(page, 'section-flip').click(); // the camera is on that side
  await page.waitForTimeout(400);
  await waitFor(page, 'abut.isSettled', 30_000);
}

// A row of pixels about a point of the world: red, green, blue, of each.
async function rowAt(page: Page, p: number[], width = 40): Promise<number[][]> {
  const { x, y } = await read<{ x: number; y: number }>(page, `abut.project(${JSON.stringify(p)})`);
  return pixelsOf(page, { x: Math.round(x) - width / 2, y: Math.round(y), width, height: 1 });
}

// Lines of the hatching that a row goes through: runs of what is darker than most of it.
function countHatches(row: number[][]): number {
  const light = row.map(([r, g, b]) => r + g + b);
  const usual = [...light].sort((a, b) => a - b)[Math.floor(0.7 * light.length)];
  return light.filter((value, i) => value < 0.8 * usual && !(light[i - 1] < 0.8 * usual)).length;
}

const isReddish = ([r, , b]: number[]) => r > 2 * b;
const isBlueish = ([r, , b]: number[]) => b > 2 * r;

test('A hollow body and one in its cavity are capped where they are solid, and not between', async () => {
  const { page, faults } = await view(['hollow.obj', 'inner.obj']);
  await cut(page, 'x', ['#ff2020', '#2020ff']);
  const wall = await rowAt(page, [0, 0, 0.8]), gap = await rowAt(page, [0, -0.05, -0.5]), inner = await rowAt(page, [0, 0, 0]);
  assert.ok(countHatches(wall) >= 3 && wall.every(isReddish), `wall: ${wall.join(' | ')}`);
  assert.ok(countHatches(inner) >= 3 && inner.every(isBlueish), `inner: ${inner.join(' | ')}`);
  assert.ok(countHatches(gap) <= 1 && gap.every(isReddish), `gap: ${gap.join(' | ')}`);
  await at(page, 'section-flip').click(); // seen from behind there is no cut
  await page.waitForTimeout(400);
  await waitFor(page, 'abut.isSettled', 30_000);
  assert.ok(countHatches(await rowAt(page, [1, 0, 0])) <= 1);
  assert.deepEqual(faults, []);
});

test('Bodies whose faces touch are capped up to them, each in its colour', async () => {
  const { page } = await view(['box.obj', 'box.obj', '--pose-b', '0,0,1']);
  await cut(page, 'y', ['#ff2020', '#2020ff']);
  for (const z of [0.1, 0.4]) assert.ok((await rowAt(page, [0, 0, z])).every(isReddish), `z = ${z}`);
  for (const z of [0.6, 0.75, 0.9]) {
    const row = await rowAt(page, [0, 0, z]);
    assert.ok(countHatches(row) >= 3 && row.every(isBlueish), `z = ${z}: ${row.join(' | ')}`);
  }
  // In the plane in which they touch the one that is left is cut.
  await at(page, 'section-flip').click();
  await at(page, 'section-z').click();
  await page.waitForTimeout(400);
  await waitFor(page, 'abut.isSettled', 30_000);
  const row = await rowAt(page, [0, 0, 0.5]);
  assert.ok(countHatches(row) >= 3 && row.every(isReddish), row.join(' | '));
});

test('Where two meshes overlap the cut is of neither colour', async () => {
  const { page } = await view(['box.obj', 'ball.obj', '--pose-b', '0.5,0,0']);
  await cut(page, 'y', ['#20ff20', '#2020ff']);
  assert.ok((await rowAt(page, [0.2, 0, 0.1], 20)).every(isReddish));
  assert.ok((await rowAt(page, [1.1, 0, 0.1], 20)).every(isBlueish));
});

test('A nut on its bolt, a twentieth of a millimetre apart, overlaps nowhere', async () => {
  const { page } = await view(['bolt.obj', 'nut.obj', '--pose-b', '0,0,0.015']);
  await cut(page, 'y', []);
  const { x, y } = await read<{ x: number; y: number }>(page, 'abut.project([0, 0, 0.015])');
  const pixels = await pixelsOf(page, { x: x - 100, y: y - 60, width: 200, height: 120 });
  assert.equal(pixels.filter(isReddish).length, 0);
  await takePicture(page, 'section');
});

test('A surface that encloses nothing is cut and gets no cap', async () => {
  const { page } = await view(['tray.obj']);
  await cut(page, 'x', ['#ff2020']);
  const inside = await rowAt(page, [0, 0, -0.2]);
  assert.ok(countHatches(inside) <= 1 && inside.every(isReddish), inside.join(' | '));
});

test('A page of its own caps too', async () => {
  makeTrace('stack', '--time', '0.05');
  run('export', 'stack.abut', '--html', 'stack.html');
  const { page } = await openPage(pathToFileURL(inFolder('stack.html')).href);
  await waitFor(page, 'abut.isReady && abut.isSettled', 30_000);
  await cut(page, 'y', []);
  const top = (await read<number[]>(page, 'abut.poses')).slice(70, 73);
  assert.ok(countHatches(await rowAt(page, top, 30)) >= 2);
});

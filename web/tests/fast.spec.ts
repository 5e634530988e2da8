// What makes the page fast, in numbers that do not depend on how fast the machine is: with a thousand bodies that move,
// a picture takes a few draw calls and one upload, of 32 bytes a body; nothing queues up; what stands still is drawn in
// full. Times are measured by `npm run measure` (docs/results/viewer.md).

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeProbe, type Picture } from '../bench/probe.ts';
import { makeSpinningTetrahedra } from '../bench/scenes.ts';
import { at, inFolder, openPage, read, startProgram, waitFor } from './harness.ts';

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function openThousand() {
  writeFileSync(inFolder('thousand.json'), makeSpinningTetrahedra());
  const { address } = await startProgram('thousand.json');
  const { page, faults } = await openPage('about:blank');
  await page.addInitScript(makeProbe(false));
  await page.goto(address);
  await waitFor(page, 'abut.isReady && abut.isRunning && abut.frames > 20', 60_000);
  return { page, faults };
}

test('A picture of a thousand moving bodies is a few draw calls and one upload of all poses', async () => {
  const { page, faults } = await openThousand();
  await page.evaluate('probe.pictures.length = 0');
  await page.waitForTimeout(4000);
  const pictures = (await read<Picture[]>(page, 'probe.pictures')).filter((picture) => picture.made > 0);
  assert.ok(pictures.length >= 10, `${pictures.length} pictures`);
  assert.equal(await read(page, 'abut.numBodies'), 1000);
  assert.equal(median(pictures.map((picture) => picture.uploads)), 1);
  assert.equal(median(pictures.map((picture) => picture.bytes)), 32 * 1024); // of 1,000 bodies, in whole rows
  assert.ok(median(pictures.map((picture) => picture.drawCalls)) <= 25);
  // Of a program and a page that keep up with each other no packet is older than some steps, however slow the page is.
  assert.ok(median(pictures.map((picture) => picture.arrived - picture.made)) < 250);
  assert.deepEqual(faults, []);
});

test('Drawn with less while it runs, or not: what stands still is drawn in full', async () => {
  const { page } = await openThousand();
  await page.waitForTimeout(3000);
  await at(page, 'live-run').click();
  await waitFor(page, '!abut.isRunning');
  await waitFor(page, 'abut.isSettled', 30_000);
  const frames = await read<number>(page, 'abut.frames');
  await page.waitForTimeout(1000);
  assert.equal(await read(page, 'abut.frames'), frames);
});

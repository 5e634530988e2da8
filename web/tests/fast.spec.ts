// What makes the page fast, in numbers that do not depend on how fast the machine is: with a thousand bodies that move,
// a picture takes a few draw calls and one upload, of 32 bytes a body; nothing queues up; panels are written seldom and
// together; what stands still is drawn in full. Times are measured by `npm run measure` (docs/results/viewer.md).

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeProbe, type Picture } from '../bench/probe.ts';
import { makeRestingBoxes, makeSpinningTetrahedra } from '../bench/scenes.ts';
import { at, inFolder, openPage, pixelsOf, read, startProgram, waitFor } from './harness.ts';

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function openThousand(scene = makeSpinningTetrahedra()) {
  writeFileSync(inFolder('thousand.json'), scene);
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
  await page.waitForTimeout(1000); // the step that was under way may arrive after the page was told
  await waitFor(page, 'abut.isSettled', 30_000);
  const frames = await read<number>(page, 'abut.frames');
  await page.waitForTimeout(1000);
  assert.equal(await read(page, 'abut.frames'), frames);
});

test('While steps pass by fast the page is written some times a second, not with every picture', async () => {
  const { page } = await openThousand(makeRestingBoxes());
  await waitFor(page, 'abut.isReduced', 30_000);
  await page.evaluate(`{
    globalThis.written = [];
    new MutationObserver(() => written.push(performance.now())).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  }`);
  const frames = await read<number>(page, 'abut.frames');
  await page.waitForTimeout(4000);
  const numPictures = (await read<number>(page, 'abut.frames')) - frames;
  const times = await read<number[]>(page, 'written');
  const numBursts = times.filter((t, i) => i === 0 || t - times[i - 1] > 50).length;
  assert.ok(numBursts >= 1 && numBursts <= 20, `${numBursts} times, ${numPictures} pictures`); // ten beats, with what comes a little later
});

test('A face has the same colour drawn with less as drawn in full', async () => {
  const { page } = await openThousand(makeRestingBoxes());
  await waitFor(page, 'abut.isReduced', 30_000);
  await at(page, 'part-name').nth(500).click();
  await page.keyboard.press('r'); // that box fills the view
  const p = (await read<number[]>(page, 'abut.poses')).slice(3500, 3503);
  const faces = [[p[0], p[1], p[2] + 0.5], [p[0], p[1] - 0.5, p[2]], [p[0] + 0.5, p[1], p[2]]];
  const look = async () => {
    const pixels: number[][] = [];
    for (const face of faces) {
      const { x, y } = await read<{ x: number; y: number }>(page, `abut.project(${JSON.stringify(face)})`);
      pixels.push(...(await pixelsOf(page, { x: Math.round(x), y: Math.round(y), width: 1, height: 1 })));
    }
    return pixels;
  };
  await page.waitForTimeout(1500);
  assert.ok(await read(page, 'abut.isReduced'));
  const quick = await look();
  await at(page, 'live-run').click();
  await waitFor(page, '!abut.isRunning && abut.isSettled', 30_000);
  const [top, ...sides] = await look();
  // One of the sides may be in the shadow of the next box, which is drawn in full only.
  const differs = (a: number[], b: number[]) => a.some((value, k) => Math.abs(value - b[k]) > 3);
  assert.ok(!differs(top, quick[0]), `${top} and ${quick[0]}`);
  assert.ok(sides.some((side, i) => !differs(side, quick[i + 1])), `${sides.join(' ')} and ${quick.join(' ')}`);
});

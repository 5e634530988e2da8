// Live: a scene runs as it is computed and can be paused, stepped, reset, changed and pulled about; what was made can be
// saved, and `abut verify` finds nothing that meets.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, inFolder, read, run, takePicture, view, waitFor } from './harness.ts';

// Long enough not to be over while the page, drawn by the processor, looks on.
before(() => {
  for (const name of ['stack', 'card-tent']) {
    const scene = JSON.parse(run('example', name, '--out', '-'));
    writeFileSync(inFolder(`long-${name}.json`), JSON.stringify({ ...scene, duration: 600 }));
  }
});

// Whether a scene begins to run by itself is the program's to say.
async function startRun(page: Page): Promise<void> {
  await waitFor(page, 'abut.hasNews');
  await page.waitForTimeout(300);
  if (!(await read(page, 'abut.isRunning'))) await at(page, 'live-run').click();
  await waitFor(page, 'abut.isRunning');
}

test('A scene runs, pauses, goes on by one step, and begins anew', async () => {
  const { page, faults } = await view(['long-stack.json']);
  assert.equal(await at(page, 'mode').textContent(), 'Live run');
  await waitFor(page, 'abut.isFollowing');
  await startRun(page);
  await waitFor(page, 'abut.numSteps > 10 && abut.step === abut.numSteps');
  await at(page, 'live-run').click();
  await waitFor(page, '!abut.isRunning');
  await page.waitForTimeout(1000);
  const paused = await read<number>(page, 'abut.numSteps');
  await page.waitForTimeout(400);
  assert.equal(await read(page, 'abut.numSteps'), paused);
  await at(page, 'live-step').click();
  await waitFor(page, `abut.numSteps === ${paused + 1} && abut.step === ${paused + 1}`);
  await page.keyboard.press('ArrowRight');
  await waitFor(page, `abut.numSteps === ${paused + 2}`);
  await at(page, 'live-reset').click();
  await waitFor(page, `abut.numSteps < ${paused}`);
  assert.deepEqual(faults, []);
});

test('What was computed can be scrubbed while it runs, and Live goes back to the newest', async () => {
  const { page } = await view(['long-stack.json']);
  await startRun(page);
  await waitFor(page, 'abut.numSteps > 20');
  await page.keyboard.press('Home');
  await waitFor(page, 'abut.step === 0 && !abut.isFollowing');
  await page.keyboard.press('ArrowRight');
  await waitFor(page, 'abut.step === 1 && abut.hasDetails');
  await at(page, 'follow').click();
  await waitFor(page, 'abut.isFollowing && abut.step > 20');
});

test('Friction, gravity and law can be changed, and the program says so', async () => {
  const { page } = await view(['long-card-tent.json']);
  await startRun(page);
  await waitFor(page, 'abut.numSteps > 5');
  assert.equal(await at(page, 'friction').inputValue(), '1');
  await at(page, 'friction').fill('0.5');
  await at(page, 'gravity-2').fill('-3.7');
  await at(page, 'gravity-2').press('Enter');
  const laws = await at(page, 'law').locator('option').allTextContents();
  assert.ok(laws.length > 1);
  const other = laws.find((law) => law !== 'svd' && law !== 'cone') ?? laws[1];
  await at(page, 'law').selectOption(other);
  await at(page, 'view').focus();
  await page.waitForTimeout(800);
  assert.equal(await at(page, 'friction').inputValue(), '0.5');
  assert.equal(await at(page, 'gravity-2').inputValue(), '-3.7');
  assert.equal(await at(page, 'law').inputValue(), other);
});

test('A body is pulled by the mouse, nothing meets, and the trace is saved', async () => {
  const { page } = await view(['long-stack.json']);
  await startRun(page);
  await waitFor(page, 'abut.numSteps > 3');
  const before = (await read<number[]>(page, 'abut.poses')).slice(70, 73);
  const place = await read<{ x: number; y: number }>(page, `abut.project(${JSON.stringify(before)})`);
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  await page.mouse.move(place.x + 150, place.y - 60, { steps: 12 });
  await waitFor(page, 'abut.pulled === 10');
  await waitFor(page, `Math.hypot(abut.poses[70] - ${before[0]}, abut.poses[71] - ${before[1]}, abut.poses[72] - ${before[2]}) > 0.2`);
  // Standing, so that it is drawn in full.
  await page.keyboard.press('Space');
  await waitFor(page, '!abut.isRunning && abut.isSettled', 30_000);
  await takePicture(page, 'pull');
  await page.keyboard.press('Space');
  await waitFor(page, 'abut.isRunning');
  await page.mouse.up();
  await waitFor(page, 'abut.pulled === null');
  await at(page, 'live-run').click();
  await waitFor(page, '!abut.isRunning');
  const [download] = await Promise.all([page.waitForEvent('download'), at(page, 'save-trace').click()]);
  await download.saveAs(inFolder('pulled.abut'));
  const report = JSON.parse(run('verify', 'pulled.abut', '--json'));
  assert.equal(report.is_proven, true);
  assert.deepEqual(report.intersections, []);
});

test('From a step computed to its picture drawn it takes little', async () => {
  const { page } = await view(['long-stack.json']);
  await startRun(page);
  await waitFor(page, 'abut.latencies.length >= 10', 60_000);
  const latencies = (await read<number[]>(page, 'abut.latencies')).sort((a, b) => a - b);
  const median = latencies[Math.floor(latencies.length / 2)];
  console.log(`step computed to picture drawn: median ${median} ms, software rendering`);
  assert.ok(latencies[0] >= 0 && median < 1000); // drawn in software: a graphics card is not measured here
});

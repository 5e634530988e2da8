// Steps that are not solved: the timeline is red there and there alone, pointing tells the error, keys go there, and the
// step's own figures are those of `abut export --csv`; in a page from a file, too.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { at, inFolder, openPage, pixelsOf, read, readTable, run, takePicture, valueOf, view, waitFor, type Options } from './harness.ts';

// A box that turns while it slides: friction that is a pyramid's, not the cone's, then points elsewhere.
const kScene = {
  abut_scene: 1, step: 1 / 256, duration: 1,
  bodies: [
    { name: 'floor', type: 'static', shape: { box: [8, 8, 1] }, position: [0, 0, -0.5] },
    { name: 'slider', shape: { box: [1, 1, 0.2] }, density: 1, position: [0, 0, 0.1002], velocity: [1, 0.7, 0], angular_velocity: [0, 0, 3] },
  ],
};
const kNumSteps = 256;
const kMargin = 12; // px, on both sides of the timeline
let rows: Record<string, string>[] = [];

before(() => {
  writeFileSync(inFolder('spinning.json'), JSON.stringify(kScene));
  run('run', 'spinning.json', '--law', 'lcp', '--out', 'spinning.abut');
  run('export', 'spinning.abut', '--csv', 'spinning_csv');
  rows = readTable(inFolder('spinning_csv/energy.csv'));
});

async function open(options: Options = {}): Promise<Page> {
  const { page } = await view([inFolder('spinning.abut')], options);
  await waitFor(page, 'abut.numSeries === abut.numSteps');
  await page.waitForTimeout(200);
  return page;
}

// Which of its columns are red at the height of the axis, but for those under the playhead.
async function expectMarks(page: Page): Promise<void> {
  const box = (await at(page, 'timeline').boundingBox())!;
  const pixels = await pixelsOf(page, { x: Math.round(box.x), y: Math.round(box.y) + 21, width: Math.round(box.width), height: 1 });
  assert.ok(box.width > 4 * kNumSteps);
  const width = box.width - 2 * kMargin, columnOf = (step: number) => kMargin + (step / kNumSteps) * width;
  const unsolved = rows.filter((row) => row.is_solved === '0').map((row) => Number(row.step));
  assert.ok(unsolved.length > 10 && unsolved.length < kNumSteps - 10);
  for (let x = kMargin + 8; x < pixels.length; ++x) {
    // How far within what a step takes up: marks are rounded to pixels.
    const depth = Math.max(...unsolved.map((step) => Math.min(x + 0.5 - columnOf(step - 1), columnOf(step) - x - 0.5)));
    if (Math.abs(depth) < 1) continue;
    const [red, green, blue] = pixels[x];
    assert.equal(red > 180 && green < 110 && blue < 110, depth > 0, `column ${x}: ${pixels[x]}`);
  }
}

test('The timeline is red where steps are not solved, in both themes', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const page = await open({ theme });
    await expectMarks(page);
    await takePicture(page, `unsolved-${theme}`);
  }
});

test('So it is in a page from a file', async () => {
  run('export', 'spinning.abut', '--html', 'spinning.html');
  const { page, faults } = await openPage(pathToFileURL(inFolder('spinning.html')).href);
  await waitFor(page, 'abut.isReady && abut.numSeries === abut.numSteps');
  await page.waitForTimeout(200);
  await expectMarks(page);
  assert.deepEqual(faults, []);
});

test('Pointing at a mark tells the error, and elsewhere nothing', async () => {
  const page = await open();
  const box = (await at(page, 'timeline').boundingBox())!;
  const worst = rows.reduce((a, b) => (Number(b.error) > Number(a.error) ? b : a));
  const last = rows[kNumSteps - 1];
  assert.equal(last.is_solved, '1');
  const place = (step: string) => box.x + kMargin + (Number(step) / kNumSteps) * (box.width - 2 * kMargin);
  await page.mouse.move(place(worst.step), box.y + 20);
  assert.match((await at(page, 'timeline').getAttribute('title'))!, new RegExp(`^Step ${worst.step}, .*: not solved, error 0\\.0\\d`));
  await page.mouse.move(place(last.step), box.y + 20);
  assert.equal(await at(page, 'timeline').getAttribute('title'), '');
});

test('Keys go from one to the next, and the step says what is wrong, as the trace has it', async () => {
  const page = await open();
  const unsolved = rows.filter((row) => row.is_solved === '0');
  for (const row of unsolved.slice(0, 3)) {
    await page.keyboard.press('}');
    await waitFor(page, `abut.step === ${row.step} && abut.hasDetails`);
    await waitFor(page, `document.querySelector('[data-testid=step-card] h2')?.textContent === 'Step ${row.step}'`);
    assert.equal(await at(page, 'step-solved').textContent(), 'no');
    assert.equal(await valueOf(page, 'step-error'), Number(row.error));
    assert.equal(await valueOf(page, 'step-error-rms'), Number(row.error_rms));
    assert.equal(await at(page, 'step-error-bodies').textContent(), 'floor \u2013 slider');
  }
  await page.keyboard.press('{');
  await waitFor(page, `abut.step === ${unsolved[1].step}`);
  await page.keyboard.press('End');
  await waitFor(page, `abut.step === ${kNumSteps} && abut.hasDetails`);
  await waitFor(page, "document.querySelector('[data-testid=step-solved]')?.textContent === 'yes'");
  await page.keyboard.press('{');
  const before = unsolved[unsolved.length - 1];
  await waitFor(page, `abut.step === ${before.step}`);
  assert.ok((await read<number>(page, 'abut.step')) < kNumSteps);
});

// Pulling bodies about at random with the mouse for a thousand steps, in three scenes: nothing ever meets.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { at, inFolder, read, run, view, waitFor } from './harness.ts';

const kSteps = 1000;
const kPulls = 4;
const kSmall = { width: 880, height: 620 }; // little to draw, so that the mouse is heeded often

// A generator with a fixed seed (Park and Miller's).
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

for (const [i, name] of ['stack', 'card-tent', 'chain'].entries()) {
  test(`A thousand steps of ${name}, pulled about, are free of intersections`, async () => {
    const scene = JSON.parse(run('example', name, '--out', '-'));
    writeFileSync(inFolder(`pulled-${name}.json`), JSON.stringify({ ...scene, duration: 600 }));
    const { page, faults } = await view([`pulled-${name}.json`], { size: kSmall });
    await page.keyboard.press('c');
    await waitFor(page, 'abut.hasNews');
    await page.waitForTimeout(300);
    if (!(await read(page, 'abut.isRunning'))) await at(page, 'live-run').click();
    const random = makeRandom(11 + i);
    const box = (await at(page, 'view').boundingBox())!;
    let numPulls = 0;
    while ((await read<number>(page, 'abut.numSteps')) < kSteps || numPulls < kPulls) {
      const poses = await read<number[]>(page, 'abut.poses');
      const body = 1 + Math.floor(random() * (poses.length / 7 - 1));
      const from = await read<{ x: number; y: number }>(page, `abut.project([${poses.slice(7 * body, 7 * body + 3).join()}])`);
      const x = Math.min(box.x + box.width - 5, Math.max(box.x + 5, from.x)), y = Math.min(box.y + box.height - 5, Math.max(box.y + 5, from.y));
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let k = 0; k < 3; ++k) await page.mouse.move(box.x + random() * box.width, box.y + random() * box.height, { steps: 2 });
      if (await read(page, 'abut.isPulling')) ++numPulls;
      await page.mouse.up();
    }
    await at(page, 'live-run').click();
    await waitFor(page, '!abut.isRunning');
    const [download] = await Promise.all([page.waitForEvent('download'), at(page, 'save-trace').click()]);
    await download.saveAs(inFolder(`pulled-${name}.abut`));
    const report = JSON.parse(run('verify', `pulled-${name}.abut`, '--json'));
    assert.ok(report.num_steps >= kSteps);
    assert.deepEqual(report.intersections, []);
    assert.deepEqual(report.undecided, []);
    assert.deepEqual(faults, []);
    console.log(`${name}: ${numPulls} pulls, ${report.num_steps} steps, least separation ${report.least_separation[0]} m`);
  });
}

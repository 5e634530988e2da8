// Play: bodies are drawn, the keys and buttons that people know work, the timeline scrubs, and what the page shows at a
// step is what `abut export --csv` says of it, to the last digit.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { at, inFolder, makeTrace, read, readTable, run, takePicture, valueOf, vectorOf, view, waitFor } from './harness.ts';

let trace = '';

before(() => {
  trace = makeTrace('stack', '--time', '1');
  run('export', 'stack.abut', '--csv', 'stack_csv');
});

test('A trace opens with all its bodies drawn and no faults', async () => {
  const { page, faults } = await view([trace]);
  assert.equal(await read(page, 'abut.numBodies'), 11);
  assert.equal(await read(page, 'abut.step'), 0);
  assert.equal(await at(page, 'mode').textContent(), 'Trace');
  assert.equal(await at(page, 'part').count(), 11);
  await takePicture(page, 'play');
  assert.deepEqual(faults, []);
});

test('Nothing is drawn while nothing changes', async () => {
  const { page } = await view([trace]);
  await waitFor(page, 'abut.numSeries === abut.numSteps && abut.hasDetails');
  await page.waitForTimeout(600);
  const frames = await read(page, 'abut.frames');
  await page.waitForTimeout(600);
  assert.equal(await read(page, 'abut.frames'), frames);
});

test('Keys play, pause, step, and go to both ends', async () => {
  const { page } = await view([trace]);
  const last = await read<number>(page, 'abut.numSteps');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('.');
  await waitFor(page, 'abut.step === 2');
  await page.keyboard.press('ArrowLeft');
  await waitFor(page, 'abut.step === 1');
  await page.keyboard.press(',');
  await waitFor(page, 'abut.step === 0');
  await page.keyboard.press('Space');
  await waitFor(page, 'abut.isPlaying && abut.step > 3');
  await page.keyboard.press('Space');
  await waitFor(page, '!abut.isPlaying');
  assert.equal(await read(page, 'abut.position % 1'), 0);
  await page.keyboard.press('End');
  await waitFor(page, `abut.step === ${last}`);
  await page.keyboard.press('Shift+Space');
  await waitFor(page, `abut.isPlaying && abut.step < ${last - 3}`);
  await page.keyboard.press('Home');
  await waitFor(page, 'abut.step === 0');
});

test('Buttons do what the keys do, and the speed is heeded', async () => {
  const { page } = await view([trace]);
  await at(page, 'step-forward').click();
  await waitFor(page, 'abut.step === 1');
  await at(page, 'step-back').click();
  await waitFor(page, 'abut.step === 0');
  await at(page, 'speed').selectOption('0.25');
  const started = Date.now();
  await at(page, 'play').click();
  await page.waitForTimeout(1200);
  await at(page, 'play').click();
  const passed = (Date.now() - started) / 1000;
  const shown = await read<number>(page, 'abut.time');
  assert.ok(shown > 0 && shown <= passed * 0.25 + 0.02, `${shown} s of the simulation in ${passed} s`);
});

test('A press on the timeline goes there, and a drag scrubs along', async () => {
  const { page } = await view([trace]);
  const last = await read<number>(page, 'abut.numSteps');
  const box = (await at(page, 'timeline').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await waitFor(page, `Math.abs(abut.step - ${last / 2}) <= 1`);
  await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await waitFor(page, `abut.step > ${0.7 * last} && abut.step < ${0.8 * last}`);
});

test('Poses, velocities and figures of a step equal those of the trace', async () => {
  const { page } = await view([trace]);
  const last = await read<number>(page, 'abut.numSteps');
  const poses = readTable(inFolder('stack_csv/poses.csv'));
  const figures = readTable(inFolder('stack_csv/energy.csv'));
  await page.locator('[data-testid="part-name"]').nth(3).click();
  for (const step of [0, 1, Math.floor(last / 2), last]) {
    await page.keyboard.press('Home');
    for (let k = 0; k < Math.floor(step / 10); ++k) await page.keyboard.press('Shift+ArrowRight');
    for (let k = 0; k < step % 10; ++k) await page.keyboard.press('ArrowRight');
    await waitFor(page, `abut.step === ${step} && abut.hasDetails`);
    await waitFor(page, `document.querySelector('[data-testid=step-card] h2')?.textContent === 'Step ${step}'`);
    const row = poses.find((r) => Number(r.step) === step && r.body === poses[3].body)!;
    assert.deepEqual(await vectorOf(page, 'body-p'), [row.px, row.py, row.pz].map(Number));
    assert.deepEqual(await vectorOf(page, 'body-q', 4), [row.qw, row.qx, row.qy, row.qz].map(Number));
    assert.equal(await valueOf(page, 'time'), Number(row.t));
    const figure = figures.find((r) => Number(r.step) === step);
    if (figure === undefined || step === 0) continue;
    assert.equal(await valueOf(page, 'step-kinetic'), Number(figure.kinetic));
    assert.equal(await valueOf(page, 'step-potential'), Number(figure.potential));
    assert.equal(await valueOf(page, 'step-least-separation'), Number(figure.least_separation));
    assert.deepEqual(await vectorOf(page, 'step-momentum'), [figure.px, figure.py, figure.pz].map(Number));
    assert.deepEqual(await vectorOf(page, 'step-angular-momentum'), [figure.lx, figure.ly, figure.lz].map(Number));
    assert.equal(await valueOf(page, 'step-rounds'), Number(figure.rounds));
    assert.equal(await valueOf(page, 'step-residual'), Number(figure.residual));
  }
});

test('The mouse turns, moves and zooms the view, and R frames what is selected', async () => {
  const { page } = await view([trace]);
  const box = (await at(page, 'view').boundingBox())!;
  const camera = () => read<number[]>(page, 'abut.camera');
  const corner = { x: box.x + 40, y: box.y + 40 };
  const first = await camera();
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  await page.mouse.move(corner.x + 120, corner.y + 30, { steps: 5 });
  await page.mouse.up();
  const turned = await camera();
  assert.notDeepEqual(turned, first);
  await page.mouse.wheel(0, -400);
  await page.waitForTimeout(200);
  const zoomed = await camera();
  assert.notDeepEqual(zoomed, turned);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(corner.x + 60, corner.y + 60, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  assert.notDeepEqual(await camera(), zoomed);
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  const all = await camera();
  await page.locator('[data-testid="part-name"]').nth(2).click();
  await page.keyboard.press('r');
  const one = await camera();
  assert.notDeepEqual(one, all);
});

test('A click on a body selects it, and one beside all of them selects nothing', async () => {
  const { page } = await view([trace]);
  const pose = (await read<number[]>(page, 'abut.poses')).slice(7 * 10, 7 * 10 + 3);
  const place = await read<{ x: number; y: number }>(page, `abut.project(${JSON.stringify(pose)})`);
  await page.mouse.click(place.x, place.y);
  await waitFor(page, "abut.selection.kind === 'body' && abut.selection.body === 10");
  assert.equal(await at(page, 'body-name').textContent(), 'box 9');
  const box = (await at(page, 'view').boundingBox())!;
  await page.mouse.click(box.x + 6, box.y + 6);
  await waitFor(page, "abut.selection.kind === 'none'");
});

test('Help opens with ? and names the keys; Esc closes it', async () => {
  const { page } = await view([trace]);
  await page.keyboard.press('?');
  assert.match((await at(page, 'help').textContent())!, /contacts.*forces/s);
  await takePicture(page, 'help');
  await page.keyboard.press('Escape');
  assert.equal(await at(page, 'help').count(), 0);
});

test('G, E and X switch grid, edges and see-through', async () => {
  const { page } = await view([trace]);
  for (const [key, name, usual] of [['g', 'grid', true], ['e', 'edges', true], ['x', 'xray', false]] as const) {
    assert.equal(await read(page, `abut.toggles.${name}`), usual);
    await page.keyboard.press(key);
    assert.equal(await read(page, `abut.toggles.${name}`), !usual);
    await at(page, `toggle-${name}`).click();
    assert.equal(await read(page, `abut.toggles.${name}`), usual);
  }
});

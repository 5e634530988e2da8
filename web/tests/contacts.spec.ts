// Contacts: drawn with C, F and N; both features lit when one is pointed at; the inspector's and the plots' figures are
// those of `abut export --csv`.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, inFolder, makeTrace, read, readTable, run, takePicture, valueOf, vectorOf, view, waitFor } from './harness.ts';

let trace = '';
let contacts: Record<string, string>[] = [];
const kStep = 50;

before(() => {
  trace = makeTrace('stack', '--time', '1');
  run('export', 'stack.abut', '--csv', 'stack_csv');
  contacts = readTable(inFolder('stack_csv/contacts.csv')).filter((row) => Number(row.step) === kStep);
});

async function goTo(page: Page, step: number): Promise<void> {
  await page.keyboard.press('Home');
  for (let k = 0; k < Math.floor(step / 10); ++k) await page.keyboard.press('Shift+ArrowRight');
  for (let k = 0; k < step % 10; ++k) await page.keyboard.press('ArrowRight');
  await waitFor(page, `abut.step === ${step} && abut.hasDetails`);
  await page.waitForTimeout(250);
}

test('C, F and N show as many contacts, forces and normals as the trace has', async () => {
  const { page } = await view([trace]);
  await goTo(page, kStep);
  assert.ok(contacts.length > 0);
  await waitFor(page, `abut.numContacts === ${contacts.length}`);
  await page.keyboard.press('c');
  await waitFor(page, 'abut.numContacts === 0');
  await page.keyboard.press('c');
  await page.keyboard.press('f');
  await page.keyboard.press('n');
  await waitFor(page, `abut.numContacts === ${contacts.length}`);
  const pushing = contacts.filter((row) => Math.hypot(Number(row.jx), Number(row.jy), Number(row.jz)) > 0);
  const arrows = await read<number>(page, 'abut.numArrows');
  assert.ok(arrows > 0 && arrows <= pushing.length);
  assert.match((await at(page, 'contact-legend').textContent())!, /force: .* is .* N$/);
  await takePicture(page, 'contacts');
});

test('All about a contact equals what the trace says of it', async () => {
  const { page } = await view([trace]);
  await goTo(page, kStep);
  const lines = at(page, 'contact-line');
  assert.equal(await lines.count(), contacts.length);
  for (const index of [0, contacts.length - 1]) {
    const id = await lines.nth(index).getAttribute('data-id');
    const row = contacts.find((r) => r.id === id)!;
    assert.ok(row, `contact ${id} is in the trace`);
    await lines.nth(index).click();
    await waitFor(page, `abut.selection.kind === 'contact' && abut.selection.id === '${id}'`);
    await page.waitForTimeout(250);
    assert.equal(await at(page, 'contact-id').getAttribute('data-value'), row.id);
    assert.equal(await valueOf(page, 'contact-gap'), Number(row.gap));
    assert.equal(await valueOf(page, 'contact-mu'), Number(row.mu));
    assert.deepEqual(await vectorOf(page, 'contact-p'), [row.px, row.py, row.pz].map(Number));
    assert.deepEqual(await vectorOf(page, 'contact-normal'), [row.nx, row.ny, row.nz].map(Number));
    assert.deepEqual(await vectorOf(page, 'contact-impulse'), [row.jx, row.jy, row.jz].map(Number));
    assert.equal(await at(page, 'contact-impact').textContent(), Number(row.is_impact) === 1 ? 'yes' : 'no');
  }
});

test('Pointing at a contact in the picture lights it, and a click selects it', async () => {
  const { page } = await view([trace]);
  await goTo(page, kStep);
  const row = contacts[0];
  const place = await read<{ x: number; y: number }>(page, `abut.project([${row.px}, ${row.py}, ${row.pz}])`);
  await page.mouse.move(place.x + 1, place.y);
  await waitFor(page, 'abut.litContact !== null');
  await page.mouse.click(place.x + 1, place.y);
  await waitFor(page, "abut.selection.kind === 'contact'");
  await page.waitForTimeout(250);
  assert.equal(await at(page, 'contact-card').count(), 1);
  await takePicture(page, 'contact-lit');
});

test('Pointing at a line of the list lights that contact', async () => {
  const { page } = await view([trace]);
  await goTo(page, kStep);
  const line = at(page, 'contact-line').nth(1);
  const id = await line.getAttribute('data-id');
  await line.hover();
  await waitFor(page, `abut.litContact === '${id}'`);
});

test('The certificates of the step are listed and none proves less than nothing', async () => {
  const { page } = await view([trace]);
  await goTo(page, kStep);
  await at(page, 'fold-certificates').click();
  await page.waitForTimeout(250);
  const count = await at(page, 'certificate-line').count();
  assert.ok(count > 0);
  for (let i = 0; i < count; ++i) assert.ok((await valueOf(page, `certificate-${i}`)) > 0);
});

test('Plots read what the trace says at the playhead, and a press on one goes there', async () => {
  const { page } = await view([trace]);
  await waitFor(page, 'abut.numSeries === abut.numSteps');
  await goTo(page, kStep);
  const rows = readTable(inFolder('stack_csv/energy.csv'));
  const row = rows.find((r) => Number(r.step) === kStep)!;
  await waitFor(page, `Number(document.querySelector('[data-testid=plot-energy-kinetic]').dataset.value) === ${Number(row.kinetic)}`);
  assert.equal(await valueOf(page, 'plot-energy-potential'), Number(row.potential));
  assert.equal(await valueOf(page, 'plot-momentum-z'), Number(row.pz));
  const lost = rows.filter((r) => Number(r.step) <= kStep).reduce((sum, r) => sum - Number(r.loss_impacts), 0);
  assert.ok(Math.abs((await valueOf(page, 'plot-balance-impacts')) - lost) <= 1e-9 * Math.abs(lost));
  for (const term of ['loss_impacts', 'error_curvature', 'remainder']) assert.equal(await valueOf(page, `step-${term}`), Number(row[term]));
  assert.equal(await valueOf(page, 'plot-contacts-contacts'), Number(row.contacts));
  assert.equal(await valueOf(page, 'plot-separation-proven'), Number(row.least_separation));
  const last = await read<number>(page, 'abut.numSteps');
  const box = (await at(page, 'plot-energy').locator('.u-over').boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.8, box.y + box.height / 2);
  await waitFor(page, `Math.abs(abut.step - ${0.8 * last}) < ${0.1 * last}`);
});

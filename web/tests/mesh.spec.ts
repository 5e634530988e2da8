// Meshes with their defects marked where they are, and single contact queries.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { at, inFolder, read, run, takePicture, valueOf, vectorOf, view, waitFor } from './harness.ts';

// A cube without one triangle and without one side.
const kBroken = `v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1
f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8\n`;

before(() => {
  writeFileSync(inFolder('broken.obj'), kBroken);
  run('make', 'box', '--size', '1,1,1', '--out', 'box.obj');
});

test('Every place of every defect is marked and listed, and a click flies there', async () => {
  const { page } = await view([inFolder('broken.obj')]);
  const info = JSON.parse(infoOf('broken.obj')).meshes[0];
  const places = info.defects.flatMap((defect: { places: unknown[] }) => defect.places);
  assert.ok(places.length > 0);
  assert.equal(await read(page, 'abut.numDefectMarks'), places.length);
  assert.equal(await at(page, 'defect').count(), info.defects.length);
  assert.equal(await at(page, 'defect-place').count(), places.length);
  const before = await read(page, 'abut.camera');
  await at(page, 'defect-place').first().click();
  assert.notDeepEqual(await read(page, 'abut.camera'), before);
  await page.keyboard.press('r');
  await page.waitForTimeout(200);
  await takePicture(page, 'mesh-report');
});

test('A sound mesh is said to be sound, with its figures', async () => {
  const { page } = await view([inFolder('box.obj')]);
  assert.equal(await at(page, 'report-verdict').textContent(), 'No defects');
  assert.equal(await valueOf(page, 'report-volume'), 1);
  assert.equal(await read(page, 'abut.numDefectMarks'), 0);
});

test('A contact query shows distance, normal, features and manifold as abut contact says them', async () => {
  const args = [inFolder('box.obj'), inFolder('box.obj'), '--pose-b', '0.25,0,1.125,1,0,0,0'];
  const { page } = await view(args);
  const report = JSON.parse(run('contact', ...args, '--json'));
  assert.equal(await at(page, 'mode').textContent(), 'Contact query');
  assert.equal(await valueOf(page, 'query-phi'), report.phi);
  assert.deepEqual(await vectorOf(page, 'query-normal'), report.nhat_BA_W);
  assert.equal(await at(page, 'query-feature-a').textContent(), report.feature_a);
  assert.equal(await at(page, 'query-feature-b').textContent(), report.feature_b);
  await waitFor(page, `abut.numContacts === ${report.manifold.points.length}`);
  await at(page, 'contact-line').first().hover();
  await waitFor(page, 'abut.litContact !== null');
  await takePicture(page, 'contact-query');
});

// `abut info` ends with 1 where there are defects.
function infoOf(name: string): string {
  try {
    return run('info', name, '--json');
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

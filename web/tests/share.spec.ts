// Share: a PNG of the view, and one HTML file of a trace that opens without a server.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { at, inFolder, makeTrace, openPage, read, run, view, waitFor } from './harness.ts';

let trace = '';

before(() => {
  trace = makeTrace('stack', '--time', '1');
});

test('PNG saves the view as a picture', async () => {
  const { page } = await view([trace]);
  const [download] = await Promise.all([page.waitForEvent('download'), at(page, 'picture').click()]);
  assert.match(download.suggestedFilename(), /^stack-step-0\.png$/);
  await download.saveAs(inFolder('view.png'));
  const bytes = readFileSync(inFolder('view.png'));
  assert.deepEqual([...bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  assert.ok(bytes.length > 10_000, 'a picture of something');
});

test('The trace is saved as it was', async () => {
  const { page } = await view([trace]);
  const [download] = await Promise.all([page.waitForEvent('download'), at(page, 'save-trace').click()]);
  await download.saveAs(inFolder('saved.abut'));
  assert.deepEqual(readFileSync(inFolder('saved.abut')), readFileSync(trace));
});

test('One HTML file holds the whole trace and plays without a server', async () => {
  run('export', 'stack.abut', '--html', 'stack.html');
  const { page, faults } = await openPage(pathToFileURL(inFolder('stack.html')).href);
  await waitFor(page, 'abut.isReady && abut.frames > 0');
  assert.equal(await read(page, 'abut.numBodies'), 11);
  await waitFor(page, 'abut.numSeries === abut.numSteps');
  await page.keyboard.press('End');
  await waitFor(page, 'abut.step === abut.numSteps && abut.hasDetails');
  await waitFor(page, 'abut.numContacts > 0');
  assert.deepEqual(faults, []);
});

test('The page carries the licences of what it is made with, and shows them in its help', async () => {
  run('export', 'stack.abut', '--html', 'stack.html');
  const { page } = await openPage(pathToFileURL(inFolder('stack.html')).href);
  await waitFor(page, 'abut.isReady');
  await page.keyboard.press('?');
  await at(page, 'licences').locator('summary').click();
  const text = (await at(page, 'licences').textContent())!;
  for (const part of ['three.js authors', 'Leon Sorokin']) assert.ok(text.includes(part), part);
  assert.equal(text.match(/Permission is hereby granted, free of charge/g)?.length, 2);
});

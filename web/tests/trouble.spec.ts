// What goes wrong gets a clear message: no WebGL, no token, a lost connection, a trace cut short.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { at, inFolder, makeTrace, openPage, read, startProgram, view, waitFor } from './harness.ts';

let trace = '';

before(() => {
  trace = makeTrace('stack', '--time', '1');
});

test('Without its token the page says what is missing', async () => {
  const { address } = await startProgram(trace);
  const { page } = await openPage(address.replace(/#.*/, ''));
  assert.match((await at(page, 'great-message').textContent())!, /token/);
});

test('A browser without WebGL gets told', async () => {
  const { address } = await startProgram(trace);
  const { page } = await openPage('about:blank');
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(address);
  assert.match((await at(page, 'great-message').textContent())!, /WebGL/);
});

test('A lost connection is said to be lost, tried again, and goes on where it was', async () => {
  const { address } = await startProgram(trace);
  const { page } = await openPage('about:blank');
  // A door between page and program that can be shut.
  let isShut = false;
  const open = new Set<{ close(): void }>();
  await page.routeWebSocket(/socket/, (socket) => {
    if (isShut) return void socket.close();
    const server = socket.connectToServer();
    open.add({ close: () => (socket.close(), server.close()) });
  });
  await page.goto(address);
  await waitFor(page, 'abut.isReady');
  await page.keyboard.press('Shift+ArrowRight');
  await waitFor(page, 'abut.step === 10');
  isShut = true;
  open.forEach((pair) => pair.close());
  await waitFor(page, "abut.link === 'lost'");
  assert.match((await at(page, 'banner-link').textContent())!, /lost, trying again/);
  isShut = false;
  await waitFor(page, "abut.link === 'open'");
  assert.equal(await at(page, 'banner-link').count(), 0);
  assert.equal(await read(page, 'abut.step'), 10);
  await page.keyboard.press('End');
  await waitFor(page, 'abut.step === abut.numSteps && abut.hasDetails');
});

test('A trace that is cut short plays what is there, and says so', async () => {
  const bytes = readFileSync(trace);
  writeFileSync(inFolder('cut.abut'), bytes.subarray(0, Math.floor(bytes.length * 0.6)));
  const { page } = await view([inFolder('cut.abut')]);
  assert.notEqual(await at(page, 'banner-note').textContent(), '');
  const last = await read<number>(page, 'abut.numSteps');
  assert.ok(last > 5);
  await page.keyboard.press('End');
  await waitFor(page, `abut.step === ${last}`);
});

test('Names from files are only ever text', async () => {
  const scene = JSON.parse(readFileSync(inFolder('stack.json'), 'utf8'));
  scene.bodies[1].name = '<img src=x onerror="document.title=\'owned\'">';
  writeFileSync(inFolder('names.json'), JSON.stringify(scene));
  const { page } = await view([inFolder('names.json')]);
  assert.equal(await at(page, 'part-name').nth(1).textContent(), scene.bodies[1].name);
  await at(page, 'part-name').nth(1).click();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('#left img, #right img').count(), 0);
  assert.notEqual(await page.title(), 'owned');
});

test('A page that was cut off shows whether the scene runs as soon as it is back, before any news', async () => {
  const scene = JSON.parse(readFileSync(inFolder('stack.json'), 'utf8'));
  writeFileSync(inFolder('long.json'), JSON.stringify({ ...scene, duration: 600 }));
  const { address } = await startProgram(inFolder('long.json'));
  const { page } = await openPage('about:blank');
  let isShut = false, isQuiet = false;
  const open = new Set<{ close(): void }>();
  await page.routeWebSocket(/socket/, (socket) => {
    if (isShut) return void socket.close();
    const server = socket.connectToServer();
    open.add({ close: () => (socket.close(), server.close()) });
    server.onMessage((message) => {
      const isNews = Buffer.from(message).subarray(0, 200).includes('"type":"news"');
      if (!(isQuiet && isNews)) socket.send(message);
    });
  });
  await page.goto(address);
  await waitFor(page, 'abut.isReady && abut.isRunning');
  assert.equal(await at(page, 'live-run').textContent(), 'Pause');
  isShut = isQuiet = true;
  open.forEach((pair) => pair.close());
  await waitFor(page, "abut.link === 'lost'");
  // Somebody else pauses it meanwhile.
  const other = await openPage(address);
  await waitFor(other.page, 'abut.isReady && abut.isRunning');
  await at(other.page, 'live-run').click();
  await waitFor(other.page, '!abut.isRunning');
  isShut = false;
  await waitFor(page, "abut.link === 'open'");
  await waitFor(page, '!abut.isRunning');
  assert.equal(await at(page, 'live-run').textContent(), 'Run');
});

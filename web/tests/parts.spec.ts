// Parts: the tree hides, shows alone, colours and searches; the section cuts; distances are measured between features.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, inFolder, makeTrace, pixelsOf, read, run, takePicture, view, waitFor } from './harness.ts';

let trace = '';

before(() => {
  trace = makeTrace('stack', '--time', '1');
  run('make', 'box', '--size', '1,1,1', '--out', 'box.obj');
});

const place = (page: Page, p: number[]) => read<{ x: number; y: number }>(page, `abut.project(${JSON.stringify(p)})`);

// Moves the mouse about a place, within a pixel, until the page has seen what is there: it looks once a picture, and
// pictures drawn by a busy processor take their time.
async function pointUntil(page: Page, x: number, y: number, expression: string): Promise<void> {
  for (let k = 0; k < 40; ++k) {
    await page.mouse.move(x + (k % 2), y);
    await page.waitForTimeout(150);
    if (k > 0 && (await read(page, expression))) return;
  }
  assert.fail(`it is not so that ${expression}`);
}

test('A part is hidden and shown, shown alone, and all come back', async () => {
  const { page } = await view([trace]);
  const row = at(page, 'part').nth(2);
  await row.hover();
  await row.locator('[data-testid="part-hide"]').click();
  await waitFor(page, 'abut.numBodies === 10');
  await row.locator('[data-testid="part-alone"]').click();
  await waitFor(page, 'abut.numBodies === 1');
  await at(page, 'show-all').click();
  await waitFor(page, 'abut.numBodies === 11');
  await at(page, 'part-name').nth(4).click();
  await page.keyboard.press('h');
  await waitFor(page, 'abut.numBodies === 10');
});

test('A hidden body cannot be picked', async () => {
  const { page } = await view([trace]);
  const top = (await read<number[]>(page, 'abut.poses')).slice(70, 73);
  const { x, y } = await place(page, top);
  await page.mouse.click(x, y);
  await waitFor(page, 'abut.selection.body === 10');
  await page.keyboard.press('h');
  await page.mouse.click(x, y);
  await waitFor(page, 'abut.selection.body !== 10');
});

test('The search finds parts by name', async () => {
  const { page } = await view([trace]);
  await at(page, 'part-search').fill('box 7');
  assert.equal(await at(page, 'part').count(), 1);
  await at(page, 'part-search').fill('GROUND');
  assert.equal(await at(page, 'part-name').textContent(), 'ground');
  await at(page, 'part-search').fill('no such part');
  assert.equal(await at(page, 'part').count(), 0);
});

test('A colour that is chosen is what is drawn', async () => {
  const { page } = await view([trace]);
  const colour = at(page, 'part-colour').nth(10);
  await colour.fill('#ff0000');
  await page.keyboard.press('r');
  await page.waitForTimeout(300);
  const top = (await read<number[]>(page, 'abut.poses')).slice(70, 73);
  const { x, y } = await place(page, [top[0], top[1], top[2] + 0.5]);
  const [[red, green, blue]] = await pixelsOf(page, { x, y, width: 1, height: 1 });
  assert.ok(red > 90 && red > 2 * green && red > 2 * blue, `${red} ${green} ${blue}`);
});

test('The section cuts, flips and goes with Esc, and what is cut away cannot be picked', async () => {
  const { page } = await view([trace]);
  const top = (await read<number[]>(page, 'abut.poses')).slice(70, 73);
  const { x, y } = await place(page, top);
  await page.keyboard.press('s');
  await at(page, 'section-z').click();
  await at(page, 'section-slider').fill('500');
  assert.match((await at(page, 'section-place').textContent())!, /^z = /);
  await pointUntil(page, x, y, 'abut.hoveredBody !== 10');
  await at(page, 'section-flip').click();
  await pointUntil(page, x, y, 'abut.hoveredBody === 10');
  await page.keyboard.press('Escape');
  assert.equal(await read(page, 'abut.tool'), 'none');
});

test('Two corners of a cube measure its edge, its diagonal and nothing else', async () => {
  const { page } = await view([inFolder('box.obj')]);
  await page.keyboard.press('m');
  const nearest = async (p: number[]) => {
    const { x, y } = await place(page, p);
    return { x, y };
  };
  // The camera looks from +x, -y, +z: these two corners of the top are in view, and so is the middle of the top.
  const a = await nearest([0.49, -0.49, 0.5]), b = await nearest([0.49, 0.49, 0.5]);
  await page.mouse.click(a.x, a.y);
  await page.mouse.click(b.x, b.y);
  await waitFor(page, "document.querySelector('[data-testid=measure-distance]') !== null");
  assert.equal(Number(await at(page, 'measure-distance').getAttribute('data-value')), 1);
  assert.match((await at(page, 'measure-names').textContent())!, /vertex \d+ . .*vertex \d+/);
  await takePicture(page, 'measure');
  await at(page, 'measure-clear').click();
  assert.equal(await at(page, 'measure-distance').count(), 0);
});

// How it looks: the main views on a laptop and on a large screen, light and dark, and that nothing overlaps or is cut.
// Pictures are left in ABUT_PICTURES, to be looked at.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, kLaptop, kLarge, makeTrace, read, takePicture, view, waitFor } from './harness.ts';

let trace = '';

before(() => {
  trace = makeTrace('wall', '--time', '0.5');
});

// Names of buttons and outputs that reach beyond the window or over each other.
async function findOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('#bar button, #bar .headline, .controls button, .controls select, .controls output')].filter((e) => e.offsetParent !== null);
    const boxes = shown.map((e) => ({ name: e.dataset.testid ?? e.className, box: e.getBoundingClientRect() }));
    const faults: string[] = [];
    boxes.forEach(({ name, box }, i) => {
      if (box.left < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) faults.push(`${name} is outside`);
      for (const other of boxes.slice(i + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 1 && down > 1) faults.push(`${name} is over ${other.name}`);
      }
    });
    return faults;
  });
}

for (const [screen, size] of [['laptop', kLaptop], ['large', kLarge]] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`On a ${screen} screen in ${theme} nothing overlaps`, async () => {
      const { page } = await view([trace], { size, theme });
      await waitFor(page, `abut.theme === '${theme}'`);
      for (let k = 0; k < 3; ++k) await page.keyboard.press('Shift+ArrowRight');
          await page.keyboard.press('f');
      await waitFor(page, 'abut.numContacts > 0 && abut.numSeries === abut.numSteps');
      await page.waitForTimeout(600);
      assert.deepEqual(await findOverlaps(page), []);
      await takePicture(page, `look-${screen}-${theme}`);
    });
  }
}

for (const size of [{ width: 480, height: 700 }, { width: 800, height: 300 }, { width: 320, height: 200 }]) {
  test(`In a window of ${size.width} by ${size.height} there is a picture, and every panel can be had`, async () => {
    const { page } = await view([trace], { size });
    const box = (await at(page, 'view').boundingBox())!;
    assert.ok(box.width >= 0.7 * size.width && box.height >= 90, `${box.width} by ${box.height}`);
    assert.ok((await read<number>(page, 'abut.frames')) > 0);
    await takePicture(page, `small-${size.width}`);
    for (const [button, panel] of [['panel-left', '#left'], ['panel-right', '#right']]) {
      const wasVisible = await page.locator(panel).isVisible();
      await at(page, button).click();
      assert.equal(await page.locator(panel).isVisible(), !wasVisible);
      await at(page, button).click();
    }
    assert.ok(!(await page.locator('#right').isVisible()));
    await page.setViewportSize(kLaptop);
    for (const panel of ['#left', '#right']) await page.locator(panel).waitFor({ state: 'visible' });
  });
}

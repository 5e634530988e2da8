// npm run measure [SECONDS]: how long it takes from a step computed to its picture, with what is asked of the GPU for it.
// Needs the program (ABUT_PROGRAM) and Chromium, as the tests in a browser do; says which renderer drew.
//
// Each scene is measured twice: as a user has it, up to when all draw calls were made; and waiting after each picture
// until its pixels are there, which holds the page up.

import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { close, end, inFolder, kLaptop, run, startProgram } from '../tests/browser.ts';
import { BarePage } from './bare_page.ts';
import { makeProbe, type Picture } from './probe.ts';
import { makeRestingBoxes, makeSpinningBoxes, makeSpinningDrums } from './scenes.ts';

const kSmall = { width: 800, height: 600 };
const kScenes: Record<string, () => string> = {
  spinning: makeSpinningBoxes,
  resting: makeRestingBoxes,
  pile: () => run('example', 'pile', '--out', '-'),
  drums: makeSpinningDrums,
};

function quantiles(values: number[]): string {
  if (values.length === 0) return 'none';
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  return `least ${at(0)}, median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)} ms (of ${sorted.length})`;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function readDurations(page: BarePage): Promise<Record<string, number>> {
  const { metrics } = (await page.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

function report(pictures: Picture[], seconds: number, durations: Record<string, number>): void {
  const fresh = pictures.filter((p) => p.made > 0);
  const per = (total: number) => (total / pictures.length).toFixed(2);
  console.log(`    ${(pictures.length / seconds).toFixed(1)} pictures a second, ${(fresh.length / seconds).toFixed(1)} of a new step`);
  console.log(`    computed to packet there   ${quantiles(fresh.map((p) => p.arrived - p.made))}`);
  console.log(`    computed to draw calls made ${quantiles(fresh.map((p) => p.submitted - p.made))}`);
  if (fresh.some((p) => p.finished > 0)) console.log(`    computed to pixels there   ${quantiles(fresh.map((p) => p.finished - p.made))}`);
  console.log(`    a picture: ${median(pictures.map((p) => p.drawCalls))} draw calls, ${median(pictures.map((p) => p.triangles))} triangles, ${median(pictures.map((p) => p.uploads))} uploads of ${median(pictures.map((p) => p.bytes))} bytes`);
  console.log(`    a picture: script ${per(1e3 * durations.ScriptDuration)} ms, layout and style ${per(1e3 * (durations.LayoutDuration + durations.RecalcStyleDuration))} ms, main thread ${per(1e3 * durations.TaskDuration)} ms`);
}

async function measure(name: string, size: typeof kLaptop, waits: boolean, seconds: number): Promise<void> {
  writeFileSync(inFolder(`${name}.json`), kScenes[name]());
  const { address } = await startProgram(`${name}.json`);
  const page = await BarePage.open(size);
  await page.addInitScript(makeProbe(waits));
  await page.goto(address);
  await page.waitFor('abut.isReady && abut.frames > 20', 60_000);
  await sleep(1500);
  await page.send('Performance.enable');
  await page.evaluate('probe.pictures.length = 0');
  const before = await readDurations(page);
  await sleep(1000 * seconds);
  const pictures = await page.evaluate<Picture[]>('probe.pictures');
  const after = await readDurations(page);
  const durations = Object.fromEntries(Object.keys(after).map((key) => [key, after[key] - before[key]]));
  const renderer = await page.evaluate<string>("(() => { const gl = document.createElement('canvas').getContext('webgl2'); return gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL); })()");
  console.log(`${name}, ${size.width} x ${size.height}${waits ? ', waiting for pixels' : ''} (${String(renderer).slice(0, 60)})`);
  report(pictures, seconds, durations);
  await page.close();
  await close();
}

const seconds = Number(process.argv[2] ?? 6);
const names = process.argv.length > 3 ? process.argv.slice(3) : Object.keys(kScenes);
for (const name of names) {
  for (const size of [kLaptop, kSmall]) {
    for (const waits of [false, true]) await measure(name, size, waits, seconds);
  }
}
await end();

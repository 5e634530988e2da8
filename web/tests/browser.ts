// Starts the program (ABUT_PROGRAM) on a file, opens its page in Debian's Chromium with real WebGL (SwiftShader), and
// reads what the page shows. With ABUT_PAGE the page of that folder is used instead of the program's own.

import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

export const kProgram = process.env.ABUT_PROGRAM ?? '';
export const kFolder = mkdtempSync(join(tmpdir(), 'abut-page-'));
const kChromium = process.env.ABUT_CHROMIUM ?? '/usr/bin/chromium';
const kPictures = process.env.ABUT_PICTURES ?? '';
const kPageFolder = process.env.ABUT_PAGE ?? '';

export const kLaptop = { width: 1366, height: 768 };
export const kLarge = { width: 2560, height: 1440 };

let browser: Browser | null = null;
const contexts: BrowserContext[] = [];
const programs: ChildProcess[] = [];

export async function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--enable-unsafe-swiftshader'];
  // A page that comes from a folder is not of this machine to the browser, which would keep it from the program.
  if (kPageFolder !== '') args.push('--disable-features=LocalNetworkAccessChecks');
  browser ??= await chromium.launch({ executablePath: kChromium, args });
  return browser;
}

// Closes all pages and ends all programs.
export async function close(): Promise<void> {
  for (const context of contexts.splice(0)) await context.close();
  for (const program of programs.splice(0)) program.kill('SIGINT');
}

// The browser and the folder too.
export async function end(): Promise<void> {
  await close();
  await browser?.close();
  browser = null;
  rmSync(kFolder, { recursive: true, force: true });
}

export interface Options {
  size?: { width: number; height: number };
  theme?: 'light' | 'dark';
}

export interface Shown {
  page: Page;
  faults: string[]; // of the page's own scripts
}

// Runs the program to its end in the tests' folder; what it says.
export function run(...args: string[]): string {
  return execFileSync(kProgram, args, { cwd: kFolder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export function inFolder(name: string): string {
  return join(kFolder, name);
}

// Starts `abut view`; its address, when it has printed one.
export async function startProgram(...args: string[]): Promise<{ address: string; program: ChildProcess }> {
  const program = spawn(kProgram, ['view', '--no-open', ...args], { cwd: kFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  programs.push(program);
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    const read = (bytes: Buffer) => {
      text += bytes.toString();
      const found = /http:\/\/\S+#token=\S+/.exec(text);
      if (found) resolve(found[0]);
    };
    program.stdout.on('data', read);
    program.stderr.on('data', read);
    program.on('exit', (code) => reject(new Error(`the program ended with ${code}: ${text}`)));
  });
  return { address, program };
}

export async function openPage(address: string, options: Options = {}): Promise<Shown> {
  const context = await (await launch()).newContext({ viewport: options.size ?? kLaptop, colorScheme: options.theme ?? 'light', acceptDownloads: true });
  contexts.push(context);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  if (kPageFolder !== '') await usePageOf(page, kPageFolder);
  await page.goto(address);
  return { page, faults };
}

async function usePageOf(page: Page, folder: string): Promise<void> {
  const parts: [string, string, string][] = [['/', 'index.html', 'text/html'], ['/app.js', 'app.js', 'text/javascript'], ['/app.css', 'app.css', 'text/css']];
  for (const [path, name, contentType] of parts) {
    await page.route((url) => url.protocol === 'http:' && url.pathname === path, (route) => route.fulfill({ contentType, body: readFileSync(join(folder, name), 'utf8') }));
  }
}

// Opens `abut view ARGS` and waits until its bodies are drawn and panels and picture have found their sizes.
export async function view(args: string[], options: Options = {}): Promise<Shown & { program: ChildProcess; address: string }> {
  const { address, program } = await startProgram(...args);
  const shown = await openPage(address, options);
  await waitFor(shown.page, 'abut.isReady && abut.frames > 0');
  await shown.page.waitForTimeout(150);
  await waitFor(shown.page, "abut.mode === 'live' || abut.isSettled");
  return { ...shown, program, address };
}

// Waits until an expression over window.abut is true. It is asked for again and again from here: the page's policy lets
// nobody evaluate text within it later on.
export async function waitFor(page: Page, expression: string, timeout = 15_000): Promise<void> {
  const end = Date.now() + timeout;
  while (!(await page.evaluate(`typeof abut !== 'undefined' && !!(${expression})`))) {
    if (Date.now() > end) throw new Error(`after ${timeout} ms it is still not so that ${expression}`);
    await page.waitForTimeout(40);
  }
}

export async function read<T>(page: Page, expression: string): Promise<T> {
  return (await page.evaluate(expression)) as T;
}

export function at(page: Page, testid: string) {
  return page.locator(`[data-testid="${testid}"]`);
}

// The full value behind a figure.
export async function valueOf(page: Page, testid: string): Promise<number> {
  const text = await at(page, testid).first().getAttribute('data-value');
  assert.notEqual(text, null, testid);
  return Number(text);
}

export async function vectorOf(page: Page, testid: string, length = 3): Promise<number[]> {
  const values: number[] = [];
  for (let k = 0; k < length; ++k) values.push(await valueOf(page, `${testid}-${k}`));
  return values;
}

export async function takePicture(page: Page, name: string): Promise<void> {
  if (kPictures === '') return;
  mkdirSync(kPictures, { recursive: true });
  await page.screenshot({ path: join(kPictures, `${name}.png`) });
}

// What is shown there, row by row: red, green, blue, of each pixel.
export async function pixelsOf(page: Page, clip: { x: number; y: number; width: number; height: number }): Promise<number[][]> {
  const shot = await page.screenshot({ clip });
  const bytes = await page.evaluate(async (png) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(png)], { type: 'image/png' }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    return [...context.getImageData(0, 0, width, height).data];
  }, [...shot]);
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.slice(4 * i, 4 * i + 3));
}

// A table of `abut export --csv`: rows by name of column.
export function readTable(path: string): Record<string, string>[] {
  const [names, ...rows] = readFileSync(path, 'utf8').trim().split(/\r?\n/).map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
}

// The trace of a ready scene, computed once.
export function makeTrace(example: string, ...args: string[]): string {
  const trace = inFolder(`${example}.abut`);
  if (existsSync(trace)) return trace;
  run('example', example, '--out', `${example}.json`);
  run('run', `${example}.json`, '--out', `${example}.abut`, ...args);
  return trace;
}

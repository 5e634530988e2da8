// Writes a self-contained page of a made-up trace: node --import tsx dev/make_page.ts OUT.html, after npm run build.

import { readFileSync, writeFileSync } from 'node:fs';
import { makeFakeTrace } from './fake_trace.ts';

const dist = new URL('../dist/', import.meta.url);

export function makePage(packets: Record<string, ArrayBuffer>): string {
  const read = (name: string) => readFileSync(new URL(name, dist), 'utf8');
  const texts = Object.fromEntries(Object.entries(packets).map(([key, bytes]) => [key, Buffer.from(bytes).toString('base64')]));
  return read('index.html')
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${read('app.css')}</style>`)
    .replace(/<script type="module"[^>]*><\/script>/, () => `<script type="module">${read('app.js')}</script>`)
    .replace('</body>', () => `<script type="application/json" id="abut-packets">${JSON.stringify(texts)}</script></body>`);
}

if (process.argv[2] !== undefined) writeFileSync(process.argv[2], makePage(makeFakeTrace().packets));

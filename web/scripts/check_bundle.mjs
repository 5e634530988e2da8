// Checks what `npm run build` left: just three files, below 1 MB gzipped together, that can be put into one HTML file,
// and prints their sizes.
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const kMostBytes = 1_000_000;
const folder = new URL('../dist/', import.meta.url);
const names = readdirSync(folder).sort();
const faults = [];
if (names.join() !== 'app.css,app.js,index.html') faults.push(`dist holds ${names.join(', ')}`);

let total = 0;
for (const name of names) {
  const bytes = readFileSync(new URL(name, folder));
  const packed = gzipSync(bytes).length;
  total += packed;
  console.log(`${name.padEnd(12)} ${String(bytes.length).padStart(9)} B ${String(packed).padStart(9)} B gzipped`);
  const text = bytes.toString('utf8');
  // Inside <script> or <style> of one HTML file these would end it early.
  if (name === 'app.js' && /<\/script|<!--/i.test(text)) faults.push('app.js holds the end of a script');
  for (const owner of ['three.js authors', 'Leon Sorokin']) {
    if (name === 'app.js' && !text.includes(owner)) faults.push(`app.js lacks the licence of ${owner}`);
  }
  if (name === 'app.css' && /<\/style/i.test(text)) faults.push('app.css holds the end of a style');
  if (name === 'app.css' && /@import|url\(\s*["']?https?:/i.test(text)) faults.push('app.css asks the network');
  if (name === 'index.html' && /https?:\/\//i.test(text)) faults.push('index.html names another host');
}
console.log(`together                 ${String(total).padStart(9)} B gzipped, of ${kMostBytes} allowed`);
if (total > kMostBytes) faults.push('the page is too large');
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

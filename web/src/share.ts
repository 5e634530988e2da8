// What can be taken away: a PNG of the view, and the trace as a file.

import type { App } from './app.ts';
import { make } from './dom.ts';
import { tell } from './notices.ts';

function save(address: string, name: string): void {
  const link = make('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

// A name without what file systems dislike.
export function fileName(title: string, ending: string): string {
  const stem = title.replace(/^.*[\\/]/, '').replace(/\.[a-z]+$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return `${stem === '' ? 'abut' : stem}${ending}`;
}

export async function savePicture(app: App): Promise<void> {
  const picture = await app.scene.makePicture();
  if (picture === null) return tell('The picture could not be made.');
  const address = URL.createObjectURL(picture);
  save(address, fileName(app.hello?.title ?? '', `-step-${Math.max(0, app.shownStep)}.png`));
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveTrace(app: App): void {
  const address = app.source.findTraceAddress();
  if (address !== null) save(address, '');
}

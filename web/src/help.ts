// The overlay with all keys and what the mouse does, for `?`, and whose work the page is made with.

import { byId, make, makeButton } from './dom.ts';
import { kLicences } from './licences.ts';

const kKeys: [string, string][] = [
  ['Space', 'play, pause; a running scene: run, pause'],
  ['Shift + Space', 'play backwards'],
  ['\u2190 \u2192 or , .', 'one step back, forward'],
  ['Shift + \u2190 \u2192', 'ten steps back, forward'],
  ['[ ]', 'to the event before, after'],
  ['{ }', 'to the step before, after that is not solved'],
  ['\u2212 +', 'slower, faster'],
  ['Home End', 'to the start, to the end'],
  ['C', 'contacts'],
  ['F', 'forces'],
  ['N', 'normals'],
  ['E', 'edges'],
  ['G', 'grid'],
  ['X', 'see through bodies'],
  ['S', 'section'],
  ['M', 'measure'],
  ['H', 'hide the selected body'],
  ['R', 'frame what is selected, or all'],
  ['P', 'save a picture'],
  ['T', 'light or dark'],
  ['?', 'this help'],
  ['Esc', 'close, or select nothing'],
];

const kMouse: [string, string][] = [
  ['Left drag', 'turn; on a body of a running scene: pull it'],
  ['Shift or right drag', 'move the view'],
  ['Wheel', 'zoom towards the pointer'],
  ['Click', 'select a body or a contact'],
];

export function isHelpOpen(): boolean {
  return byId('overlay').childElementCount > 0;
}

export function closeHelp(): void {
  byId('overlay').replaceChildren();
}

function makeLicences(): HTMLElement {
  const texts = kLicences.flatMap(({ name, text }) => [make('h2', { text: name }), make('pre', { text })]);
  return make('details', { class: 'licences', testid: 'licences' }, make('summary', { text: `Made with ${kLicences.map(({ name }) => name).join(' and ')}` }), ...texts);
}

export function toggleHelp(): void {
  if (isHelpOpen()) return closeHelp();
  const table = (rows: [string, string][]) =>
    make('dl', {}, ...rows.flatMap(([keys, text]) => [make('dt', {}, make('kbd', { text: keys })), make('dd', { text })]));
  const close = makeButton('help-close', 'Close the help', closeHelp, '\u00d7');
  const dialog = make('div', { class: 'dialog', testid: 'help' }, make('h1', { text: 'Keys and mouse' }, close), table(kKeys), make('h2', { text: 'Mouse' }), table(kMouse), makeLicences());
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  const shade = make('div', { class: 'shade' }, dialog);
  shade.addEventListener('click', (event) => {
    if (event.target === shade) closeHelp();
  });
  byId('overlay').replaceChildren(shade);
  close.focus();
}

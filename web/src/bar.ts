// Above the picture: what is shown, and buttons for how. Panels fold away from here.

import type { App, ToggleName, Tool } from './app.ts';
import { byId, make, makeButton, makeIcon } from './dom.ts';
import { formatCount } from './format.ts';
import { toggleHelp } from './help.ts';
import { savePicture, saveTrace } from './share.ts';
import { throttle } from './throttle.ts';
import { toggleTheme } from './theme.ts';

const kModes: Record<string, string> = { trace: 'Trace', live: 'Live run', contact: 'Contact query', mesh: 'Mesh' };
const kEndings: Record<string, string> = { whole: '', cut: 'cut short', damaged: 'damaged', running: 'running' };
const kHalf = ['M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm0 1.6v9.8a4.9 4.9 0 0 1 0-9.8z'];

function panelIcon(side: Panel): SVGSVGElement {
  const part = { left: 'M3.5 4.5h3v7h-3z', right: 'M9.5 4.5h3v7h-3z', bottom: 'M3.5 8.5h9v3h-9z' }[side];
  return makeIcon('M2 3h12v10H2zM3.2 4.2v7.6h9.6V4.2z', part);
}

type Panel = 'left' | 'right' | 'bottom';

// In a window too small for them panels are folded, so that there is a picture. Who unfolds one there has it before the
// picture (style.css).
const kTooSmall: Record<Panel, MediaQueryList> = {
  left: matchMedia('(width < 640px)'), right: matchMedia('(width < 900px)'), bottom: matchMedia('(height < 520px)'),
};

function makePanelButton(name: Panel, label: string): HTMLButtonElement {
  const button = makeButton(`panel-${name}`, label, () => fold(!document.body.classList.contains(`no-${name}`)), panelIcon(name));
  const fold = (isFolded: boolean) => {
    document.body.classList.toggle(`no-${name}`, isFolded);
    button.setAttribute('aria-pressed', String(!isFolded));
  };
  fold(kTooSmall[name].matches);
  kTooSmall[name].addEventListener('change', (event) => fold(event.matches));
  return button;
}

function describe(app: App): string {
  const hello = app.hello!;
  const parts = [formatCount(hello.bodies.length, 'body', 'bodies')];
  if (app.scene.bodies !== null) parts.push(formatCount(app.scene.bodies.numTriangles, 'triangle'));
  if (hello.h > 0) parts.push(formatCount(hello.num_steps, 'step'));
  if (hello.ending === 'whole' && hello.outcome !== '') parts.push(hello.outcome);
  else if (kEndings[hello.ending]) parts.push(kEndings[hello.ending]);
  return parts.join(' \u00b7 ');
}

export function makeBar(app: App): void {
  const toggles = new Map<ToggleName, HTMLButtonElement>();
  const toggle = (name: ToggleName, text: string, key: string) => {
    const button = makeButton(`toggle-${name}`, `${text} (${key})`, () => app.toggle(name), text);
    toggles.set(name, button);
    return button;
  };
  const tools = new Map<Tool, HTMLButtonElement>();
  const tool = (name: Tool, text: string, key: string) => {
    const button = makeButton(`tool-${name}`, `${text} (${key})`, () => app.setTool(name), text);
    tools.set(name, button);
    return button;
  };
  const mode = make('span', { class: 'badge', testid: 'mode' });
  const title = make('span', { class: 'title', testid: 'title' });
  const summary = make('span', { class: 'summary', testid: 'summary' });
  const trace = makeButton('save-trace', 'Save the trace as a file', () => saveTrace(app), 'Save trace');
  byId('bar').append(
    make('div', { class: 'row' }, makePanelButton('left', 'Parts panel'), make('span', { class: 'brand', text: 'abut' }), mode),
    make('div', { class: 'headline' }, title, summary),
    make('div', { class: 'row group for-contacts' }, toggle('contacts', 'Contacts', 'C'), toggle('forces', 'Forces', 'F'), toggle('normals', 'Normals', 'N')),
    make('div', { class: 'row group' }, toggle('edges', 'Edges', 'E'), toggle('grid', 'Grid', 'G'), toggle('xray', 'X-ray', 'X')),
    make('div', { class: 'row group' }, tool('section', 'Section', 'S'), tool('measure', 'Measure', 'M')),
    make('div', { class: 'row group' }, makeButton('frame', 'Frame what is selected, or all (R)', () => app.frameSelected(), 'Frame'), makeButton('picture', 'Save a picture of the view (P)', () => void savePicture(app), 'PNG'), trace),
    make('div', { class: 'row' }, makeButton('theme', 'Light or dark (T)', () => toggleTheme(app), makeIcon(...kHalf)), makeButton('help-button', 'Keys and mouse (?)', () => toggleHelp(), '?'),
      makePanelButton('bottom', 'Plots panel'), makePanelButton('right', 'Inspector panel')),
  );
  app.on(['toggles', 'model'], () => toggles.forEach((button, name) => button.setAttribute('aria-pressed', String(app.toggles[name]))));
  app.on(['tool', 'model'], () => tools.forEach((button, name) => button.setAttribute('aria-pressed', String(app.tool === name))));
  const write = () => {
    const hello = app.hello!;
    mode.textContent = kModes[hello.mode] ?? hello.mode;
    title.textContent = title.title = hello.title;
    summary.textContent = summary.title = describe(app);
    trace.hidden = app.source.findTraceAddress() === null || (hello.mode !== 'trace' && hello.mode !== 'live');
    document.title = `${hello.title} \u2013 abut`;
  };
  app.on(['model', 'news'], throttle(write, () => app.panelPause));
}

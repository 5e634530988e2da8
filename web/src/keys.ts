// The keys people know. Keys typed into a field are the field's own.

import type { App } from './app.ts';
import { closeHelp, isHelpOpen, toggleHelp } from './help.ts';
import type { Live } from './live.ts';
import { savePicture } from './share.ts';
import { toggleTheme } from './theme.ts';
import { findEvent } from './timeline_maths.ts';
import { playBack } from './transport.ts';

const kEvents = ['impacts', 'born', 'gone'] as const;

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'range' && target.type !== 'color';
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

function goToEvent(app: App, direction: 1 | -1, names: readonly ('impacts' | 'born' | 'gone' | 'unsolved')[]): void {
  const columns = names.map((name) => app.series.column(name));
  const step = findEvent(columns, app.player.step, direction);
  app.player.isPlaying = false;
  if (step !== null) app.player.moveTo(step);
}

function escape(app: App): void {
  if (isHelpOpen()) closeHelp();
  else if (app.tool !== 'none') app.setTool(app.tool);
  else app.select({ kind: 'none' });
}

function hideSelected(app: App): void {
  if (app.selection.kind !== 'body') return;
  if (!app.hidden.delete(app.selection.body)) app.hidden.add(app.selection.body);
  app.emit('looks');
}

function stepForward(app: App, live: Live, count: number): void {
  if (app.hello?.mode === 'live' && app.player.isFollowing && !app.isRunning && count > 0) live.advance();
  else app.player.stepBy(count);
}

export function startKeys(app: App, live: Live): void {
  const actions: Record<string, (event: KeyboardEvent) => void> = {
    ' ': (event) => {
      if (event.shiftKey) playBack(app);
      else if (app.hello?.mode === 'live' && app.player.isFollowing) live.toggleRun();
      else app.player.toggle();
    },
    arrowleft: (event) => app.player.stepBy(event.shiftKey ? -10 : -1),
    arrowright: (event) => stepForward(app, live, event.shiftKey ? 10 : 1),
    ',': () => app.player.stepBy(-1),
    '.': () => stepForward(app, live, 1),
    '[': () => goToEvent(app, -1, kEvents),
    ']': () => goToEvent(app, 1, kEvents),
    '{': () => goToEvent(app, -1, ['unsolved']),
    '}': () => goToEvent(app, 1, ['unsolved']),
    '-': () => app.player.changeSpeed(-1),
    '+': () => app.player.changeSpeed(1),
    '=': () => app.player.changeSpeed(1),
    home: () => app.player.moveTo(0),
    end: () => (app.hello?.mode === 'live' ? app.player.follow() : app.player.moveTo(app.player.last)),
    c: () => app.toggle('contacts'),
    f: () => app.toggle('forces'),
    n: () => app.toggle('normals'),
    e: () => app.toggle('edges'),
    g: () => app.toggle('grid'),
    x: () => app.toggle('xray'),
    s: () => app.setTool('section'),
    m: () => app.setTool('measure'),
    h: () => hideSelected(app),
    r: () => app.frameSelected(),
    p: () => void savePicture(app),
    t: () => toggleTheme(app),
    '?': () => toggleHelp(),
    escape: () => escape(app),
  };
  // A button pressed by mouse does not keep the keyboard: space then still plays.
  window.addEventListener('click', (event) => {
    if (event.detail > 0 && event.target instanceof Element) event.target.closest('button')?.blur();
  });
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || app.player === undefined) return;
    if (isTyping(event.target) && event.key !== 'Escape') return;
    // Space and Enter press the button that has the focus; on the playing buttons space means the same anyway.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement && event.target.closest('#transport') === null) return;
    const action = actions[event.key.toLowerCase()];
    if (action === undefined) return;
    event.preventDefault();
    action(event);
  });
}

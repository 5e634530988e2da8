// Below the picture: buttons to play, step and go back, the speed, where we are, and the timeline.

import type { App } from './app.ts';
import { byId, make, makeButton, makeIcon } from './dom.ts';
import { exact, formatSpeed, formatTime } from './format.ts';
import { kSpeeds } from './player.ts';
import { throttle } from './throttle.ts';
import type { Timeline } from './timeline.ts';

const kIcons = {
  start: ['M3 3h2v10H3z', 'M13 3v10L6 8z'],
  back: ['M12 3v10L4 8z'],
  previous: ['M11 3v10L5 8z', 'M3.5 3h1.5v10H3.5z'],
  play: ['M4 2.5v11l9-5.5z'],
  pause: ['M4 3h3v10H4z', 'M9 3h3v10H9z'],
  next: ['M5 3v10l6-5z', 'M11 3h1.5v10H11z'],
  end: ['M11 3h2v10h-2z', 'M3 3v10l7-5z'],
};

export function makeTransport(app: App, timeline: Timeline): void {
  const play = makeButton('play', 'Play or pause (space)', () => app.player?.toggle(), makeIcon(...kIcons.play));
  play.classList.add('primary');
  const reverse = makeButton('reverse', 'Play backwards (shift + space)', () => playBack(app), makeIcon(...kIcons.back));
  const buttons = make(
    'div', { class: 'row' },
    makeButton('to-start', 'To the start (Home)', () => app.player?.moveTo(0), makeIcon(...kIcons.start)),
    reverse,
    makeButton('step-back', 'One step back (left arrow)', () => app.player?.stepBy(-1), makeIcon(...kIcons.previous)),
    play,
    makeButton('step-forward', 'One step forward (right arrow)', () => app.player?.stepBy(1), makeIcon(...kIcons.next)),
    makeButton('to-end', 'To the end (End)', () => app.player?.moveTo(app.player.last), makeIcon(...kIcons.end)),
  );
  const speed = make('select', { testid: 'speed', label: 'Speed, relative to the simulated time', title: 'Speed, relative to the simulated time' });
  for (const value of kSpeeds) {
    const option = make('option', { text: formatSpeed(value) });
    option.value = String(value);
    speed.append(option);
  }
  speed.addEventListener('change', () => {
    app.player?.setSpeed(Number(speed.value));
    speed.blur();
  });
  const time = make('output', { class: 'time', testid: 'time', label: 'Time' });
  const step = make('output', { class: 'steps', testid: 'step', label: 'Step' });
  const follow = makeButton('follow', 'Follow the newest step', () => app.player?.follow(), 'Live');
  follow.classList.add('live');
  byId('transport').append(make('div', { class: 'controls' }, buttons, speed, make('div', { class: 'where' }, time, step), follow, makeLegend()), timeline.element);

  let isShownPlaying = false;
  const write = () => {
    const { player, hello } = app;
    if (player === undefined || hello === null) return;
    if (isShownPlaying !== player.isPlaying) play.replaceChildren(makeIcon(...(player.isPlaying ? kIcons.pause : kIcons.play)));
    isShownPlaying = player.isPlaying;
    play.setAttribute('aria-pressed', String(player.isPlaying && player.direction > 0));
    reverse.setAttribute('aria-pressed', String(player.isPlaying && player.direction < 0));
    speed.value = String(player.speed);
    time.textContent = formatTime(app.t, hello.h);
    time.dataset.value = exact(app.t);
    step.textContent = `step ${player.step} of ${player.last}`;
    step.dataset.value = String(player.step);
    follow.hidden = hello.mode !== 'live';
    follow.setAttribute('aria-pressed', String(player.isFollowing));
    byId('transport').hidden = hello.h <= 0;
  };
  app.on(['player', 'model', 'news'], throttle(write, () => app.panelPause));
}

export function playBack(app: App): void {
  const { player } = app;
  if (player === undefined) return;
  if (player.isPlaying && player.direction < 0) player.pause();
  else player.play(-1);
}

function makeLegend(): HTMLElement {
  const entry = (name: string, text: string) => make('span', { class: `legend ${name}`, text });
  return make('div', { class: 'legends' }, entry('unsolved', 'not solved'), entry('impact', 'impact'), entry('born', 'contact born'), entry('gone', 'contact gone'));
}

// Lets the player's time pass while it plays, a frame at a time.
export function startClock(app: App): void {
  let last: number | null = null;
  const tick = (now: number) => {
    if (!app.player.isPlaying) {
      last = null;
      return;
    }
    // A page that was hidden goes on where it was; it does not jump.
    // And a frame may have begun before the press that it comes after.
    if (last !== null) app.player.advance(Math.min(0.1, Math.max(0, now - last) / 1000));
    last = now;
    requestAnimationFrame(tick);
  };
  app.on('player', () => {
    if (last !== null || !app.player.isPlaying) return;
    last = performance.now();
    requestAnimationFrame(tick);
  });
}

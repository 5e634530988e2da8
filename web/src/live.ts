// A scene that the program runs: run, pause, step, reset; friction, gravity and law; pulling a body by a spring with the
// mouse. The target of a pull moves in the plane through the point that was grabbed, parallel to the picture; it is sent
// once a frame at most.

import { Vector3 } from 'three';
import type { App } from './app.ts';
import { kPalettes } from './colours.ts';
import { make, makeButton } from './dom.ts';
import { formatCount, rounded } from './format.ts';
import { Marks3d } from './marks3d.ts';
import type { Hit } from './pick.ts';
import type { Place, Pointer, Pulling } from './pointer.ts';
import { toWorld } from './poses.ts';
import type { Triple } from './protocol.ts';
import { throttle } from './throttle.ts';

export class Live implements Pulling {
  readonly element = make('section', { class: 'live-panel', testid: 'live' });
  private readonly state = make('output', { class: 'hint', testid: 'live-state' });
  private readonly run: HTMLButtonElement;
  private readonly friction = make('input', { testid: 'friction', type: 'range', label: 'Friction, times that of the scene' });
  private readonly frictionText = make('output', { class: 'reading', testid: 'friction-value' });
  private readonly gravity = [0, 1, 2].map((k) => make('input', { testid: `gravity-${k}`, type: 'number', label: `Gravity along ${'xyz'[k]}, m/s²` }));
  private readonly law = make('select', { testid: 'law', label: 'Law of contact' });
  private readonly marks = new Marks3d(10, 3, 1, 80);
  private pull: { body: number; p_BP: Triple; p_WT: Triple; planePoint: Triple } | null = null;
  private isSendPending = false;

  constructor(private readonly app: App, private readonly pointer: Pointer) {
    this.run = makeButton('live-run', 'Run or pause', () => this.toggleRun(), 'Run');
    this.run.classList.add('primary', 'wide');
    this.fill();
    app.scene.overlays.add(this.marks.group);
    app.on(['news', 'model'], throttle(() => this.read(), () => app.panelPause));
    app.on(['pose', 'theme'], () => this.drawPull());
    pointer.pulling = this;
  }

  get isPulling(): boolean {
    return this.pull !== null;
  }

  private fill(): void {
    Object.assign(this.friction, { min: '0', max: '3', step: '0.05', value: '1' });
    this.friction.addEventListener('input', () => {
      this.frictionText.textContent = `\u00d7 ${this.friction.value}`;
      this.app.order({ type: 'set', friction: Number(this.friction.value) });
    });
    for (const field of this.gravity) {
      field.step = 'any';
      field.addEventListener('change', () => this.sendGravity());
    }
    this.law.addEventListener('change', () => this.app.order({ type: 'set', law: this.law.value }));
    const label = (text: string, ...fields: HTMLElement[]) => make('div', { class: 'field' }, make('span', { class: 'label', text }), ...fields);
    this.element.append(
      make('h2', { text: 'Live' }, this.state),
      make(
        'div', { class: 'row' }, this.run,
        makeButton('live-step', 'Compute one step', () => this.advance(), 'Step'),
        makeButton('live-reset', 'Begin anew', () => this.app.order({ type: 'reset' }), 'Reset'),
      ),
      label('friction', this.friction, this.frictionText),
      make('div', { class: 'field stacked' }, make('span', { class: 'label', text: 'gravity x, y, z, m/s\u00b2' }), make('span', { class: 'triple' }, ...this.gravity)),
      label('law', this.law),
      make('p', { class: 'hint', text: 'Drag a body to pull it; drag beside it to turn the view.' }),
    );
  }

  toggleRun(): void {
    this.app.order({ type: this.app.isRunning ? 'pause' : 'run' });
    this.app.player.follow();
  }

  advance(): void {
    this.app.order({ type: 'advance', steps: 1 });
    this.app.player.follow();
  }

  private sendGravity(): void {
    const gravity = this.gravity.map((field) => Number(field.value)) as Triple;
    if (gravity.every(Number.isFinite)) this.app.order({ type: 'set', gravity });
  }

  // What the program says is shown, except in a field that is being edited.
  private read(): void {
    const { hello, news } = this.app;
    if (hello === null) return;
    this.element.hidden = hello.mode !== 'live';
    if (this.element.hidden) return;
    const text = this.app.isRunning ? 'Pause' : 'Run';
    if (this.run.textContent !== text) this.run.textContent = text;
    const pace = news?.ms_a_step;
    const outcome = hello.outcome !== '' && !this.app.isRunning ? hello.outcome : '';
    this.state.textContent = [this.app.isRunning ? 'running' : outcome || 'paused', formatCount(hello.num_steps, 'step'), pace ? `${rounded(pace, 3)} ms a step` : ''].filter(Boolean).join(', ');
    if (this.law.options.length === 0) this.law.append(...hello.laws.map((name) => make('option', { text: name })));
    const active = document.activeElement;
    const friction = news?.friction ?? hello.friction ?? 1;
    if (active !== this.friction) {
      this.friction.value = String(friction);
      this.frictionText.textContent = `\u00d7 ${rounded(friction, 3)}`;
    }
    const gravity = news?.gravity ?? hello.gravity;
    this.gravity.forEach((field, k) => {
      if (active !== field) field.value = String(gravity[k]);
    });
    if (active !== this.law) this.law.value = news?.law ?? hello.law;
  }

  canPull(hit: Hit): boolean {
    const { hello, player, link } = this.app;
    return hello?.mode === 'live' && link === 'open' && player.isFollowing && hello.bodies[hit.body].kind === 'dynamic';
  }

  begin(hit: Hit): void {
    this.pull = { body: hit.body, p_BP: hit.p_BP, p_WT: hit.p_WP, planePoint: hit.p_WP };
  }

  move(place: Place): void {
    if (this.pull === null) return;
    const { origin, direction } = this.pointer.rayAt(place);
    const forward = this.app.scene.camera.camera.getWorldDirection(new Vector3());
    const facing = forward.dot(new Vector3(...direction));
    const s = forward.dot(new Vector3(...this.pull.planePoint).sub(new Vector3(...origin))) / facing;
    this.pull.p_WT = [origin[0] + s * direction[0], origin[1] + s * direction[1], origin[2] + s * direction[2]];
    this.drawPull();
    if (this.isSendPending) return;
    this.isSendPending = true;
    requestAnimationFrame(() => this.send());
  }

  private send(): void {
    this.isSendPending = false;
    if (this.pull === null) return;
    const { body, p_BP, p_WT } = this.pull;
    this.app.order({ type: 'pull', body, p_BP, p_WT });
  }

  end(): void {
    this.pull = null;
    this.app.order({ type: 'release' });
    this.drawPull();
  }

  private drawPull(): void {
    if (this.pull === null) {
      this.marks.clear();
    } else {
      const colour = kPalettes[this.app.theme].select;
      const from = toWorld(this.app.X_WB, this.pull.body, this.pull.p_BP);
      this.marks.setLines([{ from, to: this.pull.p_WT, colour }]);
      this.marks.setDots([{ p: from, colour }, { p: this.pull.p_WT, colour }]);
    }
    this.app.scene.request();
  }
}

// A section plane across an axis of the world: what lies behind it is not drawn, nor picked.

import { Plane, Vector3 } from 'three';
import type { App } from './app.ts';
import { make, makeButton } from './dom.ts';
import { formatLength } from './format.ts';
import type { Triple } from './protocol.ts';

// What is drawn is cut so much deeper, of the scene's radius: a plane in which faces lie, as those of two boxes that stand
// on each other, would be decided by rounding, pixel by pixel. On the screen it is
// a hundredth of a pixel.
const kDeeper = 2e-5;

const kAxes: Triple[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

export class Section {
  readonly element = make('section', { class: 'tool', testid: 'section-tool' });
  private readonly slider = make('input', { testid: 'section-slider', type: 'range', label: 'Where the section is' });
  private readonly reading = make('output', { class: 'reading', testid: 'section-place' });
  private readonly axes: HTMLButtonElement[];
  private axis = 0;
  private sign = -1;

  constructor(private readonly app: App) {
    Object.assign(this.slider, { min: '0', max: '1000', value: '500' });
    this.slider.addEventListener('input', () => this.update());
    this.axes = ['x', 'y', 'z'].map((name, k) => makeButton(`section-${name}`, `Across ${name}`, () => this.setAxis(k), name));
    this.element.append(
      make('h2', { text: 'Section' }, this.reading),
      make('div', { class: 'row' }, ...this.axes, makeButton('section-flip', 'The other side', () => this.flip(), 'Flip'), this.slider,
        makeButton('section-close', 'Close the section', () => app.setTool('section'), '\u00d7')),
    );
    app.on(['tool', 'model'], () => this.update());
  }

  private setAxis(axis: number): void {
    this.axis = axis;
    this.update();
  }

  private flip(): void {
    this.sign = -this.sign;
    this.update();
  }

  private update(): void {
    const { app } = this;
    const isOn = app.tool === 'section' && app.hello !== null;
    this.element.hidden = !isOn;
    if (!isOn) {
      if (app.kept === null) return;
      app.kept = null;
      app.scene.setClipping(null);
      return app.emit('section');
    }
    const ball = app.ballOfAll();
    const place = ball.center[this.axis] + ball.radius * (Number(this.slider.value) / 500 - 1);
    const normal = kAxes[this.axis].map((n) => n * this.sign) as Triple;
    app.kept = { normal, constant: -this.sign * place };
    // What is left of the middle by rounding is no place to be told.
    this.reading.textContent = `${'xyz'[this.axis]} = ${formatLength(Math.abs(place) < 1e-9 * ball.radius ? 0 : place)}`;
    this.axes.forEach((button, k) => button.setAttribute('aria-pressed', String(k === this.axis)));
    app.scene.setClipping(new Plane(new Vector3(...normal), -this.sign * place - kDeeper * ball.radius));
    app.emit('section');
  }
}

// The timeline: an axis of time, red where steps are not solved, ticks for impacts and for contacts born and gone, and
// the playhead, drawn on a canvas. Pointing at what is red tells its largest error.
// Press or drag to go somewhere. It is a slider to the keyboard and to those who cannot see it.

import type { App } from './app.ts';
import { kPalettes } from './colours.ts';
import { make } from './dom.ts';
import { formatTime, rounded } from './format.ts';
import { throttle } from './throttle.ts';
import { findWorst, gatherColumns, gatherRuns, roundMarks, toPixel, toStep, type Span } from './timeline_maths.ts';

const kHeight = 44;
const kMargin = 12;

export class Timeline {
  readonly element: HTMLCanvasElement;
  private isRequested = false;
  private columns: { key: string; impacts: Uint8Array; born: Uint8Array; gone: Uint8Array; unsolved: [number, number][] } | null = null;

  constructor(private readonly app: App) {
    this.element = make('canvas', { class: 'timeline', testid: 'timeline', label: 'Timeline' });
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'slider');
    this.element.addEventListener('pointerdown', (event) => this.press(event));
    this.element.addEventListener('pointermove', (event) => {
      if (event.buttons & 1) this.seek(event);
      else this.explain(event);
    });
    app.on(['player', 'series', 'news', 'theme', 'model'], throttle(() => this.request(), () => app.panelPause));
    new ResizeObserver(() => this.request()).observe(this.element);
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.app.player?.pause();
    this.seek(event);
  }

  private seek(event: PointerEvent): void {
    if (this.app.player === undefined) return;
    const x = event.clientX - this.element.getBoundingClientRect().left;
    this.app.player.moveTo(Math.round(toStep(x, this.span)));
  }

  // In the tip that the browser shows where the pointer rests.
  private explain(event: PointerEvent): void {
    const { app } = this;
    if (app.player === undefined || app.hello === null) return;
    const x = event.clientX - this.element.getBoundingClientRect().left;
    const step = findWorst(app.series.column('unsolved'), app.series.column('error'), x, this.span);
    this.element.title = step === null ? '' : `Step ${step}, ${formatTime(app.series.column('t')[step - 1], app.hello.h)}: not solved, error ${rounded(app.series.column('error')[step - 1], 2)}`;
  }

  get span(): Span {
    return { first: 0, last: this.app.player?.last ?? 0, left: kMargin, right: this.element.clientWidth - kMargin };
  }

  private request(): void {
    if (this.isRequested) return;
    this.isRequested = true;
    requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.isRequested = false;
    const { app, element } = this;
    const width = element.clientWidth;
    if (app.player === undefined || app.hello === null || width === 0) return;
    const ratio = window.devicePixelRatio;
    if (element.width !== Math.round(width * ratio)) [element.width, element.height] = [Math.round(width * ratio), Math.round(kHeight * ratio)];
    const context = element.getContext('2d')!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, kHeight);
    this.drawAxis(context);
    this.drawEvents(context);
    this.drawHead(context);
    element.setAttribute('aria-valuemin', '0');
    element.setAttribute('aria-valuemax', String(app.player.last));
    element.setAttribute('aria-valuenow', String(app.player.step));
    element.setAttribute('aria-valuetext', `step ${app.player.step}, ${formatTime(app.t, app.hello.h)}`);
  }

  private drawAxis(context: CanvasRenderingContext2D): void {
    const palette = kPalettes[this.app.theme];
    const { span } = this;
    context.fillStyle = palette.axis;
    context.fillRect(span.left, 22, span.right - span.left, 2);
    const h = this.app.hello!.h;
    if (h <= 0) return;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'alphabetic';
    const marks = roundMarks(span.last * h, (span.right - span.left) / 110);
    for (const t of marks) {
      const x = toPixel(t / h, span);
      context.fillStyle = palette.axis;
      context.fillRect(x - 0.5, 18, 1, 10);
      context.fillStyle = palette.muted;
      context.textAlign = x < span.left + 15 ? 'left' : x > span.right - 25 ? 'right' : 'center';
      context.fillText(`${rounded(t, 4)} s`, x, 41);
    }
  }

  // Impacts above the axis; contacts born above and gone below, shorter; what is not solved on it.
  private drawEvents(context: CanvasRenderingContext2D): void {
    const { series, theme } = this.app;
    const palette = kPalettes[theme];
    const { span } = this;
    const key = `${series.length} ${span.last} ${span.right}`;
    if (this.columns?.key !== key) {
      const gather = (name: 'impacts' | 'born' | 'gone') => gatherColumns(series.column(name), span);
      this.columns = { key, impacts: gather('impacts'), born: gather('born'), gone: gather('gone'), unsolved: gatherRuns(series.column('unsolved'), span, 3) };
    }
    const { impacts, born, gone, unsolved } = this.columns;
    context.fillStyle = palette.unsolved;
    for (const [left, right] of unsolved) context.fillRect(left, 20, right - left, 6);
    for (let i = 0; i < impacts.length; ++i) {
      const x = span.left + i;
      if (impacts[i]) this.tick(context, palette.impact, x, 3, 10);
      if (born[i]) this.tick(context, palette.born, x, 14, 8);
      if (gone[i]) this.tick(context, palette.gone, x, 24, 7);
    }
  }

  private tick(context: CanvasRenderingContext2D, colour: string, x: number, y: number, height: number): void {
    context.fillStyle = colour;
    context.fillRect(Math.round(x) - 0.5, y, 1.5, height);
  }

  private drawHead(context: CanvasRenderingContext2D): void {
    const x = toPixel(this.app.player.position, this.span);
    context.fillStyle = kPalettes[this.app.theme].select;
    context.fillRect(x - 1, 1, 2, 31);
    context.beginPath();
    context.moveTo(x - 6, 0);
    context.lineTo(x + 6, 0);
    context.lineTo(x, 8);
    context.fill();
  }
}

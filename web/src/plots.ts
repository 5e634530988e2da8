// Plots of energy, momentum, contacts and least separation over time, with uPlot. The cursor of all of them is the
// playhead: pressing on a plot goes there, and going anywhere moves the cursor. Long series are thinned to about two
// thousand points that keep the least and the greatest of each stretch.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { App } from './app.ts';
import { make } from './dom.ts';
import { rounded } from './format.ts';
import type { EnergyTerm } from './protocol.ts';
import { throttle } from './throttle.ts';
import { thin } from './thinning.ts';
import type { Series } from './series.ts';

interface Curve {
  label: string;
  colour: [light: string, dark: string];
  values(series: Series): Float64Array;
}

interface PlotPlan {
  name: string;
  title: string;
  unit: string;
  isLog?: boolean; // by powers of ten
  curves: Curve[];
}

const component = (name: 'momentum' | 'angular_momentum', k: number) => (series: Series) => {
  const vectors = series.column(name);
  return Float64Array.from({ length: series.length }, (_, i) => vectors[3 * i + k]);
};
const column = (name: 'kinetic_energy' | 'potential_energy' | 'contacts' | 'impacts' | 'least_separation') => (series: Series) => series.column(name);
const total = (series: Series) => {
  const potential = series.column('potential_energy');
  return series.column('kinetic_energy').map((kinetic, i) => kinetic + potential[i]);
};

// Of all steps so far: what these terms added to kinetic and potential energy; losses take.
const sumTerms = (...names: EnergyTerm[]) => (series: Series) => {
  const terms = names.map((name) => ({ sign: name.startsWith('loss') ? -1 : 1, values: series.column(name) }));
  let sum = 0;
  return Float64Array.from({ length: series.length }, (_, i) => (sum += terms.reduce((all, term) => all + term.sign * term.values[i], 0)));
};

const kBlue: [string, string] = ['#1c63b7', '#6cb2ff'];
const kOrange: [string, string] = ['#c2540a', '#ff9f4a'];
const kGreen: [string, string] = ['#2b7a3d', '#74d680'];
const kPurple: [string, string] = ['#7b3fb0', '#c79bff'];
const kPlans: PlotPlan[] = [
  { name: 'energy', title: 'Energy', unit: 'J', curves: [
    { label: 'kinetic', colour: kOrange, values: column('kinetic_energy') }, { label: 'potential', colour: kGreen, values: column('potential_energy') },
    { label: 'both', colour: kBlue, values: total }] },
  { name: 'balance', title: 'Energy from', unit: 'J', curves: [
    { label: 'work', colour: kBlue, values: sumTerms('work_forces', 'work_drives') }, { label: 'impacts', colour: kOrange, values: sumTerms('loss_impacts') },
    { label: 'friction', colour: kGreen, values: sumTerms('loss_friction') },
    { label: 'errors', colour: kPurple, values: sumTerms('error_repositioning', 'error_rotation', 'error_curvature', 'loss_held', 'loss_asleep', 'remainder') }] },
  { name: 'momentum', title: 'Momentum', unit: 'N s', curves: [
    { label: 'x', colour: kOrange, values: component('momentum', 0) }, { label: 'y', colour: kGreen, values: component('momentum', 1) },
    { label: 'z', colour: kBlue, values: component('momentum', 2) }] },
  { name: 'contacts', title: 'Contacts', unit: '', curves: [
    { label: 'contacts', colour: kBlue, values: column('contacts') }, { label: 'impacts', colour: kOrange, values: column('impacts') }] },
  { name: 'separation', title: 'Least separation', unit: 'm', isLog: true, curves: [{ label: 'proven', colour: kBlue, values: column('least_separation') }] },
];

// A tenth above and below; a curve that is constant, or none, gets room all the same.
function padRange(_: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const pad = high > low ? 0.1 * (high - low) : 0.5 * Math.abs(low) || 1;
  return [low >= 0 && low - pad < 0 ? 0 : low - pad, high + pad];
}

// With as many digits as tell neighbours apart.
function labelTicks(ticks: (number | null)[]): (string | null)[] {
  if (ticks.includes(null)) return ticks.map((tick) => (tick === null ? null : rounded(tick, 2)));
  return labelEven(ticks as number[]);
}

function labelEven(ticks: number[]): string[] {
  const largest = Math.max(...ticks.map(Math.abs)), apart = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : largest;
  const digits = largest > 0 ? Math.min(8, Math.max(1, Math.ceil(Math.log10(largest / apart) - 1e-9) + 2)) : 1;
  return ticks.map((tick) => (Math.abs(tick) < apart * 1e-6 ? '0' : rounded(tick, digits + 1)));
}

function widthOfLabels(_: uPlot, labels: (string | null)[] | null): number {
  const longest = Math.max(3, ...(labels ?? []).map((label) => label?.length ?? 0));
  return 14 + 6.4 * longest;
}

const kMostPoints = 2000;
const kPauseMs = 100;

class Plot {
  readonly element: HTMLElement;
  private plot: uPlot | null = null;
  private readonly body = make('div', { class: 'plot-body' });
  private readonly readings: HTMLElement[] = [];
  private times: Float64Array = new Float64Array(0);
  private full: Float64Array[] = [];

  constructor(private readonly app: App, private readonly plan: PlotPlan) {
    const legend = make('span', { class: 'plot-legend' });
    plan.curves.forEach((curve, i) => {
      const reading = make('span', { class: 'reading', testid: `plot-${plan.name}-${curve.label}` });
      const key = make('span', { class: `key key-${plan.name}-${i}`, text: curve.label });
      this.readings.push(reading);
      legend.append(key, reading);
    });
    this.element = make('section', { class: 'plot', testid: `plot-${plan.name}` }, make('h2', { text: plan.unit ? `${plan.title}, ${plan.unit}` : plan.title }, legend), this.body);
    this.body.addEventListener('pointerdown', (event) => this.seek(event));
    this.body.addEventListener('pointermove', (event) => {
      if (event.buttons & 1) this.seek(event);
    });
  }

  private seek(event: PointerEvent): void {
    if (this.plot === null) return;
    const box = this.plot.over.getBoundingClientRect();
    const t = this.plot.posToVal(event.clientX - box.left, 'x');
    this.app.player.isPlaying = false;
    this.app.player.moveTo(Math.round(t / this.app.hello!.h));
  }

  rebuild(): void {
    this.plot?.destroy();
    this.plot = null;
    this.setData();
  }

  setData(): void {
    const { series, hello } = this.app;
    if (series === undefined || hello === null || this.body.clientWidth === 0) return;
    this.times = series.column('t');
    this.full = this.plan.curves.map((curve) => curve.values(series));
    const [times, ...curves] = thin([this.times, ...this.full], kMostPoints);
    // What is not known, or on a scale of powers not above 0, leaves a gap.
    const isDrawn = (value: number) => Number.isFinite(value) && (!this.plan.isLog || value > 0);
    const data = [times, ...curves.map((curve) => Array.from(curve, (value) => (isDrawn(value) ? value : null)))] as uPlot.AlignedData;
    if (this.plot === null) this.plot = new uPlot(this.options(), data, this.body);
    else this.plot.setData(data);
    this.moveCursor();
  }

  private options(): uPlot.Options {
    const isDark = this.app.theme === 'dark';
    const ink = isDark ? '#9aa7b5' : '#566373';
    const rule = { stroke: isDark ? '#2a323c' : '#e1e6eb', width: 1 };
    const font = '11px system-ui, sans-serif';
    const axis = { stroke: ink, font, grid: rule, ticks: { ...rule, size: 4 } };
    return {
      width: this.body.clientWidth,
      height: this.body.clientHeight,
      padding: [8, 10, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { show: false }, y: false, x: false },
      scales: { x: { time: false, range: () => [0, Math.max(this.app.player.last, 1) * this.app.hello!.h] }, y: this.plan.isLog ? { distr: 3 } : { range: padRange } },
      axes: [{ ...axis, size: 22, space: 46, values: (_, ticks) => labelTicks(ticks) }, { ...axis, size: widthOfLabels, space: 18, values: (_, ticks) => labelTicks(ticks) }],
      series: [{}, ...this.plan.curves.map((curve) => ({ label: curve.label, stroke: curve.colour[isDark ? 1 : 0], width: 1.5, points: { show: false } }))],
      hooks: { draw: [(plot) => this.drawHead(plot)] },
    };
  }

  private drawHead(plot: uPlot): void {
    const x = plot.valToPos(this.app.t, 'x', true);
    if (x < plot.bbox.left - 1 || x > plot.bbox.left + plot.bbox.width + 1) return;
    plot.ctx.fillStyle = this.app.theme === 'dark' ? '#5aa9ff' : '#0b63ce';
    plot.ctx.fillRect(Math.round(x) - 1, plot.bbox.top, 2, plot.bbox.height);
  }

  moveCursor(): void {
    this.plot?.redraw(false, false);
    const step = this.app.player.step;
    this.readings.forEach((reading, i) => {
      const value = step > 0 ? this.full[i]?.[step - 1] : undefined;
      reading.textContent = value === undefined ? '' : rounded(value, 3);
      reading.dataset.value = value === undefined ? '' : String(value);
    });
  }

  resize(): void {
    if (this.plot === null) return this.setData();
    this.plot.setSize({ width: this.body.clientWidth, height: this.body.clientHeight });
  }
}

export class Plots {
  readonly element = make('div', { class: 'plots', testid: 'plots' });
  private readonly plots: Plot[];
  private isMoving = false;

  constructor(app: App) {
    this.plots = kPlans.map((plan) => new Plot(app, plan));
    this.element.append(...this.plots.map((plot) => plot.element));
    app.on('series', throttle(() => this.plots.forEach((plot) => plot.setData()), () => Math.max(kPauseMs, 2 * app.panelPause)));
    app.on(['theme', 'model'], () => this.plots.forEach((plot) => plot.rebuild()));
    app.on('player', throttle(() => this.requestMove(), () => 2 * app.panelPause));
    const watcher = new ResizeObserver(() => this.plots.forEach((plot) => plot.resize()));
    for (const body of this.element.querySelectorAll('.plot-body')) watcher.observe(body);
  }

  private requestMove(): void {
    if (this.isMoving || this.element.clientHeight === 0) return;
    this.isMoving = true;
    requestAnimationFrame(() => {
      this.isMoving = false;
      this.plots.forEach((plot) => plot.moveCursor());
    });
  }
}

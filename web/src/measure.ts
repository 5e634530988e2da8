// The distance between two features that are picked one after the other: vertices, edges, faces, or a round body's whole
// surface. It is computed anew when the bodies move. A third pick begins again.

import type { App } from './app.ts';
import { kPalettes } from './colours.ts';
import { computeDistance, type Distance } from './distance.ts';
import { make, makeButton } from './dom.ts';
import { describeFeature, findPointedFeature, primitivesOf, simplicesOf, toWorldSimplices } from './features.ts';
import { makeFigure, makeRow, makeVector } from './figures.ts';
import { Marks3d, type Dot, type Filled, type Stroke } from './marks3d.ts';
import type { Hit } from './pick.ts';
import type { Place, Pointer } from './pointer.ts';
import type { Feature } from './steps.ts';
import { sub } from './vec.ts';

interface Pick {
  body: number;
  feature: Feature;
}

export class Measure {
  readonly element = make('section', { class: 'tool', testid: 'measure-tool' });
  private readonly content = make('div', { class: 'measured' });
  private readonly marks = new Marks3d(10, 4, 0.12, 90, 0.5);
  private readonly line = new Marks3d(8, 2.5, 0.5, 100);
  private picks: Pick[] = [];
  private hovered: Pick | null = null;

  constructor(private readonly app: App, private readonly pointer: Pointer) {
    this.element.append(
      make('h2', { text: 'Measure' }, makeButton('measure-clear', 'Begin again', () => this.clear(), 'Clear'), makeButton('measure-close', 'Stop measuring', () => app.setTool('measure'), '\u00d7')),
      this.content,
    );
    app.scene.overlays.add(this.marks.group, this.line.group);
    pointer.onMeasure = (hit, place) => this.pick(this.findPick(hit, place));
    pointer.onMeasureHover = (hit, place) => this.hover(hit, place);
    app.on('tool', () => this.clear());
    app.on(['pose', 'theme', 'model'], () => this.update());
  }

  private findPick(hit: Hit, place: Place): Pick {
    const shape = this.app.shapes[this.app.hello!.bodies[hit.body].shape];
    return { body: hit.body, feature: findPointedFeature(shape, hit.triangle, place, this.pointer.projectOf(hit.body)) };
  }

  private hover(hit: Hit | null, place: Place): void {
    if (this.app.tool !== 'measure') return;
    this.hovered = hit === null ? null : this.findPick(hit, place);
    this.update();
  }

  private pick(pick: Pick): void {
    this.picks = this.picks.length >= 2 ? [pick] : [...this.picks, pick];
    this.update();
  }

  private clear(): void {
    this.picks = [];
    this.hovered = null;
    this.update();
  }

  // Of the two features picked, as the bodies are drawn.
  get distance(): Distance | null {
    if (this.picks.length < 2) return null;
    const [a, b] = this.picks.map(({ body, feature }) => primitivesOf(this.app.shapes[this.app.hello!.bodies[body].shape], feature, this.app.X_WB, body));
    return a.simplices.length > 0 && b.simplices.length > 0 ? computeDistance(a, b) : null;
  }

  private update(): void {
    const isOn = this.app.tool === 'measure' && this.app.hello !== null;
    if (this.element.hidden === isOn) this.element.hidden = !isOn;
    const distance = isOn ? this.distance : null;
    this.draw(isOn, distance);
    if (isOn) this.write(distance);
  }

  private draw(isOn: boolean, distance: Distance | null): void {
    const palette = kPalettes[this.app.theme];
    const dots: Dot[] = [], lines: Stroke[] = [], fill: Filled[] = [];
    const marked = isOn ? [...this.picks, ...(this.hovered ? [this.hovered] : [])] : [];
    marked.forEach(({ body, feature }, i) => {
      const colour = i < this.picks.length ? (i === 0 ? palette.featureA : palette.featureB) : palette.measure;
      const shape = this.app.shapes[this.app.hello!.bodies[body].shape];
      for (const simplex of toWorldSimplices(simplicesOf(shape, feature), this.app.X_WB, body)) {
        if (simplex.length === 1) dots.push({ p: simplex[0], colour });
        else if (simplex.length === 2) lines.push({ from: simplex[0], to: simplex[1], colour });
        else fill.push({ corners: simplex, colour });
      }
    });
    this.marks.setDots(dots);
    this.marks.setLines(lines);
    this.marks.setFill(fill);
    const colour = palette.measure;
    this.line.setLines(distance === null ? [] : [{ from: distance.from, to: distance.to, colour }]);
    this.line.setDots(distance === null ? [] : [{ p: distance.from, colour }, { p: distance.to, colour }]);
    this.app.scene.request();
  }

  private write(distance: Distance | null): void {
    const names = this.picks.map(({ body, feature }) => `${this.app.nameOf(body)}, ${describeFeature(feature)}`);
    if (distance === null) {
      const asked = names.length === 0 ? 'Click a vertex, an edge or a face.' : `${names[0]}: now click the other one.`;
      this.content.replaceChildren(make('p', { class: 'hint', testid: 'measure-hint', text: asked }));
      return;
    }
    this.content.replaceChildren(
      make('p', { class: 'hint', testid: 'measure-names', text: names.join(' \u2013 ') }),
      makeRow('distance', makeFigure('measure-distance', distance.length, 'm')),
      makeRow('along x, y, z', makeVector('measure-components', sub(distance.to, distance.from), 'm')),
    );
  }
}

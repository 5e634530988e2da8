// One contact query: what `abut contact --json` says of two shapes at one instant, and where they are nearest, drawn as
// a line between both places.

import type { App } from './app.ts';
import { kPalettes } from './colours.ts';
import { make } from './dom.ts';
import { makeCard, makeFigure, makeRow, makeText, makeVector } from './figures.ts';
import { Marks3d } from './marks3d.ts';
import type { Triple } from './protocol.ts';

interface Report {
  outcome?: string;
  phi?: number | null;
  phi_bound?: number | null;
  nhat_BA_W?: Triple;
  normal_origin?: string;
  p_WCa?: Triple;
  p_WCb?: Triple;
  feature_a?: string;
  feature_b?: string;
  manifold?: { kind?: string };
}

export class Query {
  readonly element = make('div', { testid: 'query' });
  private readonly marks = new Marks3d(9, 3, 0.5, 30);

  constructor(private readonly app: App) {
    app.scene.overlays.add(this.marks.group);
    app.on(['model', 'theme', 'toggles'], () => this.update());
  }

  private update(): void {
    const { hello } = this.app;
    const report = hello?.mode === 'contact' ? (hello.reports?.[0] as Report | undefined) : undefined;
    this.element.replaceChildren(...(report === undefined ? [] : [this.makeReport(report)]));
    this.marks.clear();
    if (report?.p_WCa === undefined || report.p_WCb === undefined || !this.app.toggles.contacts) return;
    const palette = kPalettes[this.app.theme];
    this.marks.setLines([{ from: report.p_WCa, to: report.p_WCb, colour: palette.select }]);
    this.marks.setDots([{ p: report.p_WCa, colour: palette.featureA }, { p: report.p_WCb, colour: palette.featureB }]);
    this.app.scene.request();
  }

  private makeReport(report: Report): HTMLElement {
    const { app } = this;
    const rows: HTMLElement[] = [];
    if (report.outcome !== undefined) rows.push(makeRow('outcome', makeText('query-outcome', report.outcome.replaceAll('_', ' '))));
    if (report.phi !== undefined) rows.push(makeRow('signed distance', makeFigure('query-phi', report.phi, 'm')));
    if (report.phi_bound !== undefined) rows.push(makeRow('known to', makeFigure('query-phi-bound', report.phi_bound, 'm')));
    if (report.nhat_BA_W) rows.push(makeRow('normal, B to A', makeVector('query-normal', report.nhat_BA_W, '')));
    if (report.normal_origin) rows.push(makeRow('normal from', makeText('query-normal-origin', report.normal_origin.replaceAll('_', ' '))));
    if (report.p_WCa) rows.push(makeRow('place on A', makeVector('query-place-a', report.p_WCa, 'm')));
    if (report.p_WCb) rows.push(makeRow('place on B', makeVector('query-place-b', report.p_WCb, 'm')));
    if (report.feature_a) rows.push(makeRow(`A, ${app.nameOf(0)}`, makeText('query-feature-a', report.feature_a)));
    if (report.feature_b) rows.push(makeRow(`B, ${app.nameOf(1)}`, makeText('query-feature-b', report.feature_b)));
    if (report.manifold?.kind) rows.push(makeRow('manifold', makeText('query-manifold', report.manifold.kind)));
    return makeCard('query-card', 'Contact query', ...rows);
  }
}

// What is wrong with a mesh, marked where it is: a list of its defects with why they matter and what to do, dots at their
// places, lines along borders and along edges of more than two faces, and a click that flies there. Meshes come with what
// `abut info --json` says of them.

import type { App } from './app.ts';
import { kPalettes } from './colours.ts';
import { make } from './dom.ts';
import { makeCard, makeFigure, makeRow, makeText } from './figures.ts';
import { formatCount } from './format.ts';
import { Marks3d, type Dot, type Stroke } from './marks3d.ts';
import { toWorld } from './poses.ts';
import type { Triple } from './protocol.ts';
import { kBorderEdge, kNonManifoldEdge, vertexOf } from './shapes.ts';

interface Defect {
  kind: string;
  count: number;
  is_complete: boolean;
  severity: string;
  why: string;
  remedy: string;
  places: { description: string; p: Triple }[];
}

interface Report {
  file?: string;
  kind?: string;
  num_vertices?: number;
  num_triangles?: number;
  num_faces?: number;
  num_edges?: number;
  volume?: number | null;
  area?: number | null;
  defects?: Defect[];
}

const kMostPlaces = 50; // listed of one defect
const kMostLines = 20_000; // of all borders

export class MeshReport {
  readonly element = make('div', { class: 'mesh-report', testid: 'mesh-report' });
  private readonly marks = new Marks3d(12, 3, 0.5, 50);
  numMarks = 0;

  constructor(private readonly app: App) {
    app.scene.overlays.add(this.marks.group);
    app.on(['model', 'theme', 'looks'], () => this.update());
  }

  private get reports(): Report[] {
    const { hello } = this.app;
    return hello?.mode === 'mesh' && Array.isArray(hello.reports) ? (hello.reports as Report[]) : [];
  }

  private update(): void {
    this.element.replaceChildren(...this.reports.map((report, body) => this.makeReport(report, body)));
    const palette = kPalettes[this.app.theme];
    const dots: Dot[] = [];
    const lines: Stroke[] = [];
    this.reports.forEach((report, body) => {
      if (this.app.hidden.has(body)) return;
      lines.push(...this.openEdges(body, palette.impact));
      for (const defect of report.defects ?? []) {
        const colour = defect.severity === 'note' ? palette.normal : palette.impact;
        for (const place of defect.places) if (isPlace(place.p)) dots.push({ p: toWorld(this.app.X_WB, body, place.p), colour });
      }
    });
    this.numMarks = dots.length;
    this.marks.setDots(dots);
    this.marks.setLines(lines.slice(0, kMostLines));
    this.app.scene.request();
  }

  private openEdges(body: number, colour: string): Stroke[] {
    const shape = this.app.shapes[this.app.hello!.bodies[body].shape];
    const place = (v: number) => toWorld(this.app.X_WB, body, vertexOf(shape, v));
    return [...shape.edgeKind.keys()]
      .filter((e) => shape.edgeKind[e] === kBorderEdge || shape.edgeKind[e] === kNonManifoldEdge)
      .map((e) => ({ from: place(shape.edges[2 * e]), to: place(shape.edges[2 * e + 1]), colour }));
  }

  private makeReport(report: Report, body: number): HTMLElement {
    const defects = report.defects ?? [];
    const rows = [makeRow('file', makeText('report-file', (report.file ?? this.app.nameOf(body)).split('/').pop() ?? '')), makeRow('is a', makeText('report-kind', report.kind ?? 'no usable mesh'))];
    const counts: [string, number | undefined | null, string][] = [
      ['vertices', report.num_vertices, ''], ['triangles', report.num_triangles, ''], ['faces', report.num_faces, ''], ['edges', report.num_edges, ''],
      ['volume', report.volume, 'm\u00b3'], ['area', report.area, 'm\u00b2'],
    ];
    for (const [label, value, unit] of counts) if (typeof value === 'number') rows.push(makeRow(label, makeFigure(`report-${label}`, value, unit)));
    const verdict = make('p', { class: defects.length > 0 ? 'verdict bad' : 'verdict good', testid: 'report-verdict', text: defects.length > 0 ? `${formatCount(defects.length, 'kind')} of defects` : 'No defects' });
    return makeCard('report', 'Mesh', ...rows, verdict, ...defects.map((defect) => this.makeDefect(defect, body)));
  }

  private makeDefect(defect: Defect, body: number): HTMLElement {
    const title = `${defect.is_complete ? '' : 'at least '}${defect.count.toLocaleString('en-US')} ${defect.kind.replaceAll('_', ' ')}`;
    return make(
      'div', { class: `defect ${defect.severity}`, testid: 'defect' },
      make('h3', { text: title }, make('span', { class: 'unit', text: defect.severity.replaceAll('_', ' ') })),
      make('p', { text: defect.why }),
      make('p', { text: defect.remedy }),
      ...defect.places.slice(0, kMostPlaces).map((place) => make('button', { class: 'line', testid: 'defect-place', type: 'button', text: place.description, onclick: () => this.flyTo(body, place.p) })),
    );
  }

  private flyTo(body: number, p: Triple): void {
    if (!isPlace(p)) return;
    const reach = this.app.ballOf(body).radius;
    this.app.scene.camera.frame({ center: toWorld(this.app.X_WB, body, p), radius: reach * 0.12 });
    this.app.scene.request();
  }
}

function isPlace(p: unknown): p is Triple {
  return Array.isArray(p) && p.length === 3 && p.every((x) => typeof x === 'number');
}

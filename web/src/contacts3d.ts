// The contacts of the step that is shown: patches filled, segments as lines, points as dots, normals, forces as arrows,
// and, of the contact that is pointed at or selected, the features of both bodies.
//
// The mean force of a step is the impulse over h. Arrows show it on the body that is carried: the one of the two on which
// it acts against gravity (on A where there is no gravity). The largest is at most a fifth of the scene long, less where
// there are many, so that they leave something to be seen; the force that is so long is a round one (1, 2 or 5 times a
// power of ten newtons), which stays while it fits, so that arrows of different steps can be compared. It is written beside.

import { Plane, Vector3 } from 'three';
import type { App } from './app.ts';
import { kPalettes } from './colours.ts';
import { byId, make } from './dom.ts';
import { simplicesOf, toWorldSimplices } from './features.ts';
import { formatLength, rounded } from './format.ts';
import { roundDown } from './grid3d.ts';
import { Marks3d, type Dot, type Filled, type Stroke } from './marks3d.ts';
import { toWorld } from './poses.ts';
import type { Triple } from './protocol.ts';
import type { Contact } from './steps.ts';
import { add, dot, norm, scale } from './vec.ts';


// A round force at least `largest`; the one there was, if that is not much too large.
export function fitForce(current: number, largest: number): number {
  if (!(largest > 0)) return current;
  if (largest <= current && largest > 0.15 * current) return current;
  const below = roundDown(largest);
  return [1, 2, 2.5, 5].map((factor) => factor * below).find((round) => round >= largest * (1 - 1e-12))!;
}

// How many arrows they are made for: the number there was, unless there are many more or far fewer.
export function fitCrowd(current: number, count: number): number {
  return count > 1.5 * current || count < 0.4 * current ? count : current;
}

const kFewArrows = 30;

export class Contacts3d {
  private unit = 1; // N
  private crowd = kFewArrows;
  private readonly legend = make('div', { class: 'scale', testid: 'contact-legend' });
  private readonly contacts = new Marks3d(6, 2, 0.42, 20);
  private readonly vectors = new Marks3d(6, 2, 0.5, 40);
  private readonly lit = new Marks3d(11, 4, 0.06, 60, 0.26);
  numContacts = 0; // that are drawn
  numArrows = 0;

  constructor(private readonly app: App) {
    byId('stage').append(this.legend);
    app.scene.overlays.add(this.contacts.group, this.vectors.group, this.lit.group);
    app.on(['details', 'step', 'toggles', 'theme', 'looks', 'section', 'model'], () => this.update());
    app.on('section', () => this.lit.setClipping(app.kept === null ? [] : [new Plane(new Vector3(...app.kept.normal), app.kept.constant)]));
    app.on(['selection', 'hover', 'details', 'step', 'theme', 'pose'], () => this.updateLit());
  }

  // Contacts of the step that is shown, except between bodies that are hidden and where a section cut.
  get shown(): Contact[] {
    const { details, hidden, kept } = this.app;
    const isHidden = (c: Contact) => hidden.has(c.bodies[0]) && hidden.has(c.bodies[1]);
    const isCut = (c: Contact) => kept !== null && dot(kept.normal, c.p) + kept.constant < 0;
    return (details?.contacts ?? []).filter((c) => !isHidden(c) && !isCut(c));
  }

  // The contact pointed at or selected, if the step shown has it.
  get litContact(): Contact | null {
    const { selection, hoveredContact, details } = this.app;
    const id = hoveredContact ?? (selection.kind === 'contact' ? selection.id : null);
    return details?.contacts.find((c) => c.id === id) ?? null;
  }

  private update(): void {
    if (this.app.hello === null) return;
    const { toggles, details } = this.app;
    const shown = this.shown;
    this.numContacts = toggles.contacts ? shown.length : 0;
    this.drawPatches(toggles.contacts ? shown : [], details?.patches ?? []);
    const palette = kPalettes[this.app.theme];
    const size = this.app.sceneSize;
    this.vectors.setLines(
      toggles.normals ? shown.map((c) => ({ from: c.p, to: add(c.p, scale(c.normal, size * 0.12)), colour: palette.normal })) : [],
    );
    const arrows = toggles.forces ? this.makeArrows(shown) : [];
    this.numArrows = arrows.length;
    this.vectors.setArrows(arrows, size * 0.0035);
    this.writeLegend();
    this.app.scene.request();
  }

  private drawPatches(shown: Contact[], patches: number[][]): void {
    const palette = kPalettes[this.app.theme];
    const colourOf = (c: Contact) => (c.isImpact ? palette.impact : palette.contact);
    const byIndex = new Map(shown.map((c) => [c.index, c]));
    const lines: Stroke[] = [], fill: Filled[] = [];
    const single = new Set(shown);
    for (const patch of patches) {
      const corners = patch.flatMap((i) => byIndex.get(i) ?? []);
      if (corners.length < 2) continue;
      for (const corner of corners) single.delete(corner);
      const colour = colourOf(corners[0]);
      const numSides = corners.length === 2 ? 1 : corners.length;
      for (let k = 0; k < numSides; ++k) lines.push({ from: corners[k].p, to: corners[(k + 1) % corners.length].p, colour });
      for (let k = 1; k + 1 < corners.length; ++k) fill.push({ corners: [corners[0].p, corners[k].p, corners[k + 1].p], colour });
    }
    const dots: Dot[] = [...single].map((c) => ({ p: c.p, colour: colourOf(c) }));
    this.contacts.setDots(dots);
    this.contacts.setLines(lines);
    this.contacts.setFill(fill);
  }

  private makeArrows(shown: Contact[]): Stroke[] {
    const { hello, sceneSize } = this.app;
    const palette = kPalettes[this.app.theme];
    const h = hello!.h > 0 ? hello!.h : 1;
    const gravity = this.app.news?.gravity ?? hello!.gravity;
    this.crowd = fitCrowd(this.crowd, shown.length);
    const forces = shown.map((c) => scale(c.impulse, (dot(c.impulse, gravity) > 0 ? -1 : 1) / h));
    this.unit = fitForce(this.unit, forces.reduce((largest, force) => Math.max(largest, norm(force)), 0));
    return shown.flatMap((c, i) => {
      const length = (norm(forces[i]) / this.unit) * this.unitLength;
      if (!(length > sceneSize * 1e-4)) return [];
      const along = scale(forces[i], this.unitLength / this.unit);
      return [{ from: c.p, to: add(c.p, along), colour: c.isImpact ? palette.impact : palette.force }];
    });
  }

  // What the colours mean, and how long a force is.
  private writeLegend(): void {
    const { contacts, forces, normals } = this.app.toggles;
    const entry = (name: string, text: string) => make('span', { class: `legend ${name}`, text });
    const isAny = this.shown.length > 0;
    this.legend.replaceChildren(
      ...(isAny && contacts ? [entry('contact', 'contact')] : []),
      ...(isAny && (contacts || forces) ? [entry('impact', 'impact')] : []),
      ...(isAny && normals ? [entry('normal', 'normal, B to A')] : []),
      ...(this.numArrows > 0 ? [entry('force', `force: ${formatLength(this.unitLength)} is ${rounded(this.unit)} N`)] : []),
    );
  }

  private get unitLength(): number {
    return roundDown(0.4 * this.app.sceneSize * this.shrinking);
  }

  // As much as keeps the share of the picture that arrows cover, down to two fifths.
  private get shrinking(): number {
    return Math.min(1, Math.max(0.4, Math.sqrt(kFewArrows / Math.max(1, this.crowd))));
  }

  private updateLit(): void {
    const contact = this.litContact;
    if (contact === null) {
      this.lit.clear();
      return this.app.scene.request();
    }
    const palette = kPalettes[this.app.theme];
    const dots: Dot[] = [{ p: contact.p, colour: palette.select }], lines: Stroke[] = [], fill: Filled[] = [];
    contact.features.forEach((feature, side) => {
      const body = contact.bodies[side];
      const colour = side === 0 ? palette.featureA : palette.featureB;
      const shape = this.app.shapes[this.app.hello!.bodies[body].shape];
      for (const simplex of toWorldSimplices(simplicesOf(shape, feature), this.app.X_WB, body)) {
        if (simplex.length === 1) dots.push({ p: simplex[0], colour });
        else if (simplex.length === 2) lines.push({ from: simplex[0], to: simplex[1], colour });
        else fill.push({ corners: simplex, colour });
      }
      if (feature.kind === 'face') lines.push(...this.outlineOf(body, feature.index, colour));
    });
    this.lit.setDots(dots);
    this.lit.setLines(lines);
    this.lit.setFill(fill);
    this.app.scene.request();
  }

  // Sides that only one triangle of the face has.
  private outlineOf(body: number, face: number, colour: string): Stroke[] {
    const shape = this.app.shapes[this.app.hello!.bodies[body].shape];
    const sides = new Map<string, [number, number]>();
    shape.triangleFace.forEach((of, i) => {
      if (of !== face) return;
      for (let k = 0; k < 3; ++k) {
        const a = shape.triangles[3 * i + k], b = shape.triangles[3 * i + ((k + 1) % 3)];
        if (!sides.delete(`${b},${a}`)) sides.set(`${a},${b}`, [a, b]);
      }
    });
    const place = (v: number): Triple => toWorld(this.app.X_WB, body, [shape.vertices[3 * v], shape.vertices[3 * v + 1], shape.vertices[3 * v + 2]]);
    return [...sides.values()].map(([a, b]) => ({ from: place(a), to: place(b), colour }));
  }
}

// The inspector: the body or contact that is selected and the step that is shown, every number with its unit, and lists
// of the step's contacts and certificates. While playing it is written anew ten times a second at most.

import type { App } from './app.ts';
import { make, makeBlocks } from './dom.ts';
import { describeFeature } from './features.ts';
import { makeCard, makeFigure, makeRow, makeText, makeVector } from './figures.ts';
import { formatCount } from './format.ts';
import { kEnergyTerms, type Triple } from './protocol.ts';
import type { Contact, StepDetails } from './steps.ts';
import { throttle } from './throttle.ts';
import { norm, scale } from './vec.ts';

const kPauseMs = 100;
const kMostListed = 200;
const kLineHeight = 22; // px

export class Inspector {
  readonly element = make('div', { class: 'inspector', testid: 'inspector' });
  private written = 0;
  private readonly writeLess: () => void;
  private timer: number | null = null;
  private readonly unfolded = new Set<string>(['contacts']);

  constructor(private readonly app: App) {
    this.writeLess = throttle(() => this.request(), () => app.panelPause);
    app.on(['selection', 'details', 'step', 'model', 'news'], this.writeLess);
    app.on('player', () => {
      if (!app.isPassing) this.request();
    });
  }

  private request(): void {
    if (this.timer !== null) return;
    const wait = Math.max(0, this.written + kPauseMs - performance.now());
    this.timer = window.setTimeout(() => this.write(), wait);
  }

  private write(): void {
    this.timer = null;
    this.written = performance.now();
    const { app } = this;
    if (app.hello === null) return;
    const focused = this.element.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset : null;
    const place = focused && `[data-testid="${focused.testid}"]${focused.id ? `[data-id="${focused.id}"]` : ''}`;
    this.element.replaceChildren(...this.makeSelected(), ...(app.hello.mode === 'mesh' ? [] : this.makeStep()));
    if (place) this.element.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
  }

  private makeSelected(): HTMLElement[] {
    const { selection, details } = this.app;
    if (selection.kind === 'body') return [this.makeBody(selection.body)];
    if (selection.kind === 'contact') {
      const contact = details?.contacts.find((c) => c.id === selection.id);
      if (contact !== undefined) return [this.makeContact(contact)];
      return [makeCard('contact-card', 'Contact', make('p', { class: 'hint', text: `Contact ${selection.id} is not there in this step.` }))];
    }
    return [make('p', { class: 'hint', text: 'Click a body or a contact to see all about it.' })];
  }

  private makeBody(body: number): HTMLElement {
    const { app } = this;
    const info = app.hello!.bodies[body];
    const X = app.X_WB.subarray(7 * body, 7 * body + 7);
    const V = app.details?.V_WBcm.subarray(6 * body, 6 * body + 6);
    const rows = [
      makeRow('name', makeText('body-name', info.name)),
      makeRow('number', makeFigure('body-index', body)),
      makeRow('kind', makeText('body-kind', info.kind)),
      makeRow('mass', makeFigure('body-mass', info.mass, 'kg')),
      makeRow('volume', makeFigure('body-volume', info.volume, 'm\u00b3')),
      makeRow('position', makeVector('body-p', X.subarray(0, 3), 'm')),
      makeRow('turn w x y z', makeVector('body-q', X.subarray(3, 7), '')),
    ];
    if (V !== undefined && V.length === 6) {
      rows.push(makeRow('velocity', makeVector('body-v', V.subarray(3, 6), 'm/s')));
      rows.push(makeRow('speed', makeFigure('body-speed', norm([...V.subarray(3, 6)] as Triple), 'm/s')));
      rows.push(makeRow('turning', makeVector('body-w', V.subarray(0, 3), 'rad/s')));
    }
    const touching = app.details?.contacts.filter((c) => c.bodies.includes(body)).length;
    if (touching !== undefined) rows.push(makeRow('contacts', makeFigure('body-contacts', touching)));
    if (app.news?.pulled === body) rows.push(makeRow('pulled', makeText('body-pulled', 'by the mouse')));
    return makeCard('body-card', 'Body', ...rows);
  }

  private makeContact(c: Contact): HTMLElement {
    const { app } = this;
    const h = app.hello!.h;
    const link = (side: 0 | 1) => {
      const button = make('button', {
        class: side === 0 ? 'link feature-a' : 'link feature-b', testid: side === 0 ? 'contact-a' : 'contact-b', type: 'button', text: app.nameOf(c.bodies[side]),
        onclick: () => app.select({ kind: 'body', body: c.bodies[side] }),
      });
      return make('span', {}, button, make('span', { class: 'unit', testid: side === 0 ? 'feature-a' : 'feature-b', text: describeFeature(c.features[side]) }));
    };
    const rows = [
      makeRow('id', makeFigure('contact-id', c.id)),
      makeRow('A', link(0)),
      makeRow('B', link(1)),
      makeRow('gap', makeFigure('contact-gap', c.gap, 'm')),
      ...(app.hello!.mode === 'contact' ? [] : [makeRow('friction', makeFigure('contact-mu', c.mu))]),
      makeRow('place', makeVector('contact-p', c.p, 'm')),
      makeRow('normal, B to A', makeVector('contact-normal', c.normal, '')),
    ];
    if (app.details!.head.has_impulses) {
      rows.push(makeRow('impulse on A', makeVector('contact-impulse', c.impulse, 'N s')));
      if (h > 0) {
        const force = scale(c.impulse, 1 / h);
        rows.push(makeRow('mean force', makeVector('contact-force', force, 'N')));
        rows.push(makeRow('its size', makeFigure('contact-force-size', norm(force), 'N')));
      }
      rows.push(makeRow('impact', makeText('contact-impact', c.isImpact ? 'yes' : 'no')));
    }
    return makeCard('contact-card', 'Contact', ...rows);
  }

  private makeStep(): HTMLElement[] {
    const { app } = this;
    const { details } = app;
    if (details === null) {
      return [makeCard('step-card', 'Step', make('p', { class: 'hint', text: app.steps?.fault || 'Fetching the step\u2026' }))];
    }
    if (app.hello!.mode === 'contact') return this.makeLists(details).slice(0, 1);
    const cards = [makeCard('step-card', `Step ${details.head.index}`, ...this.stepRows(details))];
    if (details.head.index > 0) cards.push(this.makeEnergy(details));
    return [...cards, ...this.makeLists(details)];
  }

  private stepRows({ head }: StepDetails): HTMLElement[] {
    if (head.index === 0) return [makeRow('time', makeFigure('step-t', head.t, 's')), make('p', { class: 'hint', text: 'The start: no step has been made yet.' })];
    const total = head.kinetic_energy === null || head.potential_energy === null ? null : head.kinetic_energy + head.potential_energy;
    return [
      makeRow('time', makeFigure('step-t', head.t, 's')),
      makeRow('outcome', makeText('step-outcome', head.outcome)),
      makeRow('least separation', makeFigure('step-least-separation', head.least_separation, 'm')),
      makeRow('kinetic energy', makeFigure('step-kinetic', head.kinetic_energy, 'J')),
      makeRow('potential energy', makeFigure('step-potential', head.potential_energy, 'J')),
      makeRow('energy', makeFigure('step-energy', total, 'J')),
      makeRow('repositioning', makeFigure('step-repositioning', head.repositioning_energy, 'J')),
      makeRow('dropped', makeFigure('step-dropped', head.dropped_energy, 'J')),
      makeRow('momentum', makeVector('step-momentum', head.momentum, 'N s')),
      makeRow('angular momentum', makeVector('step-angular-momentum', head.angular_momentum, 'N m s')),
      makeRow('motion asked', makeFigure('step-path-asked', head.path_asked, 'm')),
      makeRow('motion lost', makeFigure('step-path-lost', head.path_lost, 'm')),
      makeRow('solved', makeText('step-solved', head.is_solved ? 'yes' : 'no')),
      makeRow('error', makeFigure('step-error', head.error)),
      makeRow('error, rms', makeFigure('step-error-rms', head.error_rms)),
      ...(head.error_bodies === null ? [] : [makeRow('worst contact', makeText('step-error-bodies', head.error_bodies.map((body) => this.app.nameOf(body)).join(' \u2013 ')))]),
      makeRow('residual', makeFigure('step-residual', head.residual)),
      makeRow('rounds', makeFigure('step-rounds', head.rounds)),
      makeRow('sweeps', makeFigure('step-sweeps', head.sweeps)),
      makeRow('substeps', makeFigure('step-substeps', head.substeps)),
      makeRow('impacts', makeFigure('step-impacts', head.impacts)),
      makeRow('bodies limited', makeFigure('step-limited', head.limited)),
      makeRow('bodies held', makeFigure('step-held', head.held)),
      makeRow('bodies asleep', makeFigure('step-asleep', head.asleep)),
      makeRow('hash of the state', makeText('step-hash', head.hash)),
    ];
  }

  // Where the energy of the step went; nothing is known of it in traces of older versions.
  private makeEnergy({ head }: StepDetails): HTMLElement {
    const rows = kEnergyTerms.map((name) => makeRow(name.replace('_', ', '), makeFigure(`step-${name}`, head.energy_terms[name], 'J')));
    return makeCard('energy-card', 'Energy in this step', ...rows);
  }

  private makeLists(details: StepDetails): HTMLElement[] {
    const { head, contacts, certificates } = details;
    return [
      this.makeList('contacts', formatCount(contacts.length, 'contact'), head.has_contacts, contacts, (c) => this.makeContactLine(c)),
      this.makeList('certificates', `${formatCount(certificates.length, 'certificate')} of separation`, head.has_certificates, certificates, (c, i) =>
        make('div', { class: 'line', testid: 'certificate-line' }, make('span', { text: `${this.app.nameOf(c.bodies[0])} \u2013 ${this.app.nameOf(c.bodies[1])}` }), makeFigure(`certificate-${i}`, c.separation, 'm')),
      ),
    ];
  }

  private makeList<T>(name: string, title: string, isRecorded: boolean, items: T[], line: (item: T, i: number) => HTMLElement): HTMLElement {
    const isOpen = this.unfolded.has(name);
    const heading = make('button', {
      class: 'fold', testid: `fold-${name}`, type: 'button', text: title,
      onclick: () => {
        if (!this.unfolded.delete(name)) this.unfolded.add(name);
        this.request();
      },
    });
    heading.setAttribute('aria-expanded', String(isOpen));
    const list = make('section', { class: 'card', testid: `${name}-list` }, make('h2', {}, heading));
    if (!isOpen) return list;
    if (!isRecorded && items.length === 0) list.append(make('p', { class: 'hint', text: this.app.shownStep === 0 ? 'None at the start.' : 'Not recorded in this trace.' }));
    list.append(...makeBlocks(items.slice(0, kMostListed).map(line), kLineHeight));
    if (items.length > kMostListed) list.append(make('p', { class: 'hint', text: `and ${items.length - kMostListed} more` }));
    return list;
  }

  private makeContactLine(c: Contact): HTMLElement {
    const { app } = this;
    const line = make(
      'button', { class: 'line', testid: 'contact-line', type: 'button', onclick: () => app.select({ kind: 'contact', id: c.id }) },
      make('span', { text: `${app.nameOf(c.bodies[0])} \u2013 ${app.nameOf(c.bodies[1])}` }),
      make('span', { class: 'unit', text: c.features.map(describeFeature).join(' \u00b7 ') }),
    );
    line.dataset.id = String(c.id);
    if (app.selection.kind === 'contact' && app.selection.id === c.id) line.classList.add('selected');
    line.addEventListener('pointerenter', () => app.hoverContact(c.id));
    line.addEventListener('pointerleave', () => app.hoverContact(null));
    return line;
  }
}

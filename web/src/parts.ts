// The tree of bodies, gathered by group: search, select, hide, show alone, colour. Names are only ever text. Groups
// fold. More than two thousand bodies are not all listed: the search finds them.

import type { App } from './app.ts';
import { make, makeBlocks, makeButton, makeIcon } from './dom.ts';
import { formatCount } from './format.ts';

const kEye = ['M8 3.5C4.5 3.5 2 6.2 1 8c1 1.8 3.5 4.5 7 4.5S14 9.8 15 8c-1-1.8-3.5-4.5-7-4.5zm0 7.2A2.7 2.7 0 1 1 8 5.3a2.7 2.7 0 0 1 0 5.4z'];
const kAlone = ['M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 1.4a4.6 4.6 0 1 1 0 9.2 4.6 4.6 0 0 1 0-9.2z', 'M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z'];
const kMostListed = 2000;
const kRowHeight = 28; // px

export class Parts {
  readonly element = make('section', { class: 'parts', testid: 'parts' });
  private readonly search = make('input', { testid: 'part-search', type: 'search', label: 'Search parts' });
  private readonly list = make('div', { class: 'tree', testid: 'part-list' });
  private readonly summary = make('span', { class: 'unit', testid: 'part-count' });
  private readonly rows = new Map<number, HTMLElement>();
  private readonly folded = new Set<string>();

  constructor(private readonly app: App) {
    this.search.placeholder = 'Search parts';
    this.search.addEventListener('input', () => this.write());
    const all = makeButton('show-all', 'Show all parts', () => this.showAll(), 'Show all');
    this.element.append(make('h2', { text: 'Parts' }, this.summary, all), this.search, this.list);
    app.on(['model', 'theme'], () => this.write());
    app.on(['selection', 'looks', 'hover'], () => this.mark());
  }

  private write(): void {
    const { hello } = this.app;
    if (hello === null) return;
    const wanted = this.search.value.trim().toLowerCase();
    const found = hello.bodies.flatMap((body, i) => (body.name.toLowerCase().includes(wanted) ? [i] : []));
    const groups = new Map<string, number[]>();
    for (const body of found.slice(0, kMostListed)) {
      const name = String(hello.bodies[body].group ?? '');
      groups.set(name, [...(groups.get(name) ?? []), body]);
    }
    this.rows.clear();
    const isFlat = groups.size <= 1 || [...groups.values()].every((bodies) => bodies.length === 1);
    this.list.replaceChildren(...[...groups].flatMap(([name, bodies]) => (isFlat ? this.makeRows(bodies) : this.makeGroup(name, bodies))));
    if (found.length > kMostListed) this.list.append(make('p', { class: 'hint', text: `and ${found.length - kMostListed} more: search for them` }));
    this.mark();
  }

  private makeGroup(name: string, bodies: number[]): HTMLElement[] {
    const isOpen = !this.folded.has(name);
    const heading = make('button', {
      class: 'fold', testid: 'part-group', type: 'button', text: `${name === '' ? 'no group' : `group ${name}`} (${bodies.length})`,
      onclick: () => {
        if (!this.folded.delete(name)) this.folded.add(name);
        this.write();
      },
    });
    heading.setAttribute('aria-expanded', String(isOpen));
    return [heading, ...(isOpen ? this.makeRows(bodies) : [])];
  }

  private makeRows(bodies: number[]): HTMLElement[] {
    return makeBlocks(bodies.map((body) => this.makeRow(body)), kRowHeight);
  }

  private makeRow(body: number): HTMLElement {
    const { app } = this;
    const info = app.hello!.bodies[body];
    const colour = make('input', { class: 'swatch', testid: 'part-colour', type: 'color', label: `Colour of ${info.name}`, title: 'Colour' });
    colour.value = app.colourOf(body);
    colour.addEventListener('input', () => {
      app.colours.set(body, colour.value);
      app.emit('looks');
    });
    const name = make('button', { class: 'name', testid: 'part-name', type: 'button', text: info.name, title: `${info.name}: ${info.kind}`, onclick: () => app.select({ kind: 'body', body }) });
    name.addEventListener('dblclick', () => app.frameSelected());
    const row = make(
      'div', { class: 'part', testid: 'part' }, colour, name,
      makeButton('part-alone', `Show ${info.name} alone`, () => this.isolate(body), makeIcon(...kAlone)),
      makeButton('part-hide', `Hide or show ${info.name}`, () => this.toggle(body), makeIcon(...kEye)),
    );
    row.dataset.body = String(body);
    row.addEventListener('pointerenter', () => app.hoverBody(body));
    row.addEventListener('pointerleave', () => app.hoverBody(null));
    this.rows.set(body, row);
    return row;
  }

  private mark(): void {
    const { selection, hidden, hoveredBody, hello } = this.app;
    for (const [body, row] of this.rows) {
      row.classList.toggle('selected', selection.kind === 'body' && selection.body === body);
      row.classList.toggle('hovered', hoveredBody === body);
      row.classList.toggle('hidden', hidden.has(body));
    }
    if (hello === null) return;
    this.summary.textContent = hidden.size > 0 ? `${hello.bodies.length - hidden.size} of ${hello.bodies.length}` : formatCount(hello.bodies.length, 'body', 'bodies');
  }

  private toggle(body: number): void {
    const { hidden } = this.app;
    if (!hidden.delete(body)) hidden.add(body);
    this.app.emit('looks');
  }

  private isolate(body: number): void {
    const { hidden, hello } = this.app;
    const isAlone = !hidden.has(body) && hidden.size === hello!.bodies.length - 1;
    hidden.clear();
    if (!isAlone) hello!.bodies.forEach((_, i) => i !== body && hidden.add(i));
    this.app.emit('looks');
  }

  private showAll(): void {
    this.app.hidden.clear();
    this.app.emit('looks');
  }
}

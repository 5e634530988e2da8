// Figures on the page: a rounded text, its unit, and behind it the full value, which is the trace's double to the last
// digit; a click copies it.

import { make } from './dom.ts';
import { exact, rounded } from './format.ts';
import { tell } from './notices.ts';

export function makeFigure(testid: string, value: number | bigint | null, unit = '', digits = 5): HTMLElement {
  const text = typeof value === 'bigint' ? String(value) : rounded(value, digits);
  const full = exact(value);
  const figure = make('button', {
    class: 'figure', testid, type: 'button', text, title: `${full}${unit ? ` ${unit}` : ''}: click to copy`,
    onclick: () => copy(full),
  });
  figure.dataset.value = full;
  return make('span', { class: 'quantity' }, figure, ...(unit ? [make('span', { class: 'unit', text: unit })] : []));
}

export function makeVector(testid: string, values: ArrayLike<number | null>, unit: string): HTMLElement {
  const figures = Array.from(values, (value, i) => makeFigure(`${testid}-${i}`, value, '', 4));
  return make('span', { class: 'vector' }, ...figures, make('span', { class: 'unit', text: unit }));
}

export function makeText(testid: string, text: string): HTMLElement {
  return make('span', { class: 'text', testid, text, title: text });
}

// A row of a card: what it is, and the figure.
export function makeRow(label: string, value: HTMLElement): HTMLElement {
  return make('div', { class: 'entry' }, make('span', { class: 'label', text: label }), value);
}

export function makeCard(testid: string, title: string, ...children: (HTMLElement | string)[]): HTMLElement {
  return make('section', { class: 'card', testid }, make('h2', { text: title }), ...children);
}

function copy(text: string): void {
  if (navigator.clipboard === undefined) return tell(text);
  navigator.clipboard.writeText(text).then(
    () => tell(`Copied ${text}`),
    () => tell(text),
  );
}

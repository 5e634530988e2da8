// Making elements without writing HTML in text: names from files only ever become text.

type Child = Node | string;

export interface Props {
  class?: string;
  testid?: string;
  text?: string;
  title?: string;
  label?: string; // aria-label
  type?: string;
  onclick?: (event: MouseEvent) => void;
}

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (props.class) element.className = props.class;
  if (props.testid) element.dataset.testid = props.testid;
  if (props.text !== undefined) element.textContent = props.text;
  if (props.title) element.title = props.title;
  if (props.label) element.setAttribute('aria-label', props.label);
  if (props.type) element.setAttribute('type', props.type);
  if (props.onclick) element.addEventListener('click', props.onclick as EventListener);
  element.append(...children);
  return element;
}

export function makeButton(testid: string, label: string, onclick: () => void, ...children: Child[]): HTMLButtonElement {
  const button = make('button', { testid, label, title: label, type: 'button', class: 'button', onclick }, ...children);
  if (children.length === 0) button.textContent = label;
  return button;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}`);
  return element;
}

const kBlock = 25;

// Rows of a long list, about so high (px), in blocks: those out of sight are neither laid out nor painted.
export function makeBlocks(rows: HTMLElement[], height: number): HTMLElement[] {
  return Array.from({ length: Math.ceil(rows.length / kBlock) }, (_, i) => {
    const some = rows.slice(i * kBlock, (i + 1) * kBlock);
    const block = make('div', { class: 'block' }, ...some);
    block.style.containIntrinsicHeight = `auto ${some.length * height}px`;
    return block;
  });
}

const kSvg = 'http://www.w3.org/2000/svg';

// An icon of 16 by 16, drawn by paths in the colour of the text.
export function makeIcon(...paths: string[]): SVGSVGElement {
  const svg = document.createElementNS(kSvg, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  for (const d of paths) {
    const path = document.createElementNS(kSvg, 'path');
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

// Messages over the view: banners for what is so (a lost connection, a file cut short), toasts for what happened, and
// one large message where there is nothing else to show.

import { byId, make } from './dom.ts';

const banners = new Map<string, HTMLElement>();

// One banner for each subject; an empty text takes it away.
export function setBanner(subject: string, text: string, isUrgent = false): void {
  if ((banners.get(subject)?.textContent ?? '') === text) return;
  banners.get(subject)?.remove();
  banners.delete(subject);
  if (text === '') return;
  const banner = make('div', { class: isUrgent ? 'notice urgent' : 'notice', testid: `banner-${subject}`, text });
  banners.set(subject, banner);
  byId('notices').prepend(banner);
}

export function tell(text: string): void {
  const toast = make('div', { class: 'notice toast', testid: 'toast', text });
  byId('notices').append(toast);
  setTimeout(() => toast.remove(), 6000);
}

export function setGreatMessage(title: string, text: string): void {
  document.getElementById('great-message')?.remove();
  if (title === '') return;
  const box = make('div', { class: 'great', testid: 'great-message' }, make('h1', { text: title }), make('p', { text }));
  box.id = 'great-message';
  byId('stage').append(box);
}

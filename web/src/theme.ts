// Light or dark: what the system prefers, until the user chooses; the choice is kept for the next time where the browser
// lets pages keep something.

import type { App } from './app.ts';
import type { ThemeName } from './colours.ts';

const kKey = 'abut-theme';

function recall(): ThemeName | null {
  try {
    const kept = localStorage.getItem(kKey);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    return null;
  }
}

function apply(app: App, theme: ThemeName): void {
  document.documentElement.dataset.theme = theme;
  app.setTheme(theme);
}

export function startTheme(app: App): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => apply(app, recall() ?? (system.matches ? 'dark' : 'light'));
  system.addEventListener('change', follow);
  follow();
}

export function toggleTheme(app: App): void {
  const theme = app.theme === 'light' ? 'dark' : 'light';
  try {
    localStorage.setItem(kKey, theme);
  } catch {
    // A page from a file may not keep anything; the choice then holds for this time.
  }
  apply(app, theme);
}

// Light or dark: that of the system, or what the reader chose, which is remembered.
import { Atom } from '../lib/atom.ts';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'bfclx-theme';

function remembered(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

export const theme = new Atom<Theme>(remembered());

/** The page around the frame has chosen: what the reader chose for the site itself stays. */
let lent = false;

function apply(): void {
  const root = document.documentElement;
  if (theme.value === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme.value;
  if (lent) return;
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}
theme.subscribe(apply);
apply();

export function setTheme(chosen: Theme): void {
  lent = false;
  theme.set(chosen);
}

/** As the page around wants it, for this visit. */
export function lendTheme(chosen: Theme): void {
  lent = true;
  theme.set(chosen);
}

/** system, then the opposite of what the system has, then back. */
export function nextTheme(): void {
  const order: Theme[] = ['system', 'light', 'dark'];
  setTheme(order[(order.indexOf(theme.value) + 1) % order.length] ?? 'system');
}

// Light or dark: as the system says, or as the reader says.
import { keep, recall } from './i18n.svelte.ts';

export type Theme = 'auto' | 'light' | 'dark';
const KEY = 'grundy.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

class Look {
  chosen = $state<Theme>('auto');
  private dark = $state(system.matches);

  constructor() {
    system.addEventListener('change', (event) => (this.dark = event.matches));
    const kept = recall(KEY);
    if (kept === 'light' || kept === 'dark') this.chosen = kept;
  }

  /** What is shown now; what is drawn by hand (a canvas) asks this. */
  get now(): 'light' | 'dark' {
    if (this.chosen !== 'auto') return this.chosen;
    return this.dark ? 'dark' : 'light';
  }

  /** For the page: shows it, and keeps it. An element in another page only sets `chosen`. */
  set(to: Theme): void {
    this.chosen = to;
    keep(KEY, to);
    if (to === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = to;
  }
}

export const theme = new Look();

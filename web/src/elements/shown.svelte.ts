// How a component of the page is put into an element of another page.
import { mount, unmount, type Component } from 'svelte';
import { choose } from '../engine/choose.ts';
import type { OfGame } from '../engine/contract';
import { behind } from '../engine/index.ts';
import { lang } from '../i18n.svelte.ts';
import { theme } from '../theme.svelte.ts';
import '../palette.css?within';
import '../tokens.css?within';
import '../base.css?within';
import './element.css';

behind(choose);

export type Attributes = Readonly<Record<string, string>>;

/** What an element shows, until it is closed. */
export interface Shown {
  change(attributes: Attributes): void;
  close(): void;
}

/** The language is that of the whole page; light or dark is as where the element stands. */
function suit(target: HTMLElement): void {
  const spoken = document.documentElement.lang.toLowerCase();
  lang.now = spoken.startsWith('zh') ? 'zh' : 'en';
  const asked = target.getAttribute('theme');
  const schemes = target.parentElement ? getComputedStyle(target.parentElement).colorScheme : '';
  const system = matchMedia('(prefers-color-scheme: dark)').matches;
  const dark = schemes.includes('dark') && (system || !schemes.includes('light'));
  theme.chosen = asked === 'light' || asked === 'dark' ? asked : dark ? 'dark' : 'light';
  target.dataset['theme'] = theme.chosen;
}

/**
 * Mounts a component whose properties are read from the attributes. It takes the place of what is in the
 * element; or, given an anchor, stands before that (at the end, if it is null) and leaves the rest alone.
 */
export function shown<P extends object>(
  component: Component<P>,
  target: HTMLElement,
  read: (attributes: Attributes) => P,
  attributes: Attributes,
  anchor?: Element | null,
): Shown {
  suit(target);
  if (anchor === undefined) target.replaceChildren();
  const props = $state(read(attributes));
  const made = mount(component, { target, props, ...(anchor ? { anchor } : {}) });
  return {
    change(next) {
      suit(target);
      const fresh = read(next);
      for (const name of Object.keys(props)) {
        if (!(name in fresh)) delete (props as Record<string, unknown>)[name];
      }
      Object.assign(props, fresh);
    },
    close() {
      void unmount(made);
      if (anchor === undefined) target.replaceChildren();
    },
  };
}

/** `params="a=1, b=2"` */
function pairs(text: string): Record<string, string> {
  const found = text.split(',').map((pair) => pair.split('=').map((side) => side.trim()));
  return Object.fromEntries(found.flatMap(([name, value]) => (name && value ? [[name, value]] : [])));
}

/** Whether an attribute without a value is there. */
export const flag = (value: string | undefined): boolean => value !== undefined && value !== 'false';

/** The game that the attributes name. */
export function game(attributes: Attributes): OfGame & { params?: Record<string, string> } {
  const { game: id = '', params, convention, misere, compound } = attributes;
  return {
    game: id,
    ...(params ? { params: pairs(params) } : {}),
    ...(convention === 'normal' || convention === 'misere' ? { convention } : {}),
    ...(flag(misere) ? { convention: 'misere' as const } : {}),
    ...(compound ? { compound } : {}),
  };
}

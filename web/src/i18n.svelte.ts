// The two languages of the page. Texts stand where they are used, always in both:
// t('Undo', '悔棋') or t({ en, zh }); they change in place when the reader switches.
import type { Both, Lang } from './engine/contract';

const KEY = 'grundy.lang';

function first(): Lang {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked === 'en' || asked === 'zh') return asked;
  const kept = recall(KEY);
  if (kept === 'en' || kept === 'zh') return kept;
  return navigator.languages.some((each) => each.toLowerCase().startsWith('zh')) ? 'zh' : 'en';
}

/** What this browser keeps for the page; nothing where keeping is forbidden. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps something in this browser, if it allows that. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing: the page works all the same.
  }
}

class Language {
  now = $state<Lang>(first());

  set(to: Lang): void {
    this.now = to;
    keep(KEY, to);
    document.documentElement.lang = to === 'zh' ? 'zh-CN' : 'en';
  }
}

/** The language of the page: `lang.now` is reactive. */
export const lang = new Language();

/** A text in the language of the page. */
export function t(en: string | Both, zh?: string): string {
  if (typeof en === 'string') return lang.now === 'zh' ? (zh ?? en) : en;
  return en[lang.now];
}

/** A number with its thousands apart. */
export function count(value: number | bigint): string {
  return value.toLocaleString(lang.now === 'zh' ? 'zh-CN' : 'en');
}

// The one door to the engine: `ask('play', { game: 'nim', position: '3,5,7' })`.
import { lang } from '../i18n.svelte.ts';
import { unreadable, type Answer, type Engine, type Options, type Question, type Verb } from './engine.ts';

export { DeskError, type Answer, type Engine, type Options, type Question, type Verb } from './engine.ts';
export type * from './contract';

let find: (() => Promise<Engine>) | undefined;
let chosen: Promise<Engine> | undefined;

/** Says which engine answers; it is looked for when the first question is asked. */
export function behind(engine: () => Promise<Engine>): void {
  find = engine;
}

/** The engine in use. */
export function engine(): Promise<Engine> {
  if (!find) return Promise.reject(unreadable());
  return (chosen ??= find());
}

/** Asks the engine, in the language of the page. Throws a `DeskError`. */
export async function ask<V extends Verb>(
  verb: V,
  question: Question<V>,
  options: Options = {},
): Promise<Answer<V>> {
  const inLang = options.lang ?? lang.now;
  const { limits } = options;
  const whole = { ...question, ask: verb, lang: inLang, ...(limits ? { limits } : {}) };
  return (await (await engine()).ask(whole, options)) as Answer<V>;
}

// The one door to the engine: `ask('play', { game: 'nim', position: '3,5,7' })`.
import { lang } from '../i18n.svelte.ts';
import type { Answer, Engine, Options, Question, Verb } from './engine.ts';
import { HttpEngine } from './http.ts';
import { WasmEngine } from './wasm.ts';

export { DeskError, type Answer, type Engine, type Options, type Question, type Verb } from './engine.ts';
export type * from './contract';

/** The folder of the page's files, also where a component of it stands in another page. */
function folder(): URL {
  const own = new URL(import.meta.url);
  const inside = own.pathname.search(/\/(assets|src)\/[^]*$/);
  own.pathname = own.pathname.slice(0, inside < 0 ? own.pathname.lastIndexOf('/') : inside) + '/';
  own.search = own.hash = '';
  return own;
}

interface Health {
  name?: string;
  engine?: string;
  version?: string;
}

/**
 * `grundy web` answers `api/health` with its name; a folder of static files holds a file of that
 * name that says `"engine": "wasm"`. `?engine=` in the address overrides both.
 */
async function choose(): Promise<Engine> {
  const base = folder();
  let health: Health = {};
  try {
    const response = await fetch(new URL('api/health', base));
    if (response.ok) health = (await response.json()) as Health;
  } catch {
    // No server: the engine in the browser.
  }
  const version = health.version ?? '';
  const forced = new URLSearchParams(location.search).get('engine');
  const served = health.name === 'grundy' && health.engine !== 'wasm' ? 'http' : 'wasm';
  const kind = forced === 'http' || forced === 'wasm' ? forced : served;
  return kind === 'http' ? new HttpEngine(base, version) : new WasmEngine(base, version);
}

let chosen: Promise<Engine> | undefined;

/** The engine in use. */
export function engine(): Promise<Engine> {
  return (chosen ??= choose());
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

// Which engine answers the page, and its elements in other pages.
import type { Engine } from './engine.ts';
import { HttpEngine } from './http.ts';
import { WasmEngine } from './wasm.ts';

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
export async function choose(): Promise<Engine> {
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

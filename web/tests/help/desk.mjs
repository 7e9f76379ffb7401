// A question to the engine behind the page, asked from the page itself, so that both engines answer it.
import assert from 'node:assert/strict';
import { where } from './browser.mjs';

/** Asks `grundy web`; where the engine is in the browser, by a worker of its own. */
export async function ask(page, question) {
  const base = await where();
  return page.evaluate(
    async ({ base, question }) => {
      const served = await fetch(new URL('api/health', base)).then((r) => (r.ok ? r.json() : {}), () => ({}));
      if (served.engine !== 'wasm' && (served.name === 'grundy' || served.engine === 'http')) {
        const response = await fetch(new URL('api/ask', base), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
          body: JSON.stringify(question),
        });
        return response.json();
      }
      const text = new TextEncoder().encode(JSON.stringify(question));
      const started = async (name) => {
        const bytes = await fetch(new URL(name, base)).then((r) => r.arrayBuffer());
        const module = await WebAssembly.compile(bytes);
        // A clock, and nothing else of what the module may want to tell.
        const env = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => undefined]));
        return WebAssembly.instantiate(module, { env: { ...env, now: () => performance.now() } });
      };
      // Kept as long as the page: many questions may follow.
      const desks = (globalThis.desksOfTests ??= {});
      // What the first refuses because it has no laws, the second is asked.
      let answer;
      for (const name of ['grundy.wasm', 'grundy-laws.wasm']) {
        const instance = await (desks[name] ??= started(name));
        const { memory, room, ask, release } = instance.exports;
        const ptr = room(text.length) >>> 0;
        new Uint8Array(memory.buffer, ptr, text.length).set(text);
        const place = BigInt.asUintN(64, ask(ptr, text.length));
        const [at, len] = [Number(place >> 32n), Number(place & 0xffffffffn)];
        const said = new TextDecoder().decode(new Uint8Array(memory.buffer, at, len));
        release(at, len);
        answer = JSON.parse(said);
        if (answer.error?.code !== 'needs_laws') break;
      }
      return answer;
    },
    { base, question },
  ).then((answer) => {
    assert.equal(typeof answer, 'object');
    return answer;
  });
}

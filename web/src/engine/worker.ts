// The engine in the browser: one instance of a module, asked one question after another; another
// module may take its place between two of them.
//
// A module exports `memory`, `room(len) -> ptr` (where the question is put; 0: no memory), `ask(ptr,
// len)` (which takes that room back and gives the place of the answer: ptr in the upper and len in
// the lower 32 bits), and `release(ptr, len)`. It is given a clock, a place to tell its progress, and
// one to say what was wrong before it stops for good.
import type { Order, Word } from './wasm.ts';

interface Exports {
  memory: WebAssembly.Memory;
  room(len: number): number;
  ask(ptr: number, len: number): bigint;
  release(ptr: number, len: number): void;
}

let engine: Promise<Exports> | undefined;
let asked = 0;
/** What the module said before it stopped. */
let last = '';

const tell = (word: Word): void => postMessage(word);

async function start(module: WebAssembly.Module): Promise<Exports> {
  let exports: Exports | undefined;
  const instance = await WebAssembly.instantiate(module, {
    env: {
      now: () => performance.now(),
      progress: (ptr: number, len: number) => {
        if (exports) tell({ of: asked, progress: read(exports, ptr, len) });
      },
      failed: (ptr: number, len: number) => {
        if (exports) last = read(exports, ptr, len);
      },
    },
  });
  exports = instance.exports as unknown as Exports;
  return exports;
}

function read(exports: Exports, ptr: number, len: number): string {
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, ptr >>> 0, len >>> 0));
}

async function answer(number: number, text: string): Promise<void> {
  if (!engine) return;
  try {
    const exports = await engine;
    asked = number;
    const bytes = new TextEncoder().encode(text);
    const ptr = exports.room(bytes.length) >>> 0;
    if (ptr === 0) throw new Error('no memory');
    new Uint8Array(exports.memory.buffer, ptr, bytes.length).set(bytes);
    const place = BigInt.asUintN(64, exports.ask(ptr, bytes.length));
    const [at, len] = [Number(place >> 32n), Number(place & 0xffff_ffffn)];
    const said = read(exports, at, len);
    exports.release(at, len);
    tell({ of: number, answer: said });
  } catch (error) {
    tell({ of: number, trap: last || (error instanceof Error ? error.message : String(error)) });
    last = '';
  }
}

onmessage = (event: MessageEvent<Order>) => {
  const order = event.data;
  if ('module' in order) engine = start(order.module);
  else void answer(order.ask, order.text);
};

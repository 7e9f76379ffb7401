// Answers questions on lines by modules of WebAssembly, as the page does:
//
//     node wasm.mjs grundy.wasm grundy-laws.wasm < questions
//     node wasm.mjs grundy-laws.wasm < questions
//
// The first module is asked; what it refuses because it has no laws, the second is asked, which is
// loaded when that happens first. For each line: the microseconds it took, the bytes of memory
// that the modules have, which of them answered (1 or 2), the answer, with tabs between. Time is that of the processor where Linux tells it, so that other work on the
// machine does not count; the compiler of node works on other threads.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const decoder = new TextDecoder();
let defect = "";

/** An instance of a module: its memory, and how it is asked. */
function load(file) {
  const module = new WebAssembly.Module(readFileSync(file));
  let exports;
  const text = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at >>> 0, length >>> 0));
  const env = {
    now: () => performance.now(),
    progress: (at, length) => JSON.parse(text(at, length)),
    failed: (at, length) => (defect = text(at, length)),
  };
  exports = new WebAssembly.Instance(module, { env }).exports;
  const { memory, room, ask, release } = exports;
  return {
    held: () => memory.buffer.byteLength,
    ask(question) {
      const at = room(question.length) >>> 0;
      if (at === 0) throw new Error("no room");
      new Uint8Array(memory.buffer, at, question.length).set(question);
      const both = BigInt.asUintN(64, ask(at, question.length));
      const [from, length] = [Number(both >> 32n), Number(both & 0xffffffffn)];
      const answer = text(from, length);
      release(from, length);
      return answer;
    },
  };
}

const [, , first, second] = process.argv;
const loaded = [load(first)];

/** Whether a module refused a question because it has no laws. */
const needsLaws = (answer) => answer.includes('"needs_laws"') && JSON.parse(answer).error?.code === "needs_laws";

/** The answer, and which module gave it. */
function asked(question) {
  const answer = loaded[0].ask(question);
  if (second === undefined || !needsLaws(answer)) return [1, answer];
  loaded[1] ??= load(second);
  return [2, loaded[1].ask(question)];
}

const spent = () => {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1000;
  } catch {
    return performance.now() * 1000;
  }
};

// Bytes that are no letters arrive as they are, and so do they at the module.
for await (const line of createInterface({ input: process.stdin.setEncoding("latin1") })) {
  const question = Buffer.from(line, "latin1");
  const begun = spent();
  let by, answer;
  try {
    [by, answer] = asked(question);
  } catch (error) {
    process.stderr.write(`${error}${defect && `: ${defect}`}\n`);
    process.exit(1);
  }
  const took = Math.round(spent() - begun);
  const held = loaded.reduce((sum, each) => sum + each.held(), 0);
  process.stdout.write(`${took}\t${held}\t${by}\t${answer}\n`);
}

// Answers questions on lines by the module of WebAssembly:
//
//     node wasm.mjs grundy.wasm < questions
//
// For each line: the microseconds it took, the bytes of memory the module has, the answer, with
// tabs between. Time is that of the processor where Linux tells it, so that other work on the
// machine does not count; the compiler of node works on other threads.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const decoder = new TextDecoder();
let exports;
let defect = "";
const text = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at >>> 0, length >>> 0));
const env = {
  now: () => performance.now(),
  progress: (at, length) => JSON.parse(text(at, length)),
  failed: (at, length) => (defect = text(at, length)),
};
exports = new WebAssembly.Instance(module, { env }).exports;

const spent = () => {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1000;
  } catch {
    return performance.now() * 1000;
  }
};

function ask(question) {
  const { memory, room, ask, release } = exports;
  const at = room(question.length) >>> 0;
  if (at === 0) throw new Error("no room");
  new Uint8Array(memory.buffer, at, question.length).set(question);
  const both = BigInt.asUintN(64, ask(at, question.length));
  const [from, length] = [Number(both >> 32n), Number(both & 0xffffffffn)];
  const answer = text(from, length);
  release(from, length);
  return answer;
}

// Bytes that are no letters arrive as they are, and so do they at the module.
for await (const line of createInterface({ input: process.stdin.setEncoding("latin1") })) {
  const question = Buffer.from(line, "latin1");
  const begun = spent();
  let answer;
  try {
    answer = ask(question);
  } catch (error) {
    process.stderr.write(`${error}${defect && `: ${defect}`}\n`);
    process.exit(1);
  }
  const took = Math.round(spent() - begun);
  process.stdout.write(`${took}\t${exports.memory.buffer.byteLength}\t${answer}\n`);
}

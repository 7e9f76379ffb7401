// Runs a test program compiled for wasm32-wasip1 under node's WASI, as cargo's runner:
//
//     node wasi.mjs FOLDER[:FOLDER...] PROGRAM.wasm ARGUMENT...
//
// The program sees the folders named first, under the names that they have here, and
// nothing else of this machine. Its exit code is passed on.
//
// Node 20 and 22 sometimes end with a segmentation fault when a program that ran for
// seconds returns, or calls out. A program of web assembly cannot cause that. So it runs in
// a process of its own: if that dies so after all tests had passed, this is said and the
// tests count; if it dies before, it is started again, at most twice.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { WASI } from "node:wasi";

const INSIDE = "--inside";
if (process.argv[2] !== INSIDE) {
  const attempt = () =>
    new Promise((ended) => {
      const inside = [...process.execArgv, process.argv[1], INSIDE, ...process.argv.slice(2)];
      const child = spawn(process.execPath, inside, { stdio: ["inherit", "pipe", "inherit"] });
      let last = "";
      child.stdout.on("data", (bytes) => {
        process.stdout.write(bytes);
        last = (last + bytes).slice(-400);
      });
      child.on("close", (code, signal) => ended({ code, signal, last }));
    });
  for (let tries = 1; ; tries++) {
    const { code, signal, last } = await attempt();
    if (signal !== "SIGSEGV") process.exit(code ?? 1);
    if (/test result: ok\.[^\n]*\n\s*$/.test(last)) {
      console.log("(node itself died after the tests had passed)");
      process.exit(0);
    }
    if (tries === 3) process.exit(1);
    console.log("(node itself died: started again)");
  }
}

const [folders, program, ...given] = process.argv.slice(3);
const preopens = Object.fromEntries(folders.split(delimiter).map((folder) => [folder, folder]));
const passed = ["PROPTEST_CASES", "PROPTEST_RNG_SEED", "RUST_BACKTRACE", "GAME"];
const env = Object.fromEntries(
  passed.filter((name) => name in process.env).map((name) => [name, process.env[name]]),
);
const wasi = new WASI({ version: "preview1", args: [program, ...given], env, preopens });

// A C library that is older than the compiler lacks the functions on threads. A new one
// has them, and starting a thread fails.
const NOT_SUPPORTED = 58;
const never = (name) => () => {
  throw new Error(`${name} was called where no thread was started`);
};
const threads = {
  pthread_attr_init: () => 0,
  pthread_attr_setstacksize: () => 0,
  pthread_attr_destroy: () => 0,
  pthread_create: () => NOT_SUPPORTED,
  pthread_join: never("pthread_join"),
  pthread_detach: never("pthread_detach"),
};

const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { ...wasi.getImportObject(), env: threads });
process.exitCode = wasi.start(instance);

// A module of the page for a test in node: its types are taken away, what it imports is inlined.
import { build } from 'vite';
import { fileURLToPath } from 'node:url';

/** The exports of a file under `src/`. */
export async function source(path) {
  const made = await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL(`../../src/${path}`, import.meta.url)), formats: ['es'] },
    },
  });
  const { code } = [made].flat()[0].output[0];
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { bridge } from './dev-bridge.ts';
import { within } from './within.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the page may do: nothing that is not its own. The server sends the rules of this very file as a header. */
const POLICY = readFileSync(here('../crates/web/src/policy.txt'), 'utf8').trim().split(/\r?\n/).join('; ');

/** The policy stands in the built pages only: while one works on the page, styles are injected. */
function policy(): Plugin {
  return {
    name: 'policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig({
  // Works in any folder of any host.
  base: './',
  plugins: [within(), svelte(), policy(), bridge()],
  server: { port: 4701, strictPort: true },
  preview: { port: 4701, strictPort: true },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // Inside the package of the server, which holds the page.
    outDir: '../crates/web/dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      input: {
        index: here('index.html'),
        sample: here('elements.html'),
        elements: here('src/elements.ts'),
      },
      output: {
        // Other pages name this one file; all others have names that change with what is in them.
        entryFileNames: (chunk) => (chunk.name === 'elements' ? 'elements.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});

// The board in a notebook: one module, with its style sheet inside, for anywidget to load.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { within } from './within.ts';

/** A text in the sources in whose place the style sheet is put. */
const PLACE = /(["'`])grundy:style\1/g;

function inside(): Plugin {
  return {
    name: 'inside',
    enforce: 'post',
    generateBundle(_, bundle) {
      let style = '';
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'asset' || !name.endsWith('.css')) continue;
        style += String(file.source).trim();
        delete bundle[name];
      }
      const files = Object.values(bundle);
      const [module] = files;
      if (files.length !== 1 || module?.type !== 'chunk') {
        this.error(`one module was expected, not ${files.map((file) => file.fileName).join(', ')}`);
      }
      const places = module.code.match(PLACE)?.length ?? 0;
      if (places !== 1 || style === '') this.error(`${places} places for ${style.length} characters of style`);
      module.code = module.code.replace(PLACE, () => JSON.stringify(style));
    },
  };
}

export default defineConfig({
  plugins: [within(), svelte(), inside()],
  publicDir: false,
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    cssCodeSplit: false,
    // Inside the package of Python, which holds the module.
    outDir: '../py/python/grundy/static',
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: true,
    rolldownOptions: {
      input: fileURLToPath(new URL('src/widget.svelte.ts', import.meta.url)),
      // What it exports is what the notebook calls.
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'play.js' },
    },
  },
});

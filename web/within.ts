// Style sheets for the inside of the page's elements in other pages: `import './base.css?within'`.
// Every rule is put inside of `.grundy`, and what stands at `:root` stands there, so that nothing
// of the other page is touched.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const END = '.css?within';

export function within(): Plugin {
  return {
    name: 'within',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(END)) return null;
      const found = await this.resolve(source.slice(0, -'?within'.length), importer, { skipSelf: true });
      // Another name that still ends in `.css`, so that it is treated as a style sheet.
      return found ? found.id.replace(/\.css$/, '.within.css') : null;
    },
    async load(id) {
      if (!id.endsWith('.within.css')) return null;
      const text = await readFile(id.replace(/\.within\.css$/, '.css'), 'utf8');
      if (text.includes(':root')) return text.replaceAll(':root', '.grundy');
      return `.grundy {\n${text}\n}\n`;
    },
  };
}

// Can everybody use it? axe looks at the page as it is.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** Fails with what axe finds wrong. */
export async function audit(page, name = page.url()) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  assert.deepEqual(told, [], `axe at ${name}`);
}

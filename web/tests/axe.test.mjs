// No violation of accessibility that axe can find, in any section, language or colour.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { open } from './help/browser.mjs';
import { settled } from './help/board.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, in words. */
async function found(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('\n  ')}`);
}

const places = {
  games: ['#/games', (page) => page.waitForSelector('a.card')],
  'games, nothing found': ['#/games?q=zzzz', (page) => page.waitForSelector('.panel a.button')],
  play: ['#/play?game=nim&marks=1&why=1&numbers=1&review=1&moves=1:%20take%203;2:%20take%202', async (page) => {
    await settled(page);
    await page.waitForSelector('.sign');
    await page.waitForSelector('.mistake');
  }],
  'play, an edge picked': ['#/play?game=keep-one', async (page) => {
    await settled(page);
    await page.locator('.board g.can').first().focus();
    await page.keyboard.press('Enter');
  }],
  'play, a chooser': ['#/play?game=lasker&position=5', async (page) => {
    await settled(page);
    await page.focus('.board g[data-id="b1-s0-2"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chooser:popover-open');
  }],
  'play, over': ['#/play?game=nim&position=1&moves=take%201', (page) => page.waitForSelector('.say.over')],
  'train, asked': ['#/train?seed=3', (page) => page.waitForSelector('.answers button')],
  'train, answered': ['#/train?seed=3', async (page) => {
    await page.waitForSelector('.answers button');
    await page.click('.panel button.quiet');
    await page.waitForSelector('.panel dl');
  }],
  'a broken link': ['#/play?level=99', (page) => page.waitForSelector('h1')],
};

for (const [name, [hash, ready]] of Object.entries(places)) {
  for (const lang of ['en', 'zh']) {
    for (const theme of ['light', 'dark']) {
      test(`${name} (${lang}, ${theme})`, async (t) => {
        const size = theme === 'dark' ? [390, 844] : [1280, 800];
        const page = await open(t, hash, { lang, theme, size });
        await ready(page);
        assert.deepEqual(await found(page), []);
        // Nothing is wider than the screen.
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} px too wide`);
      });
    }
  }
}

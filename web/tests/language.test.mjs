// Every section speaks the language of the page: no English sentence in Chinese, no Chinese in English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './help/browser.mjs';
import { settled } from './help/board.mjs';

/** Names of things that are called the same in both languages. */
const SAME = ['grundy', 'PNG', 'SVG', 'Python', 'C++', 'LaTeX', 'TikZ', 'CSV', 'DOT', 'GraphML'];

/** What is seen or read out in a language that is not the page's. */
function strange(page, lang) {
  return page.evaluate(([lang, SAME]) => {
    // Notation, code and formulas are the same everywhere; what says that it is in another language is so on purpose.
    const same = 'code, pre, math, svg, canvas, script, noscript, style, textarea, .mono, .host, [lang]:not(html), [hidden]';
    const words = lang === 'zh' ? /[A-Za-z’'-]{2,}(?:[ ,]+[A-Za-z’'-]{2,})+/ : /[\u4e00-\u9fff]+/;
    const found = new Set();
    const look = (text, where) => {
      const hit = words.exec(text ?? '');
      if (hit) found.add(`${where}: ${text.trim().slice(0, 120)}`);
    };
    // What is pressed, chosen or filled in is named by words of the page, be it one word only; a sum is called as it is written.
    const named = 'button, a, label, legend, summary, option, th, dt, h1, h2, h3, h4';
    const alone = (text) => lang === 'zh' && /[A-Za-z]{3}/.test(text) && !/[\u4e00-\u9fff]/.test(text) && !SAME.includes(text.replace(/[^A-Za-z+]/g, '')) && !/\w:\d/.test(text);
    const each = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (each.nextNode()) {
      const parent = each.currentNode.parentElement;
      if (parent.closest(same)) continue;
      const text = each.currentNode.textContent;
      look(text, parent.localName);
      if (parent.closest(named) && alone(text)) found.add(`${parent.localName}: ${text.trim()}`);
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('[lang]:not(html), svg, .host, textarea')) continue;
      for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description']) look(element.getAttribute(name), `${element.localName} ${name}`);
    }
    look(document.title, 'title');
    return [...found];
  }, [lang, SAME]);
}

const law = (page) => page.locator('article.law math').first().waitFor({ timeout: 60_000 });
const places = {
  games: ['#/games', (page) => page.waitForSelector('a.card')],
  'games, nothing found': ['#/games?q=zzzz', (page) => page.waitForSelector('.panel a.button')],
  play: ['#/play?game=nim&marks=1&why=1&numbers=1&review=1&moves=1:%20take%203;2:%20take%202', async (page) => {
    await settled(page);
    await page.waitForSelector('.mistake');
    await page.waitForSelector('.about h3');
    await page.waitForSelector('.sign');
  }],
  'play, a sum': ['#/play?game=nim:3,5%20%2B%20kayles:7&compound=selective&why=1', async (page) => {
    await settled(page);
    await page.waitForSelector('.about h3');
    await page.locator('.table .badge').first().waitFor();
  }],
  'play, over': ['#/play?game=nim&position=1&moves=take%201', (page) => page.waitForSelector('.say.over')],
  write: ['#/write', async (page) => {
    await page.waitForSelector('.host:not([hidden])');
    await law(page);
  }],
  'study, nothing chosen': ['#/study', (page) => page.getByRole('combobox').first().waitFor()],
  study: ['#/study?game=wythoff', law],
  'study, a sum': ['#/study?game=nim:3,5%20%2B%20kayles:7', (page) => page.locator('main ul a').first().waitFor()],
  octal: ['#/octal?code=0.137', (page) => page.locator('.facts .status').waitFor({ timeout: 60_000 })],
  graph: ['#/graph', (page) => page.locator('[data-outcome]').first().waitFor()],
  nimbers: ['#/nimbers', (page) => page.locator('canvas[data-cells]').waitFor()],
  train: ['#/train?seed=3', async (page) => {
    // Once it is answered it stays so.
    await page.waitForSelector('.answers button, .panel dl');
    if (await page.$('.answers button')) await page.click('.panel button.quiet');
    await page.waitForSelector('.panel dl');
  }],
  'a broken link': ['#/play?level=99', (page) => page.waitForSelector('h1')],
};

for (const [name, [hash, ready]] of Object.entries(places)) {
  for (const lang of ['en', 'zh']) {
    test(`${name} (${lang})`, { timeout: 120_000 }, async (t) => {
      const page = await open(t, hash, { lang });
      await ready(page);
      assert.deepEqual(await strange(page, lang), []);
      // The other language in place, as if the page had been opened in it.
      const other = lang === 'zh' ? 'en' : 'zh';
      await page.locator('.switches button').first().click();
      await page.waitForFunction((lang) => document.documentElement.lang.startsWith(lang), other);
      await ready(page);
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .working'));
      // What is asked again in the other language may still be on its way.
      let left = await strange(page, other);
      for (let looks = 0; left.length > 0 && looks < 50; looks++) {
        await page.waitForTimeout(100);
        left = await strange(page, other);
      }
      assert.deepEqual(left, [], `turned to ${other}`);
    });
  }
}

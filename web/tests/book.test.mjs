// The books, where the site has them: every page on a phone, every board and table alive, every exercise
// judged as its author says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from './help/audit.mjs';
import { open, where } from './help/browser.mjs';
import { ask } from './help/desk.mjs';

/** How an element says that it cannot show something; a table, that there is none. */
const FAILED = '.failure, .table > p.dim:not(.reason)';

const LANGS = { en: { word: 'staircase' }, zh: { word: '阶梯博弈' } };
const PHONE = [360, 740];
/** `grundy web` refuses a move that is none, and a law that cannot be read, in a way that a browser tells. */
const refused = ['play 422?', 'prove 422?'];

const base = await where();
const present = (await fetch(`${base}book/en/index.html`)).ok;
const skip = present ? false : 'this site has no book';

/** What each element shows when it is ready; a failure is looked for besides. */
const READY = {
  'grundy-play': '.arena[data-moves]',
  'grundy-table': 'canvas',
  'grundy-study': '.study[aria-busy="false"]',
  'grundy-exercise': 'form.answer',
};

/** Shows all elements of a page at once; gives what failed. */
async function shown(page) {
  const tags = Object.keys(READY).join(', ');
  await page.$$eval(tags, async (all) => {
    for (const each of all) {
      await customElements.whenDefined(each.localName);
      each.open();
    }
  });
  const ready = ({ READY, FAILED }) =>
    Object.entries(READY).every(([tag, sign]) =>
      [...document.querySelectorAll(tag)].every((each) => each.querySelector(`${sign}, ${FAILED}`)),
    );
  await page.waitForFunction(ready, { READY, FAILED }, { timeout: 120_000 });
  return page.$$eval(
    tags,
    (all, FAILED) =>
      all.flatMap((each) => [...each.querySelectorAll(FAILED)].map((failure) => `${each.outerHTML.slice(0, 160)}: ${failure.textContent}`)),
    FAILED,
  );
}

/** What an exercise asks of the engine besides `kind` and `answer`. */
function question({ game, position, params = '', misere, convention, compound }) {
  const pairs = params.split(',').map((pair) => pair.split('=').map((side) => side.trim()));
  return {
    game,
    ...(position ? { position } : {}),
    ...(params ? { params: Object.fromEntries(pairs) } : {}),
    ...(misere !== undefined ? { convention: 'misere' } : convention ? { convention } : {}),
    ...(compound ? { compound } : {}),
  };
}

/** Answers to an exercise, each with the verdicts that it may get. */
async function answers(desk, attributes) {
  const { kind, answer } = attributes;
  if (kind === 'move') {
    const of = question(attributes);
    const solved = await ask(desk, { ask: 'solve', ...of });
    const table = await ask(desk, { ask: 'play', ...of, rate: true });
    const best = answer ?? solved.winning_moves?.[0]?.move;
    const losing = table.choices?.find(({ after }) => after !== undefined && after !== 'P')?.move;
    return [
      [best ?? 'there is none', ['right']],
      ['no such move', ['illegal']],
      ...(losing === undefined ? [] : [[losing, ['losing']]]),
    ];
  }
  const wrong = {
    value: answer === '0' ? '1' : '0',
    number: answer === '0' ? '1' : '0',
    outcome: answer === 'N' ? 'P' : 'N',
    law: `${answer} + 1`,
  };
  const not = kind === 'law' ? ['wrong', 'weak', 'open', 'failure'] : ['wrong'];
  return [[answer ?? 'the author gives no answer', ['right']], [wrong[kind], not]];
}

/** Writes answers into the fields of all exercises of a page, together; gives the verdicts. */
const judged = (page, texts) =>
  page.$$eval(
    'grundy-exercise',
    (all, texts) =>
      Promise.all(
        all.map(async (each, at) => {
          if (texts[at] === undefined) return undefined;
          const form = each.querySelector('form.answer');
          const field = form.querySelector('input, select');
          field.value = texts[at];
          field.dispatchEvent(new Event('input', { bubbles: true }));
          field.dispatchEvent(new Event('change', { bubbles: true }));
          // What was said before is taken away first.
          const pause = () => new Promise((done) => setTimeout(done, 20));
          await pause();
          form.requestSubmit();
          for (;;) {
            await pause();
            if (form.dataset.verdict !== undefined) return form.dataset.verdict;
            if (form.querySelector('.failure')) return 'failure';
          }
        }),
      ),
    texts,
  );

for (const [lang, { word }] of Object.entries(LANGS)) {
  test(`the book (${lang}) is alive on every page`, { skip, timeout: 600_000 }, async (t) => {
    const desk = await open(t, '', { lang });
    const page = await open(t, '', { lang, size: PHONE, path: `book/${lang}/index.html`, refused });
    const pages = await page.$$eval('.contents a', (all) => all.map((each) => each.href));
    assert.ok(pages.length > 20, 'the contents list the pages');
    const links = new Set();
    const wrong = [];
    for (const address of pages) {
      const name = address.slice(base.length);
      await page.goto(address);
      for (const failure of await shown(page)) wrong.push(`${name}: ${failure}`);
      const exercises = await page.$$eval('grundy-exercise', (all) =>
        all.map((each) => Object.fromEntries([...each.attributes].map(({ name, value }) => [name, value]))),
      );
      const unreadable = await page.$$eval('grundy-exercise', (all) => all.filter((each) => !each.querySelector(':scope > details > summary')).length);
      if (unreadable > 0) wrong.push(`${name}: ${unreadable} exercises without an answer to unfold`);
      const tried = [];
      for (const each of exercises) tried.push(await answers(desk, each));
      for (let round = 0; tried.some((each) => round < each.length); round += 1) {
        const verdicts = await judged(page, tried.map((each) => each[round]?.[0]));
        tried.forEach((each, at) => {
          if (each[round] === undefined) return;
          const [text, may] = each[round];
          if (!may.includes(verdicts[at])) {
            wrong.push(`${name}: exercise ${at + 1} (${JSON.stringify(exercises[at])}) says ${verdicts[at]} of ${text}, not ${may}`);
          }
        });
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) wrong.push(`${name}: ${wide} px too wide for a phone`);
      for (const link of await page.$$eval('a[href], link[href]', (all) => all.map((each) => each.href))) links.add(link.split('#')[0]);
    }
    for (const link of links) {
      if (link.startsWith(base) && !(await fetch(link)).ok) wrong.push(`${link} leads nowhere`);
    }
    assert.ok(wrong.length === 0, wrong.join('\n'));
  });

  test(`the book (${lang}) is searched`, { skip }, async (t) => {
    const page = await open(t, '', { lang, path: `book/${lang}/index.html` });
    await page.fill('.search input', word);
    const first = page.locator('#found a').first();
    await first.waitFor();
    const found = await page.$$eval('#found a', (all) => all.map((each) => each.href));
    assert.ok(found.some((each) => each.includes('/course/06-staircase.html')), found.join(' '));
    await first.click();
    await page.locator('main h1').waitFor();
    // The same page in the other language, and back.
    const here = page.url();
    await page.locator('.links a[hreflang]').click();
    await page.waitForURL((url) => !url.pathname.includes(`/book/${lang}/`));
    await page.locator('.links a[hreflang]').click();
    await page.waitForURL(here.split('#')[0]);
  });

  test(`everybody can use the book (${lang})`, { skip }, async (t) => {
    const page = await open(t, '', { lang, path: `book/${lang}/index.html` });
    assert.deepEqual(await shown(page), []);
    await audit(page);
  });
}

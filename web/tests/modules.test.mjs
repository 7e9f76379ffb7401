// The engine in the browser comes in two modules: who plays loads the small one alone, who asks for a law
// the whole one as well, once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine, open, where } from './help/browser.mjs';
import { move, settled } from './help/board.mjs';

const SMALL = 'grundy.wasm';
const WHOLE = 'grundy-laws.wasm';
const RULES = 'state n; move take(k in 1..3) -> [n-k]; expect outcome(0..4) = P N N N P';
const skip = engine === 'wasm' ? false : 'a server answers';

/** A page, and the modules it has asked for so far. The whole one is not there while `gone` says so. */
async function watched(t, hash, { gone = () => false, ...how } = {}) {
  const asked = [];
  const before = (page) => {
    page.on('request', (request) => {
      const name = new URL(request.url()).pathname.split('/').pop();
      if (name?.endsWith('.wasm')) asked.push(name);
    });
    return page.route(`**/${WHOLE}`, (route) => (gone() ? route.fulfill({ status: 404, body: '' }) : route.continue()));
  };
  const page = await open(t, hash, { ...how, before });
  return { page, asked };
}
const walk = (page, hash) => page.evaluate((to) => (location.hash = to), hash);
const law = (page, said = '') => page.locator('article.law', { hasText: said }).first().waitFor({ timeout: 90_000 });

test('who plays, looks at codes and graphs, or trains never loads the laws', { skip, timeout: 180_000 }, async (t) => {
  const { page, asked } = await watched(t, '#/play?game=nim&position=3,5,7&marks=1&numbers=1&why=1');
  const state = await settled(page);
  await move(page);
  await settled(page, state.moves + 1);
  await walk(page, '#/games');
  await page.waitForSelector('a.card');
  await walk(page, '#/octal?code=0.137');
  await page.locator('.big', { hasText: /Period\s+34/ }).waitFor({ timeout: 60_000 });
  await walk(page, '#/graph');
  await page.locator('svg').first().waitFor();
  await walk(page, '#/train');
  await page.locator('.board').first().waitFor({ timeout: 60_000 });
  assert.deepEqual(asked, [SMALL]);
});

test('who studies loads them once, for every study, and the board stays alive', { skip, timeout: 240_000 }, async (t) => {
  const { page, asked } = await watched(t, '#/study?game=wythoff');
  await law(page);
  assert.deepEqual(asked, [SMALL, WHOLE]);
  await walk(page, '#/study?game=kayles');
  await law(page, 'n mod 12');
  await walk(page, '#/play?game=nim&position=3,5,7');
  const state = await settled(page);
  await move(page);
  await settled(page, state.moves + 1);
  // The editor asks for tests, values and the law of a text at once.
  await walk(page, `#/write?rules=${encodeURIComponent(RULES)}`);
  await law(page, 'n mod 4');
  assert.deepEqual(asked, [SMALL, WHOLE]);
});

test('a worker that is stopped at a study starts again with laws, without loading them again', { skip, timeout: 180_000 }, async (t) => {
  const hard = `state a, b, c\n${Array.from({ length: 40 }, (_, k) => `move m${k}(x in 0..a, y in 0..b, z in 0..c) if x+y+z > ${k} and (x xor y xor z) != ${k} -> [a-x, b-y, c-z]`).join('\n')}`;
  const { page, asked } = await watched(t, `#/study?time=600&game=${encodeURIComponent(hard)}`);
  const stop = page.locator('.study').getByRole('button', { name: 'Stop' });
  await stop.waitFor({ timeout: 60_000 });
  await stop.click();
  await page.locator('.study').getByText('Stopped.').waitFor();
  await walk(page, `#/study?game=${encodeURIComponent(RULES)}`);
  await law(page, 'n mod 4');
  assert.deepEqual(asked, [SMALL, WHOLE]);
});

for (const lang of ['en', 'zh']) {
  test(`without the laws a study says what is missing, play goes on, and it is tried again (${lang})`, { skip, timeout: 180_000 }, async (t) => {
    const missing = `${await where()}${WHOLE}`;
    let gone = true;
    const { page, asked } = await watched(t, `#/study?game=${encodeURIComponent(RULES)}`, { lang, refused: [`${missing} 404`], gone: () => gone });
    const alert = page.locator('.study').getByRole('alert');
    await alert.getByText(WHOLE).waitFor({ timeout: 60_000 });
    assert.match(await alert.innerText(), lang === 'zh' ? /无法加载/ : /could not be loaded/);
    // What needs no laws needs nothing that is missing.
    await walk(page, '#/play?game=nim&position=3,5,7');
    const state = await settled(page);
    await move(page);
    await settled(page, state.moves + 1);
    // Each question that needed it has tried in vain.
    const tried = asked.splice(0);
    assert.ok(tried.length >= 2 && tried.every((name, k) => name === (k === 0 ? SMALL : WHOLE)), String(tried));
    gone = false;
    await walk(page, `#/study?game=${encodeURIComponent(RULES)}`);
    await law(page, 'n mod 4');
    assert.deepEqual(asked, [WHOLE]);
  });
}

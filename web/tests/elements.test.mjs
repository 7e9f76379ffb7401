// The page's components as elements of another page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './help/browser.mjs';
import { point } from './help/board.mjs';

test('every element of the sample page shows what it should, and leaves the page alone', async (t) => {
  const page = await open(t, '', { path: 'elements.html' });
  const before = await page.$eval('h1', (each) => getComputedStyle(each).fontFamily);
  await page.waitForSelector('grundy-play .board g.can');
  // The first board is played on.
  await point(page, 'b1-s0-2');
  await page.waitForSelector('grundy-play .arena[data-moves="2"]');
  await page.waitForSelector('grundy-play .sign');
  await page.waitForSelector('grundy-play tfoot');
  const second = page.locator('grundy-play').nth(1);
  await second.scrollIntoViewIfNeeded();
  await second.locator('.badge').first().waitFor();
  const table = page.locator('grundy-table');
  await table.scrollIntoViewIfNeeded();
  await table.locator('canvas').first().waitFor();
  const study = page.locator('grundy-study');
  await study.scrollIntoViewIfNeeded();
  await study.locator('math').first().waitFor({ timeout: 60_000 });
  assert.match(before, /Georgia/);
  assert.equal(await page.$eval('h1', (each) => getComputedStyle(each).fontFamily), before);
  assert.equal(await page.$eval('html', (each) => each.dataset.theme), undefined);
});

test('an attribute that changes changes what is shown; what is taken away is gone', async (t) => {
  const page = await open(t, '', { path: 'elements.html' });
  const play = page.locator('grundy-play').first();
  await play.locator('.board g.can').first().waitFor();
  await play.evaluate((each) => each.setAttribute('position', '1,1'));
  await page.waitForFunction(() => document.querySelector('grundy-play .notation .mono')?.textContent === '1,1');
  // The language is that of the page.
  await page.evaluate(() => (document.documentElement.lang = 'zh-CN'));
  await play.evaluate((each) => each.setAttribute('theme', 'dark'));
  await play.locator('text=轮到你走').waitFor();
  await page.waitForFunction(() => getComputedStyle(document.querySelector('grundy-play .panel')).backgroundColor === 'rgb(20, 24, 29)');
  await play.evaluate((each) => {
    const parent = each.parentElement;
    each.remove();
    parent.prepend(each);
  });
  await play.locator('.board g.can').first().waitFor();
});

/** Answers an exercise as a reader does; gives what is said. */
async function answer(exercise, text) {
  await exercise.locator('input').fill(text);
  await exercise.locator('input').press('Enter');
  await exercise.locator('form[data-verdict]').waitFor();
  return exercise.locator('form').getAttribute('data-verdict');
}

test('the engine judges an exercise, and its author too', async (t) => {
  const page = await open(t, '', { path: 'elements.html', refused: ['play 422'] });
  const [move, law] = [0, 1].map((at) => page.locator('grundy-exercise').nth(at));
  await move.scrollIntoViewIfNeeded();
  assert.equal(await answer(move, '1: take 1'), 'right');
  assert.equal(await answer(move, '1: take 2'), 'losing');
  assert.equal(await answer(move, '1: take 9'), 'illegal');
  // How a move is written is told when the field is used.
  await move.locator('.help').waitFor();
  // The question and its answer are still there.
  assert.match(await move.textContent(), /Find a winning move\..*Take one stone/s);
  assert.equal(await answer(law, 'g(n) = n mod 4'), 'right');
  assert.equal(await answer(law, 'g(n) = n mod 5'), 'wrong');
  // True of many games, and not the law of this one.
  assert.equal(await answer(law, 'g(n) <= n'), 'weak');
  // A wrong book is found out.
  await law.evaluate((each) => {
    each.setAttribute('kind', 'value');
    each.setAttribute('position', '7');
    each.setAttribute('answer', '2');
  });
  assert.equal(await answer(law, '3'), 'book');
  await law.locator('[role=alert]').waitFor();
  await law.evaluate((each) => each.setAttribute('answer', '3'));
  assert.equal(await answer(law, '３'), 'right');
  assert.equal(await answer(law, '2'), 'wrong');
});

// The gallery: searching by any name, families, keyboard, both languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './help/browser.mjs';

const cards = (page) => page.$$eval('a.card', (all) => all.map((each) => /game=([^&]+)/.exec(each.getAttribute('href'))[1]));

test('every game has a picture, a name and a few words', async (t) => {
  const page = await open(t, '');
  await page.waitForSelector('a.card');
  const seen = await page.$$eval('a.card', (all) =>
    all.map((each) => ({
      name: each.querySelector('h3').textContent.trim(),
      words: each.querySelector('.summary').textContent.trim(),
      shapes: each.querySelectorAll('svg circle, svg rect, svg path').length,
    })),
  );
  assert.ok(seen.length >= 60);
  for (const { name, words, shapes } of seen) {
    assert.ok(name.length > 1 && words.length > 3 && shapes > 1, name);
  }
  // What the pictures draw is in the colours of the page, not in their own.
  const fill = await page.$eval('.thumb .f-paper', (each) => getComputedStyle(each).fill);
  assert.equal(fill, 'rgb(255, 255, 255)');
});

for (const lang of ['en', 'zh']) {
  test(`games are found by English, Chinese and other names (${lang})`, async (t) => {
    const page = await open(t, '#/games', { lang });
    await page.waitForSelector('a.card');
    const all = await cards(page);
    const found = async (words) => {
      await page.fill('input[type=search]', words);
      await page.waitForFunction((words) => location.hash.includes(encodeURIComponent(words).slice(0, 3)) || words === '', words);
      return cards(page);
    };
    assert.equal((await found('尼姆'))[0], 'nim');
    assert.equal((await found('阶梯'))[0], 'staircase');
    assert.equal((await found('威佐夫'))[0], 'wythoff');
    assert.equal((await found('anti-nim'))[0], 'nim');
    assert.equal((await found('Anti Nim'))[0], 'nim');
    assert.equal((await found('kayles'))[0], 'pins');
    assert.ok((await found('wyth')).includes('wythoff'));
    assert.deepEqual(await found('no such game at all'), []);
    await page.click(lang === 'zh' ? 'text=显示全部' : 'text=Show all');
    await page.waitForSelector('a.card');
    assert.deepEqual(await cards(page), all);
  });
}

test('families, and the search, stand in the address', async (t) => {
  const page = await open(t, '#/games');
  await page.waitForSelector('a.card');
  const all = (await cards(page)).length;
  await page.click('[role=group] button:nth-child(3)');
  await page.waitForFunction(() => location.hash.includes('family='));
  const some = await cards(page);
  assert.ok(some.length > 0 && some.length < all);
  await page.reload();
  await page.waitForSelector('a.card');
  assert.deepEqual(await cards(page), some);
});

test('by keyboard: search, arrows, enter', async (t) => {
  const page = await open(t, '#/games');
  await page.waitForSelector('a.card');
  await page.keyboard.press('/');
  await page.keyboard.type('nim');
  await page.waitForFunction(() => location.hash.includes('q=nim'));
  await page.keyboard.press('ArrowDown');
  const first = await page.evaluate(() => document.activeElement.getAttribute('href'));
  await page.keyboard.press('ArrowRight');
  const second = await page.evaluate(() => document.activeElement.getAttribute('href'));
  assert.notEqual(first, second);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.board g.can');
  assert.ok((await page.evaluate(() => location.hash)).startsWith(first));
});

test('the language changes in place, and is kept', async (t) => {
  const page = await open(t, '#/games?q=nim');
  await page.waitForSelector('a.card');
  assert.equal(await page.textContent('h1'), 'Games');
  await page.click('text=中文');
  await page.waitForFunction(() => document.querySelector('h1').textContent === '游戏');
  assert.equal(await page.getAttribute('html', 'lang'), 'zh-CN');
  assert.equal(await page.inputValue('input[type=search]'), 'nim');
  await page.reload();
  await page.waitForSelector('a.card');
  assert.equal(await page.textContent('h1'), '游戏');
});

test('light, dark, and as the system says', async (t) => {
  const page = await open(t, '#/games', { theme: 'dark' });
  await page.waitForSelector('a.card');
  const ground = () => page.$eval('html', (each) => getComputedStyle(each).backgroundColor);
  const paper = () => page.$eval('.thumb .f-paper', (each) => getComputedStyle(each).fill);
  assert.equal(await ground(), 'rgb(14, 18, 22)');
  assert.equal(await paper(), 'rgb(20, 24, 29)');
  /** The page may take a moment to change its colours. */
  const turned = (colour) => page.waitForFunction((c) => getComputedStyle(document.documentElement).backgroundColor === c, colour);
  await page.click('.switches button:last-child');
  await turned('rgb(246, 247, 248)');
  assert.equal(await paper(), 'rgb(255, 255, 255)');
  await page.reload();
  await page.waitForSelector('a.card');
  assert.equal(await ground(), 'rgb(246, 247, 248)');
  await page.click('.switches button:last-child');
  await turned('rgb(14, 18, 22)');
});

// At the board: keyboard, typing, analysis, history, addresses good and bad.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './help/browser.mjs';
import { move, point, settled } from './help/board.mjs';

const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));
const position = (page) => page.getAttribute('.arena', 'data-position');
/** The move is counted at once, the position shown when it is answered. */
const reached = (page, wanted) =>
  page.waitForFunction((wanted) => document.querySelector('.arena')?.dataset.position === wanted, wanted, { timeout: 10_000 });

test('a whole game by keyboard alone', async (t) => {
  const page = await open(t, '#/play?game=nim&position=1,2');
  await settled(page);
  // From the top of the page to the board.
  for (let tabs = 0; tabs < 30; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('.board g.can'))) break;
  }
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.board g.can[role=button]')), 'Tab leads to the board');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /heap 1, stone 1/);
  // Arrow keys go from stone to stone; the last stone of the second heap leaves 1,1.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /heap 2, stone 2.*2: take 1/);
  await page.keyboard.press('Enter');
  let state = await settled(page, 2);
  // The keyboard is still on the board: one more key takes the last stone.
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.board g.can')), 'the board keeps the keyboard');
  await page.keyboard.press('Space');
  state = await settled(page, 3);
  assert.equal(state.over, true);
  assert.match(await page.textContent('.say'), /You win!/);
});

test('several elements by keyboard, and taking back what was picked', async (t) => {
  const page = await open(t, '#/play?game=kayles&position=5&against=person', { lang: 'zh' });
  await settled(page);
  await page.evaluate(() => document.querySelector('.board g[data-id="b1-c0-2"]').focus());
  await page.keyboard.press('Enter');
  assert.equal(await page.getAttribute('.board g[data-id="b1-c0-2"]', 'aria-pressed'), 'true');
  await page.keyboard.press('Escape');
  assert.equal(await page.getAttribute('.board g[data-id="b1-c0-2"]', 'aria-pressed'), 'false');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await settled(page, 1);
  await reached(page, '2,1');
});

test('a chooser where moves touch the same, by keyboard', async (t) => {
  const page = await open(t, '#/play?game=lasker&position=5&against=person');
  await settled(page);
  await point(page, 'b1-s0-2');
  await page.waitForSelector('.chooser:popover-open');
  const offered = await page.$$eval('.chooser li button', (all) => all.map((each) => each.textContent.trim()));
  assert.equal(offered.length, 2);
  assert.ok(await page.evaluate(() => document.activeElement.closest('.chooser') !== null), 'the keyboard is in the chooser');
  await page.keyboard.press('Escape');
  assert.equal(await page.$('.chooser:popover-open'), null);
  await point(page, 'b1-s0-2');
  await page.waitForSelector('.chooser:popover-open');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await settled(page, 1);
  assert.ok((await hash(page)).includes(`moves=${offered[1]}`));
});

test('a move is typed; what is no move is said so', async (t) => {
  const page = await open(t, '#/play?game=nim&position=3,5,7');
  await settled(page);
  await page.fill('.type input', '9: take 4');
  await page.click('.type button');
  assert.match(await page.textContent('[role=alert]'), /9: take 4/);
  assert.equal(await page.getAttribute('.type input', 'aria-invalid'), 'true');
  const listed = await page.$$eval('datalist option', (all) => all.map((each) => each.value));
  assert.ok(listed.includes('3: take 7'));
  await page.fill('.type input', '1:take 1');
  await page.keyboard.press('Enter');
  await settled(page, 2);
  assert.equal(await page.inputValue('.type input'), '');
});

test('signs, numbers, reasons; hint; undo, redo, history with mistakes', async (t) => {
  const page = await open(t, '#/play?game=nim&position=3,5,7');
  await settled(page);
  assert.equal(await page.$('.sign'), null, 'nothing is told unasked');
  for (const name of ['Signs on moves', 'Who wins, and why', 'Numbers', 'Mistakes']) await page.click(`text="${name}"`);
  await page.waitForSelector('.sign.win');
  assert.equal((await page.$$('.sign.win')).length, 3);
  assert.equal((await page.$$('.sign.lose')).length, 12);
  await page.waitForSelector('text=Bouton');
  const sum = await page.$$eval('tfoot td', (all) => all.map((each) => each.textContent));
  assert.deepEqual(sum, ['1', '0', '0', '1']);
  for (const part of ['marks=1', 'why=1', 'numbers=1', 'review=1']) assert.ok((await hash(page)).includes(part));
  await page.click('text=Hint');
  await page.waitForSelector('text=Hint: >> visible=true');
  await page.waitForSelector('.board g.flash');
  // A mistake: all of the first heap.
  await point(page, 'b1-s0-0');
  let state = await settled(page, 2);
  await page.waitForSelector('.mistake');
  // The start, the mistake, the engine's reply: one of them is marked, and told what it should have been.
  const marked = (what) => page.$$eval('.table ol li', (all, what) => all.map((each) => each.querySelector(what) !== null), what);
  assert.deepEqual(await marked('.mistake'), [false, true, false]);
  assert.deepEqual(await marked('.better'), [false, true, false]);
  assert.match(await page.textContent('.better'), /take 1/);
  const after = await position(page);
  await page.click('.actions button:nth-child(1)');
  await page.waitForFunction(() => document.querySelector('.arena').dataset.moves === '0');
  await reached(page, '3,5,7');
  await page.click('.actions button:nth-child(2)');
  await settled(page, 2);
  await reached(page, after);
  // The board after the first move is the engine's: it can be looked at, and gone on from.
  await page.click('ol li:nth-child(2) button');
  await page.waitForSelector('text=Go on from here');
  assert.equal((await hash(page)).includes('at=1'), true);
  await page.click('text=Go on from here');
  state = await settled(page, 2);
  assert.equal(state.moves, 2);
});

test('back and forward, and a link that is sent', async (t) => {
  const page = await open(t, '#/play?game=nim&position=1,1,1&against=person');
  await settled(page);
  await point(page, 'b1-s0-0');
  await settled(page, 1);
  await point(page, 'b2-s0-0');
  await settled(page, 2);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('.arena').dataset.moves === '1');
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('.arena').dataset.moves === '0');
  await page.goForward();
  await page.waitForFunction(() => document.querySelector('.arena').dataset.moves === '1');
  await page.click('text=Copy link');
  await page.waitForSelector('text=Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open(t, link.slice(link.indexOf('#')));
  await settled(other);
  assert.equal(await position(other), await position(page));
  assert.equal((await other.$$('ol li')).length, 2);
});

test('setting up: another game, a position, misère, parameters, sums, who begins', async (t) => {
  const page = await open(t, '#/play?game=nim');
  await settled(page);
  const form = page.locator('form.stack');
  await form.locator('input').first().fill('1,1');
  await form.locator('text=Set up').click();
  await page.waitForFunction(() => document.querySelector('.notation .mono')?.textContent === '1,1');
  await form.locator('text=loses (misère)').click();
  await page.waitForSelector('.badge');
  assert.match(await hash(page), /position=1,1&convention=misere/);
  await form.locator('select').first().selectOption('bachet');
  await page.waitForFunction(() => location.hash.includes('bachet'));
  await settled(page);
  const parameter = form.locator('label.field:has-text("–") input').first();
  await parameter.fill('2');
  await form.locator('text=Set up').click();
  await page.waitForFunction(() => /p\.\w+=2/.test(location.hash));
  await page.waitForFunction(() => document.querySelectorAll('.board g.can').length === 2);
  // The engine begins.
  await form.locator('select').last().scrollIntoViewIfNeeded();
  await form.locator('label:has-text("Who begins") select').selectOption('engine');
  await settled(page, 1);
  // A sum of two games, in both of which every move is made.
  await form.locator('select').first().selectOption({ label: 'A sum of games, or own rules…' });
  await form.locator('textarea').fill('nim:3,5 + kayles:7');
  await form.locator('text=Set up').click();
  await page.waitForFunction(() => location.hash.includes('kayles'));
  await settled(page, 1);
  // What is told about it: how a sum is played, and each of its games.
  await page.locator('.about', { hasText: 'A move is made in exactly one component.' }).waitFor();
  assert.deepEqual(await page.$$eval('.about h3 .mono', (all) => all.map((each) => each.textContent)), ['3,5', '7']);
  assert.equal(await page.getByText('Study it').count(), 0, 'a sum has no law of its own');
  await form.locator('summary').click();
  await form.locator('label:has-text("A move is made in") select').selectOption('conjunctive');
  await page.waitForFunction(() => location.hash.includes('compound=conjunctive'));
  await settled(page, 1);
  await page.locator('.about', { hasText: 'A move is made in every component that has one.' }).waitFor();
  await page.waitForSelector('.badge');
});

test('rules of one’s own are played, too', async (t) => {
  const rules = 'state n; move take(k in 1..3) if k <= n -> [n-k]';
  const page = await open(t, `#/play?game=${encodeURIComponent(rules)}&position=9`, { lang: 'zh' });
  const state = await settled(page);
  assert.equal(state.moves, 0);
  // A move by pointing, and the reply: of nine, one to three were taken twice, and four are left where that can be.
  await move(page);
  assert.equal((await settled(page, 2)).moves, 2);
  assert.match(await position(page), /^[4-7]$/);
});

test('broken addresses say what is wrong, and lead back', async (t) => {
  for (const [address, said] of [
    ['#/play?game=nim&level=9', /level=9/],
    ['#/play?game=nim&at=5', /at=5/],
    ['#/play?game=nim&moves=%E5%B', /damaged/],
    ['#/nowhere?x=1', /nowhere/],
    ['#/train?seed=abc', /seed=abc/],
  ]) {
    const page = await open(t, address);
    await page.waitForSelector('h1 >> text=This link leads nowhere');
    assert.match(await page.textContent('main'), said, address);
    await page.click('text=To the games');
    await page.waitForSelector('a.card');
  }
});

test('a game, a position or a move that does not exist: said on the board, with a way on', async (t) => {
  for (const [lang, address, said, refused] of [
    ['en', '#/play?game=no-such-game', /no-such-game/, ['play 422', 'game 422']],
    ['zh', '#/play?game=no-such-game', /no-such-game/, ['play 422', 'game 422']],
    ['en', '#/play?game=nim&position=3,x', /x/, ['play 422']],
    ['en', '#/play?game=nim&position=3,5&moves=take%20the%20moon', /moon/, ['play 422']],
    ['zh', '#/play?game=nim&convention=misere&p.k=3', /k/, ['play 422', 'game 422']],
  ]) {
    const page = await open(t, address, { lang, refused });
    await page.waitForSelector('.arena .failure');
    assert.match(await page.textContent('.arena .failure'), said, address);
    if (address.includes('moon')) {
      await page.click('.failure >> text=Begin anew');
      await settled(page);
    }
    if (address.includes('3,x')) {
      await page.click('.failure >> text=Begin with the first example');
      await settled(page);
    }
  }
});

test('the engine shows what it touches before it moves', async (t) => {
  const page = await open(t, '#/play?game=nim&position=3,5,7', { motion: true });
  await settled(page);
  await point(page, 'b3-s0-6');
  await page.waitForSelector('.board g.flash');
  const state = await settled(page, 2);
  assert.equal(state.moves, 2);
  assert.match(await page.textContent('.say'), /The engine played/);
});

test('another language at the board', async (t) => {
  const page = await open(t, '#/play?game=nim&why=1');
  await settled(page);
  await page.waitForSelector('text=Bouton');
  await page.click('text=中文');
  await page.waitForFunction(() => document.querySelector('h1').textContent === '尼姆游戏');
  await page.waitForSelector('text=轮到你走');
  await page.waitForSelector('text=必胜');
  assert.equal(await page.locator('text=Who wins').count(), 0);
});

test('what takes long can be stopped, and begun again elsewhere', async (t) => {
  const page = await open(t, '#/play?game=cram&position=7x7&begins=engine');
  await page.click('.working button');
  await page.waitForSelector('.arena .failure >> text=Stopped.');
  const asked = Date.now();
  await page.click('nav a >> nth=0');
  await page.waitForSelector('a.card');
  await page.click('a.card >> nth=0');
  await settled(page);
  assert.ok(Date.now() - asked < 15_000, 'nothing waits for what was stopped');
});

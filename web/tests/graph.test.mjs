// The graph section: drawn by mouse, by keys, by pasting; who wins where stands on the drawing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from './help/audit.mjs';
import { open } from './help/browser.mjs';

const words = {
  en: { clear: 'Clear', undo: 'Undo', token: 'Token', target: 'Target', erase: 'Erase', move: 'Move', paste: 'Edges, DOT or GraphML', draw: 'Draw it', add: 'Add a vertex', misere: /Misère/, draws: /a draw/, wins: /the player to move wins/, loses: /the player to move loses/, from: (v) => `Arrows from ${v}`, copy: 'Copy link', damaged: /damaged/ },
  zh: { clear: '清空', undo: '撤销', token: '棋子', target: '目标', erase: '删除', move: '移动', paste: '边表、DOT 或 GraphML', draw: '绘制', add: '添加顶点', misere: /反常规则/, draws: /平局/, wins: /先手必胜/, loses: /先手必败/, from: (v) => `从 ${v} 出发的箭头`, copy: '复制链接', damaged: /损坏/ },
};

/** A place of the paper, as shares of its width and height. */
async function at(page, x, y) {
  const box = await page.locator('svg.paper').boundingBox();
  // The paper keeps its proportions inside of its box.
  const scale = Math.min(box.width / 1000, box.height / 620);
  const left = box.x + (box.width - 1000 * scale) / 2;
  const top = box.y + (box.height - 620 * scale) / 2;
  return [left + x * 1000 * scale, top + y * 620 * scale];
}
async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}
const outcome = (page, name, letter) => page.locator(`[data-vertex="${name}"][data-outcome="${letter}"]`).waitFor();

for (const lang of ['en', 'zh']) {
  const say = words[lang];
  test(`a graph is drawn by the mouse and solved (${lang})`, { timeout: 120_000 }, async (t) => {
    // So high that nothing has to be scrolled: what is below changes its height all the time.
    const page = await open(t, '#/graph', { lang, size: [1280, 1500] });
    await page.getByRole('button', { name: say.clear, exact: true }).click();
    // Looked up each time: the page above may grow by a line.
    const a = () => at(page, 0.2, 0.5);
    const b = () => at(page, 0.5, 0.5);
    await page.mouse.click(...(await a()));
    await page.mouse.click(...(await b()));
    await outcome(page, '1', 'P');
    await drag(page, await a(), await b());
    await outcome(page, '1', 'N');
    // To the empty paper: a vertex and an arrow at once.
    await drag(page, await b(), await at(page, 0.8, 0.5));
    await outcome(page, '3', 'P');
    await outcome(page, '2', 'N');
    await outcome(page, '1', 'P');
    // Two ways between the first two: the way back never helps.
    await drag(page, await b(), await a());
    await page.locator('[data-edge="2 → 1"]').waitFor({ state: 'attached' });
    await outcome(page, '1', 'P');
    // Without the way out nobody loses.
    await page.getByRole('button', { name: say.erase, exact: true }).click();
    await page.mouse.click(...(await at(page, 0.65, 0.5)));
    await outcome(page, '1', 'D');
    await outcome(page, '2', 'D');
    await page.getByRole('button', { name: say.undo }).click();
    await outcome(page, '2', 'N');
    // A token: the verdict; a target there: whoever arrives has won.
    await page.getByRole('button', { name: say.token, exact: true }).click();
    await page.mouse.click(...(await a()));
    await page.locator('.verdict', { hasText: say.loses }).waitFor();
    await page.getByLabel(say.misere).check();
    await page.locator('.verdict', { hasText: say.draws }).waitFor();
    await page.getByLabel(say.misere).uncheck();
    await page.getByRole('button', { name: say.target, exact: true }).click();
    await page.mouse.click(...(await b()));
    await page.locator('.verdict', { hasText: say.wins }).waitFor();
    await page.mouse.click(...(await b()));
    await page.locator('.verdict', { hasText: say.loses }).waitFor();
    // Moved: the answer stays.
    await page.getByRole('button', { name: say.move, exact: true }).click();
    await drag(page, await a(), await at(page, 0.2, 0.2));
    await outcome(page, '1', 'P');
    // Other games take the drawing, and lead to the board with it.
    const others = page.locator('ul[aria-busy] a');
    await others.first().waitFor({ timeout: 60_000 });
    await page.waitForSelector('ul[aria-busy="false"]', { timeout: 90_000 });
    assert.ok((await others.count()) >= 4, `${await others.count()} games`);
    assert.match(decodeURIComponent(await others.first().getAttribute('href')), /position=1.2/);
    await audit(page, `graph ${lang}`);
    // The address holds the drawing.
    await page.waitForFunction(() => location.hash.includes('g=z'));
    const other = await open(t, new URL(page.url()).hash, { lang });
    await outcome(other, '1', 'P');
    assert.equal(await other.locator('[data-vertex]').count(), 3);
    assert.equal(await other.locator('[data-token]').count(), 1);
  });

  test(`a graph is made by the keyboard alone (${lang})`, { timeout: 120_000 }, async (t) => {
    const page = await open(t, '#/graph', { lang });
    const press = async (name) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press(say.clear);
    const add = page.getByRole('button', { name: say.add });
    for (let k = 0; k < 3; k++) {
      await add.focus();
      await page.keyboard.press('Enter');
    }
    await page.getByLabel(say.from('1')).fill('2, 3');
    await page.keyboard.press('Tab');
    await outcome(page, '1', 'N');
    // An arrow between vertices of the paper: Enter here, Enter there.
    await page.locator('[data-vertex="2"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-vertex="3"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-edge="2 → 3"]').waitFor({ state: 'attached' });
    await outcome(page, '2', 'N');
    await page.locator('[data-vertex="3"]').focus();
    await page.keyboard.press('Delete');
    await outcome(page, '2', 'P');
    assert.equal(await page.locator('[data-vertex]').count(), 2);
    // An arrow to what is not there is told.
    await page.getByLabel(say.from('1')).fill('9');
    await page.keyboard.press('Tab');
    await page.getByRole('alert').waitFor();
  });

  test(`edges and DOT are pasted; what is none is told (${lang})`, { timeout: 120_000 }, async (t) => {
    const page = await open(t, '#/graph', { lang });
    const field = page.getByLabel(say.paste);
    await field.fill('digraph { start -> middle; middle -> end; middle -> start; "with space" -> end }');
    await page.getByRole('button', { name: say.draw, exact: true }).last().click();
    await outcome(page, 'end', 'P');
    await outcome(page, 'with space', 'N');
    assert.equal(await page.locator('[data-vertex]').count(), 4);
    await field.fill('a b\nb c\nc d\n');
    await page.getByRole('button', { name: say.draw, exact: true }).last().click();
    await outcome(page, 'd', 'P');
    await outcome(page, 'c', 'N');
    await field.fill('digraph { a -> ');
    await page.getByRole('button', { name: say.draw, exact: true }).last().click();
    await page.getByRole('alert').waitFor();
  });

  test(`a damaged drawing is told, with a way on (${lang})`, { timeout: 60_000 }, async (t) => {
    const page = await open(t, '#/graph?g=zbroken', { lang });
    await page.getByRole('alert').getByText(say.damaged).waitFor();
    await page.getByRole('alert').getByRole('button').click();
    await page.locator('[data-vertex]').first().waitFor();
  });
}

// The octal lab: digits, values, period with its proof, misère quotient.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from './help/audit.mjs';
import { open } from './help/browser.mjs';

const words = {
  en: { code: 'Code', look: 'Look', period: /Period\s+34\s+from 52 on/, proven: 'proven', again: 'Check it again', quotient: 'Compute the misère quotient', sum: 'Who wins these heaps, misère?', order: /Order\s+20/, lose: /the player to move loses/, win: /the player to move wins/ },
  zh: { code: '编码', look: '计算', period: /周期\s+34\s+自 52 起/, proven: '已证明', again: '重新验证', quotient: '计算反常商', sum: '反常规则下这些堆谁赢？', order: /阶\s+20/, lose: /先手必败/, win: /先手必胜/ },
};

for (const lang of ['en', 'zh']) {
  const say = words[lang];
  test(`a code is explained, plotted, and its period proven (${lang})`, { timeout: 120_000 }, async (t) => {
    const page = await open(t, '#/octal', { lang });
    // Known codes come from the catalogue.
    await page.locator('nav.famous a').first().waitFor();
    assert.ok((await page.locator('nav.famous a').count()) >= 4);
    await page.getByLabel(say.code, { exact: true }).fill('0.137');
    await page.getByRole('button', { name: say.look, exact: true }).click();
    await page.locator('.big', { hasText: say.period }).waitFor({ timeout: 60_000 });
    assert.match(await page.locator('.facts .status').innerText(), new RegExp(say.proven));
    const digits = await page.locator('tbody tr').allInnerTexts();
    assert.deepEqual(digits.map((row) => row.split(/\s+/).slice(0, 2).join(' ')), ['1 1', '2 3', '3 7']);
    await page.locator('.plate svg').waitFor();
    const map = page.locator('canvas[data-cells]');
    await map.focus();
    await page.keyboard.press('Home');
    for (let k = 0; k < 5; k++) await page.keyboard.press('ArrowRight');
    await page.locator('.reading', { hasText: /5\)?: .* 3/ }).waitFor();
    await page.getByRole('button', { name: say.again }).click();
    await page.locator('dl.verified div').first().waitFor({ timeout: 60_000 });
    await audit(page, `octal ${lang}`);
  });

  test(`the misère quotient of a code, and who wins a sum (${lang})`, { timeout: 120_000 }, async (t) => {
    const page = await open(t, '#/octal?code=0.123', { lang });
    await page.getByRole('button', { name: say.quotient }).click();
    await page.locator('.big', { hasText: say.order }).waitFor({ timeout: 60_000 });
    const sum = page.getByLabel(say.sum);
    // One heap of one: whoever takes it has taken the last and loses.
    await sum.fill('1');
    await sum.press('Enter');
    await page.locator('.verdict', { hasText: say.lose }).waitFor();
    await sum.fill('3, 5');
    await sum.press('Enter');
    await page.locator('.verdict', { hasText: say.win }).waitFor();
    assert.match(decodeURIComponent(await page.evaluate(() => location.hash)), /sum=3, 5/, 'the address holds the sum');
    await page.getByRole('button', { name: say.again }).last().click();
    await page.locator('dl.verified').last().waitFor({ timeout: 60_000 });
    await audit(page, `misere ${lang}`);
  });

  test(`what is no code is told (${lang})`, { timeout: 60_000 }, async (t) => {
    const page = await open(t, '#/octal?code=nonsense', { lang });
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').innerText(), /nonsense|0\.|编码|code/);
  });
}

// Nimbers: the calculator with its names and its errors, the tables in colour.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from './help/audit.mjs';
import { open } from './help/browser.mjs';

const words = {
  en: { expression: 'Expression', calculate: 'Calculate', help: 'What can be written', sum: 'a ⊕ b', clear: 'Clear' },
  zh: { expression: '表达式', calculate: '计算', help: '可以输入什么', sum: 'a ⊕ b', clear: '清空' },
};

for (const lang of ['en', 'zh']) {
  const say = words[lang];
  test(`nimbers are calculated, kept under names, and errors point at their column (${lang})`, { timeout: 60_000 }, async (t) => {
    const page = await open(t, '#/nimbers', { lang });
    const line = page.getByLabel(say.expression);
    for (const typed of ['5 ⊗ 9', 'x = 3', 'x ⊕ ans ⊕ 2', '2 ⊗ ⊗ 3']) {
      await line.fill(typed);
      await line.press('Enter');
    }
    await page.locator('.wrong').waitFor();
    assert.deepEqual(await page.locator('output').allInnerTexts(), ['= 6', '= 3', '= 2']);
    assert.equal((await page.locator('.wrong pre').textContent()).indexOf('^'), 4, 'under the second sign');
    // Up: the line before again.
    await line.press('ArrowUp');
    assert.equal(await line.inputValue(), '2 ⊗ ⊗ 3');
    // The address holds the calculation.
    const other = await open(t, new URL(page.url()).hash, { lang });
    await other.locator('output').nth(2).waitFor();
    assert.deepEqual(await other.locator('output').allInnerTexts(), ['= 6', '= 3', '= 2']);
    await page.getByText(say.help, { exact: true }).first().click();
    assert.match(await page.locator('pre.help').innerText(), /sqrt\(a\)/);
    await audit(page, `nimbers ${lang}`);
    await page.getByRole('button', { name: say.clear }).click();
    assert.equal(await page.locator('output').count(), 0);
  });

  test(`the tables say what stands in a cell (${lang})`, { timeout: 60_000 }, async (t) => {
    const page = await open(t, '#/nimbers?size=64', { lang });
    const map = page.locator('canvas[data-cells="4096"]');
    await map.waitFor();
    await map.focus();
    await page.keyboard.press('Home');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.locator('.reading', { hasText: '2 ⊗ 2 = 3' }).waitFor();
    await page.getByRole('button', { name: say.sum }).click();
    await page.getByRole('application', { name: lang === 'zh' ? '尼姆和' : 'Nim sums' }).waitFor();
    await page.locator('.reading', { hasNotText: '⊗' }).waitFor();
    await map.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    for (let k = 0; k < 3; k++) await page.keyboard.press('ArrowRight');
    await page.locator('.reading', { hasText: '10 ⊕ 3 = 9' }).waitFor();
    // Pointed at.
    const box = await map.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator('.reading', { hasNotText: '10 ⊕ 3' }).waitFor();
  });
}

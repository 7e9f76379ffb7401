// Writing a game: the editor, what it says as one types, what follows from the rules, and links with the text inside.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from './help/audit.mjs';
import { open } from './help/browser.mjs';

const words = {
  en: { fine: 'No faults.', one: 'One fault', explain: /^Explain E\d+/, copy: 'Copy link', tests: /All 9 as expected/, law: 'Law', proven: 'proven', play: 'Play it', format: 'Format', cert: 'Certificate', again: 'Check it again', stop: 'Stop', stale: /last text without faults/, graph: 'Draw the positions and moves', damaged: /damaged/ },
  zh: { fine: '没有错误。', one: '1 处错误', explain: /^解释 E\d+/, copy: '复制链接', tests: /9 条全部符合预期/, law: '规律', proven: '已证明', play: '试玩', format: '格式化', cert: '证书', again: '重新验证', stop: '停止', stale: /上一个没有错误的文本/, graph: '画出局面与着法', damaged: /损坏/ },
};
const LASKER = `game lasker
state n
move take(k in 1..n) -> [n-k]
move split(k in 1..n-1) -> [k] + [n-k]
expect g(0..8) = 0 1 2 4 3 5 6 8 7
`;

/** The editor, when it is there. */
async function editor(page) {
  await page.waitForSelector('.host:not([hidden])');
  return page.locator('.cm-content');
}
async function write(page, text) {
  const field = await editor(page);
  await field.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await page.keyboard.press('ControlOrMeta+V');
}
const shown = async (page) => (await (await editor(page)).innerText()).replace(/\n$/, '');

for (const lang of ['en', 'zh']) {
  const say = words[lang];
  test(`a game is written, tested, tabulated, proven and shared (${lang})`, { timeout: 180_000 }, async (t) => {
    const page = await open(t, '#/write', { lang });
    await write(page, LASKER);
    await page.getByText(say.fine).waitFor();
    await page.getByText(say.tests).waitFor();
    // The values, cell by cell, by the keyboard.
    const map = page.locator('canvas[data-cells]').first();
    await map.waitFor();
    // (Tables of earlier texts may still be there for a moment.)
    for (let tries = 0; tries < 40; tries++) {
      await map.focus();
      await page.keyboard.press('Home');
      for (let k = 0; k < 3; k++) await page.keyboard.press('ArrowRight');
      if (/n = 3: .* 4/.test(await page.locator('.reading').first().innerText())) break;
      await page.waitForTimeout(250);
    }
    await page.locator('.reading', { hasText: /n = 3: .* 4/ }).waitFor();
    assert.match(await page.locator('.heat [aria-live]').first().textContent(), /n = 3: .* 4/, 'it is told as text, too');
    assert.match(await page.locator('.reading a').getAttribute('href'), /^#\/play\?.*position=3/);
    // The law, with its proof, typeset, as a program, with a certificate that is checked again.
    const law = page.locator('article.law').first();
    await law.locator('math').first().waitFor({ timeout: 60_000 });
    await law.getByText(say.proven, { exact: false }).first().waitFor();
    await law.locator('summary').first().click();
    assert.match(await law.locator('pre').innerText(), /long long g\(long long n\)/);
    await law.getByRole('button', { name: 'Python' }).click();
    assert.match(await law.locator('pre').innerText(), /def g\(n\)/);
    const [file] = await Promise.all([page.waitForEvent('download'), law.getByRole('button', { name: say.cert }).click()]);
    assert.equal(file.suggestedFilename(), 'lasker.cert');
    await law.getByRole('button', { name: say.again }).click();
    await law.locator('dl.verified div').first().waitFor({ timeout: 60_000 });
    // Its graph.
    await page.getByText(say.graph).click();
    await page.locator('.plate svg').last().waitFor();
    await audit(page, `write ${lang}`);

    // The link holds the text: somebody else opens it.
    await page.waitForFunction(() => location.hash.includes('t=z'));
    await page.getByRole('button', { name: say.copy }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.length < 600, `${link.length} characters`);
    const other = await open(t, new URL(link).hash, { lang });
    await other.getByText(say.fine).waitFor();
    assert.equal((await shown(other)).trim(), LASKER.trim());
    // Playing it keeps the rules.
    assert.match(decodeURIComponent(await other.getByRole('link', { name: say.play }).getAttribute('href')), /game lasker\nstate n/);
  });

  test(`faults are told where they are, explained and mended (${lang})`, { timeout: 120_000 }, async (t) => {
    const page = await open(t, '#/write', { lang });
    await page.getByText(say.fine).waitFor();
    await write(page, 'state n\nmove take(k in 1..m) -> [n-k]');
    await page.getByText(say.one).waitFor();
    await page.locator('.cm-lintRange-error').waitFor();
    assert.equal(await page.locator('.cm-lintRange-error').innerText(), 'm');
    await page.getByText(say.stale).waitFor();
    await page.getByRole('button', { name: say.explain }).click();
    await page.locator('aside pre').first().waitFor();
    await audit(page, `faults ${lang}`);
    // To the place of the fault by its button, and mended there.
    await page.locator('.faults .where').click();
    await page.keyboard.type('3');
    await page.getByText(say.fine).waitFor();
    assert.match(await shown(page), /1\.\.3\)/);
    // Formatted.
    await write(page, 'state n;move take( k in 1 .. 3 )->[ n-k ]');
    await page.getByText(say.fine).waitFor();
    await page.getByRole('button', { name: say.format }).click();
    await page.waitForFunction(() => !document.querySelector('.host').shadowRoot.textContent.includes(' .. '));
    assert.equal((await shown(page)).trim(), 'state n\nmove take(k in 1..3) -> [n-k]');
  });
}

test('completion offers statements, functions with their meaning, and the names of the text', { timeout: 60_000 }, async (t) => {
  const page = await open(t, '#/write');
  await page.getByText(words.en.fine).waitFor();
  await write(page, 'state heap, quota\n');
  await page.keyboard.type('mo');
  const list = page.locator('.cm-tooltip-autocomplete');
  await list.getByText('move').waitFor();
  // (It takes keys a moment after it is seen.)
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await page.keyboard.type('take(k in 1..mi');
  await list.getByText('min', { exact: false }).first().waitFor();
  await page.locator('.cm-completionInfo').waitFor();
  await page.waitForTimeout(150);
  await page.keyboard.press('Tab');
  await page.keyboard.type('hea');
  await list.getByText('heap').waitFor();
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  assert.match(await shown(page), /move take\(k in 1\.\.min\(heap\)\)/);
});

test('a text that would take for ever is stopped by its limits, and by the button', { timeout: 360_000 }, async (t) => {
  const moves = Array.from({ length: 120 }, (_, k) => `move m${k}(x in 0..a, y in 0..b, z in 0..c, w in 0..d) if x+y+z+w > ${k} -> [a-x, b-y, c-z, d-w, e]`);
  const page = await open(t, '#/write');
  await write(page, ['game flood', 'state a, b, c, d, e', ...moves].join('\n'));
  await page.getByText(words.en.fine).waitFor();
  // The study is under way; the page is not: it can be typed in, and the study can be stopped.
  const study = page.locator('.study');
  await study.getByRole('button', { name: words.en.stop }).click({ timeout: 30_000 });
  await study.getByText('Stopped.').waitFor();
  // The table is there, or meets its limit and says so with numbers: engines differ in speed.
  const limit = page.locator('.table .failure');
  await limit.or(page.locator('.table canvas[data-cells]')).first().waitFor({ timeout: 150_000 });
  if (await limit.isVisible()) assert.match(await limit.innerText(), /limit|Limit|Used/);
  // And everything goes on.
  await write(page, 'state n; move take(k in 1..3) -> [n-k]');
  await page.locator('article.law math').first().waitFor({ timeout: 60_000 });
});

test('a damaged link is told, and an example is a way on', { timeout: 60_000 }, async (t) => {
  for (const lang of ['en', 'zh']) {
    const page = await open(t, '#/write?t=zdamaged', { lang });
    await page.getByRole('alert').getByText(words[lang].damaged).waitFor();
    await page.locator('select').selectOption({ index: 2 });
    await page.getByText(words[lang].fine).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  }
});

test('a text too long for a link is told', { timeout: 60_000 }, async (t) => {
  const page = await open(t, '#/write');
  await page.getByText(words.en.fine).waitFor();
  let seed = 1;
  const noise = Array.from({ length: 30_000 }, () => ((seed = (seed * 48271) % 2147483647) % 36).toString(36)).join('');
  await write(page, `state n; move take -> [n-1]\n# ${noise}`);
  await page.getByText('too long for a link').waitFor();
  assert.equal(await page.evaluate(() => location.hash), '#/write');
});

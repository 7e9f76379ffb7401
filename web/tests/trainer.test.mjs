// The trainer: questions, answers, score.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './help/browser.mjs';
import { point } from './help/board.mjs';

const score = (page) => page.$$eval('.score dd', (all) => all.map((each) => each.textContent.trim()));

for (const lang of ['en', 'zh']) {
  test(`twelve exercises, answered at random, explained (${lang})`, async (t) => {
    const page = await open(t, '#/train?seed=11', { lang });
    let asked = 0;
    let right = 0;
    for (let seed = 11; seed < 23; seed += 1) {
      await page.waitForFunction((seed) => location.hash.includes(`seed=${seed}`), seed);
      await page.waitForSelector('.answers button');
      await page.click(`.answers button:nth-child(${1 + (seed % 2)})`);
      asked += 1;
      await page.waitForSelector('.answers', { state: 'detached' });
      // Said rightly that the mover wins: now the move. The first that can be pointed at.
      for (let clicks = 0; clicks < 10 && (await page.$('.board g.can')); clicks += 1) {
        if (await page.$('.chooser:popover-open')) {
          await page.click('.chooser:popover-open li button');
          continue;
        }
        const play = await page.$('.hint button.primary');
        if (play) {
          await play.click();
          continue;
        }
        const [id] = await page.$$eval('.board g.next, .board g.can', (all) => {
          const next = all.filter((each) => each.classList.contains('next'));
          return (next.length > 0 ? next : all).map((each) => each.dataset.id);
        });
        await point(page, id);
      }
      const next = page.locator(lang === 'zh' ? 'button:has-text("下一题")' : 'button:has-text("Next")');
      await next.waitFor();
      if (await page.$('h2.good')) right += 1;
      // Who wins, and why, is always told.
      assert.ok((await page.textContent('.panel .sentence')).trim().length > 3);
      const [told] = await score(page);
      assert.equal(told.replace(/\s/g, ''), `${right}/${asked}`);
      await next.click();
    }
    assert.ok(right > 0 && right < asked, `${right} of ${asked} are right by chance`);
    await page.reload();
    await page.waitForSelector('.answers button');
    assert.equal((await score(page))[0].replace(/\s/g, ''), `${right}/${asked}`, 'the score is kept');
  });
}

test('families are chosen, the answer can be shown, the exercise played', async (t) => {
  const page = await open(t, '#/train?seed=3');
  await page.waitForSelector('.answers button');
  await page.click('.families button:nth-child(4)');
  await page.waitForFunction(() => location.hash.includes('families=coins'));
  await page.waitForSelector('.answers button');
  await page.click('text=Show me');
  await page.waitForSelector('text=This is the answer');
  assert.deepEqual((await score(page)).slice(0, 2), ['0 / 1', '0']);
  const title = await page.textContent('.exercise h2');
  await page.click('text=中文');
  await page.waitForFunction((title) => document.querySelector('.exercise h2').textContent !== title, title);
  await page.waitForSelector('text=下一题');
  await page.click('text=对弈此局');
  await page.waitForSelector('.arena .board svg');
});

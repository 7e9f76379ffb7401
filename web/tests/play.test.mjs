// Every game of the catalogue is opened and played to its end by clicking.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine, open } from './help/browser.mjs';
import { move, random, settled } from './help/board.mjs';

test(`every game is played to its end by clicking (${engine})`, { timeout: 1_800_000 }, async (t) => {
  const gallery = await open(t, '#/games');
  await gallery.waitForSelector('a.card');
  const games = await gallery.$$eval('a.card', (all) => all.map((each) => each.getAttribute('href')));
  assert.ok(games.length >= 60, `${games.length} games are shown`);

  const only = process.env.GRUNDY_GAMES?.split(',');
  for (const [at, href] of games.entries()) {
    const id = /game=([^&]+)/.exec(href)?.[1] ?? '';
    if (only && !only.includes(id)) continue;
    // Both languages, both who begins.
    const lang = at % 2 === 0 ? 'en' : 'zh';
    const begins = at % 3 === 0 ? '&begins=engine' : '';
    await t.test(`${id} (${lang}${begins ? ', the engine begins' : ''})`, async (t) => {
      const page = await open(t, `#/play?game=${id}${begins}`, { lang });
      const pick = random(at + 1);
      let state = await settled(page);
      for (let made = 0; !state.over; made += 1) {
        assert.ok(made < 300, 'play comes to an end');
        // Coins turned at random can go on for very long; from here on the last one that can be is turned alone.
        await move(page, made < 40 ? pick : undefined);
        state = await settled(page, state.moves + 1);
      }
      const said = await page.textContent('.say strong');
      assert.match(said, lang === 'zh' ? /你赢了|引擎获胜/ : /You win|The engine wins/);
      // The end is told, the mistakes are looked for, and the game can begin anew.
      const list = await page.$$eval('.table ol li', (all) => all.length);
      assert.equal(list, state.moves + 1);
    });
  }
});

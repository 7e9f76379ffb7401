// Playing by hand: only what a person sees and clicks.
import assert from 'node:assert/strict';

/** Numbers that are the same every time. */
export function random(seed) {
  let state = (seed * 2654435761 + 12345) % 2147483647 || 1;
  return (n) => {
    state = (state * 48271) % 2147483647;
    return state % n;
  };
}

/** Waits until a person can move or the game is over; tells which. */
export async function settled(page, more = 0) {
  await page.waitForFunction(
    (least) => {
      const arena = document.querySelector('.arena');
      if (!arena) return false;
      if (document.querySelector('.arena .failure')) return true;
      if (Number(arena.dataset.moves) < least) return false;
      return arena.dataset.turn === 'person' || document.querySelector('.say.over') !== null;
    },
    more,
    { timeout: 60_000 },
  );
  const failure = await page.$('.arena .failure');
  assert.equal(failure && (await failure.textContent()), null, 'no failure on the board');
  return page.$eval('.arena', (arena) => ({
    over: arena.querySelector('.say.over') !== null,
    moves: Number(arena.dataset.moves),
  }));
}

/** Clicks an element of the picture where it can be seen: the middle of a shape, a point of a line. */
export async function point(page, id) {
  const at = await page.$eval(`.board g[data-id="${id}"]`, (group) => {
    group.scrollIntoView({ block: 'center', inline: 'center' });
    const wide = group.querySelector('.wide');
    const shapes = wide ? [wide] : [...group.children].filter((each) => each.localName !== 'text');
    const candidates = [];
    for (const shape of shapes) {
      const box = shape.getBoundingClientRect();
      for (const [x, y] of [[0.5, 0.5], [0.5, 0.2], [0.5, 0.85], [0.15, 0.5], [0.85, 0.5], [0.15, 0.15], [0.85, 0.85]]) {
        candidates.push([box.left + box.width * x, box.top + box.height * y]);
      }
      if (wide && typeof shape.getPointAtLength === 'function') {
        const matrix = shape.getScreenCTM();
        for (const part of [0.5, 0.35, 0.65, 0.2, 0.8]) {
          const on = shape.getPointAtLength(shape.getTotalLength() * part).matrixTransform(matrix);
          candidates.unshift([on.x, on.y]);
        }
      }
    }
    const hit = ([x, y]) => document.elementFromPoint(x, y)?.closest('g[data-id]') === group;
    return candidates.find(hit) ?? null;
  });
  assert.notEqual(at, null, `${id} can be clicked`);
  await page.mouse.click(at[0], at[1]);
}

const ids = (page, selector) =>
  page.$$eval(`.board ${selector}`, (all) => all.map((each) => each.dataset.id));
const moves = (page) => page.$eval('.arena', (arena) => Number(arena.dataset.moves));

/** Makes one move by clicking what can be clicked: at random, or the last element and nothing else. */
export async function move(page, random) {
  const pick = random ?? ((n) => n - 1);
  const soon = () => random === undefined || random(2) === 0;
  const before = await moves(page);
  for (let clicks = 0; clicks < 40; clicks += 1) {
    if (await page.$('.chooser:popover-open')) {
      const offered = await page.$$('.chooser:popover-open li button');
      assert.ok(offered.length > 1, 'a chooser offers several moves');
      await offered[pick(offered.length)].click();
      break;
    }
    const play = await page.$('.board + .hint button.primary');
    const next = await ids(page, 'g.next');
    if (play && (next.length === 0 || soon())) {
      await play.click();
    } else {
      const can = next.length > 0 ? next : await ids(page, 'g.can');
      assert.ok(can.length > 0, 'something can be clicked');
      const id = can[pick(can.length)];
      await point(page, id);
      const said = await page.evaluate(
        ([id, before]) =>
          Number(document.querySelector('.arena').dataset.moves) > before ||
          document.querySelector('.chooser:popover-open') !== null ||
          document.querySelector(`.board g.picked[data-id="${id}"]`) !== null,
        [id, before],
      );
      assert.ok(said, `clicking ${id} does something`);
    }
    if ((await moves(page)) > before) break;
  }
  await page.waitForFunction((before) => Number(document.querySelector('.arena').dataset.moves) > before, before);
}

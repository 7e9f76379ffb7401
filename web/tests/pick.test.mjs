// What a click means, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from './help/source.mjs';

const { best, click, meant, neighbour } = await source('parts/pick.ts');
const moves = (...sets) => sets.map((touches, at) => ({ move: `m${at}`, touches }));

test('a move that alone touches what was clicked is made at once', () => {
  const choices = moves(['a'], ['b']);
  assert.deepEqual(click(choices, [], 'b'), { do: 'move', choice: choices[1] });
});

test('one pin, or two: the same pin again takes one, its neighbour takes both', () => {
  const choices = moves(['1'], ['2'], ['1', '2'], ['2', '3'], ['3']);
  const first = click(choices, [], '2');
  assert.deepEqual(first, { do: 'pick', picked: ['2'] });
  assert.deepEqual([...meant(choices, ['2']).next.keys()].sort(), ['1', '3']);
  assert.equal(click(choices, ['2'], '2').choice, choices[1]);
  assert.equal(click(choices, ['2'], '3').choice, choices[3]);
});

test('a coin and where it goes, in either order', () => {
  const choices = moves(['coin', 'x'], ['coin', 'y'], ['other', 'x']);
  for (const order of [['coin', 'y'], ['y', 'coin']]) {
    const start = click(choices, [], order[0]);
    assert.equal(start.do, 'pick');
    assert.equal(click(choices, start.picked, order[1]).choice, choices[1]);
  }
});

test('moves that touch the same set are asked about', () => {
  const choices = moves(['a'], ['a'], ['b']);
  assert.deepEqual(click(choices, [], 'a'), { do: 'choose', among: choices.slice(0, 2), picked: ['a'] });
});

test('what fits no move together begins anew, what fits none at all does nothing', () => {
  const choices = moves(['a', 'b'], ['c', 'd']);
  assert.deepEqual(click(choices, ['a'], 'c'), { do: 'pick', picked: ['c'] });
  assert.deepEqual(click(choices, ['a'], 'wall'), { do: 'pick', picked: ['a'] });
});

test('what was clicked before the last one can be taken back', () => {
  const choices = moves(['a'], ['b'], ['a', 'b'], ['a', 'b', 'c']);
  assert.deepEqual(click(choices, ['a', 'b'], 'a'), { do: 'pick', picked: ['b'] });
  assert.equal(click(choices, ['a', 'b'], 'b').choice, choices[2]);
});

test('elements named twice count once', () => {
  const choices = moves(['a', 'a'], ['b']);
  assert.equal(click(choices, [], 'a').choice, choices[0]);
});

test('every move of any list of moves can be pointed at, in every order of its elements', () => {
  // A small generator with a fixed seed: sets over six elements.
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 300; round += 1) {
    const sets = Array.from({ length: 1 + random(12) }, () => {
      const set = 'abcdef'.split('').filter(() => random(3) === 0);
      return set.length > 0 ? set : ['a'];
    });
    const choices = moves(...sets);
    for (const choice of choices) {
      const order = [...choice.touches].sort(() => random(2) - 0.5);
      let result = { do: 'pick', picked: [] };
      for (const id of order) {
        assert.equal(result.do, 'pick', 'nothing is made or asked before all has been clicked');
        result = click(choices, result.picked, id);
      }
      // Others may touch more: then the last element is clicked again.
      if (result.do === 'pick') result = click(choices, result.picked, order.at(-1));
      const same = choices.filter((other) => [...other.touches].sort().join() === [...choice.touches].sort().join());
      if (same.length === 1) assert.equal(result.choice, choice);
      else assert.deepEqual(result.among, same);
    }
  }
});

test('the best of several moves', () => {
  const rated = (...afters) => afters.map((after) => ({ move: '', touches: [], after }));
  assert.equal(best(rated('N', 'P', 'D')), 'win');
  assert.equal(best(rated('N', 'D')), 'draw');
  assert.equal(best(rated('N', 'N')), 'lose');
  assert.equal(best(rated('N', undefined)), undefined);
  assert.equal(best([]), undefined);
});

test('arrow keys go to what lies ahead', () => {
  const places = [
    { id: 'a', x: 0, y: 0 },
    { id: 'b', x: 10, y: 1 },
    { id: 'c', x: 20, y: 0 },
    { id: 'd', x: 0, y: 10 },
  ];
  assert.equal(neighbour(places, 'a', 1, 0), 'b');
  assert.equal(neighbour(places, 'b', 1, 0), 'c');
  assert.equal(neighbour(places, 'a', 0, 1), 'd');
  assert.equal(neighbour(places, 'a', -1, 0), undefined);
});

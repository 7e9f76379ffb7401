// Addresses: what is written is read again, and what is broken says how.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from './help/source.mjs';

const { BadState, before, engine_turn, FRESH, is_sum, later, read, write } = await source('sections/play/state.ts');

const written = (state) =>
  Object.fromEntries(
    Object.entries(write(state))
      .filter(([, value]) => value !== undefined && value !== '' && value !== false)
      .map(([name, value]) => [name, value === true ? '1' : String(value)]),
  );

test('every state survives the address', () => {
  const states = [
    { ...FRESH, game: 'x' },
    { ...FRESH, game: 'a:1 + b:2', moves: ['1;2', 'a%3Bb', '100%'], at: 3, compound: 'conjunctive short' },
    { ...FRESH, game: 'state n; move take(k in 1..3) -> [n-k]', position: '7', moves: ['1', '2'], at: 1 },
    { ...FRESH, game: 'g', params: { k: '3', 'odd name': '1,2' }, convention: 'misere', against: 'person' },
    { ...FRESH, game: 'g', begins: 'engine', level: 0, seed: 77, marks: true, numbers: true, why: true, review: true },
  ];
  for (const state of states) assert.deepEqual(read(written(state)), state);
});

test('what is as usual is not in the address', () => {
  assert.deepEqual(written({ ...FRESH, game: 'g' }), { game: 'g' });
});

test('a broken address says what is wrong, in both languages', () => {
  for (const [name, value] of Object.entries({
    level: '9',
    at: '3',
    seed: '-1',
    convention: 'upside-down',
    against: 'nobody',
    begins: 'both',
    marks: 'yes',
  })) {
    assert.throws(
      () => read({ game: 'g', moves: 'a;b', [name]: value }),
      (error) => error instanceof BadState && error.both.en.includes(value) && error.both.zh.includes(value),
      name,
    );
  }
});

test('undo and redo lead to where a person is to move', () => {
  const game = { ...FRESH, moves: ['a', 'b', 'c', 'd'], at: 4 };
  assert.equal(before(game), 2);
  assert.equal(later({ ...game, at: 2 }), 4);
  assert.equal(before({ ...game, at: 0 }), undefined);
  const second = { ...game, begins: 'engine', moves: ['a', 'b', 'c'], at: 3 };
  assert.equal(before(second), 1);
  assert.equal(before({ ...second, at: 1 }), undefined);
  assert.equal(engine_turn(second, 0), true);
  const two = { ...game, against: 'person' };
  assert.equal(before(two), 3);
  assert.equal(later({ ...two, at: 1 }), 2);
});

test('a sum is told from a name and from rules', () => {
  assert.equal(is_sum('nim:3,5 + kayles:7'), true);
  assert.equal(is_sum('bachet:4'), false);
  assert.equal(is_sum('state n; move take(k in 1..3) -> [n-k] + [k]'), false);
});

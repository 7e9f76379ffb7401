// Where a pasted graph is drawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from './help/source.mjs';

const { forced, heights, layered } = await source('sections/graph/layout.ts');

const inside = (places) => places.every(([x, y]) => x >= 0 && x <= 1000 && y >= 0 && y <= 620);

test('heights are the longest ways down, and circles have none', () => {
  assert.deepEqual(heights(4, [[0, 1], [1, 2], [0, 2], [2, 3]]), [3, 2, 1, 0]);
  assert.equal(heights(2, [[0, 1], [1, 0]]), undefined);
  assert.equal(heights(1, [[0, 0]]), undefined);
});

test('in layers arrows point down and no two vertices meet', () => {
  const edges = [[0, 1], [0, 2], [1, 3], [2, 3], [2, 4]];
  const places = layered(5, edges);
  for (const [a, b] of edges) assert.ok(places[a][1] < places[b][1]);
  assert.equal(new Set(places.map(String)).size, 5);
  assert.ok(inside(places));
  assert.ok(inside(layered(2, [[0, 1], [1, 0]])), 'circles are drawn too');
});

test('forces keep vertices apart, on the paper, and give the same drawing again', () => {
  const edges = Array.from({ length: 30 }, (_, k) => [k, (k + 1) % 30]);
  const places = forced(30, edges);
  assert.ok(inside(places));
  for (let a = 0; a < 30; a++) {
    for (let b = 0; b < a; b++) {
      assert.ok(Math.hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]) > 10, `${a} and ${b}`);
    }
  }
  assert.deepEqual(forced(30, edges), places);
  assert.deepEqual(forced(0, []), []);
  assert.ok(inside(forced(1, [[0, 0]])));
});

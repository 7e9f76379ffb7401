// What the parts of the page compute, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from './help/source.mjs';

const heat = await source('parts/heat.ts');
const { pack, unpack } = await source('parts/pack.ts');
const { colour } = await source('parts/colours.ts');
const { clauses } = await source('parts/clauses.ts');
const { fileName } = await source('parts/save.ts');
const { edgeList, numbers, writings } = await source('sections/graph/positions.ts');

test('a table of one line is wrapped, and its cells are found again', () => {
  const cells = { size: [23], values: Array.from({ length: 23 }, (_, k) => k % 4), largest: 3 };
  const sheet = heat.sheet(cells, [], 10);
  assert.deepEqual([sheet.rows, sheet.cols], [3, 10]);
  assert.deepEqual(sheet.at(2, 1), [21]);
  assert.deepEqual(sheet.find([21]), [2, 1]);
  assert.equal(sheet.find([23]), undefined);
  assert.equal(heat.cellIndex(sheet, 2, 2), 22);
  assert.equal(heat.cellIndex(sheet, 2, 3), -1, 'after the last cell there is nothing');
  assert.equal(heat.reading(cells, 22), '2');
  assert.equal(sheet.rowName(1), '10');
});

test('a table of three axes is shown slice by slice', () => {
  const values = Array.from({ length: 24 }, (_, k) => k);
  const cells = { size: [2, 3, 4], values, largest: 23 };
  const sheet = heat.sheet(cells, [1], 0);
  assert.deepEqual([sheet.rows, sheet.cols], [3, 4]);
  assert.equal(heat.reading(cells, heat.cellIndex(sheet, 2, 3)), '23');
  assert.deepEqual(sheet.at(2, 3), [1, 2, 3]);
  assert.deepEqual(sheet.find([1, 0, 2]), [0, 2]);
  assert.equal(sheet.find([0, 0, 2]), undefined, 'another slice');
});

test('every cell is drawn in its colour where it stands: rows down, columns across', () => {
  globalThis.ImageData = class {
    constructor(width, height) {
      Object.assign(this, { width, height, data: new Uint8ClampedArray(4 * width * height) });
    }
  };
  const shades = { heat: ['#000000', '#000001', '#000002', '#000003', '#000004', '#000005'], win: '#110000', lose: '#220000', draw: '#330000', faint: '#440000' };
  const pixel = (image, row, col) => [...image.data.slice(4 * (row * image.width + col), 4 * (row * image.width + col) + 4)];
  const cells = { size: [2, 3], values: [0, 1, 2, 3, 4, -1], largest: 5 };
  const sheet = heat.sheet(cells, [], 0);
  const all = heat.pixels(cells, sheet, shades, false);
  assert.deepEqual([all.width, all.height], [3, 2]);
  for (const [row, col, value] of [[0, 0, 0], [0, 1, 1], [0, 2, 2], [1, 0, 3], [1, 1, 4]]) {
    assert.deepEqual(pixel(all, row, col), [0, 0, value, 255], `${row}, ${col}`);
    assert.equal(heat.shade(cells, heat.cellIndex(sheet, row, col), shades, false), shades.heat[value]);
  }
  assert.deepEqual(pixel(all, 1, 2), [0, 0, 0, 0], 'no such position');
  const lost = heat.pixels(cells, sheet, shades, true);
  assert.deepEqual([pixel(lost, 0, 0)[0], pixel(lost, 0, 1)[0], pixel(lost, 1, 0)[0]], [0x22, 0x44, 0x44]);
  const letters = { size: [2, 3], outcomes: 'PND.NP', largest: 1 };
  const drawn = heat.pixels(letters, heat.sheet(letters, [], 0), shades, false);
  assert.deepEqual([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]].map(([row, col]) => pixel(drawn, row, col)[0]), [0x22, 0x11, 0x33, 0, 0x11, 0x22]);
  // One line is wrapped: what is behind its end is empty.
  const line = { size: [5], values: [1, 2, 3, 4, 5], largest: 5 };
  const wrapped = heat.pixels(line, heat.sheet(line, [], 3), shades, false);
  assert.deepEqual([[0, 2], [1, 0], [1, 2]].map(([row, col]) => pixel(wrapped, row, col)[2]), [3, 4, 0]);
});

test('letters are black or white, whichever is read better', () => {
  assert.equal(heat.lettersOn('#ffffff'), '#000000');
  assert.equal(heat.lettersOn('#212d60'), '#ffffff');
  assert.equal(heat.lettersOn('#e8f4f8'), '#000000');
  assert.deepEqual(heat.rgb('#0af'), [0, 170, 255]);
  assert.deepEqual(heat.rgb('rgb(1, 2, 3)'), [1, 2, 3]);
});

test('numbers along an axis are round and have room', () => {
  assert.equal(heat.tickStep(40, 30), 1);
  assert.equal(heat.tickStep(10, 30), 5);
  assert.equal(heat.tickStep(1, 30), 50);
  assert.equal(heat.tickStep(0.2, 30), 200);
});

test('texts go into an address and come back, whatever they hold', async () => {
  for (const text of ['', 'state n; move take(k in 1..3) -> [n-k]', '状态 🎲\n# 注释', 'x'.repeat(100_000), '\0\u{1F600}"%&=#']) {
    const packed = await pack(text);
    assert.match(packed, /^[zp][A-Za-z0-9_-]*$/);
    assert.equal(await unpack(packed), text);
  }
  assert.ok((await pack('move take(k in 1..3) -> [n-k]\n'.repeat(50))).length < 200, 'repetition costs little');
});

test('a damaged text is noticed, and so is one that would unpack to a flood', async () => {
  const packed = await pack('state n; move take(k in 1..3) -> [n-k]');
  for (const broken of [packed.slice(0, -5), 'q' + packed, 'z', 'z***', '']) {
    await assert.rejects(unpack(broken), `${broken}`);
  }
  await assert.rejects(unpack(await pack('0'.repeat(3_000_000))), /too long/);
});

test('colouring a program keeps its text', () => {
  const code = '#include <algorithm>\nint f(long long n) { return n % 4; /* four */ } // "end"\n';
  const pieces = colour(code, 'cpp');
  assert.equal(pieces.map((piece) => piece.text).join(''), code);
  assert.ok(pieces.some((piece) => piece.kind === 'word' && piece.text === 'return'));
  assert.ok(pieces.some((piece) => piece.kind === 'comment' && piece.text === '/* four */'));
  const python = "def g(n): return n % 4  # 'rest'\n";
  assert.equal(colour(python, 'python').map((piece) => piece.text).join(''), python);
});

test('files have names that every system takes', () => {
  assert.equal(fileName('0.[3]', 'x'), '0.-3');
  assert.equal(fileName('威佐夫 博弈', 'x'), '威佐夫-博弈');
  assert.equal(fileName('///', 'law'), 'law');
});

const square = {
  v: [['a', 0, 0], ['b', 1, 0], ['c', 1, 1], ['d', 0, 1]],
  e: [[0, 1], [1, 2], [2, 3], [3, 2]],
  t: [1],
};
const card = (...examples) => ({ examples });

test('a drawing is written as the examples of a game write theirs', () => {
  assert.deepEqual(numbers(square), ['1', '2', '3', '4'], 'vertices without numbers get some');
  assert.deepEqual(writings(card('1-2,2-3 @2'), square), ['1-2,2-3,3-4 @2'], 'an edge is written once');
  assert.deepEqual(writings(card('1>2,2>1 @1'), square), ['1>2,2>3,3>4,4>3 @2'], 'arrows keep their direction');
  assert.deepEqual(writings(card('1-2-3'), { ...square, t: [] }), ['1-2,2-3,3-4']);
  assert.deepEqual(writings(card('3,5,7'), square), [], 'heaps are no graph');
});

test('vertices without edges are written where they can be, and left out else', () => {
  const loose = { v: [['1', 0, 0], ['2', 0, 0], ['7', 0, 0]], e: [[0, 1]] };
  assert.deepEqual(writings(card('1-2,3'), loose), ['1-2,7', '1-2']);
});

test('a tree is written by its parents, whichever way its arrows point', () => {
  const down = { v: [['r', 0, 0], ['x', 0, 0], ['y', 0, 0], ['z', 0, 0]], e: [[0, 1], [0, 2], [1, 3]] };
  const up = { ...down, e: down.e.map(([a, b]) => [b, a]) };
  assert.deepEqual(writings(card('0,1,1,2', '0,1'), down), ['0,1,1,2']);
  assert.deepEqual(writings(card('0,1,1,2', '0,1'), up), ['0,1,1,2']);
  assert.deepEqual(writings(card('0,1,1,2'), square), [], 'a circle is no tree');
});

test('edges are read one a line, by any names; anything else is left to the engine', () => {
  assert.deepEqual(edgeList('a b\nb -> c # back\n\n1,2\nx → y'), [['a', 'b'], ['b', 'c'], ['1', '2'], ['x', 'y']]);
  for (const other of ['', 'digraph { a -> b }', 'a b c', 'a', '<graphml>\n</graphml>', '"a" b']) assert.equal(edgeList(other), undefined, other);
});

test('a long formula may break between its clauses, never inside one', () => {
  assert.deepEqual(clauses('P = \\{ (a, b),\\ c \\},\\ a = 1,\\ b = f(x,\\ y)'), ['P = \\{ (a, b),\\ c \\},', 'a = 1,', 'b = f(x,\\ y)']);
  assert.deepEqual(clauses('\\begin{cases} 0,\\ & n = 0 \\end{cases}'), ['\\begin{cases} 0,\\ & n = 0 \\end{cases}']);
  assert.deepEqual(clauses('[0, 1),\\ x'), ['[0, 1),', 'x']);
  assert.deepEqual(clauses('a ( b,\\ c'), ['a ( b,\\ c'], 'what does not close is left whole');
});

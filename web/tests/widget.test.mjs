// The board in a notebook: the module that Python's package carries, in a page that is a notebook
// as far as it can see. Its questions go to the engine of the test instead of a kernel.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { audit } from './help/audit.mjs';
import { open, where } from './help/browser.mjs';
import { ask } from './help/desk.mjs';
import { source } from './help/source.mjs';

const MODULE = new URL('../../py/python/grundy/static/play.js', import.meta.url);
const code = await readFile(MODULE, 'utf8');

/** A page with a strict policy and a loud style of its own, none of which may come into the board. */
const NOTEBOOK = `<!doctype html><html lang="en"><head><title>Notebook</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'">
<style>
  h1 { font-family: Georgia }
  body { background: #fff; color: #111 }
  button { background: rgb(255, 0, 0) !important; min-height: 1px !important }
  .panel, .row { display: none !important }
</style></head>
<body><main><h1>A notebook</h1><div id="cell" contenteditable="true" role="textbox" aria-label="A cell">x</div>
<div id="out"></div></main></body></html>`;

/** What anywidget gives a module, written down; `kernel` answers, `held` lets it wait. */
function notebook() {
  class Model {
    values;
    hearing = new Map();
    saved = [];
    sent = [];
    held = false;
    dirty = {};
    constructor(values) {
      this.values = {
        ...{ params: {}, convention: '', compound: '', start: '', moves: [], first: 'you', level: 5, seed: 1 },
        ...{ two: false, marks: false, numbers: false, why: false, colours: 'auto', lang: 'en', ...values },
      };
    }
    get(name) {
      return this.values[name];
    }
    set(name, value) {
      this.put({ [name]: value });
      this.dirty[name] = value;
    }
    /** As when Python changes something. */
    put(values) {
      Object.assign(this.values, values);
      for (const name of Object.keys(values)) this.fire(`change:${name}`);
    }
    save_changes() {
      this.saved.push(structuredClone(this.dirty));
      this.dirty = {};
    }
    on(event, hear) {
      if (!this.hearing.has(event)) this.hearing.set(event, new Set());
      this.hearing.get(event).add(hear);
    }
    off(event, hear) {
      this.hearing.get(event)?.delete(hear);
    }
    fire(event, message) {
      for (const hear of [...(this.hearing.get(event) ?? [])]) hear(message);
    }
    get listeners() {
      return [...this.hearing.values()].reduce((sum, each) => sum + each.size, 0);
    }
    send(message) {
      // Some notebooks post it to another window.
      const { ask, question } = structuredClone(message);
      this.sent.push(message);
      if (ask === undefined || this.held) return;
      setTimeout(() => this.fire('msg:custom', { id: ask, heard: true }));
      void globalThis.kernel(question).then((answer) => {
        const { error } = answer;
        this.fire('msg:custom', error ? { id: ask, error } : { id: ask, answer: JSON.stringify(answer) });
      });
    }
  }
  globalThis.models = [];
  /** Shows a board as a cell does; the module is loaded once or for each. */
  globalThis.show = async (values, how = {}) => {
    const url = URL.createObjectURL(new Blob([globalThis.code], { type: 'text/javascript' }));
    if (!how.again) globalThis.loaded = await import(url);
    URL.revokeObjectURL(url);
    const model = how.model === undefined ? new Model(values) : globalThis.models[how.model];
    model.held = how.held ?? false;
    const el = document.createElement('div');
    document.querySelector('#out').append(el);
    model.close = await globalThis.loaded.default.render({ model, el });
    if (how.model === undefined) globalThis.models.push(model);
    return globalThis.models.length - 1;
  };
}

/** A notebook with the module at hand. */
async function cell(t, how = {}) {
  const page = await open(t, '', how);
  await page.route('**/notebook.html', (route) => route.fulfill({ contentType: 'text/html', body: NOTEBOOK }));
  await page.exposeFunction('kernel', (question) => ask(page, JSON.parse(question)));
  await page.goto(`${await where()}notebook.html`);
  await page.evaluate((code) => (globalThis.code = code), code);
  await page.evaluate(notebook);
  return page;
}
const show = (page, values, how) => page.evaluate(([values, how]) => globalThis.show(values, how), [values, how]);
const model = (page, name, at = 0) => page.evaluate(([name, at]) => globalThis.models[at].values[name], [name, at]);
const put = (page, values, at = 0) => page.evaluate(([values, at]) => globalThis.models[at].put(values), [values, at]);
const board = (page, position, at = 0) => page.locator(`#out > div:nth-child(${at + 1}) .arena[data-position="${position}"]`).waitFor();

for (const [lang, turn, end] of [
  ['en', 'Your move', /^(You win!|The engine wins\.)$/],
  ['zh', '轮到你走', /^(你赢了！|引擎获胜。)$/],
]) {
  test(`a game is played to its end by clicking (${lang})`, async (t) => {
    const page = await cell(t);
    await show(page, { game: 'nim', start: '1,2', lang, why: true, numbers: true, marks: true });
    await page.locator('.say', { hasText: turn }).waitFor();
    await page.locator('.sign').first().waitFor();
    let clicks = 0;
    for (let made = 0; !(await page.locator('.say.over').count()); clicks += 1) {
      assert.ok(clicks < 10, 'it comes to an end');
      await page.locator('.board g.can').last().click();
      made += 1;
      await page.locator('.say.over').or(page.locator(`.arena[data-turn="person"]:not([data-moves="${made - 1}"])`)).first().waitFor();
      made = Number(await page.locator('.arena').getAttribute('data-moves'));
    }
    assert.match(await page.locator('.say strong').innerText(), end);
    const moves = await model(page, 'moves');
    assert.equal(moves.length, Number(await page.locator('.arena').getAttribute('data-moves')));
    // What Python has been told is the same game.
    const { position, over } = await ask(page, { ask: 'play', game: 'nim', position: '1,2', moves });
    assert.equal(position, '0,0');
    assert.ok(over);
    assert.deepEqual((await page.evaluate(() => globalThis.models[0].saved)).at(-1), { moves });
    await audit(page);
  });
}

test('what is set in Python is shown; what is taken back is told', async (t) => {
  const page = await cell(t);
  await show(page, { game: 'nim', start: '3,5,7', two: true });
  await board(page, '3,5,7');
  await put(page, { moves: ['3: take 1', '1: take 1'] });
  await board(page, '2,5,6');
  await page.getByRole('button', { name: 'Undo' }).click();
  await board(page, '3,5,6');
  assert.deepEqual(await model(page, 'moves'), ['3: take 1']);
  // Another look at the same board: what was taken back can be made again.
  await put(page, { marks: true });
  await page.locator('.sign').first().waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await board(page, '2,5,6');
  assert.deepEqual(await model(page, 'moves'), ['3: take 1', '1: take 1']);
  await put(page, { start: '1,1', moves: [] });
  await board(page, '1,1');
  // Another game comes as one message for its name and one for the rest.
  await put(page, { game: 'kayles' });
  await put(page, { start: '', moves: [], params: {} });
  await page.locator('.title', { hasText: /kayles/i }).waitFor();
  await page.locator('.arena[data-moves="0"]').waitFor();
  assert.deepEqual(await model(page, 'moves'), []);
  // The engine moves where Python's move makes it its turn.
  await put(page, { game: 'nim', start: '3,5,7', moves: ['3: take 1'], two: false });
  await page.locator('.arena[data-moves="2"][data-turn="person"]').waitFor();
  assert.equal((await model(page, 'moves')).length, 2);
  await put(page, { lang: 'zh' });
  await page.locator('.say', { hasText: '轮到你走' }).waitFor();
});

test('the board is light or dark as the notebook is, and neither style touches the other', async (t) => {
  const page = await cell(t);
  await show(page, { game: 'nim', start: '3,5,7' });
  await board(page, '3,5,7');
  const ground = (colour) =>
    page.waitForFunction(
      (colour) => {
        const panel = document.querySelector('#out > div > div').shadowRoot.querySelector('.panel');
        return getComputedStyle(panel).backgroundColor === colour;
      },
      colour,
      { timeout: 10_000 },
    );
  const [light, dark] = ['rgb(255, 255, 255)', 'rgb(20, 24, 29)'];
  await ground(light);
  const say = (of, name, value) => page.evaluate(([of, name, value]) => document[of].setAttribute(name, value), [of, name, value]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await ground(dark);
  await say('documentElement', 'theme', 'light');
  await ground(light);
  await say('documentElement', 'theme', 'dark');
  await ground(dark);
  await say('body', 'data-vscode-theme-kind', 'vscode-high-contrast-light');
  await ground(light);
  await say('body', 'data-vscode-theme-kind', 'vscode-high-contrast');
  await ground(dark);
  await say('body', 'data-jp-theme-light', 'true');
  await ground(light);
  await say('body', 'data-jp-theme-light', 'false');
  await ground(dark);
  await put(page, { colours: 'light' });
  await ground(light);
  const undo = await page.getByRole('button', { name: 'Undo' }).evaluate((each) => [getComputedStyle(each).backgroundColor, each.offsetHeight]);
  assert.deepEqual(undo, [light, 40]);
  assert.match(await page.$eval('h1', (each) => getComputedStyle(each).fontFamily), /Georgia/);
  assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length + document.querySelectorAll('head style').length), 1);
});

test('keys belong to the board only where they are pressed on it', async (t) => {
  const page = await cell(t);
  await page.evaluate(() => {
    globalThis.heard = [];
    document.addEventListener('keydown', (event) => globalThis.heard.push(event.key));
  });
  await show(page, { game: 'nim', start: '3,5,7', two: true });
  await board(page, '3,5,7');
  await put(page, { moves: ['3: take 1'] });
  await board(page, '3,5,6');
  // In a cell of the notebook.
  await page.locator('#cell').click();
  await page.keyboard.press('Control+z');
  // In the field for a move: letters that are commands of a notebook elsewhere.
  const field = page.getByLabel('Or type a move');
  await field.click();
  await page.evaluate(() => (globalThis.heard = []));
  await page.keyboard.type('dd1: take 1');
  assert.deepEqual(await page.evaluate(() => globalThis.heard), []);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await model(page, 'moves'), ['3: take 1']);
  assert.equal(await page.locator('.grundy-widget').getAttribute('data-lm-suppress-shortcuts'), 'true');
  // On the board.
  await page.locator('.board g.can[tabindex="0"]').focus();
  await page.keyboard.press('Control+z');
  await board(page, '3,5,7');
  // A move by the keyboard leaves the keyboard on the board.
  await page.locator('.board g.can[tabindex="0"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('.arena[data-moves="1"]:not([data-position="3,5,7"])').waitFor();
  await page.waitForFunction(() => {
    const root = document.querySelector('.grundy-widget').shadowRoot;
    return root.querySelector('.board').contains(root.activeElement);
  });
});

test('several boards, one of them twice, and none when they are closed', async (t) => {
  const page = await cell(t);
  await show(page, { game: 'nim', start: '3,5,7', two: true });
  await show(page, { game: 'kayles', start: '5', two: true });
  // The module may be loaded once for all, too.
  await show(page, { game: 'nim', start: '1,2', two: true }, { again: true });
  await board(page, '3,5,7', 0);
  await board(page, '5', 1);
  await board(page, '1,2', 2);
  await page.evaluate(() => globalThis.models[2].close());
  assert.equal(await page.locator('.arena').count(), 2);
  assert.equal(await page.evaluate(() => globalThis.models[2].listeners), 0);
  // The one that is left of the two is still answered.
  await put(page, { moves: ['take 1 at 3'] }, 1);
  await board(page, '2,2', 1);
  // The first one again, in another place.
  await show(page, undefined, { model: 0 });
  await board(page, '3,5,7', 3);
  await page.locator('#out > div:nth-child(4) .board g.can').last().click();
  await page.locator('#out > div:nth-child(1) .arena[data-moves="1"]').waitFor();
  assert.equal((await model(page, 'moves', 0)).length, 1);
});

test('a board that goes away stops its questions, and a kernel that does not know says why', async (t) => {
  const page = await cell(t);
  await show(page, { game: 'nim', start: '3,5,7' }, { held: true });
  await page.waitForFunction(() => globalThis.models[0].sent.length > 0);
  const told = async () =>
    page.evaluate(() => globalThis.models[0].sent.map(({ ask, cancel }) => ({ ask, cancel })));
  const [{ ask: id }] = await told();
  await page.evaluate(
    (id) => globalThis.models[0].fire('msg:custom', { id, error: { code: 'over_budget', message: 'Too much.', resource: 'states', used: 12, limit: 10 } }),
    id,
  );
  await page.locator('.failure', { hasText: 'Too much.' }).waitFor();
  await page.locator('.failure', { hasText: 'Used 12 of 10 positions.' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForFunction(() => globalThis.models[0].sent.length > 1);
  await page.getByRole('button', { name: 'Stop' }).click();
  const [, second, third] = await told();
  assert.equal(third.cancel, second.ask);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForFunction(() => globalThis.models[0].sent.length > 3);
  await page.evaluate(() => globalThis.models[0].close());
  const after = await told();
  assert.deepEqual(after.slice(4), [{ cancel: after[3].ask, ask: undefined }]);
  assert.equal(await page.locator('.grundy-widget').count(), 0);
  assert.equal(await page.evaluate(() => globalThis.models[0].listeners), 0);
});

test('the module is small and makes no code of texts', () => {
  assert.ok(gzipSync(code, { level: 9 }).length <= 60_000);
  assert.doesNotMatch(code, /\beval\(|new Function\(|import\(|\bimport\s*[{*"']/);
});

/** A model of which one hears what it sends. */
function wire() {
  const hearing = new Set();
  const sent = [];
  return {
    sent,
    hearing,
    get: () => undefined,
    set: () => undefined,
    save_changes: () => undefined,
    send: (message) => void sent.push(message),
    on: (_, hear) => void hearing.add(hear),
    off: (_, hear) => void hearing.delete(hear),
    say: (message) => [...hearing].forEach((hear) => hear(message)),
  };
}

test('questions and answers find each other', async () => {
  const { WidgetEngine } = await source('engine/widget.ts');
  const engine = new WidgetEngine(200);
  await assert.rejects(engine.ask({}, {}), { code: 'unreachable' });
  const [model, other] = [wire(), wire()];
  const leave = engine.join(model);

  const [one, two] = [engine.ask({ ask: 'a' }, {}), engine.ask({ ask: 'b' }, {})];
  const [first, second] = model.sent.map(({ ask }) => ask);
  assert.deepEqual(model.sent.map(({ question }) => question), ['{"ask":"a"}', '{"ask":"b"}']);
  assert.notEqual(first, second);
  model.say({ id: second, answer: '{"b":2}' });
  for (const noise of [null, 7, {}, { id: 'elsewhere.1', answer: '{}' }]) model.say(noise);
  model.say({ id: first, answer: '{"a":1}' });
  assert.deepEqual([await one, await two], [{ a: 1 }, { b: 2 }]);

  // News; a question that is heard may take as long as it likes.
  const news = [];
  const slow = engine.ask({}, { progress: (each) => news.push(each.states) });
  const { ask: id, progress } = model.sent.at(-1);
  assert.equal(progress, true);
  model.say({ id, heard: true });
  model.say({ id, progress: '{"states":5}' });
  await new Promise((done) => setTimeout(done, 400));
  model.say({ id, answer: '{}' });
  assert.deepEqual(await slow, {});
  assert.deepEqual(news, [5]);

  // Failures, and what is none of these.
  const fails = async (message, expected) => {
    const asked = engine.ask({}, {});
    model.say({ id: model.sent.at(-1).ask, ...message });
    await assert.rejects(asked, expected);
  };
  await fails({ error: { code: 'bad_move', message: 'no', column: 3 } }, { code: 'bad_move', text: 'no', more: { column: 3 } });
  await fails({ answer: '{' }, { code: 'no_answer' });
  await fails({ answer: 5 }, { code: 'no_answer' });

  // Nobody hears it; it is stopped; the board is closed; it cannot even be sent.
  await assert.rejects(engine.ask({}, {}), { code: 'unreachable' });
  assert.ok(model.sent.at(-1).cancel);
  const control = new AbortController();
  const dropped = engine.ask({}, { signal: control.signal });
  control.abort();
  await assert.rejects(dropped, { code: 'cancelled' });
  assert.equal(model.sent.at(-1).cancel, model.sent.at(-2).ask);
  await assert.rejects(engine.ask({}, { signal: control.signal }), { code: 'cancelled' });
  const again = engine.join(model);
  again();
  const out = engine.join(other);
  const asked = engine.ask({}, {});
  assert.equal(other.sent.length, 1);
  out();
  out();
  await assert.rejects(asked, { code: 'cancelled' });
  assert.equal(other.hearing.size, 0);
  model.send = () => {
    throw new Error('closed');
  };
  await assert.rejects(engine.ask({}, {}), { code: 'unreachable' });
  leave();
  assert.equal(model.hearing.size, 0);
});

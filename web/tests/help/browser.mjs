// A browser with the page in it. Nothing may be said on the console, and nothing may be thrown.
//
// GRUNDY_WEB_URL  the address where `grundy web` serves the page, or
// GRUNDY_SITE     a folder of static files with the engine in it (grundy.wasm, grundy-laws.wasm), served from here;
// CHROMIUM        the browser, if it is not Debian's.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { after } from 'node:test';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

let serving;
/** Serves a folder as any host of static files would. */
async function serve(folder) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split(/[?#]/)[0]);
    const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
    if (!file.startsWith(normalize(folder + sep))) {
      response.writeHead(403).end();
      return;
    }
    readFile(file).then(
      (bytes) => {
        response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  serving = server;
  return `http://127.0.0.1:${server.address().port}/`;
}

let base;
/** Where the page is. */
export function where() {
  base ??= (async () => {
    const { GRUNDY_WEB_URL: url, GRUNDY_SITE: folder } = process.env;
    if (url) return url.endsWith('/') ? url : `${url}/`;
    if (folder) return serve(folder);
    throw new Error('set GRUNDY_WEB_URL (a running `grundy web`) or GRUNDY_SITE (a folder of static files)');
  })();
  return base;
}

/** Which engine the page will find there. */
export const engine = process.env.GRUNDY_WEB_URL ? 'http' : 'wasm';

let browser;
async function started() {
  browser ??= chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  return browser;
}
// Registered here, outside of any test: it is for all of them.
after(async () => {
  serving?.close();
  if (browser) await (await browser).close();
});

/** What a browser writes on its console when a server answers so; which answer it was, it does not say. */
const STATUS = /the server responded with a status of \d+/;

/**
 * A new page, closed when the test ends.
 * `lang`, `theme`, `size`; `motion: true` shows movements.
 * `refused`: the questions that the engine is expected to refuse, as `play 422`; `table 422?` if it
 * may or may not. Any other refusal fails the test, and so does one that is expected and does not come.
 * (Only a server refuses in a way that can be seen from here.)
 * `before`: what is done with the page before its address is opened.
 */
export async function open(t, hash, how = {}) {
  const { lang = 'en', theme = 'light', size = [1280, 800], motion = false, refused = [], path = '', before } = how;
  const context = await (await started()).newContext({
    viewport: { width: size[0], height: size[1] },
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: theme,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems = [];
  const may = new Set(refused.map((each) => each.replace('?', '')));
  const must = new Set(engine === 'http' ? refused.filter((each) => !each.endsWith('?')) : []);
  page.on('response', (response) => {
    if (response.status() < 400) return;
    const asked = new URL(response.url()).pathname.endsWith('/api/ask') ? response.request().postDataJSON()?.ask : undefined;
    const what = `${asked ?? response.url()} ${response.status()}`;
    must.delete(what);
    if (!may.has(what)) problems.push(`refused: ${what} ${response.request().postData() ?? ''}`);
  });
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Told above, with the question.
    if (STATUS.test(message.text())) return;
    problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error.stack ?? error.message}`));
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, [], 'the console is silent');
    assert.deepEqual([...must], [], 'what should be refused is');
  });
  await before?.(page);
  await page.goto(`${await where()}${path}${hash}`);
  return page;
}

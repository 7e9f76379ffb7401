// Pictures of the page, to be looked at: every section on a phone and on a laptop, light and dark,
// in both languages.
//
//     GRUNDY_WEB_URL=http://127.0.0.1:4117/ node scripts/shots.mjs FOLDER
//     GRUNDY_WEB_URL=… node scripts/shots.mjs --readme FILE      the picture of the README
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const url = process.env.GRUNDY_WEB_URL;
if (!url) throw new Error('set GRUNDY_WEB_URL to a running `grundy web`');

const SECTIONS = {
  games: '#/games',
  play: '#/play?game=nim&position=3,5,7&marks=1&numbers=1&why=1',
  board: '#/play?game=cram&marks=1',
  train: '#/train',
  write: '#/write?rules=game%20lasker%0Astate%20n%0Amove%20take(k%20in%201..n)%20-%3E%20%5Bn-k%5D%0Amove%20split(k%20in%201..n-1)%20-%3E%20%5Bk%5D%20%2B%20%5Bn-k%5D%0A',
  study: '#/study?game=wythoff',
  octal: '#/octal?code=0.137',
  graph: '#/graph',
  nimbers: '#/nimbers',
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

/** One picture of the page at an address. */
async function shot(file, hash, { lang, theme, width, height, full }) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') console.log(`${file}: ${message.text()}`);
  });
  await page.goto(`${url}${hash}`);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(600);
  await page.screenshot({ path: file, fullPage: full });
  await context.close();
}

const [first, second] = process.argv.slice(2);
if (first === '--readme') {
  await shot(second, SECTIONS.play, { lang: 'en', theme: 'light', width: 1280, height: 800, full: false });
} else {
  mkdirSync(first, { recursive: true });
  for (const [name, hash] of Object.entries(SECTIONS)) {
    for (const [size, width, height] of [['laptop', 1280, 800], ['phone', 390, 844]]) {
      for (const [lang, theme] of [['en', 'light'], ['zh', 'dark'], ['en', 'dark'], ['zh', 'light']]) {
        const file = join(first, `${name}-${size}-${lang}-${theme}.png`);
        await shot(file, hash, { lang, theme, width, height, full: true });
      }
    }
  }
}
await browser.close();

// What the browser tests share: the built site behind a small server, a second origin, Chromium, and a
// page that fails its test on errors, violations of the policy, and requests to anywhere else.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const DIST = process.env.BFCLX_SITE ?? join(ROOT, 'site/dist');
// The first is Chromium without windows: the same engine, in two thirds of the processor time.
const CHROMIUM =
  process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.csv': 'text/csv; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

function listen(handler) {
  const server = createServer(handler);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      resolve({ origin: `http://127.0.0.1:${port}`, port, close: () => server.close() });
    });
  });
}

/** The headers of `_headers` for a path below the site, as a host that follows it sends them. */
function headersOf(text, path) {
  const headers = {};
  let applies = false;
  for (const line of text.split('\n')) {
    if (/^\s*(#|$)/.test(line)) continue;
    if (line.startsWith('/')) applies = line === '/*' || line === path;
    else if (applies) headers[line.slice(0, line.indexOf(':')).trim()] = line.slice(line.indexOf(':') + 1).trim();
  }
  return headers;
}

/**
 * The site under a sub-path, as a plain file server has it, no media type for .wasm, with the headers of `_headers`. `answer`
 * may answer in its place, or set headers, by the path below the site: true when it has answered.
 */
export async function serveSite(folder = DIST, answer = () => false) {
  const headers = existsSync(join(folder, '_headers')) ? readFileSync(join(folder, '_headers'), 'utf8') : '';
  const server = await listen((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    if (!path.startsWith('/sub/path/')) return response.writeHead(404).end('not here');
    if (answer(path.slice('/sub/path/'.length), response, request)) return;
    let file = join(folder, normalize(path.slice('/sub/path/'.length)));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!existsSync(file)) return response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found');
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...headersOf(headers, path.slice('/sub/path'.length)),
    });
    createReadStream(file).pipe(response);
  });
  return { ...server, url: `${server.origin}/sub/path/` };
}

/** Another origin: `files` are {path: {body, headers}}; requests are counted in `seen`. */
export async function serveFiles(files) {
  const seen = [];
  const server = await listen((request, response) => {
    seen.push(request.url);
    const file = files[new URL(request.url, 'http://x').pathname];
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'application/json', ...file.headers }).end(file.body);
  });
  return { ...server, seen };
}

export function launch() {
  if (!CHROMIUM) throw new Error('Chromium is needed: install the Debian package, or set CHROMIUM to its path');
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/**
 * A fresh profile with one page. `watched.problems` gathers errors, policy violations and requests to
 * origins that are not in `allowed`; a test asserts that it is empty.
 */
export async function openPage(browser, options = {}) {
  const { allowed = [], ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...rest });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|violates/i.test(message.text())) {
      problems.push(`console: ${message.text()}`);
    }
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !allowed.includes(url.origin)) problems.push(`request: ${request.url()}`);
  });
  return { context, page, problems };
}

/**
 * The site and Chromium for all tests of a file, as `site` and `browser` of what is returned. `on` opens a
 * fresh page at `hash`, runs the test, then asserts that nothing else happened. `others` are further servers
 * that pages may ask: a function, as they start later. `follow`: the link names another host, and that is allowed.
 */
export function setUp(others = () => []) {
  const stage = {
    async on(hash, check, { allowed = [], follow = false, ...options } = {}) {
      const origins = [stage.site, ...others()].map(({ origin }) => origin);
      const { page, problems, context } = await openPage(stage.browser, { allowed: [...origins, ...allowed], ...options });
      try {
        await page.goto(stage.site.url + hash);
        if (follow) await page.getByRole('button', { name: /^Fetch from/ }).click();
        await check(page, problems);
        assert.deepEqual(problems, []);
      } finally {
        await context.close();
      }
    },
  };
  before(async () => {
    [stage.site, stage.browser] = await Promise.all([serveSite(), launch()]);
  });
  after(async () => {
    await stage.browser?.close();
    stage.site?.close();
    for (const server of others()) server?.close();
  });
  return stage;
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe-core finds on the page, of any impact, a line each. */
export async function flaws(page) {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { rules: { 'target-size': { enabled: true } } }));
  return violations
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')} ${failureSummary}`));
}

/** Light and wide, dark and narrow: what accessibility is looked at in. */
export const GUISES = [['light', 1440], ['dark', 390]].map(([colorScheme, width]) => ({
  name: `${colorScheme}, ${width}`,
  options: { colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' },
}));

/** Waits until the table of Results says that it shows so many entries: "38 entries" for "38 rows: 34 scored, ...". */
export const shows = (page, text) =>
  page.locator('bx-results .number', { hasText: new RegExp(`^${text.replace(/entries$/, 'rows').replace(/entry$/, 'row')}(?:: [^·]*)?$`) }).waitFor();

/** The button that brings back what was removed. */
export const undo = (page) => page.locator('bx-undo-bar').getByRole('button', { name: 'Undo' });

/** Lines of results on entries of the sample: three right, one wrong, one unknown. */
export const LINES =
  [
    '{"id": "simple_python_90000", "result": "[harbour.tide_table(harbour=\'Whitby\', date=\'2026-05-03\')]"}',
    '{"id": "simple_python_90001", "result": "[oven.preheat(celsius=240, mode=\'top_bottom\')]"}',
    '{"id": "simple_python_90002", "result": "[observatory.point_telescope(right_ascension=\'0.712\', declination=41.27, exposure_seconds=120)]"}',
    '{"id": "simple_python_77", "result": "[f()]"}',
  ].join('\n') + '\n';

/**
 * Drops files or folders of this machine on the page, as a person would: over it until the page has seen it, and
 * again where a busy Chromium drops nothing, as it had no answer yet to what is held over the page.
 */
export async function drop(page, paths) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const x = page.viewportSize().width / 2;
  const send = (type) => session.send('Input.dispatchDragEvent', { type, x, y: 300, data });
  const seen = (type) =>
    page.waitForFunction((name) => globalThis.seenDrags.includes(name), type, { timeout: 3000 }).then(
      () => true,
      () => false,
    );
  await page.evaluate(() => {
    if (!globalThis.seenDrags)
      for (const type of ['dragover', 'drop'])
        window.addEventListener(type, () => globalThis.seenDrags.push(type), { capture: true });
    globalThis.seenDrags = [];
  });
  for (let round = 0; round < 5; round++) {
    await send('dragEnter');
    await send('dragOver');
    if (await seen('dragover')) await send('dragOver');
    await send('drop');
    if (await seen('drop')) return;
  }
  throw new Error('Chromium did not drop the files');
}

/** Puts text on the clipboard and presses the keys. */
export async function paste(page, text) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('Control+V');
}

/** What an element shows, shadow roots and slots included, white space made one. */
export const words = (locator) =>
  locator.evaluate((element) => {
    const read = (node) => {
      if (node.nodeType === 3) return node.data;
      if (node.nodeType !== 1 && node.nodeType !== 11) return '';
      // A slot has no box of its own.
      const isHidden = () => node.tagName !== 'SLOT' && !node.checkVisibility();
      if (node.nodeType === 1 && (node.tagName === 'STYLE' || isHidden())) return '';
      const inner = node.tagName === 'SLOT' ? node.assignedNodes() : [...(node.shadowRoot ?? node).childNodes];
      return inner.map(read).join('') + (/^(P|LI|DIV|SECTION|BUTTON|H[1-6]|TD|DT|DD)$/.test(node.tagName) ? ' ' : '');
    };
    return read(element).replace(/\s+/g, ' ').trim();
  });

/** The same, once it matches; what there is after half a minute when it does not. For what is drawn anew while it is read. */
export async function wordsOnce(locator, pattern) {
  const end = Date.now() + 30_000;
  let text = await words(locator);
  while (!pattern.test(text) && Date.now() < end) {
    await locator.page().waitForTimeout(50);
    text = await words(locator);
  }
  return text;
}

/** The editor of Score, which comes when somebody turns to it. */
export async function editor(page) {
  await page.locator('bx-score textarea, bx-editor').first().hover();
  await page.locator('bx-editor .cm-content').click();
}

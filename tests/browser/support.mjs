// What the browser tests share: the built site behind a small server, a second origin, Chromium, and a
// page that fails its test on errors, violations of the policy, and requests to anywhere else.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const DIST = process.env.BFCLX_SITE ?? join(ROOT, 'site/dist');
const CHROMIUM = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
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

/** The site under a sub-path, as a plain file server has it: no media type for .wasm. */
export async function serveSite(folder = DIST) {
  const server = await listen((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    if (!path.startsWith('/sub/path/')) return response.writeHead(404).end('not here');
    let file = join(folder, normalize(path.slice('/sub/path/'.length)));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!existsSync(file)) return response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found');
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
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

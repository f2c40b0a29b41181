// Firefox once through the main flow, by WebDriver BiDi: a paste is scored, an entry is opened, a note is kept, and a reload
// finds both. Skipped, and said so, where there is no Firefox.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LINES, serveSite } from './support.mjs';

const FIREFOX = process.env.FIREFOX ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);
const { ws: WebSocket } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle');

/** A Firefox with a fresh profile; `evaluate` runs an expression in its page. */
async function start() {
  const profile = mkdtempSync(join(tmpdir(), 'bfclx-firefox-'));
  const child = spawn(FIREFOX, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', () => reject(new Error(`Firefox ended: ${said.slice(-400)}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const waiting = new Map();
  socket.on('message', (data) => {
    const { id, result, error, message } = JSON.parse(String(data));
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.reject(new Error(`${error}: ${message}`));
    else one?.resolve(result);
  });
  let next = 1;
  const call = (method, params) => new Promise((resolve, reject) => {
    waiting.set(next, { resolve, reject });
    socket.send(JSON.stringify({ id: next++, method, params }));
  });
  await call('session.new', { capabilities: {} });
  const { contexts } = await call('browsingContext.getTree', {});
  const context = contexts[0].context;
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await call('script.evaluate', { expression, target: { context }, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  };
  const press = (value) => call('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: [{ type: 'keyDown', value }, { type: 'keyUp', value }] }] });
  const end = async () => {
    socket.close();
    const gone = new Promise((done) => child.on('exit', done));
    child.kill();
    await gone;
    rmSync(profile, { recursive: true, force: true });
  };
  return { open: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }), reload: () => call('browsingContext.reload', { context, wait: 'complete' }), evaluate, press, end };
}

/** Words of the page, shadow roots and slots included. */
const WORDS = `(() => {
  const read = (node) => node.nodeType === 3 ? node.data : node.nodeName === 'STYLE' ? '' : (node.nodeName === 'SLOT' ? node.assignedNodes() : [...(node.shadowRoot ?? node).childNodes]).map(read).join(' ');
  return read(document.body).replace(/\\s+/g, ' ');
})()`;

test('Firefox: paste, verdicts, an entry, a note, a reload', { skip: FIREFOX ? false : 'no Firefox is installed' }, async () => {
  const site = await serveSite();
  const firefox = await start();
  const shows = async (pattern) => {
    let words = '';
    for (const until = Date.now() + 60_000; Date.now() < until; await new Promise((done) => setTimeout(done, 200))) {
      words = await firefox.evaluate(WORDS);
      if (pattern.test(words)) return;
    }
    assert.fail(`${pattern} is not shown: ${words.slice(-1500)}`);
  };
  try {
    await firefox.open(site.url);
    await shows(/Nothing is uploaded/);
    await firefox.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/plain', ${JSON.stringify(LINES)});
      // Firefox takes no clipboard of a script's own.
      const event = new ClipboardEvent('paste', { bubbles: true, composed: true, cancelable: true });
      Object.defineProperty(event, 'clipboardData', { value: data });
      document.body.dispatchEvent(event);
    })()`);
    await shows(/2\s+of 3 passed/);
    await firefox.press('j');
    await firefox.press('n');
    await shows(/Kept in this browser/);
    for (const key of 'seen') await firefox.press(key);
    await firefox.evaluate("document.querySelector('bx-app').shadowRoot.querySelector('bx-results').shadowRoot.querySelector('bx-entry-detail').shadowRoot.querySelector('bx-note').shadowRoot.querySelector('button.primary').click()");
    await shows(/Ground truth incorrect .* seen .* Copy as an issue/);
    await firefox.reload();
    await shows(/Ground truth incorrect .* seen .* Copy as an issue/);
    await firefox.open(`${site.url}#runs`);
    await shows(/pasted .* 2 of 3/);
  } finally {
    await firefox.end();
    site.close();
  }
});

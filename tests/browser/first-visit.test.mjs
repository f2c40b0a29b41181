// What the first minute of a visit with one response fetches: its verdict, without the deferred part of the module, and no copy of
// the site for use offline.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINES, openPage, setUp } from './support.mjs';

const stage = setUp();

/** Opens the page with a clock that the test moves, and keeps the names of what it asks for. */
async function on(check) {
  const { page, problems, context } = await openPage(stage.browser, { allowed: [stage.site.origin] });
  const asked = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1)));
  try {
    await page.clock.install();
    await page.goto(stage.site.url);
    await page.locator('bx-score .box').waitFor();
    await check(page, (pattern) => asked.filter((name) => pattern.test(name)));
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

/** Drops pasted text on the page as a browser does. */
const paste = (page, lines) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, composed: true, cancelable: true }));
  }, lines);

test('one response has its verdict and scores without the deferred part; the rest comes after a minute', () =>
  on(async (page, asked) => {
    await paste(page, LINES.split('\n')[0]);
    await page.locator('bx-table .body .row, bx-explanation').first().waitFor();
    // The score is the last thing that is computed of it.
    await page.locator('bx-run-line, bx-run-head').getByText(/of the weight/).first().waitFor();
    assert.deepEqual(asked(/deferred|^sw\.js/), []);
    const deferred = page.waitForRequest(/deferred/);
    const worker = page.context().waitForEvent('serviceworker');
    await page.clock.fastForward(61_000);
    await Promise.all([deferred, worker]);
  }));

test('of several responses the findings are looked for at once', () =>
  on(async (page, asked) => {
    const deferred = page.waitForRequest(/deferred/);
    await paste(page, LINES);
    await page.locator('bx-results').first().waitFor();
    await deferred;
    assert.deepEqual(asked(/^sw\.js/), []);
  }));

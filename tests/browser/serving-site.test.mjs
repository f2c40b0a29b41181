// What a server of the site can do to it: a script that is missing, files that may not be stored, scripts that are late.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DIST, LINES, launch, openPage, serveSite, shows, words } from './support.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** The page of a server whose answers `answer` changes. */
async function on(answer, check) {
  const site = await serveSite(DIST, answer);
  const { page, problems, context } = await openPage(browser, { allowed: [site.origin] });
  try {
    await check(page, site, problems);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
    site.close();
  }
}

/** A paste on whatever has the focus, by the keys. */
async function pasteKeys(page, text) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('Control+V');
}

/** The page while this script is missing: what it says, and that it is not asked for on and on. */
async function without(script, more) {
  let asked = 0;
  let missing = true;
  await on((path, response) => {
    if (!script.test(path) || !missing) return false;
    asked += 1;
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found');
    return true;
  }, async (page, site, problems) => {
    await page.goto(site.url);
    await page.locator('bx-score .box').waitFor();
    await page.locator('h1').click();
    await pasteKeys(page, LINES);
    const notice = page.locator('bx-score bx-notice[kind=error]');
    await notice.waitFor();
    assert.match(await words(notice), /The scoring scripts could not be started: a file of this page is missing on its server.* Load the page again/);
    await page.waitForTimeout(500);
    assert.ok(asked > 0 && asked < 6, `asked ${asked} times`);
    missing = false;
    await more(page);
    problems.splice(0, problems.length, ...problems.filter((one) => !/404/.test(one)));
  });
}

test('a worker script that is not there is said, with what to do; once it is there, all is well', () =>
  without(/(?:^|\/)worker-[\w-]+\.js$/, async (page) => {
    await page.locator('h1').click();
    await pasteKeys(page, LINES);
    await shows(page, '6 entries');
  }));

test('so is a script that the worker needs', () => without(/(?:^|\/)assets\/bfclx-[\w-]+\.js$/, (page) => page.locator('bx-score .box').waitFor()));

test('of a server that lets nothing be stored each file of the dataset is fetched once', async () => {
  const asked = new Map();
  await on((path, response) => {
    if (/^sample\/(?:data|models|manifest)/.test(path)) {
      asked.set(path, (asked.get(path) ?? 0) + 1);
      response.setHeader('Cache-Control', 'no-store');
    }
    return false;
  }, async (page, site) => {
    await page.goto(site.url);
    await page.locator('bx-score .box').waitFor();
    await page.locator('h1').click();
    await pasteKeys(page, LINES);
    await shows(page, '6 entries');
    assert.ok(asked.has('sample/data/BFCL_v4_simple_python.json'), [...asked.keys()].join());
    assert.deepEqual([...asked].filter(([, times]) => times > 1), []);
  });
});

test('what is pasted before the scripts have run is scored', async () => {
  let release = () => undefined;
  const ready = new Promise((resolve) => (release = resolve));
  await on((path, response) => {
    if (!path.endsWith('.js') || path === 'sw.js') return false;
    const { end } = response;
    // Headers at once, the script later.
    response.end = (...args) => (void ready.then(() => end.apply(response, args)), response);
    return false;
  }, async (page, site) => {
    await page.goto(site.url, { waitUntil: 'commit' });
    await page.locator('bx-app > textarea').waitFor({ state: 'attached' });
    assert.equal(await page.locator('bx-app').evaluate((app) => app.shadowRoot), null);
    await page.mouse.click(400, 400);
    await pasteKeys(page, LINES);
    release();
    await shows(page, '6 entries');
    await page.goto(`${site.url}#score`);
    await page.locator('bx-score .box').waitFor();
    assert.equal(await page.locator('bx-app > textarea').count(), 0);
  });
});

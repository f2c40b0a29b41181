// After the first visit everything works without a server: the page, a view, scoring, episodes.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DIST, launch, openPage, serveSite, shows } from './support.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Waits until a service worker controls the page, which begins after the first minute. */
async function controlled(page) {
  await page.clock.fastForward(61_000);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/** Files of the build below a folder that the service worker has stored. */
const stored = (page, folder) =>
  page.evaluate(async (below) => {
    const [name] = (await caches.keys()).filter((one) => one.startsWith('bfclx-shell-'));
    const all = await (await caches.open(name)).keys();
    return all.filter(({ url }) => url.includes(`/${below}`)).length;
  }, folder);

test('offline reload, other views, scoring', async () => {
  const site = await serveSite();
  const { page, problems, context } = await openPage(browser, { allowed: [site.origin] });
  context.setDefaultTimeout(30_000);
  try {
    await page.clock.install();
    await page.goto(`${site.url}#results&url=sample:bad-model`);
    await shows(page, '38 entries');
    await controlled(page);
    // The tables of the leaderboard come when the view is opened, not before.
    assert.equal(await stored(page, 'leaderboard/'), 0);
    await page.getByRole('link', { name: 'Leaderboard' }).first().click();
    await page.getByText(/public table of .*, v4/).waitFor();
    await page.waitForFunction(() => caches.match('leaderboard/index.json', { ignoreSearch: true }));
    assert.equal(await stored(page, 'leaderboard/'), 2);
    await page.goBack();
    await shows(page, '38 entries');
    site.close();
    await context.setOffline(true);
    await page.reload();
    await shows(page, '38 entries');
    await page.getByRole('link', { name: 'Playground' }).first().click();
    await page.getByRole('combobox', { name: 'A call in Python syntax' }).waitFor();
    await page.getByRole('link', { name: 'Dataset' }).first().click();
    await page.getByText('simple_python_90000', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Leaderboard' }).first().click();
    await page.getByText(/public table of .*, v4/).waitFor();
    assert.deepEqual(problems, []);
  } finally {
    site.close();
    await context.close();
  }
});

test('a newer build is offered, and loaded when asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bfclx-site-'));
  cpSync(DIST, folder, { recursive: true });
  const site = await serveSite(folder);
  const { page, problems, context } = await openPage(browser, { allowed: [site.origin] });
  context.setDefaultTimeout(30_000);
  try {
    await page.clock.install();
    await page.goto(site.url);
    await page.waitForLoadState();
    await controlled(page);
    const worker = join(folder, 'sw.js');
    writeFileSync(worker, readFileSync(worker, 'utf8').replace(/"version":"\w+"/, '"version":"another"'));
    writeFileSync(join(folder, 'index.html'), readFileSync(join(folder, 'index.html'), 'utf8').replace('<body>', '<body data-build="new">'));
    await page.reload();
    assert.equal(await page.locator('body[data-build=new]').count(), 0);
    await page.getByRole('button', { name: 'Load it' }).click();
    await page.locator('body[data-build=new]').waitFor();
    assert.deepEqual(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('bfclx-shell-'))), ['bfclx-shell-another']);
    assert.deepEqual(problems, []);
  } finally {
    site.close();
    rmSync(folder, { recursive: true });
    await context.close();
  }
});

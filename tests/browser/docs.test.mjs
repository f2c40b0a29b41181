// The link to the documentation, which is there where the build has it beside the site.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DIST, launch, openPage, serveSite } from './support.mjs';

const PAGES = new Map([
  ['docs/', '<title>the documentation</title>'],
  ['host.html', '<link rel="icon" href="./icon.svg"><iframe src="./"></iframe>'],
]);

let browser;
let site;
let without;
before(async () => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8').replace('</head>', '<link rel="help" href="./docs/" /></head>');
  site = await serveSite(DIST, (path, response) => {
    const body = PAGES.get(path) ?? (path === '' && page);
    if (!body) return false;
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(body);
    return true;
  });
  [without, browser] = await Promise.all([serveSite(), launch()]);
});
after(async () => {
  await browser?.close();
  site?.close();
  without?.close();
});

async function on(where, check, viewport = { width: 1280, height: 800 }) {
  const { page, context, problems } = await openPage(browser, { allowed: [where.origin], viewport });
  try {
    await page.goto(where.url);
    await page.locator('bx-score .box').waitFor();
    await check(page, context);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}
const link = (page, name = 'Docs') => page.getByRole('link', { name, exact: true });

test('the top bar and Help lead to the documentation beside the site', () =>
  on(site, async (page, context) => {
    const [opened] = await Promise.all([context.waitForEvent('page'), link(page).click()]);
    await opened.waitForLoadState();
    assert.equal(opened.url(), `${site.url}docs/`);
    assert.equal(await opened.title(), 'the documentation');
    await page.getByLabel('Help').click();
    await link(page, 'Documentation').waitFor();
    assert.equal(await link(page, 'Embed bfclx in your own page (playground)').evaluate((a) => a.href), `${site.url}demo-elements.html`);
  }));

test('on a phone the menu of views has it', () =>
  on(site, async (page) => {
    assert.equal(await link(page).count(), 0);
    await page.getByRole('button', { name: 'other views' }).click();
    await link(page).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }, { width: 390, height: 844 }));

test('there is no link where the build has no documentation, and none in a frame', async () => {
  await on(without, async (page) => {
    await page.getByLabel('Help').click();
    await page.locator('bx-dialog').getByText('Everything is computed').waitFor();
    assert.equal(await link(page).count() + await link(page, 'Documentation').count(), 0);
  });
  await on(site, async (page) => {
    await page.goto(`${site.url}host.html`);
    const frame = page.frameLocator('iframe');
    await frame.locator('bx-top-bar header').waitFor();
    assert.equal(await frame.locator('.docs').count(), 0);
  });
});

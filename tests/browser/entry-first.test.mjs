// Results around the entry: failures first with short reasons, a summary of one line while an entry is open, the way
// there by keyboard and on a phone, and what is said of addresses that name what is not there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINES, setUp, shows, words } from './support.mjs';

const BAD = '#results&url=sample:bad-model';
const BOTH = '#compare&url=sample:good-model+sample:bad-model&with=good-model+bad-model';
const { on } = setUp();

const ready = (page) => page.locator('bx-table .body .row').first().waitFor();
const rows = (page) => page.locator('bx-table .body .row').allInnerTexts();
const LOW = { viewport: { width: 1280, height: 720 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('failures come first, then what is not scored; the official order is one click away', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    const signs = async () =>
      page.locator('bx-table .body .row [role=img]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    const failed = (await signs()).lastIndexOf('failed');
    assert.ok(failed > 5 && (await signs()).slice(0, failed).every((sign) => sign === 'failed'), String(await signs()));
    const first = await rows(page);
    await page.locator('bx-table').getByRole('button', { name: 'Verdict' }).click();
    await page.waitForURL(/sort=order/);
    assert.notEqual((await rows(page)).join(), first.join());
    await page.locator('bx-table').getByRole('button', { name: 'Verdict' }).click();
    await page.locator('bx-table .body .row').first().getByText(/_\d+/).first().waitFor();
    assert.doesNotMatch(page.url(), /sort=/);
    // How many rows are drawn follows from the room that findings leave.
    assert.equal((await rows(page))[0], first[0]);
  }));

test('reasons say what was found and what was expected', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    const all = (await rows(page)).join('\n');
    assert.match(all, /right_ascension: '0\.712' is str ≠ float/);
    assert.match(all, /celsius is missing/);
    assert.doesNotMatch(all, /^(The value|Parameter)/m);
  }));

test('with an entry open the summary is one line, and list and detail have the height', () =>
  on(BAD, async (page) => {
    await ready(page);
    await page.locator('bx-summary h2').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('bx-entry-detail section').first().waitFor();
    const line = await page.locator('bx-summary-line').boundingBox();
    assert.ok(line.height < 48, String(line.height));
    const detail = await page.locator('bx-split').boundingBox();
    assert.ok(detail.height >= 480, String(detail.height));
    assert.equal(await page.locator('bx-summary').isVisible(), false);
    await page.locator('bx-summary-line').getByRole('button', { name: 'simple_java 1 of 3' }).click();
    await shows(page, '3 entries');
    await page.locator('bx-summary-line').getByRole('button', { name: 'charts' }).click();
    await page.locator('bx-summary h2').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('bx-summary-line').waitFor({ state: 'detached' });
    await page.locator('bx-summary h2').first().waitFor();
  }, LOW));

test('Escape in the search clears it and goes to the list', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    await page.keyboard.press('/');
    await page.keyboard.type('python_90002');
    await shows(page, '1 entry');
    await page.keyboard.press('Escape');
    await shows(page, '38 entries');
    assert.doesNotMatch(page.url(), /q=/);
    await page.keyboard.press('ArrowDown');
    await page.locator('bx-table .row[aria-selected=true]').waitFor();
  }));

for (const view of ['results', 'compare', 'dataset']) {
  test(`the first row of ${view} within five presses of Tab and Enter`, () =>
    on(view === 'compare' ? BOTH : view === 'dataset' ? '#dataset' : BAD, async (page) => {
      await ready(page);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('bx-table .row[aria-rowindex="2"][aria-selected=true]').waitFor();
    }));
}

test('turned from wide to narrow and back, the selected entry is in view in the list', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    await page.locator('bx-findings h2').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    const inView = () =>
      page.locator('bx-table').evaluate((table) => {
        const [box, row] = ['.scroller', '.row[aria-selected=true]'].map((one) => table.shadowRoot.querySelector(one)?.getBoundingClientRect());
        return row !== undefined && row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
      });
    await page.waitForTimeout(300);
    assert.equal(await inView(), true);
    await page.setViewportSize({ width: 600, height: 800 });
    await page.waitForTimeout(500);
    assert.equal(await inView(), true, 'narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForTimeout(500);
    assert.equal(await inView(), true, 'wide');
  }));

test('an unknown run, entry or flip in the address says so', async () => {
  await on(`${BAD}&run=not-here`, async (page) => {
    await page.getByText('No run called not-here is loaded').waitFor();
    await shows(page, '38 entries');
  });
  await on(`${BAD}&entry=simple_python_4`, (page) => page.locator('bx-entry-detail').getByText('This run has no such entry').waitFor());
  await on('#dataset&entry=simple_python_4', (page) => page.getByText('The dataset has no such entry').waitFor());
  await on(`${BOTH}+other`, (page) => page.getByText('No run called other is loaded').waitFor());
  await on(`${BOTH}&entry=simple_python_4`, (page) => page.getByText('simple_python_4 did not flip').waitFor());
});

test('a known run in the address says nothing', () =>
  on(`${BAD}&run=bad-model`, async (page) => {
    await shows(page, '38 entries');
    assert.equal(await page.getByText('No run called').count(), 0);
  }));

test('on a phone a row has two lines, and a tapped filter brings the list into view', () =>
  on(BAD, async (page) => {
    await ready(page);
    const row = page.locator('bx-table .body .row', { hasText: 'simple_python_90002' });
    // Findings and charts are one line, and the first rows are on the first screen.
    await page.locator('bx-findings h2').waitFor({ state: 'attached' });
    const first = await page.locator('bx-table .body .row').first().boundingBox();
    assert.ok(first.y + first.height < 844, String(first.y));
    await page.getByRole('button', { name: 'findings, charts' }).tap();
    await page.locator('bx-findings h2').waitFor();
    await page.locator('bx-summary').getByText('simple_python', { exact: true }).tap();
    // The click of a tap, and what it draws, may come after the tap is told to be done.
    const top = () => page.locator('bx-split').evaluate((split) => split.getBoundingClientRect().y);
    for (let i = 0; i < 100 && (await top()) >= 400; i++) await page.waitForTimeout(50);
    // In the upper half: findings that come later may still move it.
    assert.ok((await top()) > -2 && (await top()) < 400, String(await top()));
    assert.match(await words(row), /0\.712/);
    assert.ok((await row.boundingBox()).height >= 52);
  }, PHONE));

test('on a phone a filter brings the list into view, and the top bar stays where it is', () =>
  on(BAD, async (page) => {
    await page.locator('bx-table .body .row').first().waitFor();
    const places = () =>
      page.evaluate(() => {
        const app = document.querySelector('bx-app').shadowRoot;
        const split = app.querySelector('bx-results').shadowRoot.querySelector('bx-split');
        return [app.querySelector('bx-top-bar'), split].map((one) => one.getBoundingClientRect().top).concat(document.documentElement.scrollHeight - innerHeight);
      });
    await page.evaluate(() => (location.hash += '&category=simple_python'));
    for (let i = 0; i < 100 && (await places())[1] >= 200; i++) await page.waitForTimeout(50);
    const [bar, split, beyond] = await places();
    assert.deepEqual([bar, beyond], [0, 0]);
    assert.ok(split < 200, String(split));
  }, PHONE));

const VIEWS = [
  ['#score', 'bx-score .box'], ['#score&panel=call', 'bx-by-hand bx-function'], ['#results', 'bx-results bx-notice'], [BAD, 'bx-table .body .row'],
  [`${BAD}&entry=simple_python_90002`, 'bx-entry-detail bx-call'], [`${BAD}&entry=multi_turn_base_90000`, 'bx-episode bx-state-tree'],
  [BOTH, 'bx-compare .verdict strong'], ['#leaderboard&url=sample:bad-model', 'bx-leaderboard .lacking'], ['#dataset', 'bx-dataset .body .row'],
  ['#playground', 'bx-playground .side'],
];
for (const [hash, some] of VIEWS) {
  test(`nothing overflows at 320 px: ${hash}`, () =>
    on(hash, async (page) => {
      await page.locator(some).first().waitFor();
      await page.waitForTimeout(200);
      const beyond = await page.evaluate(() => {
        const main = document.querySelector('bx-app').shadowRoot.querySelector('main');
        return [document.documentElement.scrollWidth, main.scrollWidth, main.getBoundingClientRect().right];
      });
      assert.ok(Math.max(...beyond) <= 320, String(beyond));
    }, { viewport: { width: 320, height: 640 } }));
}

test('the first screen has a worked example, which opens the entry itself', () =>
  on('#score', async (page) => {
    const example = page.getByRole('region', { name: 'A worked example' });
    assert.match(await words(example), /failed, type_error:simple.*takes the type float/);
    assert.equal(await example.locator('bx-call .marked').innerText(), "'0.712'");
    await example.getByRole('link', { name: 'Open this entry' }).click();
    await page.locator('bx-entry-detail').getByText('right_ascension').first().waitFor();
  }));

test('the calls that decide in an episode are marked, on both sides, and turns are counted from 1', () =>
  on('#results&url=sample:bad-model&entry=multi_turn_base_90000', async (page) => {
    const failed = page.locator('bx-episode .call.marked');
    const lacking = page.locator('bx-episode .call', { has: page.getByRole('img', { name: 'differs' }) });
    await lacking.first().waitFor();
    const begins = async (calls) => (await calls.allInnerTexts()).map((text) => text.slice(0, 3));
    assert.deepEqual([await begins(failed), await begins(lacking)], [['cp('], ['mv(']]);
    await page.locator('bx-entry-detail .verdict').getByText('failed at turn 1 of 2').waitFor();
    await page.getByRole('heading', { name: 'Turn 1, user' }).waitFor();
  }));

test('long names stand in a legend, and the chart keeps 200 px', () =>
  on('#score', async (page) => {
    const name = 'meta-llama-Llama-4-Maverick-17B-128E-Instruct-FP8-FC-2025-11-temperature-0';
    for (const temperature of ['0', '6']) {
      await page.locator('#files').setInputFiles({ name: `${name}.${temperature}.jsonl`, mimeType: 'application/json', buffer: Buffer.from(LINES) });
      await page.locator('bx-results').waitFor();
      await page.evaluate(() => (location.hash = '#score'));
      await page.locator('bx-score').waitFor();
    }
    await page.evaluate(() => (location.hash = '#compare'));
    const table = page.locator('bx-compare section', { hasText: 'Accuracy by category' }).first();
    await table.locator('td.chart bx-interval').first().waitFor();
    assert.ok((await table.locator('td.chart bx-interval').first().boundingBox()).width >= 200);
    assert.match(await words(table.locator('.legend')), /A ?meta-llama.*B ?meta-llama/);
    const heads = await table.locator('thead th.num').evaluateAll((cells) => cells.slice(0, 2).map((cell) => cell.getBoundingClientRect().width));
    assert.ok(heads.every((width) => width < 120), heads.join());
    assert.match(await words(table.locator('th .axis')), /0 ?95 % CIs ?100/);
  }));

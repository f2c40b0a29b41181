// Leaderboard: the public tables, a table by drop and by fetch, groups, sort, filter, weights, own runs, charts, download.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { DIST, ROOT, drop, launch, openPage, serveFiles, serveSite, setUp, words } from './support.mjs';

const HEAD =
  'Rank,Overall Acc,Model,Model Link,Total Cost ($),Latency Mean (s),Non-Live AST Acc,Non-Live Simple AST,Non-Live Multiple AST,Non-Live Parallel AST,' +
  'Non-Live Parallel Multiple AST,Live Acc,Live Simple AST,Live Multiple AST,Live Parallel AST,Live Parallel Multiple AST,Multi Turn Acc,Multi Turn Base,' +
  'Multi Turn Miss Func,Multi Turn Miss Param,Multi Turn Long Context,Web Search Acc,Memory Acc,Relevance Detection,Irrelevance Detection,Organization,License';
const row = (name, overall, cost, multiTurn, agentic) =>
  [1, overall, name, 'https://m.example/', cost, 2.5, ...Array(5).fill('80.00%'), ...Array(5).fill('70.00%'), ...Array(5).fill(multiTurn), agentic, agentic, '75.00%', '70.00%', `Org of ${name}`, 'MIT'].join(',');
const CSV = [HEAD, row('alpha', '64.00%', '1.5', '60.00%', '60.00%'), row('beta', '43.00%', '20', '50.00%', '15.00%'), row('<b>gamma</b>', '30.00%', 'N/A', '20.00%', '5.00%')].join('\r\n');

// As version 3 has it: no column for the whole of Non-Live.
const V3 =
  'Rank,Overall Acc,Model,Model Link,Cost ($ Per 1k Function Calls),Latency Mean (s),Non-Live AST Acc,Non-Live Simple AST,Non-Live Multiple AST,Non-Live Parallel AST,Non-Live Parallel Multiple AST,' +
  'Live Acc,Multi Turn Acc,Multi Turn Base,Multi Turn Miss Func,Multi Turn Miss Param,Multi Turn Long Context,Relevance Detection,Irrelevance Detection,Organization,License\n' +
  '1,70.00%,delta,https://m.example/,1,2,82.00%,80.00%,80.00%,85.00%,83.00%,75.00%,55.00%,60.00%,50.00%,55.00%,55.00%,70.00%,80.00%,Org,MIT\n' +
  '2,50.00%,epsilon,https://m.example/,N/A,N/A,62.00%,60.00%,60.00%,65.00%,63.00%,60.00%,30.00%,30.00%,30.00%,30.00%,30.00%,70.00%,80.00%,Org,MIT\n';

let open, closed, folder;
before(async () => {
  open = await serveFiles({
    '/data_overall.csv': { body: CSV, headers: { 'Access-Control-Allow-Origin': '*' } },
    '/v3.csv': { body: V3, headers: { 'Access-Control-Allow-Origin': '*' } },
    '/wrong.csv': { body: 'a,b\n1,2\n', headers: { 'Access-Control-Allow-Origin': '*' } },
  });
  closed = await serveFiles({ '/data_overall.csv': { body: CSV } });
  folder = mkdtempSync(join(tmpdir(), 'bfclx-'));
  writeFileSync(join(folder, 'data_overall.csv'), CSV);
});
const { on } = setUp(() => [open, closed]);

const names = (page) => page.locator('bx-leaderboard tbody th').allInnerTexts();
const lines = (page) => page.locator('bx-leaderboard tbody tr:not(.order)');
const head = (page) => page.locator('bx-leaderboard .head');

/** The tables of the repository: version, date, rows. */
const TABLES = readdirSync(join(ROOT, 'tools/tables')).flatMap((file) => {
  const [, version, date] = /^(v\w+)_(\d{4}-\d\d-\d\d)\.csv$/.exec(file) ?? [];
  return version ? [{ version, date, rows: readFileSync(join(ROOT, 'tools/tables', file), 'utf8').trim().split('\n').length - 1 }] : [];
});
const tableOf = (wanted) => TABLES.find(({ version }) => version === wanted);
/** Waits for the public table of a version. */
const shipped = (page, version = 'v4') => head(page).getByText(`public table of ${tableOf(version).date}`).waitFor();

test('the public table of each version, with its date, all rows in order', () =>
  on('#leaderboard', async (page) => {
    await shipped(page);
    const { date, rows } = tableOf('v4');
    await lines(page).nth(rows - 1).waitFor();
    assert.match(await words(head(page)), new RegExp(`^Leaderboard public table of ${date}, v4, ${rows} models Version Another table…$`));
    assert.equal(await head(page).getByRole('link').getAttribute('href'), 'https://gorilla.cs.berkeley.edu/leaderboard.html');
    const scores = await page.locator('bx-leaderboard tbody td:nth-child(3) strong').allInnerTexts();
    assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
    assert.equal(scores.length, rows);
    assert.match(await words(lines(page).first()), /^1 /);
    for (const version of ['v3', 'v3_executable', 'v2', 'v1', 'v4']) {
      await page.getByLabel('Version of the leaderboard').selectOption(version);
      await shipped(page, version);
      await page.locator('bx-leaderboard .number', { hasText: `${tableOf(version).rows} models` }).waitFor();
      assert.match(page.url(), version === 'v4' ? /#leaderboard$/ : new RegExp(`leaderboard=${version}$`));
    }
    await page.evaluate(() => (location.hash = '#leaderboard&leaderboard=v1'));
    await shipped(page, 'v1');
    await page.reload();
    await shipped(page, 'v1');
  }));

test('own runs stand among the rows of the public table, and alone where that is asked for', () =>
  on('#leaderboard&url=sample:bad-model', async (page) => {
    const { rows } = tableOf('v4');
    const own = page.locator('bx-leaderboard tr.own');
    await lines(page).nth(rows).waitFor();
    await own.getByText('of the weight').waitFor();
    assert.match(await words(own), /^– bad-model yours .*partial covers 32\.2 % of the weight/);
    await page.getByRole('button', { name: 'missing as 0', exact: true }).click();
    await page.locator('bx-leaderboard .lacking').waitFor({ state: 'detached' });
    await own.getByText('8.62').waitFor();
    assert.match(await words(own), new RegExp(`^(?:${rows - 2}|${rows - 1}|${rows}|${rows + 1}) `));
    const alone = head(page).getByRole('button', { name: 'Own runs only' });
    await alone.click();
    await lines(page).nth(1).waitFor({ state: 'detached' });
    assert.match(page.url(), /table=none/);
    assert.equal(await alone.getAttribute('aria-pressed'), 'true');
    await own.locator('td', { hasText: /^\s*1\s*$/ }).waitFor();
    await page.reload();
    await own.waitFor();
    assert.equal(await lines(page).count(), 1);
    await alone.click();
    await shipped(page);
    await lines(page).nth(rows).waitFor();
    assert.doesNotMatch(page.url(), /table=/);
  }));

test('a table that is none, dropped in another view: said beside the public table', () =>
  on('#leaderboard&table=none', async (page) => {
    await page.getByText('No runs to show').waitFor();
    await page.evaluate(() => (location.hash = '#score'));
    await page.getByText('Nothing is uploaded.').waitFor();
    const wrong = join(folder, 'wrong.csv');
    writeFileSync(wrong, 'a,b\n1,2\n');
    await drop(page, [wrong]);
    await shipped(page);
    await page.locator('bx-leaderboard bx-notice[kind=error]').getByText(/wrong\.csv: .*no columns "Model"/).waitFor();
    await page.getByLabel('Version of the leaderboard').selectOption('v3');
    await shipped(page, 'v3');
    assert.equal(await page.locator('bx-leaderboard bx-notice[kind=error]').count(), 0);
  }));

test('own runs only, and there are none', () =>
  on('#leaderboard&table=none', async (page) => {
    await page.getByText('No runs to show').waitFor();
    await page.getByRole('button', { name: 'Show the public table' }).click();
    await shipped(page);
  }));

test('a public table that cannot be loaded: said, with the form for another one', async () => {
  const site = await serveSite(DIST, (path, response) => path.startsWith('leaderboard/v4') && Boolean(response.writeHead(404).end()));
  const browser = await launch();
  const { page } = await openPage(browser, { allowed: [site.origin] });
  try {
    await page.goto(`${site.url}#leaderboard&url=sample:bad-model`);
    const error = page.locator('bx-leaderboard bx-notice[kind=error]');
    await error.getByText(/Public table of v4: leaderboard\/v4_[\d-]+\.csv: the server returned HTTP 404\./).waitFor();
    await page.getByRole('button', { name: 'Choose a file…' }).waitFor();
    // Own runs are there all the same, and other versions.
    await page.locator('bx-leaderboard tr.own').waitFor();
    await page.getByLabel('Version of the leaderboard').selectOption('v3');
    await shipped(page, 'v3');
    assert.equal(await error.count(), 0);
  } finally {
    await browser.close();
    site.close();
  }
});

test('dropped anywhere, kept over a reload, forgotten', () =>
  on('#score', async (page) => {
    await page.getByText('Nothing is uploaded.').waitFor();
    await drop(page, [join(folder, 'data_overall.csv')]);
    await lines(page).filter({ hasText: 'alpha' }).waitFor();
    assert.deepEqual(await names(page), ['alpha', 'beta', '<b>gamma</b>']);
    assert.equal(await page.locator('bx-drop-veil div').count(), 0);
    await page.reload();
    await lines(page).filter({ hasText: 'alpha' }).waitFor();
    await page.getByRole('button', { name: 'Remove table' }).click();
    await shipped(page);
    await page.reload();
    await shipped(page);
  }));

test('a row without an address of its model is no link', () =>
  on('#score&url=sample:good-model', async (page) => {
    await page.locator('bx-run-head h1', { hasText: 'good-model' }).waitFor();
    const bare = join(mkdtempSync(join(tmpdir(), 'bfclx-')), 'data_overall.csv');
    writeFileSync(bare, CSV.replace('Model Link,', '').replaceAll('https://m.example/,', ''));
    await drop(page, [bare]);
    const alpha = lines(page).filter({ hasText: 'alpha' });
    await alpha.waitFor();
    assert.equal(await alpha.locator('th a').count(), 0);
    assert.equal(await alpha.locator('th [title=alpha]').count(), 1);
    // A run of the reader leads to its entries all the same.
    assert.equal(await lines(page).filter({ hasText: 'good-model' }).locator('th a[href*="run=good-model"]').count(), 1);
  }));

test('an order that names no column with values is the usual one', () =>
  on('#score', async (page) => {
    await page.getByText('Nothing is uploaded.').waitFor();
    await drop(page, [join(folder, 'data_overall.csv')]);
    await lines(page).filter({ hasText: 'alpha' }).waitFor();
    for (const sort of ['score', '-nothing', 'simple_java', 'constructor']) {
      await page.evaluate((to) => (location.hash = `#leaderboard&sort=${to}`), sort);
      await page.locator('th[aria-sort="descending"]', { hasText: 'Overall ↓' }).waitFor();
      assert.deepEqual(await names(page), ['alpha', 'beta', '<b>gamma</b>'], sort);
    }
  }));

test('fetched; groups open, sort, filter, weights; all in the address', () =>
  on('#leaderboard', async (page) => {
    await page.getByRole('button', { name: 'Another table…' }).click();
    await page.getByLabel('Address of a data_overall.csv').fill(`${open.origin}/data_overall.csv`);
    await page.getByRole('button', { name: 'Fetch' }).click();
    await lines(page).filter({ hasText: 'alpha' }).waitFor();
    assert.match(await words(lines(page).first()), /^1 .*alpha 64\.00 ±\d\.\d/);
    await page.getByRole('button', { name: 'Columns of Multi-turn' }).click();
    await page.getByRole('columnheader', { name: 'Missing function' }).waitFor();
    await page.getByRole('button', { name: 'Cost $' }).click();
    // Two decimals throughout the column.
    assert.match(await words(lines(page).filter({ hasText: 'alpha' })), / 1\.50 2\.50 /);
    assert.deepEqual(await names(page), ['beta', 'alpha', '<b>gamma</b>']);
    await page.getByRole('button', { name: 'Overall' }).click();
    await page.getByLabel('Agentic', { exact: true }).fill('0');
    await page.getByLabel('Agentic', { exact: true }).press('Enter');
    await page.getByText('66.67').waitFor();
    assert.match(page.url(), /weights=10,10,10,30,0/);
    await page.reload();
    await page.getByText('66.67').waitFor();
    await page.getByRole('columnheader', { name: 'Missing function' }).waitFor();
    await page.getByRole('button', { name: 'Official: 10/10/10/30/40' }).click();
    await page.getByText('64.00').waitFor();
    await page.getByLabel('Search models').fill('org of beta');
    assert.deepEqual(await names(page), ['beta']);
    await page.getByLabel('Search models').fill('nobody');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await lines(page).nth(2).waitFor();
  }));

test("the user's own run is a row: a score over what is there, with its basis; what it lacks is named", () =>
  on(`#leaderboard&url=sample:bad-model&table=PLACE`.replace('PLACE', encodeURIComponent(`${open.origin}/data_overall.csv`)), async (page) => {
    const own = page.locator('bx-leaderboard tr.own');
    await own.waitFor();
    await lines(page).nth(3).waitFor();
    await own.getByText('of the weight').waitFor();
    assert.match(await words(own), /^– bad-model yours .*26\.\d\d \d+\.\d to \d+\.\d, partial covers 32\.2 % of the weight, 2 of 33 entries missing/);
    assert.equal((await names(page))[0].split(/\s/)[0], 'bad-model');
    const lacking = page.locator('bx-leaderboard .lacking');
    assert.match(
      await words(lacking),
      /^bad-model: partial score of v4, not ranked: covers 32\.2 % of the weight, 2 of 33 entries missing\. Missing: .*live_parallel, .*memory_rec_sum.*\. With missing categories as 0, as in the official table: 8\.62\.$/,
    );
    // A group of which it has some categories is partial, and counts with the others as 0 in the official score.
    const cells = () => own.locator('td.num[title^="missing: "]').allInnerTexts();
    assert.deepEqual([...new Set(await cells())].sort(), ['N/A', 'partial']);
    // With missing categories as 0 it has a place among the others, and nothing says that it has none.
    await page.locator('bx-leaderboard').getByRole('button', { name: 'missing as 0', exact: true }).click();
    await lacking.waitFor({ state: 'detached' });
    assert.deepEqual((await names(page)).map((name) => name.split(/\s/)[0]), ['alpha', 'beta', '<b>gamma</b>', 'bad-model']);
    assert.match(await words(own), /^4 .*bad-model yours .*8\.62 /);
    for (const text of await cells()) assert.match(text, /^\d+\.\d\d$/);
  }, { follow: true }));

test('a table of v3 with an own run beside it', () =>
  on(`#leaderboard&url=sample:good-model&table=${encodeURIComponent(open.origin)}/v3.csv`, async (page) => {
    await lines(page).nth(2).waitFor();
    assert.match(await words(head(page)), /v3\.csv from 127\.0\.0\.1:\d+, v3, 2 models/);
    assert.match(await words(page.locator('bx-leaderboard .weights')), /those of v3, each the same: Non-live 33\.3, Live 33\.3, Multi-turn 33\.3/);
    await page.getByRole('columnheader', { name: 'Median s' }).waitFor();
    const columns = await page.locator('bx-leaderboard thead th').allInnerTexts();
    assert.deepEqual(columns.map((text) => text.replace(/[▸↓]/g, '').replace(/\s+/g, ' ').trim()), ['Rank', 'Model', 'Overall', '0 95 % CI 100', 'Non-live', 'Live', 'Multi-turn', 'AST Summary', 'Median s', 'p95 s', 'Cost $', 'Latency s', 'Organisation']);
    // Non-live has no column in such tables: 3 * 70 - 75 - 55.
    assert.match(await words(lines(page).nth(1)), /^1 delta 70\.00 ±\d\.\d 80\.0 75\.00 55\.00/);
    assert.match(await words(lines(page).nth(2)), /^2 epsilon 50\.00 ±\d\.\d 60\.0 60\.00 30\.00/);
    await lines(page).first().getByText('of the weight').waitFor();
    assert.match(await words(lines(page).first()), /^– good-model yours \d+\.\d\d \d+\.\d to \d+\.\d, partial covers 75\.0 % of the weight/);
    assert.match(await words(page.locator('bx-leaderboard .lacking')), /^good-model: partial score of v3, not ranked: .* Missing: multi_turn_miss_func, multi_turn_miss_param, multi_turn_long_context\./);
    await page.getByRole('button', { name: 'Columns of Multi-turn' }).click();
    await page.getByRole('columnheader', { name: 'Missing function' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }, { follow: true }));

test('own runs alone, by any version', () =>
  on('#leaderboard&table=none&url=sample:good-model+sample:bad-model', async (page) => {
    await lines(page).nth(1).waitFor();
    const lacking = page.locator('bx-leaderboard .lacking');
    await lacking.getByText('good-model: partial score of v4, not ranked').waitFor();
    await page.getByLabel('Version of the leaderboard').selectOption('v1');
    await lacking.getByText(/good-model: partial score of v1, not ranked: .* Missing: .*exec_simple/).waitFor();
    assert.match(page.url(), /leaderboard=v1/);
    await lines(page).first().getByText('of the weight').waitFor();
    // Partial scores have no order: the names have.
    assert.match(await words(lines(page).nth(1)), /^– good-model yours 9\d\.\d\d .*partial.*of the weight.* 100\.00/);
    assert.equal(await lacking.locator('p').count(), 2);
    // Partial scores have no order, and no chart of scores.
    const overall = page.getByRole('columnheader', { name: /^Overall/ });
    assert.equal(await overall.getAttribute('aria-sort'), 'none');
    assert.equal(await overall.getByRole('button').count(), 0);
    assert.doesNotMatch(await overall.innerText(), /[↑↓]/);
    assert.doesNotMatch(await words(page.locator('bx-leaderboard')), /of the first 0 rows/);
    await page.getByRole('button', { name: 'missing as 0', exact: true }).click();
    await page.locator('th[aria-sort="descending"]', { hasText: 'Overall ↓' }).waitFor();
  }));

test('a weight that cannot be taken is refused', () =>
  on(`#leaderboard&table=${encodeURIComponent(open.origin)}/data_overall.csv`, async (page) => {
    await lines(page).nth(2).waitFor();
    const field = page.locator('bx-leaderboard .weights input').first();
    const before = await field.inputValue();
    await field.fill('-10');
    await field.press('Enter');
    await page.locator('bx-leaderboard .weights').getByRole('alert').waitFor();
    assert.match(await words(page.locator('bx-leaderboard .weights')), /The weight of .+ must be a number from 0 to 1000\./);
    assert.doesNotMatch(page.url(), /weights=/);
    await field.fill('5');
    await field.press('Enter');
    await page.locator('bx-leaderboard .weights').getByRole('alert').waitFor({ state: 'detached' });
    assert.match(page.url(), /weights=5,/);
    assert.notEqual(before, '5');
  }, { follow: true }));

test('own runs on many bases have one line, which opens', () =>
  on('', async (page) => {
    await page.locator('bx-score .box').waitFor();
    const many = mkdtempSync(join(tmpdir(), 'bfclx-bases-'));
    const names = ['simple_python', 'multiple', 'parallel', 'irrelevance', 'live_simple'];
    for (const [i, name] of names.entries()) {
      mkdirSync(join(many, `model-${i}`));
      const id = name.startsWith('live') ? `${name}_90000-0-0` : `${name}_90000`;
      writeFileSync(join(many, `model-${i}`, `BFCL_v4_${name}_result.json`), `{"id": "${id}", "result": "[f()]"}\n`);
    }
    await drop(page, [many]);
    await page.locator('bx-runs tbody tr').nth(4).waitFor();
    await page.goto(page.url().replace(/#.*/, '#leaderboard&table=none'));
    await lines(page).nth(4).waitFor();
    const lacking = page.locator('bx-leaderboard .lacking');
    await lacking.getByText(/5 runs: partial scores of v4, not ranked: on 5 bases, covering \d/).click();
    assert.equal(await lacking.locator('p').count(), 5);
  }));

test('rows are drawn, points can be picked, tables saved', () =>
  on(`#leaderboard&table=${encodeURIComponent(open.origin)}/data_overall.csv`, async (page) => {
    await lines(page).nth(2).waitFor();
    await page.getByLabel('Draw beta').check();
    assert.match(await page.locator('bx-radar svg[role=img]').getAttribute('aria-label'), /^Radar chart\. beta: Simple 80\.0.*Web search 15\.0/);
    assert.equal(await page.locator('bx-scatter circle').count(), 2);
    await page.locator('bx-scatter circle').first().click();
    assert.match(page.url(), /chosen=beta%7Calpha/);
    await page.getByRole('button', { name: 'Latency', exact: true }).click();
    assert.equal(await page.locator('bx-scatter circle').count(), 3);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: '⇩ CSV' }).click();
    const text = readFileSync(await (await saving).path(), 'utf8');
    assert.equal(text.trim().split('\n').length, 4);
    assert.match(text, /^rank,rank_low,rank_high,model,overall/);
  }, { follow: true }));

test('a table by a link: asked about, shown with its host, never kept; else the public one', () =>
  on(`#leaderboard&table=${encodeURIComponent(open.origin)}/data_overall.csv`, async (page) => {
    const link = page.url();
    const dialog = page.locator('bx-dialog');
    assert.match(await words(dialog), new RegExp(`fetches results from ${new URL(open.origin).host}`));
    const before = open.seen.length;
    await dialog.getByRole('button', { name: 'Do not fetch' }).click();
    await shipped(page);
    assert.equal(open.seen.length, before);
    assert.doesNotMatch(page.url(), /table=/);
    await page.getByLabel('Version of the leaderboard').selectOption('v3');
    await shipped(page, 'v3');
    assert.equal(await dialog.count(), 0);
    await page.goto(link);
    await page.reload();
    await page.getByRole('button', { name: /^Fetch from/ }).click();
    await lines(page).filter({ hasText: 'alpha' }).waitFor();
    assert.match(await words(head(page)), new RegExp(`data_overall\\.csv from ${new URL(open.origin).host}`));
    await page.goto(page.url().replace(/#.*/, '#score'));
    await page.reload();
    await page.getByText('Nothing is uploaded.').waitFor();
    await page.goto(page.url().replace(/#.*/, '#leaderboard'));
    await shipped(page);
  }));

for (const [name, address, expected] of [
  ['that does not allow it', () => `${closed.origin}/data_overall.csv`, /does not allow other sites to read it \(CORS\)/],
  ['that is not there', () => `${open.origin}/none.csv`, /CORS|returned HTTP 404/],
  ['that is no such table', () => `${open.origin}/wrong.csv`, /no columns "Model" and "Overall Acc"/],
]) {
  test(`an address ${name}`, () =>
    on('#leaderboard', async (page, problems) => {
      await page.getByRole('button', { name: 'Another table…' }).click();
      await page.getByLabel('Address of a data_overall.csv').fill(address());
      await page.getByRole('button', { name: 'Fetch' }).click();
      const error = page.locator('bx-notice[kind=error]');
      await error.getByText(expected).or(error.filter({ hasText: expected })).first().waitFor();
      problems.splice(0, problems.length, ...problems.filter((problem) => !/CORS|Failed to load/.test(problem)));
    }));
}

test('a long name of an own run gives way in its middle, and the columns of the table stay in place', () =>
  on('#leaderboard', async (page) => {
    await shipped(page);
    const width = async () => (await page.locator('bx-leaderboard thead th').nth(1).boundingBox()).width;
    const before = await width();
    const name = 'a-model-with-a-name-that-is-longer-than-any-of-the-public-table-checkpoint-step-12000-warmup-seed-7';
    const run = join(mkdtempSync(join(tmpdir(), 'bfclx-long-')), name);
    cpSync(join(ROOT, 'tools/sample/results/bad-model'), run, { recursive: true });
    await drop(page, [run]);
    await page.locator('bx-run-head h1').waitFor();
    await page.evaluate(() => (location.hash = '#leaderboard'));
    const own = page.locator('bx-leaderboard tr.own');
    await own.getByText('of the weight').waitFor();
    assert.ok(Math.abs((await width()) - before) < 60, `${await width()} after ${before}`);
    assert.ok((await own.locator('th [title]').first().getAttribute('title')).endsWith(name));
    const rests = await own.locator('.rests').boundingBox();
    assert.ok(rests.x + rests.width <= 1280);
  }, { viewport: { width: 1280, height: 800 } }));

test('ranks of many own runs say that they are computed, can be stopped and computed again', () =>
  on('#score', async (page) => {
    await page.locator('bx-score .box').waitFor();
    // Long enough to be seen: the worker is asked later.
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      globalThis.slow = true;
      Worker.prototype.postMessage = function (message, ...rest) {
        const waits = globalThis.slow && message.method === 'overallScores' && message.args[0].rows !== undefined;
        setTimeout(() => postMessage.call(this, message, ...rest), waits ? 60_000 : 0);
      };
    });
    const place = mkdtempSync(join(tmpdir(), 'bfclx-many-'));
    for (let i = 0; i < 20; i++) {
      const file = 'non_live/BFCL_v4_simple_python_result.json';
      cpSync(join(ROOT, 'tools/sample/results/bad-model', file), join(place, `model-${i}`, file));
    }
    await drop(page, [place]);
    await page.locator('bx-runs tbody tr').nth(11).getByText('%').first().waitFor();
    await page.evaluate(() => (location.hash = '#leaderboard'));
    const view = page.locator('bx-leaderboard');
    await view.getByText('Computing confidence intervals and ranks with 20 own runs').waitFor();
    await view.getByRole('progressbar', { name: 'Ranks computed' }).waitFor();
    await view.getByRole('button', { name: 'Stop' }).click();
    await view.getByText('it was stopped. Compute again').waitFor();
    await page.evaluate(() => (globalThis.slow = false));
    await view.getByRole('button', { name: 'Compute again' }).click();
    // The others are folded.
    await view.locator('tr.own').nth(4).getByText('of the weight').waitFor();
    assert.equal(await view.getByText('Computing').count(), 0);
  }));

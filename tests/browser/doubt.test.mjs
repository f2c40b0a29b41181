// People who doubt a number: from a cell of a board to the entry, its verdict, conversation, the other models' responses and
// the text of an issue, in at most three clicks.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DIST, GUISES, ROOT, flaws, openPage, serveSite, setUp, words } from './support.mjs';

const PROGRAM = process.env.BFCLX_PROGRAM ?? join(ROOT, 'build/release/tools/bfclx');
const skip = existsSync(PROGRAM) ? false : `SKIPPED: there is no ${PROGRAM} to publish with (BFCLX_PROGRAM)`;
const SAMPLE = join(ROOT, 'tools/sample');
const stage = setUp();
let folder, board;

before(() => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'bfclx-doubt-'));
  // Ends with 1, as the sample has lines that cannot be used.
  try {
    execFileSync(PROGRAM, ['report', join(SAMPLE, 'results'), '--dataset', SAMPLE, '-o', `${join(folder, 'board')}/`, '--site', DIST], { stdio: 'ignore', timeout: 60_000 });
  } catch {
    assert.ok(existsSync(join(folder, 'board/index.html')));
  }
});
before(async () => {
  if (!skip) board = await serveSite(join(folder, 'board'));
});
after(() => {
  board?.close();
  if (folder) rmSync(folder, { recursive: true });
});

async function onBoard(hash, check, options) {
  const { page, problems, context } = await openPage(stage.browser, { allowed: [board.origin], ...options });
  try {
    await page.goto(board.url + hash);
    await check(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

for (const { name, options } of GUISES)
  test(`Leaderboard: an own number, its entries, a verdict with conversation, other runs, audit and issue, ${name}`, () =>
    stage.on('#leaderboard&url=sample:good-model+sample:bad-model', async (page) => {
      const own = page.locator('bx-leaderboard tbody tr', { hasText: 'bad-model' });
      await own.locator('a.cell').first().waitFor();
      await own.locator('a.cell').first().click();
      await page.waitForFunction(() => /#results&.*run=bad-model/.test(location.hash));
      await page.locator('bx-results').getByRole('row', { name: /simple_python_90002/ }).click();
      const detail = page.locator('bx-entry-detail');
      await detail.getByText('takes the type float').first().waitFor();
      for (const [role, one] of [['tab', /conversation/i], ['tab', /other runs/i], ['link', 'Audit'], ['button', 'Copy as an issue']])
        await detail.getByRole(role, { name: one }).first().waitFor();
    }, options));

test('Leaderboard: the name of an own run leads to its results, a number of one category to that category', () =>
  stage.on('#leaderboard&url=sample:good-model+sample:bad-model', async (page) => {
    const own = page.locator('bx-leaderboard tbody tr', { hasText: 'bad-model' });
    await own.getByRole('link', { name: 'bad-model' }).waitFor();
    assert.match(await own.getByRole('link', { name: 'bad-model' }).getAttribute('href'), /^#results&.*run=bad-model$/);
    await page.locator('bx-leaderboard').getByRole('button', { name: 'Columns of Live' }).click();
    assert.equal(await own.locator('a.cell').first().getAttribute('title'), 'Show all entries of this run');
    const one = own.locator('a.cell[href*="category=live_simple"]');
    assert.equal(await one.getAttribute('title'), 'Show the entries of live_simple');
    await one.click();
    await page.waitForFunction(() => /#results&.*category=live_simple/.test(location.hash));
    await page.locator('bx-results').getByRole('row', { name: /live_simple_90000-0-0/ }).waitFor();
  }));

for (const { name, options } of GUISES)
  test(`a published board: from a count to an entry that passed, and to the text of an issue, ${name}`, { skip }, () =>
    onBoard('', async (page) => {
      const row = page.locator('bx-published-models tbody tr', { hasText: 'bad-model' });
      await row.locator('a.cell').locator('visible=true').first().waitFor();
      assert.deepEqual(await flaws(page), []);
      // From the score to what failed.
      assert.equal(await row.locator('a.cell').first().getAttribute('title'), 'Show the failed entries of bad-model');
      await row.locator('a.cell').first().click();
      const model = page.locator('bx-published-model');
      await model.getByRole('heading', { name: /^\d+ failures$/ }).waitFor();
      // From the count of a category to all of its entries.
      await model.getByRole('row', { name: /^irrelevance/ }).getByRole('link', { name: '2 of 3' }).click();
      await model.getByRole('heading', { name: '3 entries', exact: true }).waitFor();
      assert.match(await words(model.locator('bx-table')), /irrelevance_error:decoder_success.*passed/);
      assert.deepEqual(await flaws(page), []);
      await model.locator('bx-table .body .row', { hasText: 'passed' }).first().getByRole('link').click();
      await page.locator('bx-published-entry').getByRole('button', { name: 'Report this entry' }).click();
      assert.match(await page.getByLabel('Text of an issue').inputValue(), /^### `irrelevance_\d+`/);
    }, options));

test('a published model: entries by verdict; what is chosen is in the address', { skip }, () =>
  onBoard('#model=bad-model', async (page) => {
    const model = page.locator('bx-published-model');
    await model.getByRole('heading', { name: /^\d+ failures$/ }).waitFor();
    await model.getByLabel('Verdict').selectOption('passed');
    await model.getByRole('heading', { name: /^\d+ entries passed$/ }).waitFor();
    assert.match(page.url(), /#model=bad-model&verdict=passed$/);
    assert.equal(await model.getByLabel('Error type').count(), 0);
    await model.getByLabel('Category').selectOption('simple_python');
    await model.getByText('No entries match').waitFor();
    await page.reload();
    await model.getByText('No entries match').waitFor();
    await model.getByLabel('Verdict').selectOption('failed');
    await model.getByRole('heading', { name: '5 failures' }).waitFor();
    // Back to what was chosen before, in the list, too.
    await page.goBack();
    await model.getByText('No entries match').waitFor();
    assert.equal(await model.getByLabel('Verdict').inputValue(), 'passed');
    // What the address names is chosen, also where the model has no such entry.
    await page.goto(`${board.url}#model=bad-model&category=nothing&verdict=skipped`);
    await model.getByText('No entries match').waitFor();
    for (const [label, value] of [['Verdict', 'skipped'], ['Category', 'nothing']]) assert.equal(await model.getByLabel(label).inputValue(), value);
    await page.goto(`${board.url}#model=bad-model&error=nothing`);
    await page.waitForFunction(() => /error=nothing$/.test(location.hash));
    await model.getByLabel('Error type').locator('option[value="nothing"]').waitFor({ state: 'attached' });
    assert.equal(await model.getByLabel('Error type').inputValue(), 'nothing');
    // A verdict that there is none of is that of failures.
    await page.goto(`${board.url}#model=bad-model&verdict=__proto__`);
    await model.getByRole('heading', { name: /^\d+ failures$/ }).waitFor();
  }));

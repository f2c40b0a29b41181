// An own benchmark as the dataset: its dialog, its accuracy in every view, and what is scored on another dataset.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, drop, setUp, words, wordsOnce } from './support.mjs';

const PROGRAM = process.env.BFCLX_PROGRAM ?? join(ROOT, 'build/release/tools/bfclx');
const { on } = setUp();

// Categories weigh by their entries: the overall score of v4 would be another one, and in another order.
test('an own benchmark leads with its accuracy in every view', () =>
  on('', async (page) => {
    const folder = mkdtempSync(join(tmpdir(), 'bfclx-bench-'));
    const program = (...options) => execFileSync(PROGRAM, options, { cwd: folder, stdio: 'pipe' }).toString();
    const tool = { name: 'f', description: '', parameters: { type: 'object', properties: {} } };
    writeFileSync(join(folder, 'tools.json'), JSON.stringify([tool]));
    const cases = [...Array(4)].map((_, i) => ({ question: `Question ${i}?`, expected: i < 3 ? 'f()' : 'none' }));
    writeFileSync(join(folder, 'cases.jsonl'), cases.map((one) => JSON.stringify(one) + '\n').join(''));
    program('dataset', 'new', 'bench', '--tools', 'tools.json');
    program('dataset', 'add', 'bench', 'cases.jsonl');
    for (const [model, text] of [['calling', '[f()]'], ['silent', 'No.']]) {
      mkdirSync(join(folder, 'results', model), { recursive: true });
      for (const [category, n] of [['simple_python', 3], ['irrelevance', 1]]) {
        const lines = [...Array(n)].map((_, i) => JSON.stringify({ id: `${category}_${i}`, result: text }) + '\n');
        writeFileSync(join(folder, 'results', model, `BFCL_v4_${category}_result.json`), lines.join(''));
      }
    }
    const report = JSON.parse(program('score', 'results', '--dataset', 'bench', '--format', 'json'));
    assert.deepEqual(report.models.map(({ score }) => score.value), [0.75, 0.25]);
    await page.locator('bx-score .box').waitFor();
    await drop(page, [join(folder, 'bench')]);
    const dialog = page.locator('bx-dialog');
    const use = dialog.getByRole('button', { name: 'Use my benchmark' });
    await use.waitFor();
    assert.match(await words(dialog), /Use your benchmark\? .*All scores will use your benchmark bench .*It has 3 entries in simple_python, 1 entry in irrelevance\./);
    assert.doesNotMatch(await words(dialog), /is missing/);
    await use.click();
    await page.getByText('Your benchmark: ').waitFor();
    await drop(page, [join(folder, 'results')]);
    const matrix = page.locator('bx-runs');
    await matrix.getByText('accuracy, complete').waitFor();
    const ranked = /calling.* 75\.0 .*silent.* 25\.0 /;
    assert.match(await wordsOnce(matrix, ranked), ranked);
    const versions = page.getByLabel(/version of the leaderboard/i);
    assert.equal(await versions.count(), 0);
    for (const view of ['compare', 'leaderboard', 'results']) {
      await page.evaluate((name) => (location.hash = name), view);
      const shown = page.locator(`bx-${view}`);
      await shown.getByText(/accuracy/i).first().waitFor();
      assert.match(await wordsOnce(shown, /75\.0/), /75\.0/);
      assert.doesNotMatch(await words(page.locator('body')), /overall (score of )?v4/i);
      assert.equal(await versions.count(), 0);
    }
    await page.locator('bx-results').waitFor();
    await page.evaluate(() => (location.hash = 'leaderboard'));
    await page.locator('bx-leaderboard').getByText('Too few scored categories for a chart.').waitFor();
    // The sample runs are scored on the sample: they have no accuracy in the benchmark's column.
    await page.evaluate(() => (location.hash = 'results&url=sample:good-model'));
    await page.locator('bx-run-head h1', { hasText: 'good-model' }).waitFor();
    await page.evaluate(() => (location.hash = 'runs'));
    const sample = matrix.locator('tbody tr', { hasText: 'good-model' });
    await sample.getByText('another dataset').waitFor();
    const row = /another dataset – 0 of 0 [\d.]+ p95 [\d.]+ – – /;
    assert.match(await wordsOnce(sample, row), row);
    await page.evaluate(() => (location.hash = 'leaderboard'));
    await page.locator('bx-leaderboard tbody tr', { hasText: 'calling' }).waitFor();
    assert.equal(await page.locator('bx-leaderboard tbody tr', { hasText: 'good-model' }).count(), 0);
  }));

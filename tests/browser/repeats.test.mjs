// Repeats of one model: recognized by their manifests, with mean, range and pass^k, in Runs, Leaderboard and Compare.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { drop, flaws, setUp, words, wordsOnce } from './support.mjs';

const { on } = setUp();

const SETTINGS = { model: 'm', asked_as: 'm', api: 'chat', dialect: 'openai', mode: 'prompt', format: '', decoder: 'prompting',
  temperature: 0.7, max_tokens: null, as_official: false, prompts: '' };
const RESULTS = [
  "[harbour.tide_table(harbour='Whitby', date='2026-05-03')]",
  "[oven.preheat(celsius=240, mode='top_bottom')]",
  '[observatory.point_telescope(right_ascension=0.712, declination=41.27, exposure_seconds=120)]',
];

/** A run of `model`, without its first `wrong` entries. */
function run(root, model, wrong, temperature = 0.7) {
  const folder = join(root, `${model}-${wrong}`);
  mkdirSync(folder);
  const lines = RESULTS.map((result, i) => JSON.stringify({ id: `simple_python_9000${i}`, result: i < wrong ? 'no call' : result }));
  writeFileSync(join(folder, 'BFCL_v4_simple_python_result.json'), lines.join('\n') + '\n');
  writeFileSync(join(folder, 'bfclx_manifest.json'), JSON.stringify({
    form: 1, started: `2026-11-2${wrong}T00:00:00Z`,
    made_with: { '0a': { ...SETTINGS, model, asked_as: model, temperature, extra_body: { seed: wrong }, results: RESULTS.length } } }));
  return folder;
}

const folder = () => mkdtempSync(join(tmpdir(), 'bfclx-repeats-'));

/** Three repeats, the second without its first entry, the third without two; and a run with another temperature. */
function folders() {
  const root = folder();
  return [[0, 0.7], [1, 0.7], [2, 0.7], [3, 0.2]].map(([wrong, temperature]) => run(root, 'm', wrong, temperature));
}

async function withRepeats(page, given = folders()) {
  await page.locator('bx-score, bx-runs').first().waitFor();
  await drop(page, given);
  await page.locator('bx-runs bx-repeats section').waitFor();
}

const section = (page, view) => page.locator(`${view} bx-repeats section`);

test('Runs and Leaderboard show one group with mean, range and pass^k, which opens', () =>
  on('#score', async (page) => {
    await withRepeats(page);
    const shown = section(page, 'bx-runs');
    await shown.getByText('m: 3 repeats', { exact: false }).waitFor();
    await shown.locator('tbody td', { hasText: '66.7' }).first().waitFor();
    await shown.locator('tbody td', { hasText: '33.3 to 100.0' }).first().waitFor();
    await wordsOnce(shown.locator('table').first(), /33\.3$/);
    const cells = (await shown.locator('table').first().locator('tbody td').allTextContents()).map((one) => one.trim());
    assert.deepEqual(cells.slice(0, 3), ['m', '3', '66.7']);
    assert.equal(cells[4], '33.3 to 100.0');
    assert.equal(cells.at(-1), '33.3');
    await shown.locator('summary').click();
    const text = await wordsOnce(shown, /entries flip/);
    assert.match(text, /same settings in bfclx_manifest\.json/);
    assert.match(text, /2 of 3 entries flip/);
    assert.equal(await shown.locator('details tbody tr').count(), 3);
    assert.deepEqual(await shown.locator('details a').allTextContents(), ['m-0', 'm-1', 'm-2']);
    assert.deepEqual(await flaws(page), []);
    await page.evaluate(() => (location.hash = '#leaderboard&table=none'));
    await section(page, 'bx-leaderboard').getByText('m: 3 repeats', { exact: false }).waitFor();
  }));

test('Compare shows the means of both models first, in the words of the module', () =>
  on('#score', async (page) => {
    await withRepeats(page);
    await page.evaluate(() => (location.hash = '#compare&with=m-3+m-1'));
    const first = page.locator('bx-compare .verdict').first();
    await first.getByText('m, 3 repeats, against m-3, 1 run').waitFor();
    const text = await words(first);
    assert.match(text, /^\+66\.7 points 95 % CI /);
    assert.match(text, /mean of m-3 0\.0, mean of m 66\.7/);
    assert.match(text, /Standard error of the difference/);
    const second = page.locator('bx-compare .verdict').nth(1);
    await second.getByText('A m-3').waitFor();
    assert.match(await wordsOnce(second, /points/), /^Only these two runs \+66\.7 points /);
    const size = (one) => one.locator('.big').evaluate((big) => parseFloat(getComputedStyle(big).fontSize));
    // The styles of both come with the verdicts, not before.
    for (const end = Date.now() + 30_000; Date.now() < end && (await size(second)) >= (await size(first)); ) await page.waitForTimeout(50);
    assert.ok((await size(second)) < (await size(first)));
    assert.deepEqual(await flaws(page), []);
  }));

test('Compare shows two repeats of one model as two runs', () =>
  on('#score', async (page) => {
    await withRepeats(page);
    await page.evaluate(() => (location.hash = '#compare&with=m-0+m-1'));
    await page.locator('bx-compare .verdict').getByText('A m-0').waitFor();
    assert.equal(await page.locator('bx-compare .verdict').count(), 1);
    assert.match(await words(page.locator('bx-compare .verdict')), /^−33\.3 points /);
  }));

test('many models are folded, by name, and a long name does not make the table wide', () =>
  on('#score', async (page) => {
    const root = folder();
    const long = `model-1-${'long-name-'.repeat(9)}`;
    const models = ['model-10', 'model-9', 'model-2', 'model-3', long];
    await withRepeats(page, models.flatMap((model) => [run(root, model, 0), run(root, model, 1)]));
    const shown = section(page, 'bx-runs');
    const table = shown.getByRole('region', { name: 'Models with repeats' });
    await shown.getByText('5 models with repeats').waitFor();
    assert.equal(await table.isVisible(), false);
    await shown.getByText('5 models with repeats').click();
    assert.deepEqual(await table.locator('.name').evaluateAll((all) => all.map(({ title }) => title)), [long, 'model-2', 'model-3', 'model-9', 'model-10']);
    assert.ok((await table.locator('table').boundingBox()).width < 900);
    await page.setViewportSize({ width: 390, height: 800 });
    assert.ok((await table.locator('tbody tr').first().boundingBox()).height < 40);
    assert.deepEqual(await flaws(page), []);
  }));

test('with fewer than two of them left there are no repeats', () =>
  on('#score', async (page) => {
    await withRepeats(page);
    for (const name of ['m-1', 'm-2', 'm-3']) await page.locator('bx-runs tbody tr', { hasText: name }).getByRole('checkbox').check();
    await page.locator('bx-runs').getByRole('button', { name: 'Remove' }).click();
    await page.locator('bx-runs tbody tr', { hasText: 'm-1' }).waitFor({ state: 'detached' });
    await section(page, 'bx-runs').waitFor({ state: 'detached' });
  }));

test('runs without manifests are no repeats', () =>
  on('#runs&url=sample:good-model+sample:bad-model', async (page) => {
    await page.locator('bx-runs tbody tr').nth(1).waitFor();
    assert.equal(await section(page, 'bx-runs').count(), 0);
  }));

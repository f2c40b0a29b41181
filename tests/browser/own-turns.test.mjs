// An own benchmark with several turns: its category counts as every other, and a failed turn says why.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, drop, flaws, setUp, words } from './support.mjs';

const { zipSync } = createRequire(join(ROOT, 'site/package.json'))('fflate');

const { on } = setUp();

const TOOLS = [{ name: 'pay', description: '', parameters: { type: 'dict', properties: { amount: { type: 'integer', description: '' } }, required: ['amount'] } }];
const turn = (content) => [{ role: 'user', content }];
const FILES = {
  'dataset.json': { bfclx_benchmark: 1, name: 'shop', version: '1', tools: TOOLS },
  'data/BFCL_v4_simple_python.json': { id: 'simple_python_0', question: [turn('Pay 1.')], function: TOOLS },
  'data/possible_answer/BFCL_v4_simple_python.json': { id: 'simple_python_0', ground_truth: [{ pay: { amount: [1] } }] },
  'data/BFCL_v4_own_turns.json': { id: 'own_turns_0', question: [turn('Pay 2.'), turn('Thanks.')], function: TOOLS },
  'data/possible_answer/BFCL_v4_own_turns.json': { id: 'own_turns_0', ground_truth: [[{ pay: { amount: [2] } }], 'none'] },
};
const RESULTS = {
  simple_python: { id: 'simple_python_0', result: '[pay(amount=1)]' },
  own_turns: { id: 'own_turns_0', result: [['[pay(amount=2)]'], ['[pay(amount=3)]']] },
};

/** `weighted`: the first entry weighs three times the second. */
function written(weighted = false) {
  const tags = (path, tag) => ({ ...FILES[path], tags: [tag] });
  const files = !weighted
    ? FILES
    : {
        ...FILES,
        'dataset.json': { ...FILES['dataset.json'], weights: { safe: 3, other: 1 } },
        'data/BFCL_v4_simple_python.json': tags('data/BFCL_v4_simple_python.json', 'safe'),
        'data/BFCL_v4_own_turns.json': tags('data/BFCL_v4_own_turns.json', 'other'),
      };
  const folder = mkdtempSync(join(tmpdir(), 'bfclx-turns-'));
  const lines = (value) => Buffer.from(JSON.stringify(value) + '\n');
  const archive = join(folder, 'shop.zip');
  writeFileSync(archive, zipSync(Object.fromEntries(Object.entries(files).map(([path, value]) => [`shop/${path}`, lines(value)]))));
  const run = join(folder, 'm');
  mkdirSync(run);
  for (const [category, result] of Object.entries(RESULTS)) {
    writeFileSync(join(run, `BFCL_v4_${category}_result.json`), lines(result));
  }
  return { archive, run };
}

test('the turns of an own benchmark are scored, listed and explained', () =>
  on('#score', async (page) => {
    const { archive, run } = written();
    await page.locator('bx-score').waitFor();
    await drop(page, [archive]);
    await page.getByRole('dialog').getByRole('button', { name: /^Use/ }).click();
    await page.locator('bx-score').waitFor();
    await drop(page, [run]);
    const head = page.locator('bx-run-head');
    await head.getByText('1 of 2 passed').first().waitFor();
    const text = await words(head);
    assert.match(text, /accuracy 50\.0/);
    assert.doesNotMatch(text, /covers|missing/);
    await page.getByRole('button', { name: /own_turns.*0 of 1/ }).waitFor();
    await page.evaluate(() => (location.hash = '#runs'));
    assert.match(await words(page.locator('bx-runs thead')), /own_turns/);
    await page.evaluate(() => (location.hash = '#results&entry=own_turns_0'));
    await page.getByText(/Turn 2: /).first().waitFor();
    assert.deepEqual(await flaws(page), []);
    await page.evaluate(() => (location.hash = '#playground'));
    await page.locator('bx-playground').waitFor();
    assert.doesNotMatch(await words(page.locator('bx-playground')), /own_turns/);
  }));

test('the score of an own benchmark with tag weights is named by them in every view', () =>
  on('#score', async (page) => {
    const { archive, run } = written(true);
    await page.locator('bx-score').waitFor();
    await drop(page, [archive]);
    await page.getByRole('dialog').getByRole('button', { name: /^Use/ }).click();
    await page.locator('bx-score').waitFor();
    assert.match(await words(page.locator('bx-top-bar .data')), /^shop 1 · fnv1a:[0-9a-f]+$/);
    await drop(page, [run]);
    await page.locator('bx-run-head').getByText('1 of 2 passed').first().waitFor();
    await page.locator('bx-run-head', { hasText: 'accuracy with tag weights 75.0' }).waitFor();
    await page.evaluate(() => (location.hash = '#runs'));
    await page.locator('bx-runs thead', { hasText: 'accuracy with tag weights' }).waitFor();
    await page.evaluate(() => (location.hash = '#leaderboard'));
    await page.locator('bx-leaderboard .foot', { hasText: 'The score is the accuracy with tag weights.' }).waitFor();
    // No published row belongs here, nor what only those have.
    assert.doesNotMatch(await words(page.locator('bx-leaderboard')), /Cost|Latency|Organisation|published|Another table/);
    assert.deepEqual(await flaws(page), []);
  }));

// A run is its path: folders with one model's name, files that are there twice, dates, samples, and warnings.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { ROOT, drop, editor, paste, setUp, words } from './support.mjs';

const SAMPLE = join(ROOT, 'tools/sample/results');
const SIMPLE = 'non_live/BFCL_v4_simple_python_result.json';
const { on } = setUp();
const rows = (page) => page.locator('bx-runs tbody tr');
const names = async (page) => (await page.locator('bx-runs tbody th a').allInnerTexts()).map((name) => name.replace(/\n/g, ''));

const lineOf = (page) => (name) => rows(page).filter({ has: page.getByLabel(`Choose ${name}`, { exact: true }) });

const filesOf = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());

let place;
before(() => {
  place = mkdtempSync(join(tmpdir(), 'bfclx-'));
  for (const [folder, model] of [['v1', 'good-model'], ['v1-fixes', 'bad-model'], ['2026-04', 'good-model'], ['2026-05', 'bad-model']]) {
    cpSync(join(SAMPLE, model), join(place, folder, 'result', 'the-model'), { recursive: true });
  }
});

async function dropped(page, paths, n) {
  await page.locator('bx-score .box').waitFor();
  await drop(page, paths);
  // The same files are asked about.
  const again = page.getByRole('button', { name: 'Load again' });
  const landed = page.locator('bx-run-head h1, bx-runs tbody tr');
  await landed.or(again).first().waitFor();
  if (await again.isVisible()) await again.click();
  await landed.first().waitFor();
  await page.goto(page.url().replace(/#.*/, '#runs'));
  await rows(page).nth(n - 1).getByText(/%|\d of \d/).first().waitFor();
  // Their scores come one after another.
  await rows(page).getByText(/^(scoring )?…$/).first().waitFor({ state: 'detached' });
}

test('three folders with one name are three runs, each with its own scores, and so are they after a reload', () =>
  on('#score', async (page) => {
    await dropped(page, ['v1', 'v1-fixes', '2026-04'].map((folder) => join(place, folder)), 3);
    assert.deepEqual((await names(page)).sort(), ['2026-04/the-model', 'v1-fixes/the-model', 'v1/the-model']);
    const line = lineOf(page);
    assert.match(await words(line('v1-fixes/the-model')), /8 of 34/);
    assert.match(await words(line('v1/the-model')), /(\d+) of \1|37 of 38/);
    assert.equal(await line('v1/the-model').locator('th a').getAttribute('title'), 'v1/result/the-model');
    // The two that are the same have the same scores; the third has others.
    const scores = Object.fromEntries(
      await Promise.all(
        ['v1/the-model', 'v1-fixes/the-model', '2026-04/the-model'].map(async (name) => [name, await line(name).locator('td').nth(1).innerText()]),
      ),
    );
    assert.equal(scores['v1/the-model'], scores['2026-04/the-model']);
    assert.notEqual(scores['v1/the-model'], scores['v1-fixes/the-model']);
    await page.getByRole('img', { name: 'kept in this browser' }).nth(2).waitFor();
    await page.reload();
    await rows(page).nth(2).getByText('%').first().waitFor();
    assert.deepEqual((await names(page)).sort(), ['2026-04/the-model', 'v1-fixes/the-model', 'v1/the-model']);
    await page.getByRole('button', { name: 'passed by none' }).click();
    await page.locator('bx-unpassed').getByText(/3 runs/).first().waitFor();
  }));

test('the name that distinguishes a run is no part of its scoring', () =>
  on('#score', async (page) => {
    // Simulators are named after the model, and a name that begins with a digit fails their calls.
    await dropped(page, ['v1-fixes', '2026-05'].map((folder) => join(place, folder)), 2);
    const line = lineOf(page);
    // Without the last cell: the one run is kept before the other.
    const scores = async (folder) => (await line(`${folder}/the-model`).locator('td').allInnerTexts()).slice(1, -1);
    const [one, other] = await Promise.all(['v1-fixes', '2026-05'].map(scores));
    assert.deepEqual(one, other);
    assert.ok(one.includes('8 of 34'), one.join());
  }));

test('a folder that comes later is told apart from what is there; the same again has a number', () =>
  on('#score', async (page) => {
    await dropped(page, [join(place, 'v1')], 1);
    assert.deepEqual(await names(page), ['the-model']);
    for (const [folder, expected] of [
      ['v1-fixes', ['the-model', 'v1-fixes/the-model']],
      ['v1-fixes', ['the-model', 'v1-fixes/the-model', 'v1-fixes/the-model (2)']],
    ]) {
      await page.goto(page.url().replace(/#.*/, '#score'));
      await dropped(page, [join(place, folder)], expected.length);
      assert.deepEqual((await names(page)).sort(), expected);
    }
  }));

test('an output folder of EvalScope is one run for each model, and its reviews are the same responses', () =>
  on('#score', async (page) => {
    const folder = join(place, 'outputs', '20261128_120000');
    const text = readFileSync(join(SAMPLE, 'good-model', SIMPLE), 'utf8');
    const lines = text.trim().split('\n').map((line) => JSON.parse(line));
    const put = (path, content) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    };
    const rows = (path, row) => put(path, lines.map(({ id, result }, index) => `${JSON.stringify({ index, ...row(id, result) })}\n`).join(''));
    const prediction = (id, content) => ({ model: 'm', model_output: { choices: [{ message: { role: 'assistant', content } }] }, metadata: { id } });
    const review = (id, content) => ({ sample_score: { score: { value: { acc: 1 }, prediction: content }, sample_metadata: { id } } });
    rows('predictions/first/bfcl_v4_simple_python.jsonl', prediction);
    rows('reviews/first/bfcl_v4_simple_python.jsonl', review);
    rows('reviews/second/bfcl_v4_simple_python.jsonl', review);
    put('reports/first/bfcl_v4.json', '{"name": "m@bfcl_v4", "metrics": []}');
    put('configs/task_config_1.yaml', 'model: m\n');
    put('logs/eval_log.log', 'INFO\n');
    await dropped(page, [join(place, 'outputs')], 2);
    assert.deepEqual((await names(page)).sort(), ['first', 'second']);
    for (const name of ['first', 'second']) assert.match(await words(lineOf(page)(name)), /5 of 5/);
  }));

test('two files of one category in a run: one counts, the other is said, and nothing is pooled', () =>
  on('#score', async (page) => {
    const folder = join(place, 'twice', 'm');
    mkdirSync(join(folder, 'non_live'), { recursive: true });
    cpSync(join(SAMPLE, 'good-model', SIMPLE), join(folder, SIMPLE));
    cpSync(join(SAMPLE, 'bad-model', SIMPLE), join(folder, 'BFCL_v4_simple_python_result.json'));
    await page.locator('bx-score .box').waitFor();
    await drop(page, [folder]);
    await page.locator('bx-run-head h1').waitFor();
    assert.match(await words(page.locator('bx-run-head')), /5 of 5 passed/);
    await page.getByRole('button', { name: /1 problem in the files/ }).click();
    const said = await words(page.getByRole('dialog'));
    assert.match(said, /m\/BFCL_v4_simple_python_result\.json: not scored: .*m\/non_live\/BFCL_v4_simple_python_result\.json is used/);
  }));

test('the date is that of the files, or of the manifest; a sample says so wherever its score stands', () =>
  on('#score', async (page) => {
    const folder = join(place, 'dated');
    for (const model of ['old', 'generated']) cpSync(join(SAMPLE, 'good-model'), join(folder, model), { recursive: true });
    for (const { parentPath, name } of filesOf(join(folder, 'old')))
      utimesSync(join(parentPath, name), new Date('2026-01-05T12:00:00Z'), new Date('2026-01-05T12:00:00Z'));
    // A sample of all that there is of its category.
    for (const { parentPath, name } of filesOf(join(folder, 'generated'))) if (!name.includes('_simple_python_')) rmSync(join(parentPath, name));
    writeFileSync(join(folder, 'generated/bfclx_manifest.json'), JSON.stringify({ started: '2026-02-03T12:00:00Z', settings: { sample: { entries: 5, seed: 1 }, test_category: ['simple_python'] } }));
    writeFileSync(join(folder, 'generated/bfclx_entries.jsonl'), '{"id": "simple_python_90000", "ending": "answered"}\n');
    await dropped(page, [folder], 2);
    const line = lineOf(page);
    assert.match(await words(line('old')), /2026-01-05/);
    assert.match(await words(line('generated')), /sample of 5 2026-02-03/);
    await page.goto(page.url().replace(/#.*/, '#results&run=generated'));
    await page.locator('bx-run-head').getByText(/sample of 5/).first().waitFor();
    assert.doesNotMatch(await words(page.locator('bx-run-head')), /problem/);
    await page.goto(page.url().replace(/#.*/, '#leaderboard'));
    await page.locator('bx-leaderboard tr', { hasText: 'generated' }).getByText('sample of 5', { exact: true }).waitFor();
    await page.goto(page.url().replace(/#.*/, '#compare&with=generated+old'));
    await page.locator('bx-compare .verdict').getByText('sample of 5', { exact: true }).waitFor();
  }));

for (const [what, file] of [['with an overall score', SIMPLE], ['without one', 'live/BFCL_v4_live_relevance_result.json']]) {
  test(`results for an older version say so wherever the numbers of the run stand, ${what}`, () =>
    on('#score', async (page) => {
      const folder = join(place, 'older', what);
      cpSync(join(SAMPLE, 'good-model', file), join(folder, 'of-v3', file.replace('v4', 'v3')));
      cpSync(join(SAMPLE, 'bad-model', file), join(folder, 'other', file));
      await dropped(page, [folder], 2);
      const mark = (scope) => page.locator(scope).getByText(/generated for v3$/);
      assert.match(await words(lineOf(page)('of-v3')), /generated for v3/);
      await mark('bx-runs tbody tr').waitFor();
      for (const [hash, scope] of [
        ['#runs&run=of-v3', 'bx-run-line'],
        ['#results&run=of-v3', 'bx-run-head'],
        ['#results&run=of-v3&entry=simple_python_90000', 'bx-run-head'],
        ['#leaderboard', 'bx-leaderboard tr'],
        ['#compare&with=of-v3+other', 'bx-compare .verdict'],
      ]) {
        await page.goto(page.url().replace(/#.*/, hash));
        await mark(scope).first().waitFor();
      }
      // Two runs are compared: no line of one of them, or of a third, stands above.
      assert.equal(await page.locator('bx-run-line').count(), 0);
      await page.goto(page.url().replace(/#.*/, '#results&run=other'));
      await page.locator('bx-run-head').getByText('passed').waitFor();
      assert.equal(await mark('bx-run-head').count(), 0);
      await page.locator('bx-run-head').getByRole('button', { name: /loaded runs/ }).click();
      await mark('bx-run-menu li').waitFor();
    }));
}

test('on a phone the overall score of a run is in view beside its name, also with a long basis', () =>
  on('#score', async (page) => {
    const folder = join(place, 'narrow');
    for (const name of ['2025-11-12-main', 'v0.10.2']) cpSync(join(SAMPLE, 'good-model'), join(folder, name, 'organisation_model-of-120b'), { recursive: true });
    await dropped(page, [folder], 2);
    await page.setViewportSize({ width: 390, height: 844 });
    const score = rows(page).first().locator('td').nth(1);
    await score.getByText(/\d/).first().waitFor();
    const { x, width } = await score.boundingBox();
    assert.ok(x + width <= 390, `${x} + ${width}`);
  }));

test('a run of generation errors is warned of in Runs, Leaderboard and Compare', () =>
  on('#score', async (page) => {
    const folder = join(place, 'failing');
    for (const model of ['fine', 'failing']) cpSync(join(SAMPLE, 'good-model'), join(folder, model), { recursive: true });
    const broken = join(folder, 'failing', SIMPLE);
    const lines = readFileSync(broken, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    writeFileSync(broken, lines.map(({ id }) => JSON.stringify({ id, result: 'Error during inference: connection refused' })).join('\n'));
    await dropped(page, [folder], 2);
    for (const [hash, view] of [['#runs', 'bx-runs'], ['#leaderboard', 'bx-leaderboard'], ['#compare&with=fine+failing', 'bx-compare']]) {
      await page.goto(page.url().replace(/#.*/, hash));
      const warning = page.locator(view).locator('.warnings');
      await warning.getByText(/5 of 5 responses in simple_python are generation errors/).waitFor();
      assert.match(await words(warning), /failing: /);
      await page.locator(view).getByRole('img', { name: /^Warning: 5 of 5/ }).first().waitFor();
    }
  }));

test('a run that was generated with another version of the dataset is warned of in every view', () =>
  on('#score', async (page) => {
    const dataset = join(place, 'set/bfcl');
    for (const part of ['data', 'models.json']) cpSync(join(SAMPLE, '..', part), join(dataset, part), { recursive: true });
    const hash = (data) => createHash('sha256').update(data).digest('hex');
    const files = readdirSync(dataset, { recursive: true }).filter((file) => file.endsWith('.json')).sort();
    const listed = files.map((file) => [file, hash(readFileSync(join(dataset, file)))]);
    const used = `sha256:${hash(listed.map(([file, digest]) => `${digest}  ${file}\n`).join(''))}`;
    writeFileSync(join(dataset, 'manifest.json'), JSON.stringify({ version: 'v4', hash: used, files: Object.fromEntries(listed) }));
    await drop(page, [dataset]);
    await page.locator('bx-dialog').getByRole('button', { name: 'Use my copy' }).click();
    const folder = join(place, 'versions');
    for (const [model, hash] of [['same', used], ['older', 'sha256:bb']]) {
      cpSync(join(SAMPLE, 'good-model'), join(folder, model), { recursive: true });
      writeFileSync(join(folder, model, 'bfclx_manifest.json'), JSON.stringify({ dataset: { version: 'v3', hash } }));
    }
    await dropped(page, [folder], 2);
    const text = new RegExp(`he responses were generated with a different dataset \\(v3, hash sha256:bb\\) from the one in use \\(v4, hash ${used.slice(0, 19)}\\.\\.\\.\\)`);
    for (const [hash, view] of [['#runs', 'bx-runs'], ['#leaderboard', 'bx-leaderboard'], ['#compare&with=same+older', 'bx-compare']]) {
      await page.goto(page.url().replace(/#.*/, hash));
      const warning = page.locator(view).locator('.warnings');
      await warning.getByText(text).waitFor();
      assert.match(await words(warning), /older: /);
      assert.doesNotMatch(await words(warning), /same: /);
    }
    await page.goto(page.url().replace(/#.*/, '#results&run=older'));
    await page.locator('bx-findings').getByText('Responses that were generated with a different dataset').waitFor();
  }));

test('results for several decoders are a finding, though the manifest names no dataset', () =>
  on('#score', async (page) => {
    const folder = join(place, 'decoders');
    cpSync(join(SAMPLE, 'good-model'), join(folder, 'continued'), { recursive: true });
    const made = { a: { decoder: 'prompting', results: 28 }, b: { decoder: 'openai_fc', results: 12 } };
    writeFileSync(join(folder, 'continued', 'bfclx_manifest.json'), JSON.stringify({ made_with: made }));
    await dropped(page, [folder], 1);
    await page.goto(page.url().replace(/#.*/, '#results&run=continued'));
    await page.locator('bx-findings').getByText('Results that were generated for another decoder').waitFor();
  }));

test('a response that fits only by the name of its function is scored against no entry before one is chosen', () =>
  on('#score', async (page) => {
    await editor(page);
    await paste(page, '[harbour.tide_table()]');
    const hand = page.locator('bx-score .hand');
    await hand.waitFor();
    assert.match(page.url(), /#score/);
    const candidate = hand.getByRole('button', { name: /^simple_python_90000/ });
    assert.match(await words(candidate), /simple_python_90000 ?\S+ \S+/);
    await candidate.click();
    await page.locator('bx-by-hand .verdict').getByText(/\bfailed\b/).waitFor();
    assert.match(page.url(), /entry=simple_python_90000/);
  }));

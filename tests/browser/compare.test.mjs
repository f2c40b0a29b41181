// Compare: two runs side by side, the test, the radar, flips with both responses, links.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { ROOT, drop, flaws, setUp, words } from './support.mjs';

const PROGRAM = process.env.BFCLX_PROGRAM ?? join(ROOT, 'build/release/tools/bfclx');
const SAMPLES = join(ROOT, 'tools/sample/results');

const { on } = setUp();
let folder, third;
before(() => {
  // The good model with its last response to every file of single turns gone wrong.
  folder = mkdtempSync(join(tmpdir(), 'bfclx-'));
  third = join(folder, 'third-model');
  cpSync(join(ROOT, 'tools/sample/results/good-model'), third, { recursive: true });
  for (const file of readdirSync(join(third, 'non_live'))) {
    const path = join(third, 'non_live', file);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    lines.push(JSON.stringify({ ...JSON.parse(lines.pop()), result: 'nothing' }));
    writeFileSync(path, `${lines.join('\n')}\n`);
  }
});
after(() => rmSync(folder, { recursive: true, force: true }));

const BOTH = '#compare&url=sample:good-model+sample:bad-model&with=good-model+bad-model';

const verdict = (page) => page.locator('bx-compare .verdict');
/** Waits for the statistics of both runs. */
const settled = (page) => verdict(page).getByText('is significantly better').waitFor();
const flips = (page) => page.locator('bx-compare bx-table .body .row');

/** What `bfclx compare --format markdown` writes; it ends with 1 where some lines cannot be used. */
function programMarkdown(paths, { version, hash }) {
  const dataset = join(folder, 'dataset');
  cpSync(join(ROOT, 'tools/sample'), dataset, { recursive: true });
  const named = readdirSync(dataset, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(dataset, join(one.parentPath ?? one.path, one.name)))
    .filter((path) => path.startsWith('data/') || /^[a-z_]+\.json$/.test(path))
    .sort();
  const files = Object.fromEntries(
    named.map((path) => [path, createHash('sha256').update(readFileSync(join(dataset, path))).digest('hex')]),
  );
  writeFileSync(join(dataset, 'manifest.json'), JSON.stringify({ version, hash, files }));
  const options = ['--dataset', dataset, '--format', 'markdown'];
  try {
    return execFileSync(PROGRAM, ['compare', ...paths, ...options], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch (error) {
    return error.stdout.toString();
  }
}

/** A run in which every response of single turns is `result`. */
function runOf(folder, name, result) {
  for (const group of ['non_live', 'live']) {
    const place = join(folder, name, group);
    mkdirSync(place, { recursive: true });
    for (const file of readdirSync(join(SAMPLES, 'good-model', group))) {
      const lines = readFileSync(join(SAMPLES, 'good-model', group, file), 'utf8').trimEnd().split('\n');
      writeFileSync(join(place, file), lines.map((line) => `${JSON.stringify({ id: JSON.parse(line).id, result })}\n`).join(''));
    }
  }
}

/** A folder with these runs; folders that are dropped together are one after the other. */
function placeOf(name, models) {
  for (const [model, path] of Object.entries(models)) cpSync(path, join(folder, name, model), { recursive: true });
  return join(folder, name);
}

async function dropped(page, path) {
  await page.locator('bx-score .box').waitFor();
  await drop(page, [path]);
  // One run lands on Results.
  await page.locator('bx-run-head h1, bx-runs tbody tr').first().waitFor();
  await page.goto(page.url().replace(/#.*/, '#runs'));
}

test('runs whose responses are all the same, or malformed, are warned of', () =>
  on('#score', async (page) => {
    const place = placeOf('warned', { 'good-model': join(SAMPLES, 'good-model') });
    runOf(place, 'same-model', '[tool(x=7)]');
    runOf(place, 'torn-model', [{ f: '{"x": 7????' }]);
    writeFileSync(join(place, 'torn-model/bfclx_manifest.json'), '{');
    await dropped(page, place);
    const mark = (name) => page.locator('bx-runs tbody tr', { has: page.getByRole('link', { name, exact: true }) }).getByRole('img', { name: 'Warning' });
    await mark('torn-model').waitFor();
    assert.match(await mark('same-model').getAttribute('title'), /36 of 36 responses in .* are the same; the accuracy there does not measure the model/);
    assert.match(await mark('torn-model').getAttribute('title'), /have call arguments that are not JSON.*; bfclx_manifest\.json: not valid JSON: /);
    assert.equal(await mark('good-model').count(), 0);
    await page.goto(page.url().replace(/#.*/, '#compare&with=good-model+same-model'));
    await verdict(page).getByText('good-model scores significantly higher, but see the warnings').waitFor();
    assert.match(await words(page.locator('bx-compare .warnings')), /same-model: .* are the same/);
    await page.goto(page.url().replace(/#.*/, '#compare&with=good-model+torn-model'));
    await page.locator('bx-compare .warnings').getByText('torn-model: bfclx_manifest.json: not valid JSON').waitFor();
    await page.goto(page.url().replace(/#.*/, '#compare&with=good-model+same-model'));
    await verdict(page).getByText('but see the warnings').waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: '⇩ Markdown' }).click();
    const markdown = readFileSync(await (await saving).path(), 'utf8');
    assert.match(markdown, /\*\*Warning\*\*: same-model: 36 of 36 responses in .* are the same/);
    assert.match(markdown, /good-model scores significantly higher, but see the warnings/);
  }));

/** A run of one file of the good model. */
function partOf(place, group, category) {
  const file = `BFCL_v4_${category}_result.json`;
  mkdirSync(join(place, group), { recursive: true });
  cpSync(join(SAMPLES, 'good-model', group, file), join(place, group, file));
}

test('nobody has chosen: the two best runs over the same entries', () =>
  on('#score', async (page) => {
    const place = placeOf('three', { 'good-model': join(SAMPLES, 'good-model'), 'third-model': third });
    partOf(join(place, 'a-part'), 'non_live', 'simple_python');
    await dropped(page, place);
    await page.locator('bx-runs tbody tr').nth(2).waitFor();
    await page.goto(page.url().replace(/#.*/, '#compare'));
    const names = page.locator('bx-compare .head bx-run-picker');
    await page.locator('bx-compare .head').getByText('good-model').first().waitFor();
    assert.deepEqual((await Promise.all([0, 1].map((i) => words(names.nth(i))))).map((text) => /[\w-]+/.exec(text)[0]), ['good-model', 'third-model']);
    // Which two these are, and why, is said; a choice is not explained.
    const said = page.locator('bx-compare .proposal');
    assert.match(await words(said), /^No runs were chosen. Proposed: the two best runs on one basis \(.+\)\. Choose others above, or in Runs\.$/);
    await page.evaluate(() => (location.hash = '#compare&with=a-part'));
    await said.filter({ hasText: /^Only a-part was chosen\. (good|third)-model is proposed: the run that shares the most entries with it\./ }).waitFor();
    await page.locator('bx-compare').getByRole('button', { name: 'Swap' }).click();
    await said.waitFor({ state: 'detached' });
  }));

test('runs that share no category say so, and are in no order', () =>
  on('#score', async (page) => {
    partOf(join(folder, 'unlike/one'), 'non_live', 'simple_python');
    partOf(join(folder, 'unlike/two'), 'non_live', 'multiple');
    partOf(join(folder, 'unlike/three'), 'live', 'live_simple');
    await dropped(page, join(folder, 'unlike'));
    const head = page.locator('bx-runs thead th', { hasText: 'overall v4, shared' });
    await head.getByText('no category that all 3 runs have').waitFor();
    assert.doesNotMatch(await head.innerText(), /[↓↑]/);
    assert.equal(await page.locator('bx-runs th[aria-sort=descending]').count(), 0);
  }));

test('two runs: the overall difference in the words of the program, tests, radar', () =>
  on(BOTH, async (page) => {
    await settled(page);
    // The warnings of the runs come by themselves.
    await verdict(page).getByText('!', { exact: true }).first().waitFor();
    const text = await words(verdict(page));
    assert.match(text, /^−70\.6 points 95 % CI −\d+\.\d to −\d+\.\d ?p\s<\s0\.001, overall score of v4/);
    assert.match(text, /A good-model 97\.4, B bad-model ! 26\.8\. Overall v4 over the \d+ entries in \d+ categories that both runs have, 32\.2 % of the weight; missing: .*live_parallel, .*web_search_no_snippet/);
    assert.match(text, /would show in fewer than 1 in 1,000 such comparisons by chance alone: good-model is significantly better\. Minimum detectable difference: \d+\.\d points \(80 % power\)/);
    assert.match(text, /Of the entries in the overall score, 0 passed only in B, 24 only in A; exact McNemar test p\s<\s0\.001 \(mid-p < 0\.001\)/);
    assert.match(text, /95 are only in A, 0 only in B/);
    // The table is filled by an answer of its own.
    await page.locator('bx-compare table').getByText('−70.6').first().waitFor();
    const line = (name) => words(page.locator('bx-compare table tr', { has: page.getByText(name, { exact: true }) }).first());
    assert.match(await line('simple_python'), /simple_python 5 of 5 0 of 5 −100\.0 −100\.0 to −27\.4 \+0 −5 0\.063 0\.688/);
    assert.match(await line('live_parallel'), /live_parallel (\d) of \1 N\/A –/);
    // The rows below the categories: the score of the headline, and the entries that both have.
    assert.match(await line('overall v4'), /97\.4 26\.8 −70\.6/);
    assert.match(await line('passed, of 31 in the overall score that both have'), /30 6 −24 \+0 −24 < 0\.001/);
    assert.match(await words(page.locator('bx-compare .changes')), /1 parallel_function_checker_no_order:cannot_find_match → ast_decoder:decoder_failed parallel_multiple_90002/);
    assert.match(await page.locator('bx-radar svg[role=img]').getAttribute('aria-label'), /good-model: Simple 100\.0/);
    assert.equal(await page.locator('bx-compare .ranking').count(), 0);
    await page.getByRole('button', { name: 'Swap' }).click();
    await verdict(page).getByText('+70.6').waitFor();
    assert.match(page.url(), /with=bad-model\+good-model/);
    assert.match(await words(verdict(page)), /24 passed only in B, 0 only in A/);
  }));

test('another version of the leaderboard, in the address; the page stays free', () =>
  on(BOTH, async (page) => {
    await settled(page);
    await page.evaluate(() => {
      globalThis.longTasks = [];
      new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    });
    await page.getByLabel('Version of the leaderboard').selectOption('v3');
    await verdict(page).getByText('−70.1').waitFor();
    assert.match(page.url(), /leaderboard=v3/);
    assert.match(await words(verdict(page)), /overall score of v3.*both runs have, 61\.3 % of the weight; missing: live_parallel, live_parallel_multiple, live_irrelevance, multi_turn_miss_func, multi_turn_miss_param, multi_turn_long_context\./);
    // The statistics are a worker's: they would block the page for as long as they take. Loaded machines delay tasks too.
    assert.ok((await page.evaluate(() => globalThis.longTasks)).every((duration) => duration < 400));
    await page.reload();
    await verdict(page).getByText('−70.1').waitFor();
    assert.doesNotMatch(await page.locator('bx-radar svg[role=img]').getAttribute('aria-label'), /Memory/);
    await page.getByLabel('Version of the leaderboard').selectOption('v1');
    await verdict(page).getByText('overall score of v1').waitFor();
  }));

test('three runs are ranked', () =>
  on(BOTH, async (page) => {
    await settled(page);
    await drop(page, [third]);
    await page.locator('bx-results').getByText('third-model').first().waitFor();
    await page.evaluate(() => (location.hash = '#compare&with=good-model+bad-model'));
    await page.locator('bx-compare').getByRole('button', { name: 'One more run' }).click();
    await page.locator('bx-compare bx-run-menu').getByRole('button', { name: /^third-model/ }).click();
    const ranks = page.locator('bx-compare .ranking');
    await ranks.getByText('that all 3 runs have').waitFor();
    await ranks.getByText('All rank ranges hold jointly with 95 % confidence.').waitFor();
    assert.match(await words(ranks.locator('h2')), /All runs over the \d+ entries in \d+ categories that all 3 runs have, \d+\.\d % of the weight/);
    await ranks.getByText('97.4').first().waitFor();
    assert.equal(await ranks.locator('tbody tr').count(), 3);
    const lines = await Promise.all([0, 1, 2].map((i) => words(ranks.locator('tbody tr').nth(i))));
    assert.match(lines[0], /good-model 97\.4 \d\d\.\d to (?:9\d\.\d|100\.0) 1 1(?: to [23])?$/);
    // A range of one rank is a number.
    const ranked = lines.map((line) => Number(/ (\d) (?:\d to )?\d$/.exec(line)?.[1]));
    assert.deepEqual(ranked, [1, 3, 2], lines.join('; '));
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      assert.deepEqual(await flaws(page), []);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }));

test('of many runs those that are compared are searched for; by keyboard too', async () => {
  const many = join(folder, 'many');
  const names = Array.from({ length: 8 }, (_, i) => `model-${'abcdefgh'[i]}`);
  for (const name of names) cpSync(join(ROOT, 'tools/sample/results/good-model/non_live'), join(many, name, 'non_live'), { recursive: true });
  await on('#compare', async (page) => {
    await page.getByText('Two runs are needed').waitFor();
    await drop(page, names.map((name) => join(many, name)));
    await page.locator('bx-runs tbody tr').first().waitFor();
    await page.evaluate(() => (location.hash = '#compare&with=model-a+model-b'));
    const pick = (label) => page.locator('bx-compare').getByRole('button', { name: label, exact: true });
    const search = page.locator('bx-compare bx-run-menu').getByLabel('Search runs');
    await pick('Baseline: model-a').click();
    await search.fill('G');
    assert.equal(await page.locator('bx-compare bx-run-menu .take').count(), 1);
    assert.equal(await page.locator('bx-compare bx-run-menu .remove').count(), 0);
    assert.deepEqual(await flaws(page), []);
    await search.press('Enter');
    await pick('Baseline: model-g').waitFor();
    assert.match(page.url(), /with=model-g\+model-b/);
    assert.ok(await pick('Baseline: model-g').evaluate((button) => button === button.getRootNode().activeElement));
    await pick('with: model-b').focus();
    await page.keyboard.press('Enter');
    await search.fill('-h');
    await page.keyboard.press('Enter');
    await pick('with: model-h').waitFor();
    await pick('One more run').click();
    await page.locator('bx-compare bx-run-menu .take').nth(5).waitFor();
    assert.equal(await page.locator('bx-compare bx-run-menu .take').count(), 6);
    await page.keyboard.press('Escape');
    assert.match(page.url(), /with=model-g\+model-h$/);
  });
});

test('a flip opens both responses; keys; the address brings it back', () =>
  on(BOTH, async (page) => {
    await page.getByText('simple_python_90002', { exact: true }).click();
    const detail = page.locator('bx-flip-detail');
    await detail.locator('.side').nth(1).waitFor();
    assert.match(await words(detail.locator('.side').first()), /✓ good-model.*right_ascension=0\.712/);
    assert.match(await words(detail.locator('.side').nth(1)), /✕ bad-model type_error:simple/);
    assert.equal(await detail.locator('bx-call .marked').innerText(), "'0.712'");
    // Word by word: what the other response lacks.
    assert.match(await words(detail), /Underlined: words only in this response/);
    const marked = (side) => detail.locator('.side').nth(side).locator('.raw').first().locator('mark').allInnerTexts();
    assert.ok((await marked(0)).length > 0 && (await marked(1)).length > 0);
    assert.ok((await detail.locator('.side .raw').first().innerText()).includes('right_ascension'));
    await page.reload();
    await detail.locator('.side').nth(1).waitFor();
    await page.keyboard.press('j');
    await detail.getByText('simple_python_90003', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^other error/ }).click();
    await flips(page).getByText('parallel_multiple_90002', { exact: true }).waitFor();
    assert.equal(await flips(page).count(), 1);
  }));

test('an episode that flipped', () =>
  on(`${BOTH}&entry=multi_turn_base_90000`, async (page) => {
    const sides = page.locator('bx-flip-detail .side');
    await sides.nth(1).waitFor();
    assert.match(await words(sides.first()), /2 of 2 turns passed/);
    assert.match(await words(sides.nth(1)), /0 of 2 turns passed.*Turn 1 .*Turn 2 .*not reached/);
  }));

test('without runs: what is needed, and the sample', () =>
  on('#compare', async (page) => {
    await page.getByText('Two runs are needed').waitFor();
    await page.getByRole('button', { name: 'two sample runs' }).click();
    await verdict(page).waitFor();
  }));

test('saved as CSV, JSON, Markdown and SVG', () =>
  on(BOTH, async (page) => {
    await settled(page);
    const save = async (name) => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return readFileSync(await (await saving).path(), 'utf8');
    };
    const csv = await save('⇩ CSV');
    assert.match(csv, /^category,good-model,bad-model,difference/);
    assert.equal(csv.trim().split('\n').length, 18);
    const json = JSON.parse(await save('⇩ JSON'));
    assert.deepEqual([json.program.name, json.leaderboard, json.replicates, json.seed], ['bfclx', 'v4', 4000, 1]);
    assert.deepEqual(json.runs.map(({ label, entries, decoder }) => [label, entries, decoder]), [['good-model', 129, 'prompting'], ['bad-model', 34, 'openai_fc']]);
    assert.deepEqual([json.comparisons.length, json.comparisons[0].lost.length, json.ranking.runs.length], [1, 25, 2]);
    const markdown = await save('⇩ Markdown');
    assert.match(markdown, /^## bad-model against good-model\n\nA: good-model, overall v4 /);
    assert.match(markdown, /\*\*Warning\*\*: bad-model: .*\n/);
    if (existsSync(PROGRAM)) assert.equal(markdown, programMarkdown(['good-model', 'bad-model'].map((name) => join(SAMPLES, name)), json.dataset));
    for (const region of ['Profile', 'Accuracy by category']) {
      const saving = page.waitForEvent('download');
      await page.getByRole('region', { name: region }).getByRole('button', { name: '⇩ SVG' }).click();
      const svg = readFileSync(await (await saving).path(), 'utf8');
      assert.match(svg, /^<svg xmlns.*bad-model.*BFCL dataset sample \(cd6335d\)/s);
      assert.match(svg, /bad-model: 34 entries scored in 11 categories/);
    }
  }));

test('on a narrow screen names of categories break at underscores alone, and exports have one size', () =>
  on(BOTH, async (page) => {
    await settled(page);
    const name = page.locator('bx-compare th.mono', { hasText: 'simple_javascript' });
    const lines = await name.evaluate((cell) =>
      [...cell.childNodes].flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent.trim()) return [];
        const range = document.createRange();
        range.selectNodeContents(node);
        return [[node.textContent, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size]];
      }),
    );
    assert.deepEqual(lines, [['simple_', 1], ['javascript', 1]]);
    const buttons = page.locator('bx-compare section').filter({ has: page.locator('#side') }).locator('.row button');
    const sizes = await buttons.evaluateAll((all) => all.map((button) => getComputedStyle(button).fontSize));
    assert.deepEqual([sizes.length, new Set(sizes).size], [5, 1]);
  }, { viewport: { width: 390, height: 844 } }));

// A published leaderboard: `bfclx report` of the sample and of models that mean harm, put on a file server.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DIST, GUISES, ROOT, flaws, launch, openPage, serveSite, words } from './support.mjs';

const PROGRAM = process.env.BFCLX_PROGRAM ?? join(ROOT, 'build/release/tools/bfclx');
const skip = existsSync(PROGRAM) ? false : `SKIPPED: there is no ${PROGRAM} to publish with (BFCLX_PROGRAM)`;
if (skip) console.log(`# ${skip}`);

const SAMPLE = join(ROOT, 'tools/sample');
const ATTACK = '<img src=x onerror="document.title=\'owned\'">';
const EVIL = `a" onfocus='x' ${ATTACK} & javascript:alert(1)`;
const FIRST = 'simple_python_90000';

let folder, site, browser;

function publish(...more) {
  execFileSync(PROGRAM, ['publish', join(folder, 'result'), '--dataset', SAMPLE, '-o', join(folder, 'board'), '--site', DIST,
    '--title', `Board ${ATTACK}`, ...more], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 });
}

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'bfclx-published-'));
  for (const name of ['good-model', 'bad-model']) {
    // The lines that cannot be used stay out: the program would end with 1.
    cpSync(join(SAMPLE, 'results', name), join(folder, 'result', name), { recursive: true, filter: (path) => !/bad-model.*(live_relevance|parallel|multiple)_result/.test(path) });
  }
  const evil = join(folder, 'result', EVIL);
  mkdirSync(evil);
  const line = { id: FIRST, result: `[harbour.tide_table(harbour='${ATTACK.replaceAll("'", '`')}', date='\u202e2026</script>')]` };
  writeFileSync(join(evil, 'BFCL_v4_simple_python_result.json'), JSON.stringify(line) + '\n');
  writeFileSync(join(evil, 'bfclx_manifest.json'), JSON.stringify({ settings: { sample: { entries: 1, seed: 1 }, test_category: ['simple_python'] } }));
  publish();
  // An id as those of format sensitivity are, settings and all.
  const audit = JSON.parse(readFileSync(join(folder, 'board/data/audit.json'), 'utf8'));
  audit.entries.push({ id: `format_sensitivity_1:${'ret_fmt=python&'.repeat(12)}`, category: 'format_sensitivity', passes: 0, runs: 2, reasons: [{ class: 'schema_conflict', text: 'the truth has no value' }] });
  audit.entries = audit.entries.filter(({ id }) => id !== FIRST);
  audit.entries.unshift({ id: FIRST, category: 'simple_python', passes: 0, runs: 2, reasons: [{ class: 'schema_conflict', text: 'the value is of no type' }] });
  audit.certain = { errata: ATTACK, entries: 2, scored_without: 1, text: 'All ranks stay the same.', scores: audit.scores.map(({ name, without }) => ({ name, without })) };
  writeFileSync(join(folder, 'board/data/audit.json'), JSON.stringify(audit));
  [site, browser] = await Promise.all([serveSite(join(folder, 'board')), launch()]);
});
after(async () => {
  await browser?.close();
  site?.close();
  if (folder) rmSync(folder, { recursive: true });
});

async function on(hash, check, options = {}) {
  const { page, problems, context } = await openPage(browser, { allowed: [site.origin], ...options });
  try {
    await page.goto(site.url + hash);
    await check(page);
    const injected = await page.evaluate(() => {
      const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
      return all(document.body).filter(({ tagName }) => tagName === 'IMG' || tagName === 'SCRIPT').length;
    });
    assert.equal(injected, 0);
    assert.doesNotMatch(await page.title(), /^owned/);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

const index = () => JSON.parse(readFileSync(join(folder, 'board/data/index.json'), 'utf8'));
const evilName = () => index().models.find(({ label }) => label.startsWith('a"')).name;

const PAGES = [
  ['the table', () => '', 'bx-published-models tbody tr'],
  ['a model', () => '#model=bad-model', 'bx-published-model bx-table .body .row'],
  ['a model that means harm', () => `#model=${evilName()}`, 'bx-published-model bx-table .body .row'],
  ['an entry', () => `#entry=${FIRST}`, 'bx-published-entry .answer'],
  ['an episode', () => '#entry=multi_turn_base_90000', 'bx-published-entry .answer'],
  ['two models', () => '#compare=good-model,bad-model', 'bx-published-compare bx-table .body .row'],
  ['the audit', () => '#audit', 'bx-published-audit h2'],
];
for (const [name, hash, ready] of PAGES) {
  for (const guise of GUISES) {
    test(`published: ${name}, ${guise.name}`, { skip }, () =>
      on(hash(), async (page) => {
        await page.locator(ready).first().waitFor();
        await page.waitForTimeout(200);
        assert.deepEqual(await flaws(page), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `the page is ${wide} px wider than the window`);
      }, guise.options));
  }
}

test('published: the public tables of the leaderboard are not part of it', { skip }, () =>
  assert.equal(existsSync(join(folder, 'board/leaderboard')), false));

test('published: the views of the site are not part of it', { skip }, () =>
  assert.deepEqual(readdirSync(join(folder, 'board/assets')).filter((name) => /^(editor|page|leaderboard-view|dataset-view)-/.test(name)), []));

test('published: terms of the table explain themselves', { skip }, () =>
  on('', async (page) => {
    for (const [name, text] of [['rank-range', 'Rank range: The ranks that are plausible'], ['95--ci', '95 % CI: The 95 % confidence interval'], ['coverage', 'Coverage: The part of']]) {
      const term = page.locator(`bx-published-models bx-term[name="${name}"]`);
      await term.getByRole('button').focus();
      await term.locator('[popover]').waitFor();
      assert.ok((await term.locator('[popover]').innerText()).startsWith(text));
      await page.keyboard.press('Escape');
      await term.locator('[popover]').waitFor({ state: 'hidden' });
    }
    assert.deepEqual(await flaws(page), []);
  }));

test('published: from the table to a model, its failure, and the answers of all', { skip }, () =>
  on('', async (page) => {
    const table = page.locator('bx-published-models tbody');
    await table.locator('tr').first().waitFor();
    assert.equal(await table.locator('tr').count(), 3);
    assert.ok((await words(table)).includes(EVIL));
    await page.getByRole('link', { name: 'bad-model' }).click();
    await page.locator('bx-published-model').getByRole('link', { name: FIRST, exact: true }).click();
    await page.locator('bx-published-entry .answer').first().waitFor();
    const answers = await words(page.locator('bx-published-entry'));
    for (const text of ['1 of 3 models passed', 'good-model', 'bad-model', EVIL, '<img src=x onerror=']) assert.ok(answers.includes(text), text);
    assert.match(page.url(), new RegExp(`#entry=${FIRST}$`));
    await page.reload();
    await page.locator('bx-published-entry .answer').first().waitFor();
  }));

for (const guise of GUISES)
  test(`published: the doubt of the audit and the text of an issue are one click from an entry, ${guise.name}`, { skip }, () =>
    on(`#entry=${FIRST}`, async (page) => {
      const entry = page.locator('bx-published-entry');
      assert.match(await words(entry.getByRole('region', { name: 'Audit' })), /^The ground truth is suspicious 0 of 2 models passed All suspicious entries contradicts its schema the value is of no type/);
      await entry.getByRole('button', { name: 'Report this entry' }).click();
      const text = await entry.getByLabel('Text of an issue').inputValue();
      for (const part of [`### \`${FIRST}\`: ground truth incorrect`, 'the value is of no type', '**Question**', '**Ground truth**', '**Response of `good-model`**, passed', '**Response of `bad-model', '<img src=x onerror=', `Dataset: \`${index().dataset.version} (${index().dataset.hash})`])
        assert.ok(text.includes(part), part);
      assert.deepEqual(await flaws(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      // Another entry has its own text.
      await page.goto(`${site.url}#entry=multi_turn_base_90000`);
      await entry.getByText('turn 2').first().waitFor();
      assert.equal(await entry.getByLabel('Text of an issue').count(), 0);
    }, guise.options));

test('published: the comparison is that of the program', { skip }, () =>
  on('#compare=good-model,bad-model', async (page) => {
    await page.locator('bx-published-compare bx-table .body .row').first().waitFor();
    const result = JSON.parse(execFileSync(PROGRAM, ['compare', join(folder, 'result/good-model'), join(folder, 'result/bad-model'), '--dataset', SAMPLE, '--format', 'json'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
    const { overall, categories } = result.comparisons[0];
    const flips = (of) => categories.filter((row) => row.in_overall_score).reduce((sum, row) => sum + row[of], 0);
    const shown = await words(page.locator('bx-published-compare'));
    assert.ok(shown.includes((overall.a * 100).toFixed(1)) && shown.includes((overall.b * 100).toFixed(1)), shown.slice(0, 400));
    assert.ok(flips('lost') > 0);
    assert.ok(shown.includes(`Of the entries in the overall score, ${flips('gained')} passed only in B, ${flips('lost')} only in A`));
  }));

/** The board with other warnings: texts by model, of which all affect comparisons. */
const withWarnings = (page, warnings) =>
  page.route('**/data/index.json', async (route) => {
    const board = index();
    for (const model of board.models) {
      model.warnings = (warnings[model.label] ?? []).map(({ text, category }) => ({ run: model.label, kind: 'inference_errors', count: 5, of: 5, categories: [{ category, count: 5, of: 5 }], text, affects_comparison: true }));
    }
    await route.fulfill({ json: board });
  });

test('published: a comparison has the warnings of what is compared', { skip }, () =>
  on('#audit', async (page) => {
    const compared = page.locator('bx-published-compare');
    for (const [category, says] of [['simple_python', /good-model scores significantly higher, but see the warnings/], ['memory_kv', /good-model is significantly better/]]) {
      await withWarnings(page, { 'bad-model': [{ text: 'five of five are errors', category }] });
      await page.goto(`${site.url}#compare=good-model,bad-model`);
      await page.reload();
      await compared.locator('bx-table .body .row').first().waitFor();
      const shown = await words(compared);
      assert.match(shown, says);
      assert.match(shown, /! bad-model: five of five are errors\./);
      assert.equal(await compared.getByRole('img', { name: 'Warning: five of five are errors' }).count(), 1);
      assert.match(shown, /Only shared entries are compared; \d+ are only in A/);
    }
  }));

test('published: a single model has no ranks to explain', { skip }, () =>
  on('#audit', async (page) => {
    await page.route('**/data/index.json', (route) => {
      const board = index();
      return route.fulfill({ json: { ...board, models: board.models.filter(({ label }) => label === 'good-model') } });
    });
    await page.goto(site.url);
    await page.reload();
    await page.locator('bx-published-models tbody tr').first().waitFor();
    const shown = await words(page.locator('bx-published-models'));
    assert.match(shown, /1 model JSON Overall v4 is computed over /);
    assert.doesNotMatch(shown, /Ranked by|hold jointly/);
  }));

test('published: many warnings stand behind one line', { skip }, () =>
  on('#audit', async (page) => {
    const many = Array.from({ length: 4 }, (_, i) => ({ text: `reason ${i} `.repeat(20), category: 'simple_python' }));
    await withWarnings(page, { 'bad-model': many, 'good-model': many });
    await page.goto(site.url);
    await page.reload();
    const row = page.locator('bx-published-models tbody tr').first();
    await row.waitFor();
    assert.ok((await row.boundingBox()).y < 600);
    await page.getByText('The scores of 2 models may not reflect the model').click();
    assert.equal(await page.locator('bx-published-models details p').count(), 8);
  }, { viewport: { width: 390, height: 800 } }));

test('published: on a phone no column of the audit is cut', { skip }, () =>
  on('#audit', async (page) => {
    await page.locator('bx-published-audit .scroll').last().waitFor();
    const tables = await page.locator('bx-published-audit .scroll').all();
    assert.equal(tables.length, 2);
    for (const table of tables) assert.ok(await table.evaluate((element) => element.scrollWidth <= element.clientWidth));
  }, { viewport: { width: 390, height: 800 } }));

test('published: the audit has words for its classes', { skip }, () =>
  on('#audit', async (page) => {
    await page.locator('bx-published-audit .answer').last().waitFor();
    assert.match(await words(page.locator('bx-published-audit')), /0 of 2 models passed contradicts its schema the truth has no value/);
  }));

test('published: the audit has scores without proven and corrected entries', { skip }, () =>
  on('#audit', async (page) => {
    const section = page.getByRole('region', { name: 'Proven and corrected entries', exact: true });
    await section.waitFor();
    const shown = await words(section);
    assert.ok(shown.includes(`2 entries have a proven error or a correction in the errata “${ATTACK}”. All ranks stay the same.`), shown);
    assert.equal(await section.locator('tbody tr').count(), 3);
  }));

const UNKNOWN = [
  ['#model=..%2F..%2Findex', 'no model of this name'],
  ['#model=gone', 'no model of this name'],
  ['#entry=nothing_1', 'No category of this leaderboard has this entry'],
  ['#compare=good-model,__proto__', 'no model of this name'],
  ['#compare=', 'no model of this name'],
  ['#modle=good-model', 'Unknown address'],
];
for (const [hash, text] of UNKNOWN) {
  // Nothing is asked of the server for it: a file that is not there would be a problem of the page.
  test(`published: ${hash} says what it lacks`, { skip }, () =>
    on(hash, async (page) => {
      const notice = page.locator('bx-published bx-notice[kind=error]');
      await notice.waitFor();
      assert.ok((await words(notice)).includes(text), await words(notice));
      await notice.getByRole('link', { name: 'All models' }).click();
      await page.locator('bx-published-models tbody tr').first().waitFor();
    }));
}

test('published: an address names a model as the table does; one that is none offers those like it', { skip }, () =>
  on(`#model=${encodeURIComponent(EVIL)}`, async (page) => {
    await page.locator('bx-published-model bx-table .body .row').first().waitFor();
    assert.equal(await page.locator('bx-published-model h1').innerText(), EVIL);
    await page.goto(`${site.url}#model=Bad-Model`);
    await page.locator('bx-published-model h1', { hasText: 'bad-model' }).waitFor();
    await page.goto(`${site.url}#compare=GOOD-model,Bad`);
    const notice = page.locator('bx-published bx-notice[kind=error]');
    await notice.waitFor();
    const said = (await notice.textContent()).replace(/\s+/g, ' ');
    assert.match(said, /Bad: it may have been removed, or the address is truncated\. Is it bad-model ?\? Find it under All models/);
    await notice.getByRole('link', { name: 'bad-model' }).click();
    await page.locator('bx-published-compare bx-table .body .row').first().waitFor();
    assert.match(page.url(), /#compare=good-model,bad-model$/);
  }));

test('published: what a run lacks stands beside it', { skip }, () =>
  on('', async (page) => {
    const rows = page.locator('bx-published-models tbody tr');
    await rows.first().waitFor();
    const of = async (name) => words(rows.filter({ has: page.getByRole('link', { name, exact: true }) }));
    assert.match(await of(EVIL), /sample/);
    assert.match(await of('bad-model'), / \d\d\.\d % /);
    assert.doesNotMatch(await of('good-model'), /sample|missing/);
    await page.goto(`${site.url}#model=${evilName()}`);
    const notice = page.locator('bx-published-model bx-notice[kind=warn]');
    await notice.waitFor();
    assert.match(`${await words(notice)} ${await notice.innerText()}`, /The run is a sample.*a sample of 1 entry \(seed 1\)/s);
  }));

/** Two more entries of bad-model are missing while `check` runs. */
async function withTwoMissing(check) {
  const paths = ['index.json', 'models/bad-model/model.json'].map((path) => join(folder, 'board/data', path));
  const before = paths.map((path) => readFileSync(path, 'utf8'));
  paths.forEach((path, i) => {
    const data = JSON.parse(before[i]);
    const { basis } = (data.models?.find(({ label }) => label === 'bad-model') ?? data).overall;
    basis.missing_entries = 2;
    basis.text += `, 2 of ${basis.entries + 2} entries missing`;
    writeFileSync(path, JSON.stringify(data));
  });
  try {
    await check();
  } finally {
    paths.forEach((path, i) => writeFileSync(path, before[i]));
  }
}

test('published: what is missing is said once, with one count', { skip }, () =>
  withTwoMissing(() => on('#model=bad-model', async (page) => {
    const shown = page.locator('bx-published-model');
    await shown.locator('bx-table .body .row').first().waitFor();
    const { basis } = index().models.find(({ label }) => label === 'bad-model').overall;
    const text = await words(shown);
    const missing = `${basis.missing_entries} of ${basis.missing_entries + basis.entries} entries missing`;
    assert.equal(text.split(missing).length, 2, text);
    assert.doesNotMatch(text, /have no verdict here|Missing:|may be \d+[;.]/);
    // Below twenty entries there are only counts, and no column of dashes.
    const table = shown.getByRole('region', { name: 'Categories', exact: true });
    assert.doesNotMatch(await words(table), /accuracy|–|N\/A/);
    assert.match(await words(table), /\d+ categor(y|ies) without results/);
    await page.goto(`${site.url}#`);
    await page.locator('bx-published-models tbody tr').first().waitFor();
    assert.ok((await words(page.locator('bx-published-models tbody'))).includes(missing));
  })));

test('published: an audit that finds nothing is one paragraph', { skip }, async () => {
  const path = join(folder, 'board/data/audit.json');
  const before = readFileSync(path, 'utf8');
  const { certain: _, ...audit } = JSON.parse(before);
  writeFileSync(path, JSON.stringify({ ...audit, text: 'Nothing stands out.', entries: [] }));
  try {
    await on('#audit', async (page) => {
      const shown = page.locator('bx-published-audit');
      await shown.getByText(/^Nothing stands out\. With fewer than 4 runs, [^.]+\.$/).waitFor();
      assert.doesNotMatch(await words(shown), /proven|probability/);
      assert.equal(await shown.locator('p').count(), 1);
    });
  } finally {
    writeFileSync(path, before);
  }
});

test('published: the audit begins with the text of the core, and says once that no run passed', { skip }, async () => {
  const path = join(folder, 'board/data/audit.json');
  const before = readFileSync(path, 'utf8');
  const { certain: _, few_runs: __, ...audit } = JSON.parse(before);
  const reasons = [{ class: 'nobody_passes', text: 'none of 2 runs passes' }];
  writeFileSync(path, JSON.stringify({ ...audit, entries: [{ ...audit.entries[0], reasons }] }));
  try {
    await on('#audit', async (page) => {
      const shown = page.locator('bx-published-audit');
      await shown.locator('.answer').waitFor();
      const text = await words(shown);
      assert.ok(text.includes(`${audit.text} Scores`), text);
      assert.doesNotMatch(text, /fewer|passed by none/);
    });
  } finally {
    writeFileSync(path, before);
  }
});

test('published: names have room between phones and desks', { skip }, () =>
  on('', async (page) => {
    const row = page.locator('bx-published-models tbody tr').filter({ has: page.getByRole('link', { name: 'good-model', exact: true }) });
    await row.waitFor();
    assert.ok((await row.getByRole('rowheader').boundingBox()).width > 140);
    const { ranked } = index().models.find(({ label }) => label === 'good-model');
    assert.ok((await row.innerText()).includes(`${(ranked.interval_95[0] * 100).toFixed(1)} to`));
  }, { viewport: { width: 700, height: 800 } }));

test('published: on a phone the table keeps intervals and rank ranges', { skip }, () =>
  on('', async (page) => {
    const row = page.locator('bx-published-models tbody tr').filter({ has: page.getByRole('link', { name: 'good-model', exact: true }) });
    await row.waitFor();
    const { ranked, overall } = index().models.find(({ label }) => label === 'good-model');
    const shown = await row.innerText();
    assert.ok(shown.includes(`${(ranked.interval_95[0] * 100).toFixed(1)} to ${(ranked.interval_95[1] * 100).toFixed(1)}`), shown);
    assert.ok(shown.includes(`${ranked.rank_low} to ${ranked.rank_high}`), shown);
    for (const part of [`own ${(overall.score * 100).toFixed(1)}`, `covers ${(overall.weight * 100).toFixed(1)} %`]) assert.ok(shown.includes(part), shown);
    // No figure is broken over two lines, however narrow.
    const broken = await row.locator('td.num .narrow').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(one).fontSize)).map((one) => one.textContent));
    assert.deepEqual(broken, []);
  }, { viewport: { width: 320, height: 800 } }));

test('published: the entries that passed are among those that count in the score', { skip }, () =>
  on('', async (page) => {
    const row = page.locator('bx-published-models tbody tr').filter({ has: page.getByRole('link', { name: 'good-model', exact: true }) });
    await row.waitFor();
    const { categories, models } = index();
    const parts = models.find(({ label }) => label === 'good-model').categories;
    const sum = (member) => categories.filter(({ name, scored }) => scored && parts[name]).reduce((all, { name }) => all + parts[name][member], 0);
    const passed = (await row.locator('td').allInnerTexts()).map((text) => text.trim()).filter((text) => / of /.test(text));
    assert.deepEqual(passed, [`${sum('right')} of ${sum('entries')}`]);
  }, { viewport: { width: 1440, height: 800 } }));

// The last: it changes the board.
test('a validated submission has a mark, and the page says what it means', { skip }, async () => {
  const submission = join(folder, 'submission');
  const program = (...args) => execFileSync(PROGRAM, [...args, '--dataset', SAMPLE], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 });
  await on('', async (page) => {
    await page.locator('bx-published-models table').waitFor();
    assert.doesNotMatch(await words(page.locator('bx-published-models')), /claimed/);
  });
  program('submit', 'prepare', join(folder, 'result/good-model'), '-o', submission);
  program('report', submission, '-o', `${join(folder, 'board')}/`, '--site', DIST, '--add');
  await on('', async (page) => {
    await page.locator('tr', { hasText: 'good-model' }).filter({ hasText: '✓ validated' }).waitFor();
    assert.match(await words(page.locator('bx-published-models')), /✓ validated: The submission has all responses/);
    assert.match(await words(page.locator('bx-published-models')), /– claimed: The results were not validated/);
  });
  await on('#model=good-model', async (page) => {
    await page.getByText('✓ validated: The submission').waitFor();
  });
});

test('a model that was replaced has a history, and the front says what changed', { skip }, async () => {
  const run = join(folder, 'more/new-model');
  const name = 'BFCL_v4_simple_python_result.json';
  const good = readFileSync(join(SAMPLE, 'results/good-model/non_live', name), 'utf8');
  const add = (text, today) => {
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, name), text);
    execFileSync(PROGRAM, ['report', run, '--dataset', SAMPLE, '-o', `${join(folder, 'board')}/`, '--site', DIST, '--add', '--today', today], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 });
  };
  add(good.replace(/"result":\s*"[^"]*/, '"result": "[f(x=1)]'), '2026-01-02');
  add(good, '2026-02-03');
  await on('', async (page) => {
    await page.getByText('What changed on 2026-02-03: 1 replaced').click();
    assert.match(await words(page.locator('bx-published-models details')), /replaced: new-model \d+\.\d, rank .* → \d+\.\d, rank /);
    assert.deepEqual(await flaws(page), []);
  });
  await on('#model=new-model', async (page) => {
    const history = page.getByRole('region', { name: 'History' });
    await history.waitFor();
    assert.equal(await history.locator('tbody tr').count(), 2);
    assert.match(await words(history), /2026-02-03 .*2026-01-02 /);
    const label = await history.getByRole('img').getAttribute('aria-label');
    assert.match(label, /^Score by date\. 2026-01-02: \d+\.\d, 95 % CI .*; 2026-02-03: /);
    assert.deepEqual(await flaws(page), []);
  });
  add(good.split('\n').slice(3).join('\n'), '2026-03-04');
  await on('', async (page) => {
    await page.getByText('What changed on 2026-03-04: 1 replaced').click();
    assert.match(await words(page.locator('bx-published-models details')), /replaced: new-model .* → .* not comparable: another basis/);
  });
});

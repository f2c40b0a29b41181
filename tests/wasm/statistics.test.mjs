// Statistics by the module: the numbers of `bfclx compare --format json` on the same files, draws
// and seed; overall scores by every version against sums by hand; what is refused.
//
// Environment: BFCLX_NATIVE, the program; BFCLX_SHARED_DIR, the folder with bfcl-data and
// conformance (without it only the sample is compared); BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test, { after } from 'node:test';

import { bfclx, filesBelow, need, root, sampleFolder, today } from './support.mjs';

const { loadScorer, ScorerError } = bfclx;
const native = process.env.BFCLX_NATIVE ?? join(root, 'build/release/tools/bfclx');
const shared = process.env.BFCLX_SHARED_DIR ?? join(root, '../shared');
need(native, 'the native program is not built');

const scorer = await loadScorer();
const folder = mkdtempSync(join(tmpdir(), 'bfclx-statistics-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The verdicts of the result files in a folder, in the order in which the program reads them. */
function judged(results, name = basename(results)) {
  const infos = filesBelow(results).map((file) => scorer.openResults(file));
  const handles = infos.map(({ handle }) => handle);
  const settings = { ...scorer.proposeSettings(handles, { model: name }), model_name: name, today };
  const byCategory = new Map(scorer.categories().map((category) => [category.name, { ids: [], right: '', error_types: [] }]));
  for (const { handle } of infos) {
    for (const row of scorer.score(handle, settings).rows) {
      if (row.valid === null || row.superseded) continue;
      const category = byCategory.get(row.category);
      category.ids.push(row.id);
      category.right += row.valid ? '1' : '0';
      if (!row.valid) category.error_types.push(row.error_type);
    }
    for (const { category, missing } of scorer.summary(handle)) byCategory.get(category).missing = missing;
    scorer.closeResults(handle);
  }
  return { name, entries: Object.fromEntries([...byCategory].filter(([, { ids }]) => ids.length > 0)) };
}

function useDataset(place) {
  scorer.closeDataset();
  const files = filesBelow(place, (path) => path.startsWith('data/') || /^[a-z_]+\.json$/.test(path));
  scorer.openDataset(files);
}

function nativeComparison(dataset, folders, leaderboard, draws, seed) {
  const options = ['--dataset', dataset, '--format', 'json', '--leaderboard', leaderboard];
  const numbers = ['--draws', String(draws), '--seed', String(seed)];
  const done = spawnSync(native, ['compare', ...folders, ...options, ...numbers], { maxBuffer: 1 << 28 });
  // 1: some lines are unusable, as in the sample's bad model.
  assert.ok(done.status === 0 || done.status === 1, String(done.stderr));
  return JSON.parse(done.stdout);
}

/** A copy of a folder of results in which every third line of every file is missing. */
function thinned(from) {
  const to = join(folder, 'third-model');
  for (const { path, bytes } of filesBelow(from)) {
    const lines = bytes.toString().trimEnd().split('\n').filter((_, i) => i % 3 !== 2);
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), `${lines.join('\n')}\n`);
  }
  return to;
}

function agree(dataset, folders, versions) {
  const runs = folders.map((path) => judged(path));
  for (const [leaderboard, draws, seed] of versions) {
    const theirs = nativeComparison(dataset, folders, leaderboard, draws, seed);
    const { program: _, dataset: __, warnings, runs: described, ...rest } = theirs;
    const warned = runs.map((run, i) => ({ ...run, warnings: warnings.filter((one) => one.run === described[i].label) }));
    const ours = scorer.compare({ runs: warned, leaderboard, draws, seed });
    rest.runs = described.map(({ overall }, i) => ({ ...overall, name: runs[i].name }));
    assert.deepEqual(described.map(({ entries }) => entries), runs.map(countOf));
    const unlabelled = (one) => ({ ...one, a: '', b: '' });
    assert.deepEqual(
      { ...ours, comparisons: ours.comparisons.map(unlabelled) },
      { ...rest, comparisons: rest.comparisons.map(unlabelled) },
      leaderboard,
    );
  }
  return runs;
}

const countOf = (run) => Object.values(run.entries).reduce((sum, { ids }) => sum + ids.length, 0);

test('the sample: the numbers of the program', () => {
  useDataset(sampleFolder);
  const [good, bad] = ['good-model', 'bad-model'].map((name) => join(sampleFolder, 'results', name));
  const cases = ['v1', 'v2', 'v3', 'v4'].map((version, i) => [version, 100 * (i + 1), 7 * i]);
  const runs = agree(sampleFolder, [good, bad, thinned(good)], cases);
  assert.equal(countOf(runs[0]), 129);
  const { comparisons, ranking, runs: own, ...defaults } = scorer.compare({ runs });
  assert.deepEqual(own.map(({ name, basis }) => [name, basis.kind]), [['good-model', 'partial'], ['bad-model', 'partial'], ['third-model', 'partial']]);
  assert.deepEqual([ranking.basis.kind, ranking.basis.runs, comparisons[0].basis.runs], ['shared', 3, 2]);
  assert.deepEqual(defaults, { leaderboard: 'v4', replicates: 4000, seed: 1 });
  assert.equal(scorer.compare({ runs, draws: 100, seed: 2 ** 33 + 5 }).seed, 2 ** 33 + 5); // 64 bits, also where a size has 32
  assert.deepEqual(comparisons.map(({ a, b }) => [a, b]), [['good-model', 'bad-model'], ['good-model', 'third-model']]);
  assert.equal(comparisons[0].gained.length, 0);
  assert.ok(comparisons[0].lost.length > 20);
  assert.equal(ranking.runs.length, 3);
});

test('of one run the ranking alone, as beside itself', () => {
  const good = judged(join(sampleFolder, 'results', 'good-model'));
  const { ranking: twice } = scorer.compare({ runs: [good, { ...good, name: 'again' }] });
  const { comparisons, ranking } = scorer.compare({ runs: [good] });
  assert.deepEqual(comparisons, []);
  assert.ok(ranking.weight > 0.3 && ranking.weight < 0.4 && ranking.entries === 42);
  const { rank: _, rank_low: __, rank_high: ___, ...figures } = twice.runs[0];
  assert.deepEqual([ranking.basis.kind, twice.basis.kind], ['partial', 'shared']);
  assert.deepEqual(ranking, { ...twice, basis: ranking.basis, runs: [{ ...figures, rank: 1, rank_low: 1, rank_high: 1 }] });
});

const recordings = ['gpt-4o-2024-08-06', 'claude-2.1'].map((model) =>
  [join(shared, 'conformance'), process.env.BFCLX_UNPACK_DIR ?? '']
    .map((place) => join(place, 'v1/result', model))
    .find(existsSync),
);
test('recorded runs: the numbers of the program', { skip: !recordings.every(Boolean) }, () => {
  const dataset = join(shared, 'bfcl-data');
  useDataset(dataset);
  const runs = agree(dataset, recordings, [['v4', 4000, 1], ['v1', 1000, 12345]]);
  assert.ok(runs.every((run) => countOf(run) > 1000));
});

/** So many entries of each category, of which every `every`th is wrong. */
function made(name, every, sizes) {
  const entries = Object.entries(sizes).map(([category, size]) => {
    const ids = Array.from({ length: size }, (_, i) => `${category}_${category.startsWith('live') ? `${i}-${i % 7}-0` : i}`);
    return [category, { ids, right: ids.map((_, i) => (i % every === 0 ? '0' : '1')).join('') }];
  });
  return { name, entries: Object.fromEntries(entries) };
}
/** Categories that the tables of v4 have, with a weight or without. */
const leaves = ({ name, parts }) => (parts.length > 0 ? parts.flatMap(leaves) : [name]);
const V4 = scorer.leaderboards().at(-1);
const SCORED = [V4.overall, ...V4.apart].flatMap(leaves);
const SIZES = Object.fromEntries(SCORED.map((name, i) => [name, 20 + 5 * i]));
const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-12, `${a} and ${b}`);
const accuracyOf = (run) => (category) => mean([...run.entries[category].right].map(Number));

test('compositions', () => {
  const versions = scorer.leaderboards();
  assert.deepEqual(versions.map(({ name }) => name), ['v1', 'v2', 'v3_executable', 'v3', 'v4']);
  const flat = (part) => [part, ...part.parts.flatMap(flat)];
  for (const { overall, apart } of versions) {
    const names = [...flat(overall), ...apart].map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    const inOverall = new Set(flat(overall).map(({ name }) => name));
    for (const { parts } of apart) assert.ok(parts.every(({ name }) => inOverall.has(name)));
    for (const { parts } of [overall, ...apart].flatMap(flat)) if (parts.length > 0) near(parts.reduce((sum, { share }) => sum + share, 0), 1);
    assert.equal(overall.column, 'Overall Acc');
  }
  const v4 = versions.at(-1);
  assert.deepEqual(v4.overall.parts.map(({ name, weight }) => [name, weight]), [
    ['Non-Live', 10], ['Live', 10], ['Irrelevance', 10], ['Multi-turn', 30], ['Agentic', 40],
  ]);
  assert.deepEqual(versions.map(({ apart }) => apart.map(({ name }) => name)), [
    ['AST Summary', 'Exec Summary'], ['AST Summary', 'Exec Summary'], ['AST Summary', 'Exec Summary'], ['AST Summary'], ['live_relevance'],
  ]);
  const [ast, exec] = versions[0].apart;
  assert.deepEqual([ast, exec].map(({ column, combining, share }) => [column, combining, share]), [['AST Summary', 'mean', 0], ['Exec Summary', 'mean', 0]]);
  assert.deepEqual(exec.parts.map(({ name }) => name), ['Simple Exec', 'exec_multiple', 'exec_parallel', 'exec_parallel_multiple']);
  assert.deepEqual(versions[3].overall.parts.map(({ name }) => name), ['Non-Live', 'Live', 'Multi-turn']);
});

test('overall scores of a run', () => {
  const run = made('whole', 4, SIZES);
  const of = accuracyOf(run);
  const simple = mean(['simple_python', 'simple_java', 'simple_javascript'].map(of));
  const turns = mean(['base', 'miss_func', 'miss_param', 'long_context'].map((name) => of(`multi_turn_${name}`)));
  const byEntries = (sizes) => Object.entries(sizes).reduce((sum, [name, n]) => sum + n * of(`live_${name}`), 0) / Object.values(sizes).reduce((a, b) => a + b, 0);
  const live = { simple: 258, multiple: 1053, parallel: 16, parallel_multiple: 24 };
  const calls = ['multiple', 'parallel', 'parallel_multiple'].map(of);
  const memory = mean(['kv', 'vector', 'rec_sum'].map((name) => of(`memory_${name}`)));
  const search = mean(['base', 'no_snippet'].map((name) => of(`web_search_${name}`)));
  const v4 = 0.1 * mean([simple, ...calls]) + 0.1 * byEntries(live) + 0.1 * mean(['irrelevance', 'live_irrelevance'].map(of)) + 0.3 * turns + 0.4 * mean([search, memory]);
  const v3 = mean([mean([simple, ...calls, of('irrelevance')]), byEntries({ ...live, irrelevance: 882, relevance: 18 }), turns]);
  for (const [leaderboard, expected] of [['v4', v4], ['v3', v3]]) {
    const { runs: [scores] } = scorer.overallScores({ runs: [run], leaderboard });
    near(scores.overall.value, expected);
    assert.deepEqual(scores.overall.missing, []);
    assert.equal(scores.entries, countOf(run));
    assert.deepEqual([scores.rank, scores.rank_low, scores.rank_high], [1, 1, 1]);
    near(scores.parts['Multi-turn'].value, turns);
    near(scores.parts.simple_java.value, of('simple_java'));
    const { low, high } = scores.overall.interval_95;
    assert.ok(low < expected && expected < high);
    // Groups share no clusters: their variances add up. So do the squares of the intervals' ends.
    const top = scorer.leaderboards().find(({ name }) => name === leaderboard).overall.parts;
    near(scores.overall.standard_error, Math.hypot(...top.map(({ name, share }) => share * scores.parts[name].standard_error)));
    near(high - expected, Math.hypot(...top.map(({ name, share }) => share * (scores.parts[name].interval_95.high - scores.parts[name].value))));
    const ranked = scorer.compare({ runs: [run, run], leaderboard, draws: 100 }).ranking;
    near(ranked.runs[0].score, expected);
    near(ranked.runs[0].standard_error, scores.overall.standard_error);
  }
  for (const leaderboard of ['v1', 'v2', 'v3_executable']) {
    const { overall, rank, parts } = scorer.overallScores({ runs: [run], leaderboard }).runs[0];
    // Without executable parts their summary is not there, and never 0; the other one is.
    assert.equal(parts['Exec Summary'].value, null);
    assert.deepEqual(parts['Exec Summary'].missing, overall.missing);
    near(parts['AST Summary'].value, mean(scorer.leaderboards().find(({ name }) => name === leaderboard).apart[0].parts.map(({ name }) => parts[name].value)));
    assert.deepEqual([overall.value, overall.standard_error, rank], [null, null, null]);
    assert.deepEqual(overall.missing, ['exec_simple', 'rest', 'exec_multiple', 'exec_parallel', 'exec_parallel_multiple']);
    assert.ok(overall.official > 0.3 && overall.official < v3);
  }
});

test('the accuracy of an own benchmark', () => {
  const own_entries = { multiple: 30, parallel: 10 };
  const run = made('own', 4, own_entries);
  const of = accuracyOf(run);
  const expected = (30 * of('multiple') + 10 * of('parallel')) / 40;
  const asked = { runs: [run], leaderboard: 'own', own_entries };
  const scores = scorer.overallScores(asked);
  assert.equal(scores.leaderboard, 'own');
  near(scores.runs[0].overall.value, expected);
  assert.deepEqual(Object.keys(scores.runs[0].parts), ['multiple', 'parallel']);
  assert.deepEqual([scores.runs[0].score.basis.kind, scores.runs[0].score.basis.text], ['complete', 'both categories']);
  const compared = scorer.compare({ ...asked, runs: [run, { ...run, name: 'again' }], draws: 100, dataset: { version: 'x', hash: 'y' } });
  near(compared.runs[0].value, expected);
  assert.equal(compared.ranking.basis.leaderboard, 'own');
  assert.match(compared.markdown, /Accuracy/);
  assert.doesNotMatch(compared.markdown, /overall v4/i);
  // A category more is one that the run lacks.
  const [lacking] = scorer.overallScores({ ...asked, own_entries: { ...own_entries, irrelevance: 40 } }).runs;
  assert.deepEqual([lacking.score.basis.kind, lacking.score.basis.weight], ['partial', 0.5]);
  const tree = scorer.leaderboards({ own_entries }).at(-1);
  assert.deepEqual([tree.name, tree.overall.parts.map(({ name, share }) => [name, share])], ['own', [['multiple', 0.75], ['parallel', 0.25]]]);
  assert.equal(scorer.leaderboards().at(-1).name, 'v4');
  for (const [wrong, message] of [[undefined, /needs `own_entries`/], [{}, /needs `own_entries`/], ['x', /needs `own_entries`/], [{ sport: 1 }, /unknown category `sport`/], [{ multiple: 0 }, /at least 1/], [{ multiple: 'x' }, /at least 1/]])
    assert.throws(() => scorer.overallScores({ ...asked, own_entries: wrong }), message);
});

test('summaries of executable parts', () => {
  const executed = { exec_simple: 100, exec_multiple: 50, exec_parallel: 50, exec_parallel_multiple: 40, rest: 70 };
  const run = made('executed', 5, { ...SIZES, ...executed });
  const of = accuracyOf(run);
  const others = ['exec_multiple', 'exec_parallel', 'exec_parallel_multiple'].map(of);
  const byEntries = (100 * of('exec_simple') + 70 * of('rest')) / 170;
  for (const [leaderboard, simple] of [['v1', byEntries], ['v2', mean([of('exec_simple'), of('rest')])], ['v3_executable', mean([of('exec_simple'), of('rest')])]]) {
    const { overall, parts } = scorer.overallScores({ runs: [run], leaderboard }).runs[0];
    near(parts['Exec Summary'].value, mean([simple, ...others]));
    assert.deepEqual([parts['Exec Summary'].missing, overall.missing], [[], []]);
    assert.ok(parts['Exec Summary'].interval_95.low < parts['Exec Summary'].value);
  }
  const rows = [{ 'Exec Summary': 0.5, 'AST Summary': 0.75 }];
  const { rows: [row] } = scorer.overallScores({ leaderboard: 'v1', runs: [], rows });
  assert.deepEqual([row.parts['AST Summary'].value, row.parts['Exec Summary'].value], [0.75, 0.5]);
});

test('what a run lacks is named, and nothing of it is 0', () => {
  const { memory_kv: _, live_relevance: __, ...some } = SIZES;
  const [scores] = scorer.overallScores({ runs: [made('some', 4, some)] }).runs;
  assert.deepEqual(scores.overall.missing, ['memory_kv']);
  assert.equal(scores.overall.value, null);
  assert.equal(scores.parts.Agentic.value, null);
  assert.equal(scores.parts.memory_kv.value, null);
  assert.equal(scores.parts.memory_kv.interval_95, null);
  assert.equal(scores.parts.live_relevance.value, null);
  assert.ok(scores.parts['Web Search'].value > 0.7);
  const weights = { 'Non-Live': 1, 'Multi-turn': 3 };
  const other = scorer.overallScores({ runs: [made('some', 4, some)], weights }).runs[0];
  near(other.overall.value, (other.parts['Non-Live'].value + 3 * other.parts['Multi-turn'].value) / 4);
  // All right: the error is 0, and the interval still has a width.
  const perfect = scorer.overallScores({ runs: [made('perfect', 1e9, SIZES)] }).runs[0];
  assert.equal(perfect.overall.value < 1, true);
});

test('one basis in one ranking', () => {
  const { memory_kv: _, ...some } = SIZES;
  const runs = [made('whole', 4, SIZES), made('some', 4, some), made('other', 3, some)];
  const rankOf = ({ runs: of }) => of.map(({ rank }) => rank);
  const own = scorer.overallScores({ runs });
  assert.deepEqual(own.runs.map(({ score }) => score.basis.kind), ['complete', 'partial', 'partial']);
  assert.deepEqual(rankOf(own), [1, null, null]);
  assert.match(own.runs[1].score.basis.text, /^covers 93\.3 % of the weight$/);
  const shared = scorer.overallScores({ runs, basis: 'shared' });
  assert.equal(new Set(shared.runs.map(({ score }) => score.basis.key)).size, 1);
  assert.ok(rankOf(shared).every((rank) => rank !== null));
  const zero = scorer.overallScores({ runs, basis: 'missing_as_0' });
  near(zero.runs[1].score.value, zero.runs[1].overall.official);
  assert.ok(zero.runs.every(({ rank }) => rank !== null));
  assert.equal(scorer.overallScores({ runs, basis: 'complete' }).runs[1].score.value, null);
  for (const { score, categories } of own.runs) {
    for (const { low, high } of [score.interval_95, ...Object.values(categories).map((one) => one.interval_95)]) assert.ok(high - low > 0.001);
  }
});

test('files are grouped by the folders of their runs', () => {
  const files = ['a/result/m/live/BFCL_v4_live_simple_result.json', 'b/result/m/BFCL_v4_sql_result.json', 'b/result/m/non_live/BFCL_v4_sql_result.json', 'answers.jsonl'];
  const groups = scorer.groupFiles(files);
  assert.deepEqual(groups.map(({ path, name, files: of, own_name }) => [path, name, of, own_name]), [
    ['a/result/m', 'a/m', [0], false],
    ['b/result/m', 'b/m', [2], false],
    ['answers.jsonl', 'answers', [3], true],
  ]);
  assert.deepEqual(groups[1].conflicts.map(({ category, used, unused }) => [category, used, unused]), [['sql', 2, 1]]);
  assert.deepEqual(scorer.runNames([{ path: 'a/m', model: 'm' }, { path: 'c', model: 'c' }]), ['m', 'c']);
});

test('of an output folder of EvalScope, reviews beside predictions are no run', () => {
  const files = ['predictions/m/bfcl_v4_sql.jsonl', 'reviews/m/bfcl_v4_sql.jsonl', 'reviews/other/bfcl_v4_sql.jsonl'].map((path) => `outputs/1/${path}`);
  const groups = scorer.groupFiles(files);
  assert.deepEqual(groups.map(({ name, files: of }) => [name, of]), [['m', [0]], ['other', [2]]]);
});

test('rows of a table, ranked with runs', () => {
  const row = (overall, group) => ({
    'Overall Acc': overall, 'Non-Live Simple AST': group, 'Non-Live Multiple AST': group, 'Non-Live Parallel AST': group,
    'Non-Live Parallel Multiple AST': group, 'Live Acc': group, 'Multi Turn Acc': group,
  });
  const runs = [made('own', 2, SIZES), made('better', 9, SIZES)];
  const rows = [row(0.8, 0.75), row(0.2, 0.2), { ...row(0.45, 0.5), 'Live Acc': null }, row(null, 0.6)];
  const scores = scorer.overallScores({ leaderboard: 'v3', runs, rows });
  const [top, low, gap, none] = scores.rows;
  assert.equal(top.overall.value, 0.8);
  near(top.parts['Non-Live'].value, 3 * 0.8 - 2 * 0.75);
  assert.equal(top.parts['Non-Live'].derived, true);
  assert.equal(top.parts.irrelevance.value, null);
  assert.ok(top.overall.standard_error > 0.005 && top.overall.standard_error < 0.03);
  assert.deepEqual([gap.overall.value, gap.overall.standard_error, gap.parts['Non-Live'].value], [0.45, null, null]);
  assert.deepEqual([none.overall.value, none.rank], [null, null]);
  assert.deepEqual([...scores.runs, ...scores.rows].map(({ rank }) => rank), [3, 1, 2, 5, 4, null]);
  assert.deepEqual([low.rank_low, low.rank_high, gap.rank_low], [4, 5, null]);
  assert.deepEqual([scores.runs[1].rank_low, scores.runs[1].rank_high], [1, 2]);
  const weighted = scorer.overallScores({ leaderboard: 'v3', runs: [], rows, weights: { Live: 1, 'Multi-turn': 0 } });
  assert.deepEqual(weighted.rows.map(({ overall }) => overall.value), [0.75, 0.2, null, 0.6]);
});

test('runs among each other are ranked entry by entry', () => {
  // The better one is right wherever the other is, and a little more often: apart the difference drowns.
  const a = made('a', 2, SIZES);
  const b = structuredClone(a);
  for (const category of Object.values(b.entries)) category.right = category.right.replace('0', '1').replace('0', '1');
  const { runs } = scorer.overallScores({ runs: [a, b] });
  assert.ok(Math.abs(runs[0].overall.value - runs[1].overall.value) < 1.96 * Math.hypot(runs[0].overall.standard_error, runs[1].overall.standard_error));
  assert.deepEqual(runs.map(({ rank_low, rank_high }) => [rank_low, rank_high]), [[2, 2], [1, 1]]);
});

test('wrong use', () => {
  const a = made('a', 3, { multiple: 4 });
  const of = (change) => ({ runs: [a, { name: 'b', entries: { multiple: { ...a.entries.multiple, ...change } } }] });
  const cases = [
    ['argument', /a run or more/, () => scorer.compare({ runs: [] })],
    ['argument', /`runs`/, () => scorer.compare({})],
    ['argument', /`name`/, () => scorer.compare({ runs: [{}, a] })],
    ['argument', /`entries` of `x`/, () => scorer.compare({ runs: [{ name: 'x' }, a] })],
    ['unknown', /`multipel` \(in `x`\)/, () => scorer.compare({ runs: [a, { name: 'x', entries: { multipel: {} } }] })],
    ['unknown', /`parallel_90001` in `b` is not an id of multiple/, () => scorer.compare(of({ ids: ['multiple_90000', 'multiple_90001', 'multiple_90002', 'parallel_90001'] }))],
    ['argument', /`multiple_90001` occurs twice in `b`/, () => scorer.compare(of({ ids: ['multiple_90000', 'multiple_90001', 'multiple_90002', 'multiple_90001'] }))],
    ['argument', /`right` of multiple in `b`.*4 ids/, () => scorer.compare(of({ right: '101' }))],
    ['argument', /`right`/, () => scorer.compare(of({ right: '10x1' }))],
    ['argument', /`ids`/, () => scorer.compare(of({ ids: [1, 2, 3, 4] }))],
    ['argument', /`error_types` of multiple in `b`/, () => scorer.compare(of({ error_types: [] }))],
    ['argument', /`draws`/, () => scorer.compare({ ...of({}), draws: 3 })],
    ['argument', /at most 1000000/, () => scorer.compare({ ...of({}), draws: 1e7 })],
    ['argument', /`seed`/, () => scorer.compare({ ...of({}), seed: -1 })],
    ['unknown', /version `v5`/, () => scorer.compare({ ...of({}), leaderboard: 'v5' })],
    ['unknown', /`Life`/, () => scorer.overallScores({ runs: [], weights: { Life: 1 } })],
    ['argument', /all be 0/, () => scorer.overallScores({ runs: [], weights: { Live: 0 } })],
    ['argument', /weight of `Live`/, () => scorer.overallScores({ runs: [], weights: { Live: -1 } })],
    ['argument', /`rows`/, () => scorer.overallScores({ runs: [], rows: [{ 'Overall Acc': 72 }] })],
    ['argument', /`rows`/, () => scorer.overallScores({ runs: [], rows: 3 })],
  ];
  for (const [kind, message, run] of cases) {
    assert.throws(run, (error) => error instanceof ScorerError && error.kind === kind && message.test(error.message), String(message));
  }
  assert.deepEqual(scorer.overallScores({ runs: [] }), {
    leaderboard: 'v4', basis: 'own', rank_text: 'All rank ranges hold jointly with 95 % confidence.', runs: [], rows: [],
  });
});

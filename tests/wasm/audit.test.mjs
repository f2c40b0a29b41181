// The audit of the module is `bfclx dataset audit --json`, byte for byte, over runs with a fault in common.
//
// Environment: BFCLX_NATIVE, the program; BFCLX_SHARED_DIR and BFCLX_UNPACK_DIR, the folders with
// bfcl-data and with the unpacked recordings (without them only the sample is audited);
// BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import test from 'node:test';

import { bfclx, filesBelow, need, prompting, root, sampleDataset, sampleFolder, textOf, throwsKind, today } from './support.mjs';

const native = process.env.BFCLX_NATIVE ?? join(root, 'build/release/tools/bfclx');
need(native, 'the native program is not built');

const folder = mkdtempSync(join(tmpdir(), 'bfclx-audit-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
const scorer = await bfclx.loadScorer();

function program(...args) {
  const { stdout, status, stderr } = spawnSync(native, args, { maxBuffer: 1 << 30 });
  assert.ok(status === 0 || status === 1, `bfclx ${args.join(' ')} ends with ${status}: ${stderr}`);
  return stdout;
}

/** The same runs in both; gives the report. Runs are read in the order of their names. */
function agree(dataset, runs, { top, rate, category = [] } = {}) {
  const options = ['--dataset', dataset, '--today', today, ...(category.length ? ['--category', category.join(',')] : [])];
  const more = [...(top ? ['--top', String(top)] : []), ...(rate === undefined ? [] : ['--fdr', String(rate)])];
  const theirs = program('audit', ...runs, ...options, ...more, '--json');
  const { models } = JSON.parse(program('check', ...runs, ...options, '--format', 'json').toString());
  assert.equal(models.length, runs.length);
  const handles = [];
  const request = models.map(({ model, settings, files }) => {
    const own = files.map((path) => scorer.openResults({ path, bytes: readFileSync(path) }).handle);
    handles.push(...own);
    return { name: model, handles: own, settings: { ...settings, model_name: model, today } };
  });
  try {
    const given = { models: request, top, falseDiscoveryRate: rate };
    const ours = textOf(scorer.auditBytes(given));
    const done = [];
    const report = scorer.audit(given, (runs) => done.push(runs));
    assert.deepEqual(report, JSON.parse(ours));
    assert.deepEqual(done, request.map((_, i) => i + 1));
    // Another time, after scoring: nothing was used up.
    handles.slice(0, 1).forEach((handle) => scorer.score(handle, request[0].settings));
    assert.deepEqual(scorer.audit(given), report);
    // The program names the whole dataset, the module the files that it was given.
    const { dataset: named, ...rest } = JSON.parse(theirs.toString());
    const { dataset: own, ...same } = report;
    for (const name of Object.keys(rest).filter((key) => key !== 'entries')) assert.deepEqual(same[name], rest[name], name);
    rest.entries.forEach((entry, i) => assert.deepEqual(same.entries[i], entry));
    assert.equal(same.entries.length, rest.entries.length);
    assert.ok(named.hash && own.hash);
    if (named.hash === own.hash) assert.ok(ours === textOf(theirs), 'the bytes differ');
    return { report, sameBytes: named.hash === own.hash };
  } finally {
    handles.forEach((handle) => scorer.closeResults(handle));
  }
}

/** Runs that are good but for one entry, to which all but `right` of them give one refused answer. */
function runsWithFault(count, right = 0) {
  const file = 'BFCL_v4_simple_python_result.json';
  return Array.from({ length: count }, (_, i) => {
    const copy = join(folder, `right-${right}`, `model-${i}`);
    cpSync(join(sampleFolder, 'results/good-model'), copy, { recursive: true });
    for (const { path, bytes } of filesBelow(copy)) {
      if (basename(path) !== file || i < right) continue;
      const lines = bytes.toString().trimEnd().split('\n').map((line) => JSON.parse(line));
      lines[0].result = lines[0].result.replace(/'[^']*'/, "'Elsewhere'");
      writeFileSync(join(copy, path), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    }
    return copy;
  });
}

test('the sample: the entry that all get wrong comes first', () => {
  scorer.closeDataset();
  scorer.openDataset(sampleDataset());
  const { report } = agree(sampleFolder, runsWithFault(8));
  const [first] = report.entries;
  assert.equal(first.passes, 0);
  assert.ok(first.classes.includes('nobody_passes'));
  assert.equal(first.answers[0].count, 8);
  assert.ok(report.totals.runs.every(({ all, without_suspicious }) => without_suspicious.score > all.score));
});

test('options are those of the program', () => {
  const runs = runsWithFault(6, 1);
  assert.equal(agree(sampleFolder, runs, { top: 3 }).report.entries.length, 3);
  assert.equal(agree(sampleFolder, runs, { rate: 0 }).report.false_discovery_rate, 0);
});

test('runs of the same name stay apart', () => {
  const [run] = runsWithFault(1);
  const files = filesBelow(run);
  const models = Array.from({ length: 4 }, () => ({
    name: 'm',
    handles: files.map((file) => scorer.openResults(file).handle),
    settings: prompting,
  }));
  const report = scorer.audit({ models });
  assert.deepEqual(report.runs.map(({ label }) => label), ['m', 'm', 'm', 'm']);
  assert.equal(report.entries[0].runs, 4);
});

test('recorded runs', { skip: !existsSync(join(process.env.BFCLX_UNPACK_DIR ?? '', 'leaderboard_2025-02')) && 'no recordings' }, () => {
  const dataset = join(process.env.BFCLX_SHARED_DIR, 'bfcl-data');
  const recorded = join(process.env.BFCLX_UNPACK_DIR, 'leaderboard_2025-02', 'result');
  scorer.closeDataset();
  scorer.openDataset(filesBelow(dataset, (path) => path.startsWith('data/') || /^[a-z_]+\.json$/.test(path)));
  const runs = readdirSync(recorded).sort().slice(0, 8).map((name) => join(recorded, name));
  const { report, sameBytes } = agree(dataset, runs, { category: ['simple_java', 'simple_javascript', 'live_parallel'] });
  assert.ok(sameBytes, 'a dataset with a manifest has one name');
  assert.ok(report.suspicious > 0 && report.audited > 150);
});

test('errata judge a run a second time, and leave the first verdicts', (t) => {
  scorer.closeDataset();
  scorer.openDataset(sampleDataset());
  const id = 'simple_python_90000';
  const lines = [
    { id, result: "[harbour.tide_table(harbour='Whitby', date='2026-05-04')]" },
    { id: 'simple_python_90001', result: "[oven.preheat(celsius=240, mode='top_bottom')]" },
    { id: 'simple_python_90002', result: '[f()]' },
  ];
  const own = lines.map((line) => JSON.stringify(line)).join('\n');
  const { handle } = scorer.openResults({ path: 'BFCL_v4_simple_python_result.json', bytes: new TextEncoder().encode(own) });
  t.after(() => scorer.closeResults(handle));
  const request = { handles: [handle], settings: prompting };
  const one = (more) => ({ id, kind: 'void', reason: 'r', source: 'https://example.org/1', author: 'a reader', ...more });
  const file = (...corrections) => new TextEncoder().encode(JSON.stringify({ schema: 'bfclx-errata-1', name: 'ours', corrections }));
  const before = scorer.score(handle, prompting).rows;
  const calls = [{ 'harbour.tide_table': { harbour: ['Whitby'], date: ['2026-05-04'] } }];
  const found = scorer.errata(request, file(one({ kind: 'alternative_answer', ground_truth: calls }), one({ id: 'simple_python_90001' }), one({ id: 'sql_4711' }), one({ id: 'simple_python_90002', kind: 'replaced_answer', ground_truth: ['f()'] })));
  const category = 'simple_python';
  assert.deepEqual(found.entries, [
    { id, category, official: false, corrected: true }, { id: 'simple_python_90001', category, official: true, corrected: null },
  ]);
  assert.deepEqual([found.name, found.corrections, found.applied], ['ours', 4, 2]);
  assert.match(found.problems.join(), /^simple_python_90002: its ground truth must be/);
  assert.deepEqual(scorer.score(handle, prompting).rows, before);
  throwsKind('argument', () => scorer.errata(request, new TextEncoder().encode('{}')));
  throwsKind('argument', () => scorer.errata(request, file(one({ kind: 'nonsense' }))));
  throwsKind('handle', () => scorer.errata({ ...request, handles: [4711] }, file()));
});

test('what is refused', async (t) => {
  const { handle } = scorer.openResults({ path: 'BFCL_v4_simple_python_result.json', bytes: new Uint8Array() });
  t.after(() => scorer.closeResults(handle));
  const one = { name: 'm', handles: [handle], settings: prompting };
  await t.test('arguments', () => {
    throwsKind('argument', () => scorer.audit({}));
    throwsKind('argument', () => scorer.audit({ models: [{ ...one, name: 7 }] }));
    throwsKind('argument', () => scorer.audit({ models: [one], falseDiscoveryRate: 2 }));
    throwsKind('argument', () => scorer.audit({ models: [one], top: -1 }));
    throwsKind('handle', () => scorer.audit({ models: [{ ...one, handles: [4711] }] }));
  });
  await t.test('nothing is an empty report', () => {
    const report = scorer.audit({ models: [one] });
    assert.deepEqual([report.audited, report.suspicious, report.entries, report.totals], [0, 0, [], null]);
  });
});

// The findings of the module are those of `bfclx doctor --format json`, over runs with known faults; its pages those of
// `bfclx report`.
//
// Environment: BFCLX_NATIVE, the program; BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { bfclx, filesBelow, need, results, root, sampleDataset, sampleFolder, today } from './support.mjs';

const native = process.env.BFCLX_NATIVE ?? join(root, 'build/release/tools/bfclx');
need(native, 'the native program is not built');

const folder = mkdtempSync(join(tmpdir(), 'bfclx-diagnosis-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
const scorer = await bfclx.loadScorer();
scorer.openDataset(sampleDataset());

function program(...args) {
  const { stdout, status } = spawnSync(native, [...args, '--dataset', sampleFolder, '--format', 'json'], { maxBuffer: 1 << 28 });
  assert.ok(status === 0 || status === 1, `bfclx ${args.join(' ')} ends with ${status}`);
  return JSON.parse(stdout);
}

/** Opens the files of a run as the program names them, and gives what `use` makes of them. */
function withRun(path, options, use) {
  const [model] = program('check', path, ...options, '--today', today).models;
  const files = model.files.map((file) => ({ path: file, bytes: readFileSync(file) }));
  const handles = files.map((file) => scorer.openResults(file).handle);
  try {
    return use(handles, files, model.model);
  } finally {
    handles.forEach((handle) => scorer.closeResults(handle));
  }
}

const withoutCommands = (findings) => JSON.stringify(findings.map(({ fix: _, ...finding }) => finding));

/** A command of the module, whose places the program fills in; the program adds options. */
const filledIn = (command) => new RegExp(command.replace(/\b(?:MODEL|RUN|NAME|FILE)\b/g, '\\S+'));

/** Findings of both, compared byte for byte but for the commands; by code. */
function findingsOf(path, { logs = true, options = [] } = {}) {
  const told = program('doctor', path, ...options, ...(logs ? [] : ['--no-logs'])).models;
  assert.equal(told.length, 1);
  const [{ decoder, underscore_to_dot, findings }] = told;
  return withRun(path, options, (handles, files, name) => {
    const settings = { decoder, underscore_to_dot, model_name: name, today };
    if (logs) files.forEach(({ bytes }, i) => scorer.readLogs(handles[i], bytes));
    const found = scorer.diagnose({ handles, settings });
    assert.equal(withoutCommands(found), withoutCommands(findings));
    found.forEach(({ fix }, i) => assert.match(findings[i].fix, filledIn(fix)));
    // Scoring before it changes nothing.
    handles.forEach((handle) => scorer.score(handle, settings));
    assert.deepEqual(scorer.diagnose({ handles, settings }), found);
    return Object.fromEntries(found.map((finding) => [finding.code, finding]));
  });
}

const counts = (findings) => Object.fromEntries(Object.entries(findings).map(([code, { count }]) => [code, count]));

/** A copy of the good run, its lines changed: {category: (entries) => lines or entries}. */
function changed(name, changes) {
  const copy = join(folder, name);
  cpSync(join(sampleFolder, 'results/good-model'), copy, { recursive: true });
  for (const { path, bytes } of filesBelow(copy)) {
    const category = /BFCL_v4_(.+)_result\.json$/.exec(path)?.[1];
    if (!changes[category]) continue;
    const entries = bytes.toString().trimEnd().split('\n').map((line) => JSON.parse(line));
    const lines = changes[category](entries);
    const text = typeof lines === 'string' ? lines : lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    writeFileSync(join(copy, path), text);
  }
  return copy;
}

const response = (change) => (entries) => entries.map((entry, i) => ({ ...entry, result: change(entry.result, i) }));
const withLog = (content) => (entries) =>
  entries.map((entry) => ({
    ...entry,
    inference_log: [
      [{ role: 'state_info' }],
      {
        begin_of_turn_query: [{ role: 'user', content: content(entry) }],
        step_0: [{ role: 'assistant', content: 'It is done.', tool_calls: [] }],
      },
    ],
  }));

test('a good run', () => assert.deepEqual(findingsOf(join(sampleFolder, 'results/good-model')), {}));

test('the sample of faults', () => {
  const findings = findingsOf(join(sampleFolder, 'results/bad-model'));
  assert.deepEqual(counts(findings), {
    cut_replies: 1, arguments_no_text: 2, missing_entries: 2, unusable_lines: 2, unknown_ids: 1, duplicate_ids: 1, turn_count: 1,
  });
  assert.deepEqual(findings.missing_entries.ids, ['parallel_90001', 'live_multiple_90002-2-0']);
  assert.equal(findings.arguments_no_text.right_change, 2);
});

test('settings that mend are named', async (t) => {
  await t.test('the decoder', () => {
    const findings = findingsOf(join(sampleFolder, 'results/good-model'), { options: ['--decoder', 'openai_fc'] });
    assert.deepEqual(findings.other_decoder.settings, { decoder: 'prompting' });
    assert.equal(findings.other_decoder.severity, 'error');
  });
  await t.test('underscores', () => {
    const path = changed('underscores', { simple_python: response((text) => text.replace(/^\[(\w+)\./, '[$1_')) });
    const findings = findingsOf(path, { options: ['--underscore-to-dot', 'no', '--category', 'simple_python'] });
    assert.deepEqual(findings.dots_in_names.settings, { underscore_to_dot: true });
    assert.equal(findings.dots_in_names.right_change, 5);
  });
});

test('responses that were damaged', () => {
  const path = changed('damaged', {
    simple_python: response((text, i) => (i < 3 ? text.slice(0, -3) : `\`\`\`python\n${text}\n\`\`\``)),
    irrelevance: response((text, i) => (i === 0 ? 'Error during inference: time-out' : i === 1 ? null : text)),
    multiple: response((text, i) => (i === 0 ? '' : text)),
  });
  const findings = findingsOf(path);
  assert.equal(findings.cut_replies.count, 3);
  assert.equal(findings.inference_errors.count, 1);
  assert.equal(findings.empty_replies.count, 2);
});

test('lines and ids that were damaged', () => {
  const path = changed('lines', {
    simple_python: (entries) => [...entries, entries[0], '{"id": "simple_python_90001", "result": "[', 'no JSON', '{"id": 7}'],
    multiple: (entries) => entries.map((entry, i) => (i === 0 ? { ...entry, id: 'multiple_4711' } : entry)),
    simple_java: (entries) => entries.map((entry) => ({ ...entry, id: entry.id.replace('simple_java', 'java') })),
    parallel: () => '\ufeff[{"id": "parallel_90000", "result": "[]"}',
  });
  const findings = findingsOf(path);
  for (const code of ['duplicate_ids', 'unusable_lines', 'unknown_ids', 'missing_entries', 'old_ids']) {
    assert.ok(findings[code]?.count > 0, code);
  }
  // The list that is not closed is the fourth.
  assert.equal(findings.unusable_lines.count, 4);
  const lines = findings.unusable_lines.examples.filter(({ file }) => file.endsWith('simple_python_result.json'));
  assert.ok(lines.length > 0 && lines.every(({ line }) => line > 5));
});

test('inference logs', async (t) => {
  const multi = (change) => ({ multi_turn_base: change, multi_turn_miss_param: change });
  await t.test('what they hide, and what they asked', () => {
    const path = changed('logs', multi(withLog(() => 'Another question')));
    const findings = findingsOf(path);
    assert.ok(findings.other_dataset.count > 2);
    assert.equal(findings.empty_tool_calls.count, findings.other_dataset.count);
    assert.equal(findings.empty_tool_calls.examples[0].text, 'It is done.');
    assert.deepEqual(findingsOf(path, { logs: false }), {});
  });
  await t.test('of a file that is one line', () => {
    const path = changed('one-line', multi((entries) => JSON.stringify(withLog(({ id }) => `As ${id}`)(entries))));
    const { examples } = findingsOf(path).other_dataset;
    assert.ok(new Set(examples.map(({ text }) => text)).size === examples.length && examples.length > 1);
  });
  await t.test('beside lines that are broken', () => {
    const path = changed('broken', multi((entries) => ['{"id": "multi_turn_base_9', ...withLog(() => 'é\ud800')(entries), '{"inference_log": ']));
    assert.ok(findingsOf(path).empty_tool_calls.count > 2);
  });
  await t.test('bytes of another file are refused', () => {
    const { handle } = scorer.openResults(results('BFCL_v4_multi_turn_base_result.json', { multi_turn_base_90000: [] }));
    assert.throws(() => scorer.readLogs(handle, new Uint8Array(3)), { kind: 'argument' });
    scorer.closeResults(handle);
  });
});

test('what is refused', async (t) => {
  const settings = { decoder: 'prompting', underscore_to_dot: false, model_name: 'm', today };
  await t.test('arguments', () => {
    assert.throws(() => scorer.diagnose({ handles: [4711], settings }), { kind: 'handle' });
    assert.throws(() => scorer.diagnose({ handles: [4711], settings: { ...settings, decoder: 'x' } }), { kind: 'unknown' });
    assert.throws(() => scorer.diagnose({ handles: [], settings }), { kind: 'argument' });
    assert.throws(() => scorer.readLogs(4711, new Uint8Array()), { kind: 'handle' });
  });
  await t.test('what cannot be scored is no finding', () => {
    const { handle } = scorer.openResults({ path: 'page.md', bytes: new TextEncoder().encode('# A page') });
    assert.deepEqual(scorer.diagnose({ handles: [handle], settings }), []);
    scorer.closeResults(handle);
  });
});

test('the page of a run is that of `bfclx report`', () => {
  const logged = changed('logged', { multi_turn_base: withLog(() => 'Another question') });
  for (const path of [join(sampleFolder, 'results/good-model'), join(sampleFolder, 'results/bad-model'), logged]) {
    const { stdout } = spawnSync(native, ['report', path, '--dataset', sampleFolder, '--today', today, '-o', '-'], { encoding: 'utf8', maxBuffer: 1 << 28 });
    const [{ decoder, underscore_to_dot }] = program('doctor', path).models;
    // The hash of a dataset without a manifest is over the files that were loaded.
    scorer.closeDataset();
    scorer.openDataset(sampleDataset());
    withRun(path, [], (handles, files, name) => {
      files.forEach(({ bytes }, i) => scorer.readLogs(handles[i], bytes));
      assert.equal(stdout.includes('Another question'), path === logged);
      const request = { handles, name, settings: { decoder, underscore_to_dot, model_name: name, today } };
      const pageOf = (more) => new TextDecoder().decode(scorer.runPage({ ...request, ...more }));
      assert.equal(pageOf(), stdout);
      const noted = pageOf({ notes: ['by <me>'] });
      assert.equal(noted.replace('<div class="muted small">by &lt;me&gt;</div>\n', ''), stdout);
      assert.ok(pageOf({ failures: 0 }).length < stdout.length);
    });
  }
});

test('the page of an entry has its block of the run\'s page, and its functions', () => {
  const path = join(sampleFolder, 'results/bad-model');
  withRun(path, [], (handles, files, name) => {
    const [{ decoder, underscore_to_dot }] = program('doctor', path).models;
    const settings = { decoder, underscore_to_dot, model_name: name, today };
    const of = (bytes) => new TextDecoder().decode(bytes);
    const run = of(scorer.runPage({ handles, name, settings }));
    const handle = handles[files.findIndex(({ path }) => path.includes('simple_python'))];
    const entry = of(scorer.entryPage({ handle, id: 'simple_python_90002', name, settings, notes: ['n'] }));
    const block = /<details class="entry" open>[\s\S]*<\/details>/.exec(entry)[0].replace(' open', '');
    const functions = /<dt>functions<\/dt><dd>[\s\S]*?<\/dd>\n/.exec(block)[0];
    assert.match(functions, /observatory\.point_telescope[\s\S]*right_ascension: float/);
    assert.ok(run.includes(block.replace(functions, '')));
    assert.match(of(scorer.entryPage({ id: 'parallel_90001', name, settings, dataset_name: 'mine, <1>' })), /; dataset mine, &lt;1&gt;</);
    assert.match(entry, /<h1>simple_python_90002, bad-model<\/h1>[\s\S]*decoder openai_fc[\s\S]*>n</);
    assert.match(of(scorer.entryPage({ id: 'parallel_90001', name, settings })), /none in this run/);
  });
});

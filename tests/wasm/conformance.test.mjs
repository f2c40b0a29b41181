// Every recorded run, scored by the module and by the native program: verdict lines and JSON report
// are the same bytes.
//
// Environment: BFCLX_NATIVE, the program; BFCLX_SHARED_DIR, the folder with bfcl-data and
// conformance; BFCLX_UNPACK_DIR, where packed recordings are unpacked; BFCLX_WASM_PACKAGE.
// BFCLX_ONLY takes runs whose "source/model/decoder" holds the text.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { bfclx, need, root, today } from './support.mjs';

const shared = process.env.BFCLX_SHARED_DIR ?? join(root, '../shared');
const native = process.env.BFCLX_NATIVE ?? join(root, 'build/release/tools/bfclx');
const unpacked = process.env.BFCLX_UNPACK_DIR ?? join(root, 'build/wasm/unpacked');
const recordings = join(shared, 'conformance');
const dataset = join(shared, 'bfcl-data');
need(join(recordings, 'MANIFEST.json'), 'the recordings are not beside the checkout');
need(native, 'the native program is not built');

const RUNS = 149;
const manifest = JSON.parse(readFileSync(join(recordings, 'MANIFEST.json'), 'utf8'));
const only = process.env.BFCLX_ONLY ?? '';
const runs = manifest.runs.filter((run) => nameOf(run).includes(only));
const folder = mkdtempSync(join(tmpdir(), 'bfclx-wasm-'));

function nameOf(run) {
  return `${run.source}/${run.model}/${run.decoder}.utd${run.underscore_to_dot ? 1 : 0}`;
}

/** The folder of a run's results; packed ones are unpacked first, once. */
function resultFolder(run) {
  const direct = join(recordings, run.result_dir);
  if (existsSync(direct)) return direct;
  const archive = run.result_dir.split('/')[0];
  if (!existsSync(join(unpacked, archive))) {
    mkdirSync(unpacked, { recursive: true });
    execFileSync('cmake', ['-E', 'tar', 'xf', join(recordings, `${archive}.tar.xz`)], { cwd: unpacked });
  }
  return join(unpacked, run.result_dir);
}

/** What the program says: its report as bytes, and its verdicts. */
function runNative(run, options) {
  const verdicts = join(folder, 'verdicts.jsonl');
  const args = ['check', resultFolder(run), '--dataset', dataset, '--format', 'json', '--today', today];
  return new Promise((resolve, reject) => {
    const child = spawn(native, [...args, '--verdicts', verdicts, ...options], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code > 1) return reject(new Error(`bfclx ${args.join(' ')} ends with ${code}`));
      resolve({ report: Buffer.concat(parts), verdicts: readFileSync(verdicts) });
    });
  });
}

/** The same by the module. The files, and what they are called, are taken from the native report. */
function runModule(scorer, native, request) {
  const model = JSON.parse(native.report.toString()).models[0];
  scorer.closeDataset();
  const opened = model.files.map((path) => scorer.openResults({ path, bytes: readFileSync(path) }));
  const categories = [...new Set(opened.flatMap((file) => file.categories.map(({ name }) => name)))];
  const files = new Set(['models.json', ...categories.flatMap((name) => scorer.filesNeeded(name))]);
  scorer.openDataset([...files].map((path) => ({ path, bytes: readFileSync(join(dataset, path)) })));
  const handles = opened.map(({ handle }) => handle);
  const settings = {
    ...scorer.proposeSettings(handles, { ...request, model: model.model }),
    model_name: model.model,
    today,
  };
  const verdicts = Buffer.concat(handles.map((handle) => scorer.score(handle, settings).lines));
  const warnings = scorer.runWarnings({ handles, settings, name: model.model });
  const report = scorer.report({ place: dataset, models: [{ name: model.model, handles, settings, warnings }] });
  handles.forEach((handle) => scorer.closeResults(handle));
  return { report: Buffer.from(report), verdicts };
}

/** Where two texts first differ, for people. */
function firstDifference(ours, theirs) {
  const a = ours.toString().split('\n');
  const b = theirs.toString().split('\n');
  const line = a.findIndex((text, i) => text !== b[i]);
  return `line ${line + 1}:\n  module ${a[line]?.slice(0, 400)}\n  native ${b[line]?.slice(0, 400)}`;
}

async function compare(scorer, run, options, request) {
  const expected = await runNative(run, options);
  const found = runModule(scorer, expected, request);
  for (const part of ['verdicts', 'report']) {
    assert.ok(found[part].equals(expected[part]), firstDifference(found[part], expected[part]));
  }
  return expected.verdicts.toString().trimEnd().split('\n').length;
}

test('the module and the native program give the same bytes', async (t) => {
  if (!only) assert.equal(runs.length, RUNS);
  const scorer = await bfclx.loadScorer();
  const chosen = new Set();
  let verdicts = 0;
  for (const run of runs) {
    await t.test(nameOf(run), async () => {
      verdicts += await compare(
        scorer,
        run,
        ['--decoder', run.decoder, '--underscore-to-dot', run.underscore_to_dot ? 'yes' : 'no'],
        { decoder: run.decoder, underscore_to_dot: run.underscore_to_dot },
      );
      // Once a model, what is chosen without being told.
      if (chosen.has(run.result_dir)) return;
      chosen.add(run.result_dir);
      await compare(scorer, run, [], {});
    });
  }
  if (!only) assert.ok(verdicts >= 240_000, `only ${verdicts} verdicts were compared`);
  t.diagnostic(`${verdicts} verdicts in ${runs.length} runs`);
});

test.after(() => rmSync(folder, { recursive: true, force: true }));

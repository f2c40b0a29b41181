// The two parts of the module: a first visit needs the primary one alone, anything else loads the deferred one in the middle
// of its call, and where that cannot be had no verdict is wrong. Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

import { firstVisit } from '../../wasm/split/flows.mjs';
import { bfclx, filesBelow, packageFolder, prompting, sampleDataset, sampleFolder, textOf, throwsKind, today } from './support.mjs';

const { deferredUrl, loadScorer, wasmUrl } = bfclx;
const NONE = new Uint8Array();
const JAVA = 'BFCL_v4_simple_java_result.json';
const EPISODES = 'BFCL_v4_multi_turn_base_result.json';

/** Verdicts of a file of the sample. */
function verdicts(scorer, name) {
  const [file] = filesBelow(join(sampleFolder, 'results/good-model'), (path) => path.endsWith(name));
  const { handle } = scorer.openResults(file);
  const settings = { ...scorer.proposeSettings([handle], { model: 'good-model' }), model_name: 'good-model', today };
  return textOf(scorer.score(handle, settings).lines);
}

async function opened(options) {
  const scorer = await loadScorer(options);
  scorer.openDataset(sampleDataset());
  return scorer;
}

test('a first visit runs without the deferred part', async () => {
  firstVisit(await loadScorer({ deferred: NONE }), sampleFolder);
});

test('it is loaded in the middle of a call, from wherever it comes', async () => {
  const bytes = readFileSync(deferredUrl());
  const module = new WebAssembly.Module(bytes);
  const expected = { java: verdicts(await opened(), JAVA), episodes: verdicts(await opened(), EPISODES) };
  assert.match(expected.java, /"valid": true/);
  assert.match(expected.episodes, /"valid": true/);
  for (const deferred of [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), module, Promise.resolve(module), Promise.resolve(bytes)]) {
    const scorer = await opened({ deferred });
    assert.equal(verdicts(scorer, JAVA), expected.java);
    assert.equal(verdicts(scorer, EPISODES), expected.episodes);
  }
});

test('where it cannot be had the call says so, and the instance stops', async () => {
  for (const deferred of [() => NONE, () => new Promise(() => undefined), () => Promise.reject(new Error('gone'))]) {
    const scorer = await opened({ deferred: deferred() });
    assert.equal(scorer.scoreOne('simple_python_90000', '[f()]', prompting).valid, false);
    throwsKind('deferred', () => verdicts(scorer, JAVA));
    throwsKind('module', () => scorer.version());
  }
  assert.ok(verdicts(await opened(), JAVA), 'others go on');
});

test('a host that has no address for its scripts takes both parts from its caller', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bfclx-parts-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['index.js', 'load.js', 'bfclx.js']) {
    const text = readFileSync(join(packageFolder, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll('import.meta.url', '(void 0)'));
  }
  copyFileSync(join(packageFolder, 'package.json'), join(folder, 'package.json'));
  const bare = await import(pathToFileURL(join(folder, 'index.js')).href);
  await assert.rejects(bare.loadScorer(), { kind: 'module' });
  const wasm = readFileSync(wasmUrl());
  const first = await bare.loadScorer({ wasm });
  firstVisit(first, sampleFolder);
  assert.throws(() => first.simulators(), { kind: 'deferred' });
  const both = await bare.loadScorer({ wasm, deferred: readFileSync(deferredUrl()) });
  assert.equal(both.simulators().length, 13);
});

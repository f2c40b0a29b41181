// The conformance set of our own making (tests/conformance/own) through the module: the official
// verdict of every reply, as own_test.py asks it of the program. A bare clone is enough.
//
// Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { bfclx, filesBelow, linesOf, results, root, sampleFolder, textOf, today, withResults } from './support.mjs';

const REPLIES = 779;
const PASSED = 275;
const DECODERS = 38;

const own = join(root, 'tests/conformance/own');
const lines = (name) => linesOf(readFileSync(join(own, name)));
const decoders = JSON.parse(readFileSync(join(own, 'decoders.json'), 'utf8'));
const decoderOf = (run) => run.slice(0, run.lastIndexOf('-'));
/** `live_simple_90000-0-0` is of live_simple: the words before the first that is a number. */
const categoryOf = (id) => /^(.*?)_\d/.exec(id)[1];

/** The sample's dataset with the set's entries behind, and its tables of long context. */
function dataset() {
  const texts = new Map();
  for (const folder of [join(sampleFolder, 'data'), join(own, 'data')]) {
    for (const { path, bytes } of filesBelow(folder, (name) => name.endsWith('.json'))) {
      const before = texts.get(path) ?? '';
      texts.set(path, before + (before && !before.endsWith('\n') ? '\n' : '') + textOf(bytes));
    }
  }
  const data = [...texts].map(([path, text]) => ({ path: `data/${path}`, bytes: new TextEncoder().encode(text) }));
  const beside = [
    [sampleFolder, 'models.json'],
    [sampleFolder, 'prompts.json'],
    [own, 'long_context.json'],
  ];
  return [...data, ...beside.map(([folder, path]) => ({ path, bytes: readFileSync(join(folder, path)) }))];
}

/** What the verdict must say; where the official evaluator ends with an exception, its name. */
function expectedOf({ valid, error_type, error, raises }) {
  if (raises === undefined) return { valid, error_type, error };
  const [kind, ...message] = raises.split(': ');
  return { valid: false, error_type: `official_evaluator_error:${kind}`, error: [message.join(': ')] };
}

function oursOf({ valid, error_type, error }) {
  if (error !== null && typeof error === 'object' && !Array.isArray(error)) {
    delete error.execution_result;
    if (error.details) delete error.details.execution_result;
  }
  return { valid, error_type, error };
}

test('the module gives the official verdicts', async (t) => {
  const scorer = await bfclx.loadScorer({ full: true });
  scorer.openDataset(dataset());
  const replies = lines('replies.jsonl');
  const expected = lines('expected.jsonl');
  assert.equal(replies.length, REPLIES);
  assert.equal(expected.filter(({ valid }) => valid === true).length, PASSED);
  assert.equal(new Set(expected.map(({ run }) => decoderOf(run))).size, DECODERS);

  // A file for each run and category, as a person has them.
  const files = new Map();
  for (const { run, id, result } of replies) {
    const key = `${run}/BFCL_v4_${categoryOf(id)}_result.json`;
    files.set(key, { ...files.get(key), [id]: result });
  }
  const ours = new Map();
  for (const [path, given] of files) {
    const run = path.slice(0, path.indexOf('/'));
    const decoder = decoderOf(run);
    const settings = { decoder, underscore_to_dot: decoders[decoder].underscore_to_dot, model_name: run, today };
    const found = withResults(scorer, results(path, given), ({ handle }) => scorer.score(handle, settings).lines);
    for (const verdict of linesOf(found)) ours.set(`${run} ${verdict.id}`, verdict);
  }
  assert.equal(ours.size, REPLIES);
  for (const line of expected) {
    const verdict = ours.get(`${line.run} ${line.id}`);
    assert.ok(verdict, `${line.run} ${line.id} has no verdict`);
    assert.deepEqual(oursOf(verdict), expectedOf(line), `${line.run} ${line.id}`);
  }
  t.diagnostic(`${expected.length} verdicts of ${DECODERS} decoders`);
});

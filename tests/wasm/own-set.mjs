// The conformance set of our own making (tests/conformance/own) for the tests of the module: its dataset, its
// responses as files, and the official verdict of every response.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesBelow, linesOf, results, root, sampleFolder, textOf, today } from './support.mjs';

export const RESPONSES = 779;
const PASSED = 275;
export const DECODERS = 38;

const own = join(root, 'tests/conformance/own');
const lines = (name) => linesOf(readFileSync(join(own, name)));
const decoders = JSON.parse(readFileSync(join(own, 'decoders.json'), 'utf8'));
const decoderOf = (run) => run.slice(0, run.lastIndexOf('-'));
/** `live_simple_90000-0-0` is of live_simple: the words before the first that is a number. */
const categoryOf = (id) => /^(.*?)_\d/.exec(id)[1];

/** The sample's dataset with the set's entries behind, and its tables of long context. */
export function ownDataset() {
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
export function expectedOf({ valid, error_type, error, raises }) {
  if (raises === undefined) return { valid, error_type, error };
  const [kind, ...message] = raises.split(': ');
  return { valid: false, error_type: `official_evaluator_error:${kind}`, error: [message.join(': ')] };
}

export function oursOf({ valid, error_type, error }) {
  if (error !== null && typeof error === 'object' && !Array.isArray(error)) {
    delete error.execution_result;
    if (error.details) delete error.details.execution_result;
  }
  return { valid, error_type, error };
}

/** A file for each run and category, as a person has them: {run, file, settings}. */
export function ownFiles() {
  const responses = lines('responses.jsonl');
  assert.equal(responses.length, RESPONSES);
  const files = new Map();
  for (const { run, id, result } of responses) {
    const key = `${run}/BFCL_v4_${categoryOf(id)}_result.json`;
    files.set(key, { ...files.get(key), [id]: result });
  }
  return [...files].map(([path, given]) => {
    const run = path.slice(0, path.indexOf('/'));
    const decoder = decoderOf(run);
    const settings = { decoder, underscore_to_dot: decoders[decoder].underscore_to_dot, model_name: run, today };
    return { run, file: results(path, given), settings };
  });
}

/** The official verdict of every response, with its run and id. */
export function ownExpected() {
  const expected = lines('expected.jsonl');
  assert.equal(expected.filter(({ valid }) => valid === true).length, PASSED);
  assert.equal(new Set(expected.map(({ run }) => decoderOf(run))).size, DECODERS);
  return expected;
}

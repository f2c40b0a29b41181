// An own benchmark whose entries are compared by schema.
//
// Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import test from 'node:test';

import { bfclx, linesOf, prompting, results, withResults } from './support.mjs';

const TOOL = { name: 'pay', description: '', parameters: { type: 'dict', required: ['amount'], properties: {
  amount: { type: 'float', description: '' } } } };
const question = (id, more) => ({ id, question: [[{ role: 'user', content: `Pay ${id}.` }]], function: [TOOL], ...more });
const pay = (amount) => [{ name: 'pay', arguments: { amount } }];
const file = (path, values) => ({ path, bytes: new TextEncoder().encode(values.map((value) => JSON.stringify(value) + '\n').join('')) });

/** A benchmark with an entry of its own match and one of its tag. */
function benchmark(match, truth) {
  return [
    file('dataset.json', [{ bfclx_benchmark: 1, name: 'b', version: '1', match, tools: [TOOL] }]),
    file('data/BFCL_v4_simple_python.json', [question('simple_python_0', { tags: ['money'] }), question('simple_python_1')]),
    file('data/possible_answer/BFCL_v4_simple_python.json', [
      { id: 'simple_python_0', ground_truth: truth(5) }, { id: 'simple_python_1', ground_truth: truth(6) }]),
  ];
}

const RESPONSES = results('result/m/BFCL_v4_simple_python_result.json', {
  simple_python_0: '[pay(amount=5.0)]', simple_python_1: '[pay(amount=7)]' });

async function opened(...dataset) {
  const scorer = await bfclx.loadScorer();
  scorer.openDataset(benchmark(...dataset));
  return scorer;
}

test('verdicts, reasons and ground truth', async () => {
  const scorer = await opened('schema', pay);
  const verdicts = withResults(scorer, RESPONSES, ({ handle }) => linesOf(scorer.score(handle, prompting).lines));
  assert.deepEqual(verdicts.map(({ valid }) => valid), [true, false]);
  assert.equal(verdicts[1].error_type, 'schema_match:value');
  assert.deepEqual(scorer.entry('simple_python_0').ground_truth, [{ pay: { amount: [5] } }]);
  assert.deepEqual(scorer.groundTruthFailures('simple_python'), []);
});

test('a benchmark with weights is scored by them', async () => {
  const files = benchmark('official', (amount) => [{ pay: { amount: [amount] } }]);
  const manifest = JSON.parse(new TextDecoder().decode(files[0].bytes));
  files[0] = file('dataset.json', [{ ...manifest, weights: { money: 2, other: 1 } }]);
  files[1] = file('data/BFCL_v4_simple_python.json', [
    question('simple_python_0', { tags: ['money'] }), question('simple_python_1', { tags: ['other'] })]);
  const score = (scorer) => {
    scorer.openDataset(files);
    return withResults(scorer, RESPONSES, ({ handle }) => linesOf(scorer.score(handle, prompting).lines));
  };
  const scorer = await bfclx.loadScorer();
  assert.deepEqual(score(scorer).map(({ valid }) => valid), [true, false]);
  const runs = [{ name: 'm', entries: { simple_python: { ids: ['simple_python_0', 'simple_python_1'], right: '10' } } }];
  const [run] = scorer.overallScores({ runs, leaderboard: 'own' }).runs;
  assert.equal(run.score.value, 2 / 3);
  assert.equal(run.score.basis.text, 'its only category, with tag weights');
  assert.deepEqual(run.overall.value, 2 / 3);
  const other = { ...runs[0], name: 'n', entries: { simple_python: { ...runs[0].entries.simple_python, right: '01' } } };
  const compared = (scorer, asked) => scorer.compare({ runs: [runs[0], other], leaderboard: 'own', ...asked });
  const [{ overall }] = compared(scorer).comparisons;
  assert.deepEqual([overall.a, overall.b], [2 / 3, 1 / 3]);
  // The same without the dataset, as a published leaderboard asks.
  const { entries: own_entries, tags: own_tags } = scorer.datasetInfo().own;
  assert.deepEqual(own_tags, { money: { weight: 2 / 3, ids: ['simple_python_0'] }, other: { weight: 1 / 3, ids: ['simple_python_1'] } });
  const bare = await bfclx.loadScorer();
  assert.deepEqual(compared(bare, { own_entries, own_tags }), compared(scorer));
  assert.equal(compared(scorer, { own_entries, own_tags: null }).comparisons[0].overall.a, 0.5);
  assert.throws(() => compared(bare, { own_entries, own_tags: { money: { weight: 1 } } }), /`own_tags`: the tag money needs/);
  const tree = scorer.leaderboards({ own_entries }).at(-1);
  assert.equal(tree.overall.combining, 'tag_weights');
});

test('the official match', async () => {
  const scorer = await opened('official', (amount) => [{ pay: { amount: [amount] } }]);
  const verdicts = withResults(scorer, RESPONSES, ({ handle }) => linesOf(scorer.score(handle, prompting).lines));
  assert.deepEqual(verdicts.map(({ valid }) => valid), [true, false]);
  assert.match(verdicts[1].error_type, /^value_error/);
});

const PLACE = { name: 'pay', description: '', parameters: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object',
  required: ['amount'], properties: { amount: { anyOf: [{ type: 'number' }, { $ref: '#/$defs/sum' }] } },
  $defs: { sum: { type: ['object', 'null'], properties: { of: { type: 'array', items: { $ref: '#/$defs/sum' } } } } } } };
const withSchema = (match, truth) => benchmark(match, truth).map(({ path, bytes }) =>
  ({ path, bytes: new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll(JSON.stringify(TOOL), JSON.stringify(PLACE))) }));

test('functions with JSON Schema and a match that reads it', async () => {
  const scorer = await bfclx.loadScorer();
  scorer.openDataset(withSchema('schema', pay));
  const verdicts = withResults(scorer, RESPONSES, ({ handle }) => linesOf(scorer.score(handle, prompting).lines));
  assert.deepEqual(verdicts.map(({ valid }) => valid), [true, false]);
  assert.deepEqual(scorer.entry('simple_python_0').functions, [PLACE]);
});

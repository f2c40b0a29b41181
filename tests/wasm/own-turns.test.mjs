// Entries of an own benchmark with several turns: verdicts and explanations.
//
// Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import test from 'node:test';

import { bfclx, linesOf, prompting, results, throwsKind, withResults } from './support.mjs';

const TOOL = { name: 'pay', description: '', parameters: { type: 'dict', required: ['amount'], properties: {
  amount: { type: 'float', description: '' } } } };
const file = (path, value) => ({ path, bytes: new TextEncoder().encode(JSON.stringify(value) + '\n') });
const said = (content) => [{ role: 'user', content }];
const BENCHMARK = [
  file('dataset.json', { bfclx_benchmark: 1, name: 'b', version: '1', tools: [TOOL] }),
  file('data/BFCL_v4_own_turns.json', { id: 'own_turns_0', question: [said('Pay 5.'), said('Thanks!')], function: [TOOL] }),
  file('data/possible_answer/BFCL_v4_own_turns.json', { id: 'own_turns_0', ground_truth: [[{ pay: { amount: [5.5] } }], 'none'] }),
];
const RESPONSES = results('result/m/BFCL_v4_own_turns_result.json', {
  own_turns_0: [['[pay(amount=5.5)]'], ['[pay(amount=5.5)]']] });

test('verdicts and explanations', async () => {
  const scorer = await bfclx.loadScorer();
  scorer.openDataset(BENCHMARK);
  withResults(scorer, RESPONSES, ({ handle }) => {
    const [verdict] = linesOf(scorer.score(handle, prompting).lines);
    assert.equal(verdict.valid, false);
    assert.equal(verdict.error.error_type, 'irrelevance_error:decoder_success');
    assert.equal(verdict.why.rule, 'turn');
    const { turns, turns_passed: passed } = scorer.explain(handle, 'own_turns_0', prompting);
    assert.equal(passed, 1);
    assert.deepEqual(turns.map(({ ok }) => ok), [true, false]);
    assert.deepEqual(turns[0].ground_truth.map(({ text }) => text), ['pay(amount=5.5)']);
    assert.match(turns[1].failure, /^Turn 2: /);
  });
  assert.deepEqual(scorer.entry('own_turns_0').ground_truth, [['pay(amount=5.5)'], []]);
  assert.deepEqual(scorer.groundTruthFailures('own_turns'), []);
  assert.ok(scorer.categories().every(({ name }) => name !== 'own_turns'));
  const { name, scored, judged_by: judgedBy } = scorer.categories({ own: true }).at(-1);
  assert.deepEqual([name, scored, judgedBy], ['own_turns', true, 'the calls of each turn against those that are expected']);
  throwsKind('unknown', () => scorer.openPlayground({ entry: 'own_turns_0', today: '2026-01-01' }));
});

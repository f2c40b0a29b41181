// Repeats of one model among judged runs: recognized by what `readManifest` says, and compared by their means.
//
// Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import test from 'node:test';

import { bfclx } from './support.mjs';

const scorer = await bfclx.loadScorer();

const SETTINGS = { model: 'm', asked_as: 'm', api: 'chat', dialect: 'openai', mode: 'prompt', format: '', decoder: 'prompting',
  temperature: 0.7, max_tokens: null, as_official: false, prompts: '' };
const manifest = (seed, more = {}) => scorer.readManifest(new TextEncoder().encode(JSON.stringify({
  form: 1, started: '2026-11-22T00:00:00Z', made_with: { '0a': { ...SETTINGS, ...more, extra_body: { seed }, results: 4 } } })));
const run = (name, right, { repeat } = { repeat: null }) => ({ name, repeat, entries: { simple_python: {
  ids: ['simple_python_0', 'simple_python_1', 'simple_python_2', 'simple_python_3'], right,
  error_types: [...right].filter((one) => one === '0').map(() => 'value_error:string') } } });

test('recognized, analyzed and compared', () => {
  const [a, b] = [manifest(1), manifest(2)];
  assert.equal(a.repeat.model, 'm');
  assert.equal(a.repeat.key, b.repeat.key);
  assert.notEqual(a.repeat.manifest, b.repeat.manifest);
  assert.notEqual(manifest(1, { temperature: 0.1 }).repeat.key, a.repeat.key);
  const runs = [run('a', '1111', a), run('b', '1101', b), run('copy', '1101', b), run('other', '0000')];
  const { groups, overview, comparisons } = scorer.repeats({ runs, leaderboard: 'v4' });
  assert.deepEqual(groups.map(({ model, runs: names }) => [model, names]), [['m', ['a', 'b']]]);
  assert.equal(groups[0].heading, 'm: 2 repeats');
  assert.match(groups[0].texts[0], /mean 87\.5 .*repeats from 75\.0 to 100/);
  assert.equal(groups[0].table.rows.length, 2);
  assert.equal(overview.rows[0][2], '87.5');
  assert.match(comparisons.at(-1).heading, /^other, 1 run, against m, 2 repeats$/);
});

test('no repeats', async () => {
  const none = scorer.repeats({ runs: [run('a', '1111'), run('b', '1101')], leaderboard: 'v4' });
  assert.deepEqual([none.groups, none.comparisons], [[], []]);
  assert.equal(scorer.readManifest(new TextEncoder().encode('{}')).repeat, null);
});

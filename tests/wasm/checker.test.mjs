// Checker of the module; what values are equal is tested natively (tests/unit/checker).
//
// Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

import { bfclx, packageFolder } from './support.mjs';

const { Checker, anyOf, anyOfOptional } = await import(pathToFileURL(join(packageFolder, 'checker.js')).href);
const scorer = await bfclx.loadScorer();
const tools = [
  { name: 'get_weather', inputSchema: { type: 'object', required: ['city'], properties: {
    city: { type: 'string' }, unit: { enum: ['c', 'f'], default: 'c' } } } },
];
const paris = { name: 'get_weather', arguments: { city: anyOf('Paris', 'Paris, France') } };
const call = (args) => [{ get_weather: args }];

test('verdicts with their reasons', () => {
  const checker = new Checker(scorer, tools, { match: 'schema' });
  assert.deepEqual(checker.functions, ['get_weather']);
  assert.deepEqual(checker.check(call({ city: 'Paris', unit: 'c' }), paris), {
    valid: true, decoded: call({ city: 'Paris', unit: 'c' }) });
  const verdict = checker.check('[get_weather(city="Rome")]', paris);
  assert.equal(verdict.error_type, 'schema_match:value');
  assert.deepEqual(verdict.why.path, [0, 'get_weather', 'city']);
  assert.deepEqual(verdict.why.expected, ['Paris', 'Paris, France']);
  assert.equal(verdict.why.short, "city: 'Rome' ≠ 'Paris' or 'Paris, France'");
  assert.equal(checker.check([], null).valid, true);
  const unit = { name: 'get_weather', arguments: { city: 'Paris', unit: anyOfOptional('f') } };
  assert.equal(checker.check(call({ city: 'Paris' }), unit).valid, true);
  assert.throws(() => anyOf(), RangeError);
  assert.throws(() => anyOfOptional(), RangeError);
  assert.equal(checker.check(call({ city: 'Paris' }), null).valid, false);
});

test('order and batches', () => {
  const rome = { name: 'get_weather', arguments: { city: 'Rome' } };
  const calls = [...call({ city: 'Rome' }), ...call({ city: 'Paris' })];
  for (const match of ['official', 'schema', 'exact']) {
    const checker = new Checker(scorer, tools.map(({ name, inputSchema: { properties } }) => ({
      name, parameters: { properties: { city: properties.city } } })), { match });
    assert.equal(checker.check(calls, [paris, rome]).valid, true);
    assert.equal(checker.check(calls, [paris, rome], { order: 'given' }).valid, false);
    assert.deepEqual(checker.checkBatch([[calls, [paris, rome]], [[], null], [[], paris]]).map(({ valid }) => valid),
      [true, true, false]);
    assert.deepEqual(checker.checkBatch([]), []);
  }
});

test('faults of the input name the place', () => {
  const refused = (act, file) => assert.throws(act, { name: 'ScorerError', kind: 'schema', file });
  refused(() => new Checker(scorer, []), 'functions');
  refused(() => new Checker(scorer, { name: 'f', parameters: { properties: { x: { type: 'int' } } } }),
    'functions.parameters.properties.x.type');
  const checker = new Checker(scorer, tools, { match: 'schema' });
  refused(() => checker.check([], { name: 'f' }), 'pairs[0].expected.name');
  refused(() => checker.checkBatch([[[], null], [[], []]]), 'pairs[1].expected');
  assert.throws(() => checker.check([]), { kind: 'argument' });
  assert.throws(() => new Checker(scorer, tools, { match: 'schem' }), { kind: 'argument' });
});

test('hostile depth', () => {
  const checker = new Checker(scorer, { name: 'f', parameters: { properties: { x: { type: 'array' } } } }, { match: 'schema' });
  const deep = JSON.parse('['.repeat(900) + ']'.repeat(900));
  assert.equal(checker.check([{ f: { x: deep } }], { name: 'f', arguments: { x: [[1]] } }).valid, false);
  assert.throws(() => checker.check([], { name: 'f', arguments: { x: deep } }), { kind: 'schema' });
});

test('what no JSON holds is a verdict in calls, and an error elsewhere; the module goes on', () => {
  const tools = [{ name: 'f', parameters: { type: 'object', properties: { a: { type: 'number' } } } }];
  const checker = new Checker(scorer, tools, { match: 'schema' });
  const wanted = { name: 'f', arguments: { a: 1 } };
  assert.equal(checker.check('[f(a=1e400)]', wanted).why.found, 'inf');
  assert.equal(checker.check([{ name: 'f', arguments: '{"a": NaN}' }], wanted).valid, false);
  assert.throws(() => checker.check([{ f: { a: 1n } }], wanted), { name: 'ScorerError', kind: 'argument' });
  assert.throws(() => checker.check([], { name: 'f', arguments: { a: NaN } }), /pairs\[0\]\.expected: `a` is NaN/);
  assert.equal(checker.check([{ f: { a: 1 } }], wanted).valid, true);
  assert.throws(() => new Checker(Promise.resolve(scorer), tools), /await loadScorer/);
  assert.throws(() => new Checker(scorer), /functions are missing/);
  assert.throws(() => new Checker(scorer, tools, { mtch: 'schema' }), /unknown option `mtch`/);
  assert.throws(() => checker.checkBatch([{ calls: [], expected: null }]), /pairs\[0\] must be/);
});

// What hostile input does to the module, and what it does where memory ends. Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import test from 'node:test';

import { bfclx, linesOf, prompting, results, sampleDataset, textOf, throwsKind, today, withResults } from './support.mjs';

const { loadScorer } = bfclx;
const scorer = await loadScorer();
scorer.openDataset(sampleDataset());

test('hostile results', async (t) => {
  const path = 'BFCL_v4_simple_python_result.json';
  const megabytes = 10 * 1024 * 1024;
  const nested = (depth) => '['.repeat(depth) + ']'.repeat(depth);
  const cases = {
    'ten megabytes of brackets': '['.repeat(megabytes),
    'ten megabytes of braces': '{'.repeat(megabytes),
    'ten megabytes of quotes': '"'.repeat(megabytes),
    'ten megabytes of line ends': '\n'.repeat(megabytes),
    'ten megabytes of zeros': '\0'.repeat(megabytes),
    'no file at all': '',
    'a page': '<html><body><script>alert(1)</script></body></html>',
    'json nested to its bound': `{"id": "simple_python_90000", "result": ${nested(980)}}`,
    'json nested past it': `{"id": "simple_python_90000", "result": ${nested(100_000)}}`,
  };
  for (const [name, text] of Object.entries(cases)) {
    await t.test(name, () => {
      withResults(scorer, { path, bytes: new TextEncoder().encode(text) }, (info) => {
        assert.ok(info.problems.length > 0 || info.entries > 0);
        scorer.score(info.handle, prompting);
      });
    });
  }
  await t.test('bytes that are no UTF-8', () => {
    const bytes = new Uint8Array(100_000).map((_, i) => (i * 7919) & 255);
    withResults(scorer, { path, bytes }, (info) => assert.ok(info.problems.length > 0));
  });
});

test('hostile responses', async (t) => {
  const deep = (open, close, depth, inner = '1') => open.repeat(depth) + inner + close.repeat(depth);
  const responses = {
    brackets: '['.repeat(1_000_000),
    'brackets that close, 199 deep': `[f(a=${deep('[', ']', 197)})]`,
    'brackets that close, 5000 deep': `[f(a=${deep('[', ']', 5000)})]`,
    'brackets that close, a million': deep('(', ')', 1_000_000),
    'unary operators': `[f(a=${'-'.repeat(100_000)}1)]`,
    'not not not': `[f(a=${'not '.repeat(50_000)}1)]`,
    attributes: `[f(a=${'a.'.repeat(100_000)}b)]`,
    'chained calls': `[f${'()'.repeat(100_000)}]`,
    lambdas: `[f(a=${'lambda: '.repeat(20_000)}1)]`,
    conditions: `[f(a=${'1 if 1 else '.repeat(20_000)}1)]`,
    powers: `[f(a=${'2**'.repeat(10_000)}2)]`,
    sums: `[f(a=${'1+'.repeat(100_000)}1)]`,
    'a large number': `[f(a=${'9'.repeat(1_000_000)})]`,
    'a repeated text': `[f(a='x' * 10**9)]`,
    'format strings': `[f(a=f'${deep('{', '}', 500)}')]`,
    '100,000 calls': `[${Array.from({ length: 100_000 }, (_, i) => `f(a=${i})`).join(', ')}]`,
    '100,000 arguments': `[f(${Array.from({ length: 100_000 }, (_, i) => `a${i}=${i}`).join(', ')})]`,
    'json nested': deep('{"a":', '}', 900),
    'json nested further': deep('[', ']', 200_000, ''),
    xml: '<a>'.repeat(200_000),
    'xml that closes': deep('<functions>', '</functions>', 20_000),
    'unterminated objects': '{"a": '.repeat(100_000),
  };
  const decoders = scorer.decoders();
  for (const [name, response] of Object.entries(responses)) {
    await t.test(name, () => {
      // A new handler class may come; every one meets every response.
      for (const { name: decoder } of decoders) {
        const verdict = scorer.scoreOne('simple_python_90000', response, { ...prompting, decoder });
        assert.equal(verdict.valid, false, decoder);
      }
    });
  }
  await t.test('in an episode', () => {
    const { handle } = scorer.openPlayground({ entry: 'multi_turn_base_90000', today });
    for (const text of Object.values(responses)) {
      assert.equal(typeof scorer.call(handle, text).result, 'string');
    }
    scorer.closePlayground(handle);
  });
});

test('memory stays bounded', async (t) => {
  await t.test('results that are opened, scored and closed', async () => {
    const scorer = await loadScorer();
    scorer.openDataset(sampleDataset());
    const responses = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`simple_python_${90000 + (i % 5)}`, `[f(a='${'x'.repeat(500)}${i}')]`]),
    );
    const many = Array.from({ length: 2000 }, (_, i) => JSON.stringify({ id: `simple_python_${90000 + (i % 5)}`, result: Object.values(responses)[i % 5] }));
    const file = { path: 'BFCL_v4_simple_python_result.json', bytes: new TextEncoder().encode(many.join('\n')) };
    const round = () => withResults(scorer, file, ({ handle }) => void scorer.score(handle, prompting));
    for (let i = 0; i < 5; ++i) round();
    const before = scorer.memoryBytes();
    for (let i = 0; i < 60; ++i) round();
    assert.equal(scorer.memoryBytes(), before);
  });
  await t.test('100,000 calls', async () => {
    const scorer = await loadScorer();
    scorer.openDataset(sampleDataset());
    const { handle } = scorer.openPlayground({ classes: ['MathAPI'], today });
    for (let i = 0; i < 1000; ++i) scorer.call(handle, `add(a=${i}, b=1)`);
    const before = scorer.memoryBytes();
    for (let i = 0; i < 100_000; ++i) scorer.call(handle, `add(a=${i}, b=1)`);
    assert.equal(scorer.memoryBytes(), before);
  });
});

test('an instance whose memory ends', async (t) => {
  let most = Infinity;
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65536 > most) throw new RangeError('no memory');
    return grow.call(this, pages);
  };
  t.after(() => {
    WebAssembly.Memory.prototype.grow = grow;
  });
  const file = results('BFCL_v4_simple_python_result.json', {
    simple_python_90000: '[f(a=1)]',
    simple_python_90001: `[f(a=[${'[],'.repeat(330_000)}])]`,
    simple_python_90002: '[f(a=1)]',
  });
  const open = async () => {
    const scorer = await loadScorer();
    scorer.openDataset(sampleDataset());
    return { scorer, handle: scorer.openResults(file).handle };
  };
  const first = await open();
  first.scorer.score(first.handle, prompting, 0, 1);
  most = first.scorer.memoryBytes();
  throwsKind('module', () => first.scorer.score(first.handle, prompting, 1, 1));
  throwsKind('module', () => first.scorer.version());
  // As the page's pool goes on: a new instance passes over the entry, now and in all that follows.
  const { scorer, handle } = await open();
  const { rows, lines } = scorer.score(handle, prompting, 1, 1, { outOfMemory: true });
  assert.equal(rows[0].id, 'simple_python_90001');
  assert.equal(rows[0].valid, false);
  assert.equal(rows[0].error_type, 'out_of_memory');
  assert.deepEqual(linesOf(lines)[0].error, ['out of memory']);
  const settings = { ...prompting, out_of_memory: rows.map(({ id }) => id) };
  assert.equal(scorer.score(handle, settings).rows.length, 3);
  assert.deepEqual(scorer.summary(handle)[0].failures.find(({ error_type: type }) => type === 'out_of_memory').count, 1);
  const models = [{ name: 'm', handles: [handle], settings }];
  const report = JSON.parse(textOf(scorer.report({ place: 'sample', models })));
  assert.equal(report.models[0].categories[0].entries, 3);
  throwsKind('argument', () => scorer.score(handle, { ...prompting, out_of_memory: 'all' }));
});

import { readFileSync } from 'node:fs';
import { loadScorer } from 'bfclx';
import { describe, expect, it, test } from 'vitest';
import {
  coversText,
  bytes,
  decimals,
  fixedText,
  isoDay,
  percent,
  plural,
  rankText,
  shortHash,
  shortName,
} from '../src/lib/format.ts';
import { functionDoc } from '../src/lib/function-docs.ts';
import { possibleCalls, pythonText } from '../src/lib/ground-truth.ts';
import { firstByName, freeName, isScoreFile } from '../src/lib/group.ts';
import type { Json } from '../src/lib/scorer-types.ts';

test('a rank has its range where chance leaves one', () =>
  expect([rankText(2, 1234, 1, 3), rankText(1, 2, 1, 1), rankText(1, 2, null)]).toEqual([
    '2 of 1,234 (1 to 3)',
    '1 of 2',
    '1 of 2',
  ]));

describe('paths of results', () => {
  it('knows score files', () => {
    expect(isScoreFile('score/m/BFCL_v4_simple_python_score.json')).toBe(true);
    expect(isScoreFile('result/m/BFCL_v4_simple_python_result.json')).toBe(false);
  });

  it.each([[['b', 'a10', 'a2']], [['a10', 'a2', 'b']], [['a2', 'b', 'a10']]])(
    'finds the first by name in %j',
    (names) => expect(firstByName(names.map((name) => ({ name })))?.name).toBe('a2'),
  );
  it('finds a free name', () => expect(freeName('a', new Set(['a', 'a (2)']))).toBe('a (3)'));
  it.each([
    ['m', 'p/v2/m', ['m'], 'v2/m'],
    ['m', 'p/v2/m', ['m', 'v2/m'], 'p/v2/m'],
    ['m', 'p/v2/m', ['m', 'v2/m', 'p/v2/m'], 'm (2)'],
    ['v2/m', 'p/v2/m', ['v2/m'], 'p/v2/m'],
    ['m', 'other', ['m'], 'm (2)'],
  ])('%s of %s beside %j is %s', (wanted, path, taken, name) =>
    expect(freeName(wanted, new Set(taken), path)).toBe(name),
  );
});

describe('numbers', () => {
  it.each([
    [5, '5 B'],
    [12_345, '12 KB'],
    [3_400_000, '3.4 MB'],
  ])('%d bytes', (n, text) => expect(bytes(n)).toBe(text));
  it.each([
    [1, '1 entry'],
    [2, '2 entries'],
    [0, '0 entries'],
  ])('%d', (n, text) => expect(plural(n, 'entry', 'entries')).toBe(text));
  it('round as the core does: all shares of up to 500 entries', () => {
    // The same hash of the same texts is in the core's tests, figure_and_escape_test.cpp.
    let hash = 0x811c9dc5;
    for (let m = 1; m <= 500; ++m)
      for (let n = 0; n <= m; ++n)
        for (const letter of `${fixedText((n / m) * 100, 1)}\n`)
          hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
    expect(hash).toBe(0x1818188b);
  });
  it.each([
    [95.25, 1, '95.2'],
    [-6.25, 1, '-6.2'],
    [-6.75, 1, '-6.8'],
    [0.125, 2, '0.12'],
    [0.375, 2, '0.38'],
    [36.05, 1, '36.0'],
    [1.005, 2, '1.00'],
    [2.5, 0, '2'],
    [3.5, 0, '4'],
    [0, 1, '0.0'],
  ])('%d to %d digits', (value, digits, text) => expect(fixedText(value, digits)).toBe(text));
  it('and in words', () => {
    expect(percent(0.9525)).toBe('95.2');
    expect(decimals(0.125)).toBe('0.12');
  });
  it('days', () => expect(isoDay(new Date(2026, 0, 9))).toBe('2026-01-09'));
  it('hashes, with the scheme where it is another than that of the official release', () => {
    expect(shortHash('sha256:6ea57973c7')).toBe('6ea5797');
    expect(shortHash('fnv1a:4647f29788616464 (41 files)')).toBe('fnv1a:4647f29');
    expect(shortHash('6ea57973c7')).toBe('6ea5797');
  });
  it('the weight that a score covers', () => {
    expect(coversText(0.52549)).toBe('covers 52.5 % of the weight');
  });
});

describe('charts', () => {
  it('have the colours of the tokens', async () => {
    const scorer = await loadScorer();
    const points = [0, 1, 2, 3, 4, 5].map((series) => ({ value: 0.5, low: 0, high: 1, series }));
    const rows = [{ name: '<b>', points, texts: ['50.0'] }];
    const bytes = scorer.chart({ kind: 'intervals', title: 't', rows });
    const svg = new TextDecoder().decode(bytes);
    const tokens = readFileSync('src/styles/tokens.css', 'utf8');
    const colours = [...svg.matchAll(/#[0-9a-f]{6}/g)].map(([colour]) => colour);
    expect(new Set(colours).size).toBe(9);
    for (const colour of colours) expect(tokens).toContain(`light-dark(${colour}, `);
    expect(svg).toContain('&lt;b&gt;');
  });
});

describe('ground truth', () => {
  it.each([
    ['a', "'a'"],
    ["it's", '"it\'s"'],
    ['a"\'b', "'a\"\\'b'"],
    [null, 'None'],
    [[true, 1.5, { k: [] }], "[True, 1.5, {'k': []}]"],
  ])('%j is written %s', (value, text) => expect(pythonText(value)).toBe(text));

  it('marks what may be left out', () =>
    expect(possibleCalls([{ f: { a: [1], b: ['', 'x'], c: [''] } }])).toEqual([
      {
        name: 'f',
        parameters: [
          { parameter: 'a', values: ['1'], optional: false },
          { parameter: 'b', values: ["'x'"], optional: true },
          { parameter: 'c', values: [], optional: true },
        ],
      },
    ]));

  it.each([[null], ['text'], [[['f()']]], [[{ f: 3 }]]])('%j is of another form', (value) =>
    expect(possibleCalls(value)).toBeNull(),
  );
});

describe('function docs', () => {
  it('flattens what is nested', () => {
    const doc = functionDoc({
      name: 'f',
      description: 'does',
      parameters: {
        required: ['a'],
        properties: {
          a: { type: 'dict', properties: { x: { type: 'integer', enum: [1, 2] } } },
          b: {
            type: 'array',
            items: { type: 'dict', properties: { y: { type: 'string', default: 'z' } } },
          },
        },
      },
    });
    expect(
      doc.parameters.map(({ name, type, required, allowed, fallback }) => [
        name,
        type,
        required,
        allowed,
        fallback,
      ]),
    ).toEqual([
      ['a', 'dict', true, [], null],
      ['a.x', 'integer', false, ['1', '2'], null],
      ['b', 'array of dict', false, [], null],
      ['b[].y', 'string', false, [], '"z"'],
    ]);
  });
  it.each<[Json, string]>([
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ anyOf: [{ type: 'string' }, { $ref: '#/$defs/point' }] }, 'string or point'],
    [{ $ref: '#/$defs/place' }, 'place'],
    [{ type: 'array', items: { oneOf: [{ type: 'integer' }, {}] } }, 'array of integer or any'],
    [{ type: 'array', items: {} }, 'array'],
    [{}, 'any'],
  ])('names the type of %j', (x, type) =>
    expect(functionDoc({ parameters: { properties: { x } } }).parameters[0]?.type).toBe(type),
  );
  it.each([[null], [3], [{}], [{ parameters: { properties: 7 } }]])('bears %j', (doc) =>
    expect(functionDoc(doc).parameters).toEqual([]),
  );
});

describe('a long name', () => {
  it('keeps its ends, which tell runs of one model apart', () => {
    const one = 'meta-llama-Llama-4-Maverick-17B-128E-Instruct-FP8-FC-temperature-0.6';
    expect(shortName(one)).toBe('meta-llama-Llam…emperature-0.6');
    expect(shortName(one)).not.toBe(shortName(one.replace(/6$/, '0')));
    expect([...shortName('😀'.repeat(40))]).toHaveLength(30);
  });
  it('of thirty characters stays as it is', () =>
    expect(shortName('x'.repeat(30))).toBe('x'.repeat(30)));
});

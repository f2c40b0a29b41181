import { describe, expect, it } from 'vitest';
import {
  filterMatrix,
  quarterer,
  sectionsOf,
  sortAfter,
  sortMatrix,
  type MatrixRow,
} from '../src/lib/matrix.ts';

const row = (name: string, overall: number | null, accuracy: number | null): MatrixRow => ({
  name,
  overall,
  weight: 0.5,
  right: 1,
  entries: 2,
  counts: new Map([['simple_python', { right: 1, entries: 2, accuracy }]]),
});
const ROWS = [row('b-10', 0.5, null), row('b-9', null, 0.1), row('A-1', 0.7, 0.3)];
const names = (rows: MatrixRow[]) => rows.map(({ name }) => name);

const group = (key: string, ...categories: string[]) => ({
  key,
  label: key,
  title: key,
  categories,
});
const GROUPS = [
  group('Live', 'live_simple', 'live_multiple'),
  group('Hallucination', 'irrelevance', 'live_irrelevance'),
  group('Agentic', 'memory_kv', 'web_search_base'),
];
const PRESENT = ['irrelevance', 'live_simple', 'live_multiple', 'live_irrelevance', 'memory_kv'];

describe('the matrix of runs', () => {
  it.each([
    ['-overall', ['A-1', 'b-10', 'b-9']],
    ['overall', ['b-10', 'A-1', 'b-9']],
    ['name', ['A-1', 'b-9', 'b-10']],
    ['-simple_python', ['A-1', 'b-9', 'b-10']],
    ['simple_python', ['b-9', 'A-1', 'b-10']],
  ])('by %s, what has no value last', (sort, expected) =>
    expect(names(sortMatrix(ROWS, sort))).toEqual(expected),
  );
  it.each([
    ['', 3],
    [undefined, 3],
    ['B 1', 1],
    ['nothing', 0],
  ])('filter %s leaves %i', (q, n) => expect(filterMatrix(ROWS, q)).toHaveLength(n));
  it('tells quarters apart, from four values on', () => {
    expect([0.1, 0.2, 0.3, 0.4].map((value) => quarterer([0.4, 0.1, 0.2, 0.3])(value))).toEqual([
      0, 1, 2, 3,
    ]);
    expect(quarterer([0.1, 0.2, 0.3])(0.1)).toBe(null);
    // Nothing is best or worst where all are the same.
    expect(quarterer([1, 1, 1, 1])(1)).toBe(null);
    expect([0.5, 0.5, 0.5, 1].map((value) => quarterer([0.5, 0.5, 0.5, 1])(value))).toEqual([
      0, 0, 0, 3,
    ]);
  });
  it('puts the categories of a group together, where its first one stands', () =>
    expect(sectionsOf(PRESENT, GROUPS, []).map(({ columns }) => columns)).toEqual([
      ['irrelevance', 'live_irrelevance'],
      ['live_simple', 'live_multiple'],
      ['memory_kv'],
    ]));
  it('folds a group into one column; one category is no group', () =>
    expect(
      sectionsOf(PRESENT, GROUPS, ['Live', 'Agentic', 'nothing']).map((section) => [
        section.group?.key,
        section.folded,
        section.columns,
      ]),
    ).toEqual([
      ['Hallucination', false, ['irrelevance', 'live_irrelevance']],
      ['Live', true, ['Live']],
      [undefined, false, ['memory_kv']],
    ]));
  it.each([
    ['-live_simple', '-Live'],
    ['memory_kv', 'memory_kv'],
    ['-overall', '-overall'],
    [undefined, undefined],
  ])('folding Live leaves the order %s as %s', (sort, expected) => {
    const [open, folded] = [[], ['Live']].map((some) => sectionsOf(PRESENT, GROUPS, some));
    expect(sortAfter(sort, open ?? [], folded ?? [])).toBe(expected);
  });
  it('has no order by a group that opens', () => {
    const [open, folded] = [[], ['Live']].map((some) => sectionsOf(PRESENT, GROUPS, some));
    expect(sortAfter('-Live', folded ?? [], open ?? [])).toBe(undefined);
  });
  it('sorts by the score of a folded group', () => {
    const rows = ROWS.map((one, i) => ({
      ...one,
      groups: new Map([['Live', [0.2, null, 0.9][i] ?? null]]),
    }));
    expect(names(sortMatrix(rows, 'Live'))).toEqual(['b-10', 'A-1', 'b-9']);
  });
});

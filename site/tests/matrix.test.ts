import { describe, expect, it } from 'vitest';
import { filterMatrix, quarterer, sortMatrix, type MatrixRow } from '../src/lib/matrix.ts';

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
});

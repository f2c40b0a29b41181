import { describe, expect, it } from 'vitest';
import { filterRows, sortRows, tableRow, type TableRow } from '../src/lib/rows.ts';
import {
  addRows,
  emptyCounts,
  errorTypes,
  rowsText,
  skippedOf,
  skipsText,
} from '../src/lib/summary.ts';

const row = (
  id: string,
  valid: boolean | null,
  error_type = '',
  more: Partial<TableRow> = {},
): TableRow => ({
  id,
  valid,
  error_type,
  line: 1,
  category: id.replace(/_\d+$/, ''),
  reason: '',
  superseded: false,
  ...more,
});

const ROWS = [
  row('simple_java_0', true, '', { own_id: 'W2' }),
  row('simple_python_10', false, 'value_error:string', { line: 3, reason: 'unit is wrong' }),
  row('simple_python_9', false, 'type_error:simple', { line: 2 }),
  row('simple_python_2', null, '', { missing: true }),
  row('simple_python_9', false, 'value_error:string', { superseded: true }),
];
const language = (category: string) => (category.endsWith('java') ? 'java' : 'python');
const ids = (rows: TableRow[]) => rows.map(({ id }) => id);

describe('filterRows', () => {
  it.each([
    [{}, 5],
    [{ verdict: 'pass' }, 1],
    [{ verdict: 'fail' }, 2],
    [{ verdict: 'none' }, 2],
    [{ category: 'simple_python' }, 4],
    [{ error: 'value_error:string' }, 1],
    [{ language: 'java' }, 1],
    [{ q: 'UNIT  value_error' }, 1],
    [{ q: 'w2' }, 1],
    [{ q: 'id:w2' }, 1],
    [{ q: 'nothing like it' }, 0],
    [{ verdict: 'fail', q: '_9' }, 1],
    [{ ids: new Set(['simple_python_9', 'simple_python_2', 'simple_python_77']) }, 3],
    [{ ids: new Set<string>() }, 0],
  ])('%j leaves %d', (filter, n) => expect(filterRows(ROWS, filter, language)).toHaveLength(n));
});

describe('sortRows', () => {
  const order = (category: string) => ['simple_python', 'simple_java'].indexOf(category);
  it.each([
    [
      'order',
      [
        'simple_python_9',
        'simple_python_9',
        'simple_python_10',
        'simple_python_2',
        'simple_java_0',
      ],
    ],
    [
      '',
      [
        'simple_python_9',
        'simple_python_10',
        'simple_python_9',
        'simple_python_2',
        'simple_java_0',
      ],
    ],
    [
      'id',
      [
        'simple_java_0',
        'simple_python_2',
        'simple_python_9',
        'simple_python_9',
        'simple_python_10',
      ],
    ],
    [
      '-id',
      [
        'simple_python_10',
        'simple_python_9',
        'simple_python_9',
        'simple_python_2',
        'simple_java_0',
      ],
    ],
  ])('by "%s"', (sort, expected) => expect(ids(sortRows(ROWS, sort, order))).toEqual(expected));
  it('puts errors before none', () =>
    expect(sortRows(ROWS, 'error', order)[0]?.error_type).toBe('type_error:simple'));
  it('leaves the rows as they were', () => expect(ids(ROWS)[0]).toBe('simple_java_0'));
});

describe('counts', () => {
  it('tells right, failed, missing, unknown and superseded apart', () => {
    const counts = emptyCounts('simple_python', 6);
    addRows(counts, [row('a', true), row('b', false, 'x'), row('c', false, 'x')]);
    addRows(counts, [row('d', null), row('b', false, 'y', { superseded: true })]);
    expect(counts).toMatchObject({
      entries: 3,
      right: 1,
      missing: 3,
      unknown: 1,
      duplicates: 1,
      accuracy: 1 / 3,
    });
    expect(errorTypes([counts])).toEqual([{ name: 'x', count: 2 }]);
  });
  it('says what rows are, where some have no verdict', () => {
    expect(rowsText(ROWS)).toBe('3 scored, 1 missing, 1 duplicate');
    const others = [row('a', null), row('b', null, '', { skipped: 'skipped_api_error' })];
    expect(rowsText(others)).toBe('1 skipped, 1 unknown');
    expect(rowsText(ROWS.slice(0, 3))).toBe('');
  });
  it('counts what was skipped apart, by reason', () => {
    const counts = emptyCounts('rest', 4);
    addRows(counts, [row('a', true), row('b', null, '', { skipped: 'skipped_api_error' })]);
    addRows(counts, [
      row('c', null, '', { skipped: 'skipped_no_network' }),
      row('d', null, '', { skipped: 'skipped_no_network' }),
    ]);
    expect(counts).toMatchObject({ entries: 1, right: 1, missing: 0, unknown: 0, accuracy: 1 });
    expect(skippedOf(counts)).toBe(3);
    expect(skipsText([counts])).toBe('1 skipped_api_error, 2 skipped_no_network');
    expect(skipsText([emptyCounts('a', 5)])).toBe('');
  });
  it('has no accuracy of nothing', () =>
    expect(emptyCounts('a', 5)).toMatchObject({ accuracy: null, interval: null, missing: 5 }));
});

describe('tableRow', () => {
  const scored = {
    id: 'a',
    line: 1,
    category: 'c',
    valid: null,
    error_type: '',
    superseded: false,
  };
  it('keeps of a reason what a table shows', () => {
    const reason = { rule: 'r', path: [0], expected: '1', found: '2', text: 'n: 2 ≠ 1' };
    expect(tableRow({ ...scored, valid: false, reason })).toEqual({
      ...scored,
      valid: false,
      reason: 'n: 2 ≠ 1',
    });
    expect(tableRow({ ...scored, unscored: 'no such entry' }).reason).toBe('no such entry');
    expect(tableRow({ ...scored, valid: true }).reason).toBe('');
  });
});

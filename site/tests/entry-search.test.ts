import { describe, expect, it } from 'vitest';
import { catalogueRow, filterEntries, sortEntries } from '../src/lib/entry-search.ts';

const entry = (id: string, text: string, functions: string[], turns?: number) => ({
  id,
  text,
  functions,
  has_ground_truth: true,
  ...(turns && { turns, classes: ['MathAPI'] }),
});

const ROWS = [
  catalogueRow(
    entry('simple_python_10', 'When is high water?', ['harbour.tide']),
    'simple_python',
    'python',
  ),
  catalogueRow(
    entry('simple_python_2', 'Heat the Oven', ['oven.preheat', 'oven.stop']),
    'simple_python',
    'python',
  ),
  catalogueRow(
    entry('multi_turn_base_0', 'The mean of 1 and 2', [], 4),
    'multi_turn_base',
    'python',
  ),
  catalogueRow(entry('simple_java_0', 'Open the file', ['open']), 'simple_java', 'java'),
  catalogueRow(
    entry('format_sensitivity_0', 'Open the file', ['open']),
    'format_sensitivity',
    'python',
  ),
];
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('filterEntries', () => {
  it.each([
    [{}, ['simple_python_10', 'simple_python_2', 'multi_turn_base_0', 'simple_java_0']],
    [{ q: 'OVEN' }, ['simple_python_2']],
    [{ q: 'high tide' }, ['simple_python_10']],
    [{ q: 'mathapi' }, ['multi_turn_base_0']],
    [{ q: 'python_2' }, ['simple_python_2']],
    [{ q: 'open', language: 'java' }, ['simple_java_0']],
    [{ category: 'simple_python' }, ['simple_python_10', 'simple_python_2']],
    [{ category: 'format_sensitivity' }, ['format_sensitivity_0']],
    [{ q: '<script>' }, []],
  ])('%j', (filter, expected) => expect(ids(filterEntries(ROWS, filter))).toEqual(expected));
});

describe('sortEntries', () => {
  it.each([
    [
      '',
      [
        'simple_python_10',
        'simple_python_2',
        'multi_turn_base_0',
        'simple_java_0',
        'format_sensitivity_0',
      ],
    ],
    [
      'id',
      [
        'format_sensitivity_0',
        'multi_turn_base_0',
        'simple_java_0',
        'simple_python_2',
        'simple_python_10',
      ],
    ],
    [
      '-functions',
      [
        'simple_python_2',
        'simple_python_10',
        'simple_java_0',
        'format_sensitivity_0',
        'multi_turn_base_0',
      ],
    ],
    [
      '-turns',
      [
        'multi_turn_base_0',
        'simple_python_10',
        'simple_python_2',
        'simple_java_0',
        'format_sensitivity_0',
      ],
    ],
    [
      'nonsense',
      [
        'simple_python_10',
        'simple_python_2',
        'multi_turn_base_0',
        'simple_java_0',
        'format_sensitivity_0',
      ],
    ],
  ])('%s', (sort, expected) => expect(ids(sortEntries(ROWS, sort))).toEqual(expected));
});

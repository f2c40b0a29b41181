import { expect, test } from 'vitest';
import { lackSummary, lackText, type Lack } from '../src/lib/lack.ts';

const lack = (names: string[]): Lack => ({
  names,
  zero: names.map((_, i) => 0.2 + i / 10),
  basis: {
    kind: 'partial',
    key: 'k',
    text: 'covers 85.7 % of the entries',
    missing: ['own_turns'],
    weight: 0.857,
  } as Lack['basis'],
});

test('an own benchmark has an accuracy, and no official table', () => {
  expect(lackText(lack(['b', 'a']), null)).toBe(
    'b and a: partial accuracy, not ranked: covers 85.7 % of the entries. Missing: own_turns. With missing categories as 0: 20.00 to 30.00.',
  );
  expect(lackSummary([lack(['a']), lack(['b'])], null)).toBe(
    '2 runs: partial accuracy, not ranked: on 2 bases, covering 85.7 % of the entries. With missing categories as 0: 20.00.',
  );
});

test('a version of the leaderboard is named', () => {
  expect(lackText(lack(['a']), 'v4')).toContain('a: partial score of v4, not ranked');
  expect(lackText(lack(['a']), 'v4')).toContain('as 0, as in the official table: 20.00.');
});

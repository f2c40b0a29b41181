import { describe, expect, it } from 'vitest';
import { bestPair, type Candidate } from '../src/lib/best-pair.ts';
import type { BasedScore } from '../src/lib/scorer-types.ts';

const candidate = (
  run: string,
  key: string,
  value: number | null,
  ids: string,
): Candidate<string> => ({
  run,
  score: { value, basis: { key, entries: ids.length } } as BasedScore,
  ids: () => [...ids],
});

describe('bestPair', () => {
  const runs = [
    candidate('tiny', 'some', 0.9, 'ab'),
    candidate('low', 'all', 0.2, 'abcd'),
    candidate('mid', 'all', 0.5, 'abcd'),
    candidate('small', 'some', 0.95, 'ab'),
    candidate('high', 'all', 0.7, 'abcd'),
    candidate('empty', 'none', null, ''),
  ];
  it('takes the two best on the basis with the most entries', () =>
    expect(bestPair(runs)).toEqual(['high', 'mid']));
  it('keeps the one that is given', () => {
    expect(bestPair(runs, 'low')).toEqual(['low', 'high']);
    expect(bestPair(runs, 'tiny')).toEqual(['tiny', 'small']);
    expect(bestPair(runs, 'empty')).toEqual([]);
  });
  it('else those that share the most entries', () =>
    expect(
      bestPair([
        candidate('a', '1', 0.9, 'xyz'),
        candidate('b', '2', 0.1, 'abcd'),
        candidate('c', '3', 0.2, 'bcde'),
        candidate('d', '4', null, 'q'),
      ]).sort(),
    ).toEqual(['b', 'c']));
  it('none where nothing is shared', () =>
    expect(bestPair([candidate('a', '1', 0.9, 'x'), candidate('b', '2', 0.1, 'y')])).toEqual([]));
});

import { describe, expect, it } from 'vitest';
import { bestPair, type Candidate } from '../src/lib/best-pair.ts';
import type { BasedScore } from '../src/lib/scorer-types.ts';

const candidate = (
  run: string,
  key: string,
  value: number | null,
  ids: string,
  day = 1,
): Candidate<string> => ({
  run,
  name: run,
  date: new Date(2026, 0, day),
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
    expect(bestPair(runs)).toEqual({ runs: ['high', 'mid'], by: 'score' }));
  it('takes equal ones by name', () =>
    expect(bestPair(['c', 'b', 'a'].map((run) => candidate(run, 'all', 0.5, 'ab'))).runs).toEqual([
      'a',
      'b',
    ]));
  it('keeps the one that is given', () => {
    expect(bestPair(runs, 'low').runs).toEqual(['low', 'high']);
    expect(bestPair(runs, 'tiny').runs).toEqual(['tiny', 'small']);
    expect(bestPair(runs, 'empty').runs).toEqual([]);
  });
  const unlike = [
    candidate('a', '1', 0.9, 'xyz', 9),
    candidate('b', '2', 0.1, 'abcd', 2),
    candidate('c', '3', 0.2, 'bcde', 4),
    candidate('e', '5', 0.3, 'ez', 3),
    candidate('d', '4', null, 'q', 5),
  ];
  it('else the two latest that share entries, the earlier one first', () =>
    expect(bestPair(unlike)).toEqual({ runs: ['e', 'a'], by: 'date' }));
  it('or what shares the most with the one that is given', () =>
    expect(bestPair(unlike, 'c')).toEqual({ runs: ['c', 'b'], by: 'entries' }));
  it('none where nothing is shared', () =>
    expect(bestPair([candidate('a', '1', 0.9, 'x'), candidate('b', '2', 0.1, 'y')]).runs).toEqual(
      [],
    ));
});

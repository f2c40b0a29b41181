// Overall scores as every view says them: the module's figures, whatever their number of entries, as in the program.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { saidScore } from '../src/lib/overall.ts';
import { FEW_ENTRIES, shareText } from '../src/lib/share.ts';
import type { BasedScore } from '../src/lib/scorer-types.ts';

const score = (entries: number): BasedScore => ({
  value: 0.4,
  standard_error: 0.2,
  interval_95: { low: 0.2, high: 0.95 },
  basis: {
    kind: 'partial',
    leaderboard: 'v4',
    weight: 0.008,
    missing: [],
    categories: 1,
    entries,
    missing_entries: 0,
    sample: null,
    runs: 1,
    dataset: null,
    text: 'covers 0.8 % of the weight',
    key: '',
  },
});

test('a score over few entries stands with its interval and basis', () => {
  expect(saidScore(score(5))).toEqual({
    score: 0.4,
    value: '40.0',
    range: '20.0 to 95.0',
    interval: '20.0 to 95.0',
    basis: 'covers 0.8 % of the weight',
    complete: false,
  });
  expect(saidScore({ ...score(0), value: null })).toBeNull();
});

test('of few entries a share is written as the program writes it', () => {
  const header = resolve(import.meta.dirname, '../../core/render/figure_text.h');
  const few = /kFewEntries = (\d+)/.exec(readFileSync(header, 'utf8'))?.[1];
  expect(FEW_ENTRIES).toBe(Number(few));
  expect([shareText(1, 3), shareText(0, 0), shareText(10, 20)]).toEqual(['1 of 3', '–', '50.0']);
});

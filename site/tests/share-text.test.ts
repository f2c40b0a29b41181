import { describe, expect, it } from 'vitest';
import { sizesText } from '../src/lib/dataset-sizes.ts';
import { rangeOf, shareAmong, shareText } from '../src/lib/share.ts';

describe('shares', () => {
  it.each([
    [0, 0, '–'],
    [1, 3, '1 of 3'],
    [0, 19, '0 of 19'],
    [0, 20, '0.0'],
    [347, 400, '86.8'],
  ])('%i of %i is %s', (right, entries, text) => expect(shareText(right, entries)).toBe(text));
  it('have their sign among counts', () => {
    const mixed = [5, 39, 0];
    expect([shareAmong(38, 39, mixed), shareAmong(5, 5, mixed)]).toEqual(['97.4 %', '5 of 5']);
    expect(shareAmong(38, 39, [39, 400, 0])).toBe('97.4');
  });
  it.each([
    [0.5, { low: 0.489, high: 0.511 }, '±1.1'],
    [0, { low: 0, high: 0.79 }, '0.0 to 79.0'],
    [1, { low: 0.206, high: 1 }, '20.6 to 100.0'],
    [0.962, { low: 0.936, high: 0.975 }, '93.6 to 97.5'],
    // However many entries: never ±0.0, and never the end of the scale with a way beyond it.
    [1, { low: 0.9991, high: 1 }, '99.9 to 100.0'],
    [0, { low: 0, high: 0.0009 }, '0.0 to 0.1'],
    [0.5, { low: 0.4999, high: 0.5001 }, '50.0 to 50.0'],
  ])('%f', (value, interval, text) => expect(rangeOf(value, interval)).toBe(text));
});

describe('sizesText', () => {
  const scored = new Set(['simple_python', 'multiple']);
  it('explains the three numbers of the official dataset', () =>
    expect(
      sizesText(
        {
          simple_python: 4984,
          multiple: 106,
          live_relevance: 16,
          sql: 500,
          rest: 310,
          format_sensitivity: 5200,
        },
        scored,
      ),
    ).toBe(
      '5,090 entries count in the overall score; 826 are in categories that do not; 5,200 are prompts of format sensitivity, 200 entries in 26 formats each: 11,116 in all',
    ));
  it('says one number where there is one', () =>
    expect(sizesText({ multiple: 3, simple_python: null }, scored)).toBe(
      '3 entries count in the overall score',
    ));
});

import { describe, expect, it } from 'vitest';
import { readNumber } from '../src/lib/number-field.ts';

describe('a number in a field', () => {
  const sample = { label: 'Sample size', least: 1 };
  const warmth = { label: 'Temperature', least: 0, most: 2, fraction: true } as const;
  it.each([
    ['100', 100],
    ['1', 1],
    ['', null],
    [' ', null],
  ])('takes %j', (text, value) => expect(readNumber(sample, text)).toEqual({ value, problem: '' }));
  it.each(['-5', '0', '1.5', '1e400', '1e20', 'x', null])('refuses %j', (text) =>
    expect(readNumber(sample, text)).toEqual({
      value: null,
      problem: 'Sample size must be a whole number, 1 or more.',
    }),
  );
  it.each(['0', '0.001', '2'])('takes the fraction %s', (text) =>
    expect(readNumber(warmth, text).value).toBe(Number(text)),
  );
  it.each(['-0.1', '9'])('refuses what is out of range, %s', (text) =>
    expect(readNumber(warmth, text).problem).toBe('Temperature must be a number from 0 to 2.'),
  );
});

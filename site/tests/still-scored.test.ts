import { expect, test } from 'vitest';
import { stillScored } from '../src/lib/run-facts.ts';

test('runs that are still being scored are counted', () => {
  expect(stillScored(['done', 'failed', 'cancelled'])).toBe('');
  expect(stillScored(['done', 'scoring'])).toBe('1 of 2 runs is still being scored');
  expect(stillScored(['opening', 'scoring', 'done'])).toBe('2 of 3 runs are still being scored');
});

import { expect, test } from 'vitest';
import { ends } from '../src/components/ends.ts';

test('a long name has its end apart, whole letters all', () => {
  expect(ends('short-name').values).toEqual(['short-name']);
  expect(ends('a-model-of-which-there-are-many-run-0001').values).toEqual([
    'a-model-of-which-there-are-many-',
    'run-0001',
  ]);
  expect(ends(`${'x'.repeat(20)}\u{1f600}1234567`).values).toEqual([
    'x'.repeat(20),
    '\u{1f600}1234567',
  ]);
});

import { expect, test } from 'vitest';
import { ends, tailsOf } from '../src/components/ends.ts';

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

test('names that differ only between their ends have that part among what is seen', () => {
  const names = Array.from(
    { length: 60 },
    (_, i) => `org_some-model-name-v${String(i).padStart(2, '0')}-instruct-FC`,
  );
  const tails = tailsOf([...names, 'another-model-of-another-family', 'short']);
  const seen = names.map((name) => ends(name, tails(name)).values[1]);
  expect(new Set(seen).size).toBe(60);
  expect(seen[7]).toBe('-v07-instruct-FC');
  expect(tails('another-model-of-another-family')).toBe(8);
  expect(tails('short')).toBe(8);
});

test('names whose ends tell them apart, and those that differ too far from their ends, stay as they are', () => {
  const tail = (...names: string[]) => tailsOf(names)(names[0] ?? '');
  expect(tail('a-long-model-name-run-0001', 'a-long-model-name-run-0002')).toBe(8);
  expect(tail(`a-long-name-1${'-x'.repeat(20)}`, `a-long-name-2${'-x'.repeat(20)}`)).toBe(8);
  expect(tail()).toBe(8);
});

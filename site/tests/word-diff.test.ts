import { describe, expect, it } from 'vitest';
import { wordDiff } from '../src/lib/word-diff.ts';

/** What differs in brackets. */
const shown = (left: string, right: string) => {
  const found = wordDiff(left, right);
  const text = (parts: { text: string; same: boolean }[]) =>
    parts.map((part) => (part.same ? part.text : `[${part.text}]`)).join('');
  return found && [text(found.left), text(found.right)];
};

describe('wordDiff', () => {
  it.each([
    ['', '', '', ''],
    ['a b', 'a b', 'a b', 'a b'],
    ['', 'a', '', '[a]'],
    ["f(x='low', n=1)", "f(x='high', n=1)", "f(x='[low]', n=1)", "f(x='[high]', n=1)"],
    ['one two three', 'one three', 'one [two ]three', 'one three'],
    ['f_a(1)', 'f_b(1)', '[f_a](1)', '[f_b](1)'],
    ['Łódź 4', 'Łódz 4', '[Łódź] 4', '[Łódz] 4'],
    ['漢字 a', '漢字 b', '漢字 [a]', '漢字 [b]'],
    ['x 🙂', 'x 🙃', 'x [🙂]', 'x [🙃]'],
    ['a\nb', 'a b', 'a[\n]b', 'a[ ]b'],
  ])('%j and %j', (left, right, one, other) => expect(shown(left, right)).toEqual([one, other]));

  it('is bounded: what is long and quite different is marked as a whole, what is very long not at all', () => {
    const many = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word}${i}`).join(' ');
    const [left = '', right = ''] =
      shown(`same ${many('a')}`.slice(0, 40_000), `same ${many('b')}`.slice(0, 40_000)) ?? [];
    expect(left.startsWith('same [a0 ')).toBe(true);
    expect(right.split('[').length).toBe(2);
    expect(wordDiff('a'.repeat(40_001), 'b')).toBe(null);
  });
});

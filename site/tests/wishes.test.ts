// Several pastes at once: which of them is shown.
import { expect, test } from 'vitest';
import { Wishes } from '../src/lib/wishes.ts';

function several(count: number) {
  const wishes = new Wishes();
  const shown: number[] = [];
  const begun = Array.from({ length: count }, () => wishes.begin());
  /** The n-th, from 1, is done, or fails. */
  const done = (n: number, fails = false): void => {
    const wish = begun[n - 1] ?? 0;
    if (!fails) wishes.offer(wish, () => shown.push(n));
    wishes.end(wish);
  };
  return { wishes, shown, done };
}

test('in whatever order they are done, the latest is shown, and it alone', () => {
  for (const order of [
    [1, 2, 3],
    [3, 2, 1],
    [2, 3, 1],
    [2, 1, 3],
  ]) {
    const { shown, done, wishes } = several(3);
    for (const n of order) done(n);
    expect(shown, String(order)).toEqual([3]);
    expect(wishes.idle).toBe(true);
  }
});

test('where the latest comes to nothing, the one before it', () => {
  const { shown, done } = several(4);
  done(1);
  done(4, true);
  done(2);
  expect(shown).toEqual([]);
  done(3, true);
  expect(shown).toEqual([2]);
});

test('one after the other each is shown', () => {
  const { wishes, shown, done } = several(1);
  done(1);
  const next = wishes.begin();
  expect(wishes.isLatest(next)).toBe(true);
  wishes.offer(next, () => shown.push(2));
  expect(shown).toEqual([1, 2]);
  wishes.end(next);
  expect(shown).toEqual([1, 2]);
});

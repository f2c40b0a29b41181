// Several pastes at once: which of them is shown.
import { expect, test } from 'vitest';
import { LatestRequest } from '../src/lib/latest-request.ts';

function several(count: number) {
  const requests = new LatestRequest();
  const shown: number[] = [];
  const begun = Array.from({ length: count }, () => requests.begin());
  /** The n-th, from 1, is done, or fails. */
  const done = (n: number, fails = false): void => {
    const request = begun[n - 1] ?? 0;
    if (!fails) requests.offer(request, () => shown.push(n));
    requests.end(request);
  };
  return { requests, shown, done };
}

test('in whatever order they are done, the latest is shown, and it alone', () => {
  for (const order of [
    [1, 2, 3],
    [3, 2, 1],
    [2, 3, 1],
    [2, 1, 3],
  ]) {
    const { shown, done, requests } = several(3);
    for (const n of order) done(n);
    expect(shown, String(order)).toEqual([3]);
    expect(requests.idle).toBe(true);
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
  const { requests, shown, done } = several(1);
  done(1);
  const next = requests.begin();
  expect(requests.isLatest(next)).toBe(true);
  requests.offer(next, () => shown.push(2));
  expect(shown).toEqual([1, 2]);
  requests.end(next);
  expect(shown).toEqual([1, 2]);
});

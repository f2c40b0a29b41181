// Who scores one response fetches no more in the first minute; the run changes once it may.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_MINUTE } from '../src/lib/first-visit.ts';
import type { Run } from '../src/state/runs.ts';

const { pool, changed } = vi.hoisted(() => ({ pool: { hasDeferred: false }, changed: vi.fn() }));
vi.mock('../src/state/pool.ts', () => ({ pool }));
vi.mock('../src/state/runs.ts', () => ({ changed }));

const { mayFetchMore } = await import('../src/state/first-minute.ts');
const run = (responses: number) => ({ rows: Array(responses).fill({}) }) as unknown as Run;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  pool.hasDeferred = false;
  changed.mockClear();
});
afterEach(() => vi.useRealTimers());

test('one response waits, and its run changes once when the minute is over', () => {
  const one = run(1);
  expect([mayFetchMore(one), mayFetchMore(one)]).toEqual([false, false]);
  vi.advanceTimersByTime(FIRST_MINUTE - 1);
  expect(changed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(changed.mock.calls).toEqual([[one]]);
  expect(mayFetchMore(one)).toBe(true);
});

test('several responses do not wait, nor does anything once the deferred part is there', () => {
  expect([mayFetchMore(run(0)), mayFetchMore(run(2))]).toEqual([true, true]);
  pool.hasDeferred = true;
  expect(mayFetchMore(run(1))).toBe(true);
});

test('a later visit does not wait: the service worker has the files', () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  expect(mayFetchMore(run(1))).toBe(true);
  vi.unstubAllGlobals();
});

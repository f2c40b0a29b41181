// What is computed of a run is computed once for its verdicts, and again when they change.
import { expect, test, vi } from 'vitest';
import { derived } from '../src/state/derived.ts';

test('it is kept by run and key until the verdicts change', () => {
  const [one, other] = [{ verdicts: 1 }, { verdicts: 1 }];
  const compute = vi.fn(() => ({}));
  const first = derived(one, 'a', compute);
  expect(derived(one, 'a', compute)).toBe(first);
  expect(derived(one, 'b', compute)).not.toBe(first);
  expect(derived(other, 'a', compute)).not.toBe(first);
  expect(compute).toHaveBeenCalledTimes(3);
  one.verdicts += 1;
  const second = derived(one, 'a', compute);
  expect(second).not.toBe(first);
  expect(derived(one, 'a', compute)).toBe(second);
});

test('nothing and null are values too', () => {
  const run = { verdicts: 0 };
  const compute = vi.fn(() => undefined);
  derived(run, 'a', compute);
  derived(run, 'a', compute);
  expect(compute).toHaveBeenCalledTimes(1);
});

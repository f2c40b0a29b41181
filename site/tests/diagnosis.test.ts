// Findings of a run: looked for when they are asked for, and not by who lists runs.
import { expect, test, vi } from 'vitest';
import type { Run } from '../src/state/runs.ts';

const apart = vi.hoisted(() =>
  vi.fn(async () => [{ severity: 'error' }, { severity: 'warning' }] as object[]),
);
vi.mock('../src/state/pool.ts', () => ({ pool: { apart } }));
vi.mock('../src/state/runs.ts', () => ({ changed: () => undefined, messageOf: String }));

const { diagnoseNow, diagnosisOf, errorsOf, knownErrorsOf } =
  await import('../src/state/diagnosis.ts');

const run = () =>
  ({
    phase: 'done',
    settings: {},
    files: [],
    rows: [],
    stop: new AbortController(),
  }) as unknown as Run;

test('a list of runs looks for nothing; it has what is known', async () => {
  const [shown, listed] = [run(), run()];
  expect(knownErrorsOf(shown)).toBe(0);
  expect(errorsOf(shown)).toBe(0);
  await vi.waitUntil(() => errorsOf(shown) > 0);
  expect(knownErrorsOf(shown)).toBe(1);
  expect(knownErrorsOf(listed)).toBe(0);
  expect(apart).toHaveBeenCalledTimes(1);
});

test('an entry whose response is an error message says so, and not what the decoder says of it', async () => {
  apart.mockResolvedValueOnce([
    { code: 'truncated', ids: ['d'], examples: [{ id: 'd', text: 'cut' }] },
    {
      code: 'inference_errors',
      ids: ['a', 'b', 'c'],
      examples: [
        { id: 'a', text: 'Error during inference: Error code: 400 - no tools' },
        { id: 'c', text: 'Error during inference: Error code: 400 - no tools' },
      ],
    },
  ]);
  const unreadable = 'no calls in the format of the decoder';
  const rows = ['a', 'b', 'c', 'd'].map((id) => ({
    id,
    valid: id === 'c',
    superseded: false,
    reason: id === 'c' ? '' : unreadable,
  }));
  const one = { ...run(), rows } as unknown as Run;
  await vi.waitUntil(() => diagnosisOf(one).phase === 'done');
  expect(rows.map(({ reason, valid }) => [reason, valid])).toEqual([
    ['generation error: Error code: 400 - no tools', false],
    ['generation error', false],
    ['', true],
    [unreadable, false],
  ]);
});

test('the findings of a single response wait for the end of the first minute, or until the reader asks', async () => {
  const one = { ...run(), rows: [{ id: 'a' }] } as unknown as Run;
  expect(diagnosisOf(one).phase).toBe('waiting');
  diagnoseNow(one);
  await vi.waitUntil(() => diagnosisOf(one).phase === 'done');
});

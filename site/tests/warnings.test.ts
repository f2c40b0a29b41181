// Warnings beside a run's scores: null where they could not be computed.
import { expect, test, vi } from 'vitest';
import type { Run } from '../src/state/runs.ts';

const { apart, runs } = vi.hoisted(() => ({
  apart: vi.fn(async () => ({ list: [] as object[], latency: null as object | null })),
  runs: { value: [] as unknown[] },
}));
vi.mock('../src/state/pool.ts', () => ({ pool: { apart } }));
vi.mock('../src/state/runs.ts', () => ({ changed: () => undefined, runs }));

const { latencyOf, warningsOf, warningsWhenKnown } = await import('../src/state/warnings.ts');

function run(more: object = {}): Run {
  const one = {
    name: 'm',
    phase: 'done',
    settings: {},
    files: [{ key: 'f', path: 'f', blob: new Blob() }],
    rows: [],
    stop: new AbortController(),
    ...more,
  };
  runs.value.push(one);
  return one as unknown as Run;
}

test('no warnings of a run that was looked at is an empty list', async () => {
  expect(await warningsWhenKnown(run())).toEqual([]);
});

test('who needs the warnings of a single response does not wait for the end of the first minute', async () => {
  const one = run({ rows: [{}] });
  apart.mockClear();
  expect(warningsOf(one)).toEqual([]);
  expect(apart).not.toHaveBeenCalled();
  expect(await warningsWhenKnown(one)).toEqual([]);
  expect(apart).toHaveBeenCalledTimes(1);
});

test('warnings are those of the module', async () => {
  apart.mockResolvedValueOnce({
    list: [{ kind: 'not_decoded', text: 'x' }],
    latency: null,
  });
  expect(await warningsWhenKnown(run())).toEqual([{ kind: 'not_decoded', text: 'x' }]);
});

test.each([
  ['failed', { phase: 'failed' }],
  ['was cancelled', { phase: 'cancelled' }],
  ['has no settings', { settings: null }],
  ['has no files', { files: [] }],
])('warnings of a run that %s are not known, and its views show none', async (_what, more) => {
  const one = run(more);
  expect(await warningsWhenKnown(one)).toBeNull();
  expect(warningsOf(one)).toEqual([]);
});

test('warnings that could not be computed are not known', async () => {
  apart.mockRejectedValueOnce(new Error('no module'));
  expect(await warningsWhenKnown(run())).toBeNull();
});

test('warnings of a run that was stopped before its turn are not known', async () => {
  const one = run();
  one.stop.abort();
  expect(await warningsWhenKnown(one)).toBeNull();
});

test('latency is that of the module, and known with the warnings', async () => {
  const latency = { requests: 1, p50: 1, p95: 1, categories: {} };
  apart.mockResolvedValueOnce({ list: [], latency });
  const one = run();
  expect(latencyOf(one)).toBeNull();
  await warningsWhenKnown(one);
  expect(latencyOf(one)).toEqual(latency);
});

// Warnings beside a run's scores: null where they could not be computed.
import { expect, test, vi } from 'vitest';
import type { Run } from '../src/state/runs.ts';

const { apart, runs } = vi.hoisted(() => ({
  apart: vi.fn(async () => [] as object[]),
  runs: { value: [] as unknown[] },
}));
vi.mock('../src/state/pool.ts', () => ({ pool: { apart } }));
vi.mock('../src/state/runs.ts', () => ({ changed: () => undefined, runs }));

const { manifestWarnings, warningsOf, warningsWhenKnown } =
  await import('../src/state/warnings.ts');

function run(more: object = {}): Run {
  const one = {
    name: 'm',
    phase: 'done',
    settings: {},
    files: [{ key: 'f', path: 'f', blob: new Blob() }],
    stop: new AbortController(),
    ...more,
  };
  runs.value.push(one);
  return one as unknown as Run;
}

test('no warnings of a run that was looked at is an empty list', async () => {
  expect(await warningsWhenKnown(run())).toEqual([]);
});

test('warnings are those of the module', async () => {
  apart.mockResolvedValueOnce([{ kind: 'not_decoded', text: 'x' }]);
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

const FOUND = ['mixed_decoders', 'inference_errors', 'dataset_version', 'ignored_manifest'].map(
  (kind) => ({ kind, text: kind }),
);
const DECODERS = [
  { decoder: 'prompting', results: 28 },
  { decoder: 'openai_fc', results: 12 },
];

test.each([
  ['a dataset alone', { dataset: { version: 'v3', hash: 'sha256:bb' } }],
  ['decoders alone', { decoders: DECODERS }],
])('what only the manifest tells is shown with the run: %s', async (_what, manifest) => {
  apart.mockResolvedValueOnce(FOUND);
  const one = run({ manifest });
  expect(manifestWarnings(one)).toEqual([]);
  await warningsWhenKnown(one);
  expect(manifestWarnings(one).map(({ kind }) => kind)).toEqual([
    'mixed_decoders',
    'dataset_version',
  ]);
});

test.each([
  ['no manifest', null],
  ['one decoder', { dataset: null, decoders: DECODERS.slice(0, 1) }],
])('a run that its manifest tells nothing of is not looked at: %s', (_what, manifest) => {
  apart.mockClear();
  expect(manifestWarnings(run({ manifest }))).toEqual([]);
  expect(apart).not.toHaveBeenCalled();
});

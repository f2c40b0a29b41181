// Errata over many runs: a worker of its own for each at once would take all memory.
import { expect, test, vi } from 'vitest';
import type { Run } from '../src/state/runs.ts';

let under = 0;
let most = 0;
vi.mock('../src/state/pool.ts', () => ({
  pool: {
    apart: async () => {
      most = Math.max(most, ++under);
      await new Promise((next) => setTimeout(next, 2));
      under -= 1;
      return { name: 'e', problems: [], applied: 0, corrections: 0, categories: {} };
    },
  },
}));
vi.mock('../src/state/runs.ts', () => ({ messageOf: String, changed: () => undefined }));
vi.mock('../src/state/statistics.ts', () => ({
  isSettled: () => true,
  judged: () => ({ name: '', entries: {} }),
}));
vi.mock('../src/lib/errata.ts', () => ({ correctedRun: () => ({}) }));

const { correctionsOf, errata } = await import('../src/state/errata.ts');
const runOf = (name: string) =>
  ({
    name,
    files: [],
    settings: {},
    dataset: { ref: {} },
    stop: new AbortController(),
  }) as unknown as Run;

test('a few runs at a time are scored with the errata', async () => {
  errata.set({ path: 'e.json', blob: new Blob() });
  const runs = Array.from({ length: 40 }, (_, i) => runOf(String(i)));
  for (const run of runs) correctionsOf(run);
  await vi.waitUntil(() => runs.every((run) => correctionsOf(run)?.phase === 'done'));
  expect(most).toBe(2);
});

test('errata that were removed are not worked out for the runs that wait', async () => {
  errata.set({ path: 'f.json', blob: new Blob() });
  const runs = Array.from({ length: 10 }, (_, i) => runOf(String(i)));
  for (const run of runs) correctionsOf(run);
  errata.set(null);
  await vi.waitUntil(() => under === 0);
  await new Promise((next) => setTimeout(next, 20));
  expect(under).toBe(0);
  errata.set({ path: 'g.json', blob: new Blob() });
  expect(correctionsOf(runs[9] as Run)?.phase).toBe('working');
});

// The figures of a run: asked of the module as seldom as they can be, and the same as beside itself.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadScorer, wasmUrl } from 'bfclx';
import { beforeAll, expect, test, vi } from 'vitest';
import type { CompareRequest, JudgedRun, OverallRequest, Scorer } from '../src/lib/scorer-types.ts';
import type { Run } from '../src/state/runs.ts';

const asked = vi.hoisted(() => [] as { method: string; request: { leaderboard?: string } }[]);
const stand = vi.hoisted(() => ({ scorer: null as unknown, runs: [] as unknown[] }));
vi.mock('../src/state/pool.ts', () => ({
  pool: {
    call: async (method: 'compare' | 'overallScores', request: CompareRequest & OverallRequest) => {
      asked.push({ method, request });
      return (stand.scorer as Scorer)[method](request);
    },
  },
}));
vi.mock('../src/state/errata.ts', () => ({ correctionsOf: () => null }));
vi.mock('../src/state/runs.ts', () => ({
  changed: () => undefined,
  runs: { value: stand.runs, subscribe: () => undefined },
}));
vi.mock('../src/state/statistics.ts', () => ({
  isSettled: () => true,
  judged: (run: { judged: JudgedRun }) => run.judged,
  pack: (one: JudgedRun) => one,
}));

const { overallWhenKnown } = await import('../src/state/figures.ts');

/** A judged run with so many entries of each category, two of three right. */
const made = (name: string, sizes: Record<string, number>): JudgedRun => ({
  name,
  entries: Object.fromEntries(
    Object.entries(sizes).map(([category, size]) => {
      const ids = Array.from({ length: size }, (_, i) => `${category}_${i}`);
      const right = ids.map((_, i) => (i % 3 === 0 ? '0' : '1')).join('');
      return [
        category,
        { ids, right, error_types: ids.filter((_, i) => i % 3 === 0).map(() => 'x') },
      ];
    }),
  ),
});

/** What is shown of it, and its categories' intervals. */
async function figures(judged: JudgedRun) {
  const categories = new Map(
    Object.keys(judged.entries).map((category) => [category, { category, interval: null }]),
  );
  const run = { name: judged.name, judged, verdicts: 1, categories } as unknown as Run;
  stand.runs.push(run);
  asked.length = 0;
  return { overall: await overallWhenKnown(run), categories };
}

beforeAll(async () => {
  const wasm = await readFile(fileURLToPath(wasmUrl({ full: true })));
  stand.scorer = await loadScorer({ wasm, full: true });
});

test('the overall score of a run is that of the run beside itself, to the last bit', async () => {
  const run = made('a', { simple_python: 90, multiple: 40, multi_turn_base: 30 });
  const { overall, categories } = await figures(run);
  expect(asked.map(({ method, request }) => [method, request.leaderboard])).toEqual([
    ['overallScores', 'v4'],
    ['compare', 'v4'],
  ]);
  const { ranking } = (stand.scorer as Scorer).compare({ runs: [run, { ...run, name: 'again' }] });
  const [beside] = ranking.runs;
  expect(overall).toMatchObject({
    score: beside?.score,
    interval: beside?.interval_95,
    weight: ranking.weight,
    entries: 160,
  });
  expect([...categories.values()].map(({ interval }) => interval)).not.toContain(null);
});

test('categories that v4 has no interval of have that of the version with the executable ones', async () => {
  const { categories } = await figures(made('b', { simple_python: 30, exec_simple: 20 }));
  expect(asked.map(({ request }) => request.leaderboard)).toEqual(['v4', 'v3_executable', 'v4']);
  expect(categories.get('exec_simple')?.interval).not.toBeNull();
});

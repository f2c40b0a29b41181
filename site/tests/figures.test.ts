// The figures of a run: asked of the module as seldom as they can be, and the same as beside itself.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadScorer, wasmUrl } from 'bfclx';
import { beforeAll, expect, test, vi } from 'vitest';
import type {
  CompareRequest,
  JudgedRun,
  OverallRequest,
  Range,
  Scorer,
} from '../src/lib/scorer-types.ts';
import type { Run } from '../src/state/runs.ts';

const asked = vi.hoisted(
  () => [] as { method: string; request: { leaderboard?: string; basis?: string } }[],
);
const stand = vi.hoisted(() => ({
  scorer: null as unknown,
  runs: [] as unknown[],
  dataset: { own: null as Record<string, number> | null },
}));
vi.mock('../src/state/pool.ts', () => ({
  pool: {
    call: async (method: 'compare' | 'overallScores', request: CompareRequest & OverallRequest) => {
      asked.push({ method, request });
      return (stand.scorer as Scorer)[method](request);
    },
  },
}));
vi.mock('../src/state/dataset.ts', () => ({ dataset: { value: stand.dataset } }));
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
  const wasm = await readFile(fileURLToPath(wasmUrl()));
  stand.scorer = await loadScorer({ wasm });
});

test('the overall score of a run is what the module says of it, with its basis and words', async () => {
  const run = made('a', { simple_python: 90, multiple: 40, multi_turn_base: 30 });
  const { overall, categories } = await figures(run);
  expect(asked.map(({ method, request }) => [method, request.leaderboard, request.basis])).toEqual([
    ['overallScores', 'v4', undefined],
    ['overallScores', 'v4', 'missing_as_0'],
  ]);
  const { runs, ranking } = (stand.scorer as Scorer).compare({ runs: [run] });
  const { name: _, ...compared } = runs[0] ?? { name: '' };
  expect(overall?.own).toEqual(compared);
  expect(overall?.own.value).toBeCloseTo(ranking.runs[0]?.score ?? 0, 12);
  expect(overall?.own.basis).toMatchObject({ kind: 'partial', entries: 160, sample: null });
  expect(overall?.own.basis.text).toMatch(/^covers \d+\.\d % of the weight$/);
  expect(overall?.zero.basis.kind).toBe('missing_as_0');
  expect(overall?.zero.value ?? 1).toBeLessThan(overall?.own.value ?? 0);
  expect([...categories.values()].map(({ interval }) => interval)).not.toContain(null);
});

test('what is a sample, or of an older version, or has holes, is no complete run, and says so', async () => {
  const whole = made('c', { simple_python: 30, multiple: 30 });
  const holes = {
    ...whole,
    entries: { ...whole.entries, multiple: { ...whole.entries['multiple'], missing: 5 } },
  } as JudgedRun;
  const texts = await Promise.all(
    [{ ...whole, sample: 60 }, { ...whole, version: 'v3' }, holes].map(
      async (run) => (await figures(run)).overall?.own.basis.text,
    ),
  );
  expect(texts).toEqual([
    expect.stringContaining('sample of 60 entries'),
    expect.stringContaining('v3'),
    expect.stringContaining('5 entries missing'),
  ]);
});

test.each([
  ['nothing passed', '0'],
  ['everything passed', '1'],
])('no interval is without a width: %s', async (_, mark) => {
  const ids = Array.from({ length: 40 }, (_unused, i) => `simple_python_${i}`);
  const right = mark.repeat(40);
  const { overall, categories } = await figures({
    name: mark,
    entries: { simple_python: { ids, right, error_types: mark === '0' ? ids : [] } },
  });
  const [counts] = categories.values();
  for (const range of [overall?.own.interval_95, counts?.interval as Range | null | undefined]) {
    expect((range?.high ?? 0) - (range?.low ?? 0)).toBeGreaterThan(0.05);
  }
});

test('categories that are in no overall score have the interval of their accuracy too', async () => {
  const run = made('b', {
    simple_python: 30,
    exec_simple: 20,
    format_sensitivity: 40,
    sql: 30,
    chatable: 30,
  });
  const { categories } = await figures(run);
  expect(asked.map(({ request }) => request.leaderboard)).toEqual(['v4', 'v4']);
  const [scored] = (stand.scorer as Scorer).overallScores({ runs: [run] }).runs;
  expect(categories.size).toBe(5);
  for (const { category, interval } of categories.values())
    expect(interval, category).toEqual(scored?.categories[category]?.interval_95 ?? 'none');
});

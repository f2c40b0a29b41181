// A page that keeps verdicts, over stand-ins for the browser's files and for the workers: loaded anew as often as a test wants.
import { beforeAll, beforeEach, vi } from 'vitest';
import { Atom } from '../src/lib/atom.ts';
import type { Run } from '../src/state/runs.ts';
import { Disk, filesBelow, sampleDataset, standInPool } from './kept-stand-ins.ts';

const stand = vi.hoisted(() => ({
  usage: 0,
  params: {} as { run?: string },
  names: ['bfclx-AAAAAAAA.wasm'] as string[] | null,
  dataset: { value: null as unknown },
  pool: null as unknown,
  description: null as unknown,
  categories: [] as { name: string }[],
}));
vi.mock('../src/state/build-names.ts', () => ({ buildNames: () => stand.names }));
vi.mock('../src/state/router.ts', () => ({
  route: { value: { params: stand.params }, subscribe: () => undefined },
}));
vi.mock('../src/state/dataset.ts', () => ({
  dataset: stand.dataset,
  startDataset: async () => undefined,
  offeredDataset: async () => stand.dataset.value,
}));
vi.mock('../src/state/pool.ts', () => ({
  get pool() {
    return stand.pool;
  },
  get description() {
    return stand.description;
  },
  describe: async () => undefined,
  categoryInfo: (name: string) => stand.categories.find((one) => one.name === name),
  isDeferred: () => false,
}));

export { stand };
export const store = new Map<string, string>();
const own: { top?: unknown } = {};
export let disk = new Disk();
vi.stubGlobal('window', (own.top = own));
vi.stubGlobal('requestAnimationFrame', (call: () => void) => setTimeout(call));
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
});
vi.stubGlobal('navigator', {
  storage: {
    getDirectory: async () => ({ getDirectoryHandle: async () => disk.root }),
    estimate: async () => ({ usage: stand.usage, quota: 1e9 }),
  },
});

export let made: string[] = [];
export let opened: string[] = [];
let forget: () => Promise<void>;
beforeAll(async () => {
  const { pool, host, ...workers } = await standInPool(
    () => (stand.dataset.value as ReturnType<typeof sampleDataset>).ref,
  );
  ({ made, opened, forget } = workers);
  stand.pool = pool;
  const found = await host.describe();
  stand.description = new Atom(found);
  stand.categories = found.categories;
});

beforeEach(() => {
  disk = new Disk();
  stand.usage = 0;
  store.clear();
  delete stand.params.run;
  stand.names = ['bfclx-AAAAAAAA.wasm'];
  stand.dataset.value = sampleDataset('sha256:one');
});

/** The page, loaded anew. */
export async function load() {
  vi.resetModules();
  const [shelf, runs, figures, warnings, answers, shared, statistics, diagnosis] =
    await Promise.all([
      import('../src/state/shelf.ts'),
      import('../src/state/runs.ts'),
      import('../src/state/figures.ts'),
      import('../src/state/warnings.ts'),
      import('../src/state/answers.ts'),
      import('../src/state/kept-shared.ts'),
      import('../src/state/statistics.ts'),
      import('../src/state/diagnosis.ts'),
    ]);
  await forget();
  await shelf.startShelf();
  return {
    ...shelf,
    ...runs,
    ...figures,
    ...warnings,
    ...answers,
    ...shared,
    ...statistics,
    ...diagnosis,
  };
}
export type Page = Awaited<ReturnType<typeof load>>;

export async function until(what: () => boolean, most = 20_000): Promise<void> {
  const end = Date.now() + most;
  while (!what()) {
    if (Date.now() > end) throw new Error(`not within ${most} ms: ${what.toString()}`);
    await new Promise((next) => setTimeout(next, 10));
  }
}
export const settle = (): Promise<void> => new Promise((next) => setTimeout(next, 900));

/** Adds runs of the sample, and one that lacks a file and has two responses to one entry. */
export async function addRuns(page: Page): Promise<void> {
  for (const model of ['good-model', 'bad-model']) {
    const files = filesBelow(`results/${model}`);
    await page.addRun({ name: model, files, source: { kind: 'files' } }).done;
  }
  const lines = [
    `{"id": "simple_python_90000", "result": "[harbour.tide_table(harbour='Whitby')]"}`,
    `{"id": "simple_python_90000", "result": "[f(a=1)]"}`,
    `{"id": "simple_python_77", "result": "[f()]"}`,
    'no json',
  ];
  const blob = new Blob([lines.join('\n')]);
  const files = [{ path: 'odd.jsonl', blob }];
  await page.addRun({ name: 'odd', files, source: { kind: 'paste' } }).done;
  for (const run of page.runs.value) await page.warningsWhenKnown(run);
}
export const keptFolders = (): string[] =>
  [...disk.folders].flatMap(([name, files]) => (files.has('verdicts') ? [name] : []));

/** Three runs whose verdicts are on disk. */
export async function kept(): Promise<Page> {
  const page = await load();
  await addRuns(page);
  await until(() => keptFolders().length === 3);
  return page;
}

/** Everything that views read. */
async function seen(page: Page, run: Run) {
  const overall = await page.overallWhenKnown(run);
  const numbers = new Map(run.files.map(({ key }, i) => [key, i]));
  const fileOf = (key: string) => numbers.get(key) ?? -1;
  const rows = run.rows.map((row) => ({ ...row, file: fileOf(row.file) }));
  const lines: string[][] = [];
  for (const { key } of run.files) {
    const parts = [...(run.lines.get(key) ?? [])].sort((a, b) => a.from - b.from);
    lines.push(await Promise.all(parts.map(async ({ read }) => (await read()).text())));
  }
  const { name, path, model, phase, error, request, settings, scored, problems, manifest } = run;
  return {
    ...{ name, path, model, phase, error, request, settings, scored, problems, manifest },
    date: run.loaded,
    categories: [...run.categories],
    expected: [...run.expected],
    rows: rows.sort((a, b) => a.file - b.file || a.line - b.line),
    missing: run.missing,
    files: run.files.map(({ key: _, blob, ...file }) => ({ ...file, size: blob.size })),
    lines,
    overall,
    parts: page.partsOf(run),
    warnings: await page.warningsWhenKnown(run),
    answers: await page.answersTo('simple_python_90000', [run]),
  };
}
export const allSeen = (page: Page) => Promise.all(page.runs.value.map((run) => seen(page, run)));
export const isDone = (page: Page) => () =>
  page.runs.value.length > 0 &&
  page.runs.value.every(({ phase, whole }) => phase === 'done' && whole);
export const scored = (): boolean =>
  made.some((method) => method === 'score' || method === 'openResults');

export const first = (): string => keptFolders()[0] as string;
export const text = (name: string): string => new TextDecoder().decode(disk.bytesOf(first(), name));
export const put = (name: string, to: string): void =>
  disk.put(first(), name, new TextEncoder().encode(to));

/** With the right hash. */
export async function forged(
  change: (head: Record<string, unknown>, rows: Record<string, unknown>) => void,
) {
  const { sumOf } = await import('../src/lib/kept-form.ts');
  const [, head = '', rows = ''] = text('verdicts').split('\n');
  const both = [JSON.parse(head), JSON.parse(rows)] as [object, object];
  change(both[0] as Record<string, unknown>, both[1] as Record<string, unknown>);
  const body = `\n${both.map((one) => JSON.stringify(one)).join('\n')}`;
  put('verdicts', (await sumOf(new TextEncoder().encode(body))) + body);
}

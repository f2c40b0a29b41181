// Verdicts that are kept: a reload has the same of every run without scoring anything, and scores whatever is not of these
// files, this module, this dataset and these settings.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Atom } from '../src/lib/atom.ts';
import type { Run } from '../src/state/runs.ts';
import { Disk, filesBelow, sampleDataset, standInPool } from './kept-stand-ins.ts';

const stand = vi.hoisted(() => ({
  names: ['bfclx-lean-AAAAAAAA.wasm'] as string[] | null,
  dataset: { value: null as unknown },
  pool: null as unknown,
  description: null as unknown,
  categories: [] as { name: string }[],
}));
vi.mock('../src/state/build-names.ts', () => ({ buildNames: () => stand.names }));
vi.mock('../src/state/router.ts', () => ({
  route: { value: { params: {} }, subscribe: () => undefined },
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
}));

const store = new Map<string, string>();
const own: { top?: unknown } = {};
let disk = new Disk();
let usage = 0;
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
    estimate: async () => ({ usage, quota: 1e9 }),
  },
});

let made: string[] = [];
let forget: () => Promise<void>;
beforeAll(async () => {
  const { pool, host, ...workers } = await standInPool(
    () => (stand.dataset.value as ReturnType<typeof sampleDataset>).ref,
  );
  ({ made, forget } = workers);
  stand.pool = pool;
  const found = await host.describe();
  stand.description = new Atom(found);
  stand.categories = found.categories;
});

beforeEach(() => {
  disk = new Disk();
  usage = 0;
  store.clear();
  stand.names = ['bfclx-lean-AAAAAAAA.wasm'];
  stand.dataset.value = sampleDataset('sha256:one');
});

/** The page, loaded anew. */
async function load() {
  vi.resetModules();
  const [shelf, runs, figures, warnings, answers, shared, statistics] = await Promise.all([
    import('../src/state/shelf.ts'),
    import('../src/state/runs.ts'),
    import('../src/state/figures.ts'),
    import('../src/state/warnings.ts'),
    import('../src/state/answers.ts'),
    import('../src/state/kept-shared.ts'),
    import('../src/state/statistics.ts'),
  ]);
  await forget();
  await shelf.startShelf();
  return { ...shelf, ...runs, ...figures, ...warnings, ...answers, ...shared, ...statistics };
}
type Page = Awaited<ReturnType<typeof load>>;

async function until(what: () => boolean, most = 20_000): Promise<void> {
  const end = Date.now() + most;
  while (!what()) {
    if (Date.now() > end) throw new Error(`not within ${most} ms: ${what.toString()}`);
    await new Promise((next) => setTimeout(next, 10));
  }
}
const settle = (): Promise<void> => new Promise((next) => setTimeout(next, 900));

/** Adds runs of the sample, and one that lacks a file and has two responses to one entry. */
async function addRuns(page: Page): Promise<void> {
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
const keptFolders = (): string[] =>
  [...disk.folders].flatMap(([name, files]) => (files.has('verdicts') ? [name] : []));

/** Three runs whose verdicts are on disk. */
async function kept(): Promise<Page> {
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
const allSeen = (page: Page) => Promise.all(page.runs.value.map((run) => seen(page, run)));
const isDone = (page: Page) => () =>
  page.runs.value.length > 0 &&
  page.runs.value.every(({ phase, whole }) => phase === 'done' && whole);
const scored = (): boolean => made.some((method) => method === 'score' || method === 'openResults');

test('a reload has the same of every run, and scores none', async () => {
  const before = await allSeen(await kept());
  expect(before.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['good-model', 129],
    ['bad-model', 36],
    ['odd', 3],
  ]);
  const page = await load();
  await until(isDone(page));
  const after = await allSeen(page);
  expect(after).toEqual(before.map((one) => ({ ...one, answers: expect.anything() })));
  const plain = (answers: (typeof before)[number]['answers']) =>
    answers.map(({ run: _, ...answer }) => answer);
  expect(after.map(({ answers }) => plain(answers))).toEqual(
    before.map(({ answers }) => plain(answers)),
  );
  expect(new Set(made)).toEqual(new Set(['answers']));
  disk.written = [];
  await settle();
  expect(disk.written).toEqual([]);
});

const first = (): string => keptFolders()[0] as string;
const text = (name: string): string => new TextDecoder().decode(disk.bytesOf(first(), name));
const put = (name: string, to: string): void =>
  disk.put(first(), name, new TextEncoder().encode(to));

/** With the right hash. */
async function forged(
  change: (head: Record<string, unknown>, rows: Record<string, unknown>) => void,
) {
  const { sumOf } = await import('../src/lib/kept-form.ts');
  const [, head = '', rows = ''] = text('verdicts').split('\n');
  const both = [JSON.parse(head), JSON.parse(rows)] as [object, object];
  change(both[0] as Record<string, unknown>, both[1] as Record<string, unknown>);
  const body = `\n${both.map((one) => JSON.stringify(one)).join('\n')}`;
  put('verdicts', (await sumOf(new TextEncoder().encode(body))) + body);
}

const OTHERS: [what: string, change: () => void | Promise<void>][] = [
  ['another module', () => void (stand.names = ['bfclx-lean-BBBBBBBB.wasm'])],
  ['another dataset', () => void (stand.dataset.value = sampleDataset('sha256:two'))],
  ['other results', () => put('data', text('data').replace('Whitby', 'Scarby'))],
  [
    'other settings',
    () =>
      put(
        'run.json',
        text('run.json').replace('"request":{}', '"request":{"decoder":"openai_fc"}'),
      ),
  ],
  [
    'another form',
    () => forged((head) => (head['key'] = String(head['key']).replace('[1,', '[0,'))),
  ],
  ['a cut file', () => put('verdicts', text('verdicts').slice(0, 900))],
  ['an empty file', () => put('verdicts', '')],
  [
    'a changed character',
    () => put('verdicts', text('verdicts').replace('"scored":', '"scored": ')),
  ],
  [
    'no JSON behind the right hash',
    async () => {
      const { sumOf } = await import('../src/lib/kept-form.ts');
      put('verdicts', `${await sumOf(new TextEncoder().encode('\n{\n'))}\n{\n`);
    },
  ],
  ['a head of another form', () => forged((head) => (head['categories'] = { length: 3 }))],
  [
    'figures of another form',
    () => forged((head) => (head['figures'] = { overall: {}, parts: null })),
  ],
  ['too few files', () => forged((head) => (head['files'] as unknown[]).pop())],
];

test.each(OTHERS)('%s: scored again, and kept anew', async (_what, change) => {
  await kept();
  await change();
  const page = await load();
  await until(isDone(page));
  expect(made.filter((method) => method === 'openResults').length).toBeGreaterThan(0);
  const again = await allSeen(page);
  // Beside the others, which are taken as they lie.
  expect(again.map(({ phase, scored: rows }) => [phase, rows > 0])).toEqual(
    Array(3).fill(['done', true]),
  );
  const changed = disk.bytesOf(first(), 'verdicts');
  await until(() => disk.bytesOf(first(), 'verdicts') !== changed || disk.written.length > 6);
  await settle();
  const next = await load();
  await until(isDone(next));
  expect(scored()).toBe(false);
  expect(await allSeen(next)).toEqual(again.map((one) => ({ ...one, answers: expect.anything() })));
});

test.each([
  ['rows that name what is not there', (rows: Record<string, unknown>) => (rows['texts'] = [])],
  ['rows of another form', (rows: Record<string, unknown>) => (rows['rows'] = [[0, {}]])],
  ['too few rows', (rows: Record<string, unknown>) => (rows['rows'] as unknown[]).pop()],
])('%s: no rows until it is scored again', async (_what, change) => {
  const before = await allSeen(await kept());
  await forged((_head, rows) => void change(rows));
  const page = await load();
  await until(isDone(page));
  const [run] = page.runs.value as [Run];
  expect(run.rows).toEqual([]);
  await until(() => run.rows.length > 0 && run.whole);
  const [again] = await allSeen(page);
  expect(again).toEqual({ ...before[0], answers: expect.anything() });
});

test('lines that are damaged or gone are made again, and written anew', async () => {
  const before = await allSeen(await kept());
  for (const change of [
    () => put('lines', text('lines').replace('simple', 'pimple')),
    () => put('lines', 'x'),
    () => void disk.folders.get(first())?.delete('lines'),
  ]) {
    const whole = text('lines');
    change();
    const page = await load();
    await until(isDone(page));
    const [again] = await allSeen(page);
    expect(again).toEqual({ ...before[0], answers: expect.anything() });
    expect(made).toContain('score');
    await until(() => disk.folders.get(first())?.has('lines') === true && text('lines') === whole);
  }
});

test('what other settings made of a run is not kept, and the settings that it had are there after a reload', async () => {
  const page = await kept();
  const before = await allSeen(page);
  const [run] = page.runs.value as [Run];
  disk.written = [];
  await page.rescore(run, { decoder: 'python_ast' });
  await settle();
  expect(disk.written).toEqual([]);
  const next = await load();
  await until(isDone(next));
  expect((await allSeen(next))[0]).toEqual({ ...before[0], answers: expect.anything() });
  expect(scored()).toBe(false);
});

test.each([
  [
    'nothing fits any more',
    () => void (disk.fault = new DOMException('full', 'QuotaExceededError')),
  ],
  ['half of the room is used', () => void (usage = 5e8)],
  ['files of the page have no hashed names', () => void (stand.names = null)],
  [
    'nobody knows what the dataset holds',
    () => void (stand.dataset.value = sampleDataset('unverified:one')),
  ],
])('%s: nothing is kept, nothing is said, and a reload scores', async (_what, change) => {
  const page = await kept();
  const before = await allSeen(page);
  for (const name of keptFolders()) disk.folders.get(name)?.delete('verdicts');
  change();
  const next = await load();
  await until(isDone(next));
  await settle();
  expect(keptFolders()).toEqual([]);
  expect(next.shelf.value.problem).toBe('');
  expect((await allSeen(next)).map(({ rows }) => rows)).toEqual(before.map(({ rows }) => rows));
});

test('warnings that are asked for later are kept too', async () => {
  const page = await load();
  const files = filesBelow('results/bad-model');
  await page.addRun({ name: 'bad-model', files, source: { kind: 'files' } }).done;
  await until(() => keptFolders().length === 1);
  await settle();
  disk.written = [];
  const [run] = page.runs.value as [Run];
  const warnings = await page.warningsWhenKnown(run);
  await until(() => disk.written.length > 0);
  // The lines lie there already.
  expect(disk.written).toEqual(['verdicts']);
  const next = await load();
  await until(isDone(next));
  expect(next.warningsOf(next.runs.value[0] as Run)).toEqual(warnings);
  expect(made).toEqual([]);
});

test('a run that is removed takes its verdicts along, and nothing comes back', async () => {
  const page = await kept();
  const [run] = page.runs.value as [Run];
  page.removeRun(run);
  await until(() => disk.folders.size === 2);
  await settle();
  expect(disk.folders.size).toBe(2);
});

test('a run that is removed while its verdicts are written goes once they are', async () => {
  const page = await load();
  const files = filesBelow('results/bad-model');
  let open: () => void = () => undefined;
  await page.addRun({ name: 'bad-model', files, source: { kind: 'files' } }).done;
  await until(() => keptFolders().length === 1);
  await settle();
  disk.gate = new Promise<void>((done) => (open = done));
  const [run] = page.runs.value as [Run];
  await page.warningsWhenKnown(run);
  await until(() => disk.locks.size > 0);
  page.removeRun(run);
  await settle();
  expect(disk.folders.size).toBe(1);
  // A page that is loaded now leaves it away.
  const next = await load();
  expect(next.runs.value).toEqual([]);
  open();
  await until(() => disk.folders.size === 0);
  await until(() => store.get('bfclx-removed') === undefined);
});

test('what cannot be written leaves no folder and no lock', async () => {
  const page = await load();
  disk.fault = new DOMException('full', 'QuotaExceededError');
  const files = filesBelow('results/bad-model');
  await page.addRun({ name: 'bad-model', files, source: { kind: 'files' } }).done;
  await until(() => page.shelf.value.problem !== '');
  expect([disk.folders.size, disk.locks.size]).toEqual([0, 0]);
});

test('kept verdicts give way to results', async () => {
  const page = await kept();
  disk.room = disk.used + 10;
  const files = filesBelow('results/bad-model').map(({ path, blob }) => ({
    path: `again/${path}`,
    blob,
  }));
  await page.addRun({ name: 'another', files, source: { kind: 'files' } }).done;
  await until(() => page.shelf.value.kept.size === 4);
  await settle();
  expect(page.shelf.value.problem).toBe('');
  expect(keptFolders()).toEqual([]);
  disk.room = Infinity;
  const next = await load();
  await until(isDone(next));
  expect((await allSeen(next)).map(({ rows }) => rows.length)).toEqual([129, 36, 3, 36]);
});

test('what runs share is kept for these runs and verdicts, in any order', async () => {
  const page = await kept();
  const [good, bad] = page.runs.value as [Run, Run];
  const { signal } = new AbortController();
  const scores = await page.sharedScores(await page.judgedAll([good, bad]), 'v4', signal);
  page.keepShared([good, bad], 'v4', scores);
  const next = await load();
  await until(isDone(next));
  const [a, b, c] = next.runs.value as [Run, Run, Run];
  expect(scores[0]).not.toEqual(scores[1]);
  expect(next.keptShared([a, b], 'v4')).toEqual(scores);
  expect(next.keptShared([b, a], 'v4')).toEqual([scores[1], scores[0]]);
  expect(next.keptShared([a, b], 'v3')).toBeNull();
  expect(next.keptShared([a, b, c], 'v4')).toBeNull();
  const [[key, text] = ['', '']] = [...store];
  for (const other of ['{', 'null', '[]', text.replace('"scores":{', '"scores":{"x":1,')]) {
    store.set(key, other);
    expect(next.keptShared([a, b], 'v4')).toBeNull();
  }
  store.set(key, text);
  await next.rescore(a, { decoder: 'python_ast' });
  expect(next.keptShared([a, b], 'v4')).toBeNull();
});

// The state of what is asked from the tab: real runs over stand-ins for the workers, the dataset and the browser's files.
import { beforeEach, expect, test, vi } from 'vitest';
import type { FromWorker, ToWorker } from '../src/asking/protocol.ts';

const pool = vi.hoisted(() => ({
  size: 1,
  callOn: vi.fn(),
  call: vi.fn(),
  scope: vi.fn(),
  closeResults: vi.fn(),
  useFull: vi.fn(),
  fullModule: vi.fn(),
}));
vi.mock('../src/state/pool.ts', () => ({
  pool,
  describe: async () => undefined,
  categoryInfo: () => undefined,
  description: { value: null },
}));
const datasets = vi.hoisted(() => ({ started: vi.fn() }));
vi.mock('../src/state/dataset.ts', () => ({
  dataset: { value: { ref: { key: 'd' }, hash: 'd', entries: { simple_python: 9 } } },
  startDataset: datasets.started,
  offeredDataset: async () => null,
}));

/** A file or folder of OPFS; a file may be unreadable. */
type Entry = { text: string; date: number; fault?: Error } | { [name: string]: Entry };
let disk: Record<string, Entry> = {};
const missing = (): Error => new DOMException('no such file', 'NotFoundError');

function directory(at: Record<string, Entry>): unknown {
  return {
    async getDirectoryHandle(name: string, { create = false } = {}) {
      if (!(name in at) && !create) throw missing();
      return directory((at[name] ??= {}) as Record<string, Entry>);
    },
    async getFileHandle(name: string, { create = false } = {}) {
      if (!(name in at) && !create) throw missing();
      const file = (at[name] ??= { text: '', date: Date.now() }) as {
        text: string;
        date: number;
        fault?: Error;
      };
      return {
        async getFile() {
          if (file.fault) throw file.fault;
          return { size: file.text.length, lastModified: file.date, text: async () => file.text };
        },
        createWritable: async () => ({
          write: async (text: string) => void (file.text = text),
          close: async () => undefined,
        }),
      };
    },
    async removeEntry(name: string) {
      delete at[name];
    },
    async *entries() {
      for (const name of Object.keys(at))
        yield [name, directory(at[name] as Record<string, Entry>)];
    },
  };
}

class StandIn {
  static all: StandIn[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  heard: ToWorker[] = [];
  constructor() {
    StandIn.all.push(this);
  }
  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.onmessage = null;
  }
}

vi.stubGlobal('navigator', { storage: { getDirectory: async () => directory(disk) } });
vi.stubGlobal(
  'window',
  (() => {
    const own: { top?: unknown } = {};
    return (own.top = own);
  })(),
);
vi.stubGlobal('location', { pathname: '/' });
vi.stubGlobal('Worker', StandIn);
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 0));

const { asks, dropUnread, goOn, notRegenerated, pauseAsk, restoreAsks, startAsk, unread } =
  await import('../src/state/asks.ts');
const { removeRun, runs } = await import('../src/state/runs.ts');
const { progressLines } = await import('../src/state/progress.ts');
const { responsesText } = await import('../src/lib/progress.ts');
const { sampleSize } = await import('../src/lib/run-facts.ts');
type Run = import('../src/state/runs.ts').Run;

const SPEC = {
  base: 'http://localhost:1/v1',
  settings: { model: 'm', api: 'chat' as const, fc: true, today: '2026-11-22' },
  categories: ['simple_python'],
  ids: [],
  sample: 0,
  seed: 1,
  concurrency: 0,
  dataset: 'd',
};
const CARD = JSON.stringify({ name: 'm', date: 1, spec: SPEC, decoder: null });
const answer = (id: string) => ({
  id,
  category: 'simple_python',
  prerequisite: false,
  path: 'simple.json',
  ending: 'answered' as const,
  line: JSON.stringify({ id }),
  memory: null,
  tokens: 1,
  error: '',
});
const LINES = `${JSON.stringify(answer('simple_python_0'))}\n${JSON.stringify(answer('simple_python_1'))}\n`;
const OLD = Date.now() - 3_600_000;
const file = (text: string, date = OLD, fault?: Error) => ({ text, date, ...(fault && { fault }) });
const kept = () => Object.keys((disk['bfclx-asks'] ?? {}) as object);

beforeEach(() => {
  for (const run of runs.value) removeRun(run);
  asks.set([]);
  unread.set([]);
  StandIn.all = [];
  disk = { 'bfclx-asks': {} };
  datasets.started.mockReset().mockResolvedValue(undefined);
  pool.scope.mockReturnValue(pool);
  pool.fullModule.mockReset().mockResolvedValue({});
  pool.call.mockResolvedValue([]);
  pool.closeResults.mockResolvedValue(undefined);
  pool.callOn
    .mockReset()
    .mockImplementation(
      async (
        _worker: number,
        method: string,
        at: { blob: Blob; category: string },
        _settings: unknown,
        from = 0,
        count = 0,
      ) => {
        if (method === 'proposeSettings')
          return {
            decoder: '',
            decoder_reason: '',
            confidence: 1,
            underscore_to_dot: true,
            underscore_reason: '',
            registry_entry: null,
          };
        const ids = (await at.blob.text())
          .split('\n')
          .filter(Boolean)
          .map((line) => (JSON.parse(line) as { id: string }).id);
        if (method === 'openResults')
          return {
            categories: [{ name: at.category, entries: ids.length }],
            entries: ids.length,
            problems: [],
          };
        const rows = ids.slice(from, from + count).map((id) => ({
          id,
          category: at.category,
          valid: true,
          error_type: '',
          reason: '',
          superseded: false,
        }));
        return { rows, lines: new Blob() };
      },
    );
});

test('what was asked comes back with its answers', async () => {
  disk['bfclx-asks'] = {
    one: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES + '{"id": "cut') },
  };
  await restoreAsks();
  expect(asks.value.map(({ place, phase, answers }) => [place, phase, answers.size])).toEqual([
    ['one', 'stopped', 2],
  ]);
  expect([runs.value[0]?.rows.length, unread.value]).toEqual([2, []]);
});

test.each([
  [
    'the card cannot be read',
    {
      'ask.json': file(CARD, OLD, new DOMException('busy', 'NotReadableError')),
      'answers.jsonl': file(LINES),
    },
    /busy/,
  ],
  [
    'the answers cannot be read',
    {
      'ask.json': file(CARD),
      'answers.jsonl': file(LINES, OLD, new DOMException('busy', 'NotReadableError')),
    },
    /busy/,
  ],
  [
    'the card is broken, and there are answers',
    { 'ask.json': file('{"name'), 'answers.jsonl': file(LINES) },
    /its settings are missing/,
  ],
  [
    'there is no card, and there are answers',
    { 'answers.jsonl': file(LINES) },
    /its settings are missing/,
  ],
])('answers stay, and the page tells it: %s', async (_what, folder, says) => {
  disk['bfclx-asks'] = {
    one: folder,
    two: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) },
  };
  await restoreAsks();
  expect(kept()).toEqual(['one', 'two']);
  expect(unread.value).toEqual([{ place: 'one', says: expect.stringMatching(says) as string }]);
  expect(asks.value.map(({ place }) => place)).toEqual(['two']);
});

test('answers stay where the dataset or the scoring fails', async () => {
  disk['bfclx-asks'] = { one: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) } };
  datasets.started.mockRejectedValue(new Error('offline'));
  await restoreAsks();
  expect([kept(), unread.value.length]).toEqual([['one'], 1]);
  unread.set([]);
  datasets.started.mockResolvedValue(undefined);
  pool.closeResults.mockImplementationOnce(() => {
    throw new Error('no workers');
  });
  await restoreAsks();
  expect([kept(), unread.value, asks.value[0]?.problem]).toEqual([['one'], [], 'no workers']);
});

test('only a card that was never finished, without answers and of long ago, is taken away', async () => {
  disk['bfclx-asks'] = {
    old: { 'ask.json': file('') },
    cut: { 'ask.json': file('{"name'), 'answers.jsonl': file('') },
    now: { 'ask.json': file('', Date.now()) },
    none: {},
  };
  await restoreAsks();
  expect([kept(), unread.value, asks.value]).toEqual([['now', 'none'], [], []]);
});

const PLAN = {
  decoder: null,
  folder: 'm',
  expected: [['simple_python', 2]] as [string, number][],
  total: 2,
};
const begun = async (many = 1) =>
  vi.waitUntil(() => StandIn.all.length === many && StandIn.all.at(-1)?.heard.length === 1);
const say = (data: FromWorker) => StandIn.all.at(-1)?.onmessage?.({ data });
const moment = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

test('the last answers are counted once, though the asking ends before they are scored', async () => {
  const ask = await startAsk(SPEC, '');
  await begun();
  const usual = pool.callOn.getMockImplementation() as (...all: unknown[]) => Promise<unknown>;
  say({ type: 'planned', plan: PLAN });
  for (const id of ['simple_python_0', 'simple_python_1'])
    say({ type: 'answer', answer: answer(id), kept: true, figures: figures(0) });
  // The scoring of all of them is still under way when the moment of the last ones has passed.
  let slow = true;
  pool.callOn.mockImplementation(async (...all: unknown[]) => {
    if (all[1] === 'score' && slow) {
      slow = false;
      await moment(400);
    }
    return usual(...all);
  });
  say({ type: 'ended', problem: '', left: 0 });
  await vi.waitUntil(() => ask.phase === 'done', { timeout: 5000 });
  await moment(600);
  expect(ask.run.rows.map(({ id }) => id)).toEqual(['simple_python_0', 'simple_python_1']);
  expect(ask.run.categories.get('simple_python')?.entries).toBe(2);
});

const figures = (withoutResult: number, notRegenerated = 0) => ({
  inFlight: 0,
  allowed: 1,
  wait: 0,
  message: '',
  withResult: 1,
  withoutResult,
  lost: [['simple_python', withoutResult]] as [string, number][],
  reason: 'https://h.example: status 500, oops',
  notRegenerated: {
    entries: notRegenerated,
    reason: notRegenerated > 0 ? 'https://h.example: status 500, oops' : '',
  },
});

test.each([
  ['done, though an entry has no result', '', 1, 1, 'done'],
  ['paused while entries are outstanding', '', 1, 0, 'paused'],
  ['stopped by a problem', 'status 401', 1, 0, 'stopped'],
] as const)('the state says what happened: %s', async (_, problem, left, without, phase) => {
  const ask = await startAsk(SPEC, '');
  await begun();
  say({ type: 'planned', plan: PLAN });
  say({ type: 'answer', answer: answer('simple_python_0'), kept: true, figures: figures(0) });
  say({ type: 'figures', figures: figures(without) });
  say({ type: 'ended', problem, left });
  await vi.waitUntil(() => ask.phase === phase, { timeout: 5000 });
  expect(progressLines(ask.run)).toEqual([
    { name: 'simple_python', done: 1 + without, without, total: 2 },
  ]);
});

test('entries are outstanding, though another could not be regenerated', async () => {
  const ask = await startAsk(SPEC, '');
  await begun();
  say({ type: 'planned', plan: PLAN });
  say({ type: 'answer', answer: answer('simple_python_0'), kept: true, figures: figures(0) });
  say({ type: 'figures', figures: figures(0, 1) });
  say({ type: 'ended', problem: '', left: 1 });
  await vi.waitUntil(() => ask.phase === 'paused', { timeout: 5000 });
  expect(notRegenerated(ask)).toBe(
    '1 entry could not be regenerated; its earlier response stays: https://h.example: status 500, oops',
  );
  expect(progressLines(ask.run)).toEqual([
    { name: 'simple_python', done: 1, without: 0, total: 2 },
  ]);
});

test('an entry that ended without a response is not among those with one', () => {
  const line = { name: 'simple_python', done: 5, without: 1, total: 5 };
  expect(responsesText(line)).toBe('4 / 5');
});

test('figures come with each response', async () => {
  const ask = await startAsk(SPEC, '');
  await begun();
  say({ type: 'planned', plan: PLAN });
  say({ type: 'figures', figures: { ...figures(0), inFlight: 2 } });
  const now = { ...figures(0), inFlight: 1 };
  say({ type: 'answer', answer: answer('simple_python_0'), kept: true, figures: now });
  expect([ask.answers.size, ask.figures?.inFlight]).toEqual([1, 1]);
});

test('a regeneration that a problem stopped goes on with the same entries', async () => {
  disk['bfclx-asks'] = { one: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) } };
  await restoreAsks();
  const [ask] = asks.value;
  if (!ask) throw new Error('it did not come back');
  const both = ['simple_python_0', 'simple_python_1'];
  void goOn(ask, 'k', both);
  await begun();
  say({ type: 'planned', plan: PLAN });
  say({ type: 'answer', answer: answer('simple_python_0'), kept: true, figures: figures(0) });
  say({ type: 'ended', problem: 'status 401', left: 0 });
  await vi.waitUntil(() => ask.phase === 'stopped');
  expect([...ask.again]).toEqual(['simple_python_1']);
  void goOn(ask, 'k', [...ask.again]);
  await begun(2);
  expect(StandIn.all[1]?.heard[0]).toMatchObject({ type: 'start', again: ['simple_python_1'] });
  say({ type: 'figures', figures: figures(0, 1) });
  say({ type: 'ended', problem: '', left: 0 });
  await vi.waitUntil(() => ask.phase === 'done');
  expect(ask.again.size).toBe(0);
});

test('an entry that was generated by itself and has no response leaves nothing to go on with', async () => {
  disk['bfclx-asks'] = { one: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) } };
  await restoreAsks();
  const [ask] = asks.value;
  if (!ask) throw new Error('it did not come back');
  void goOn(ask, 'k', ['simple_python_2']);
  await begun();
  say({ type: 'planned', plan: { ...PLAN, total: 3 } });
  say({ type: 'figures', figures: figures(1) });
  say({ type: 'ended', problem: '', left: 1 });
  await vi.waitUntil(() => ask.phase === 'done');
});

test('a regeneration that was paused is not done', async () => {
  disk['bfclx-asks'] = { one: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) } };
  await restoreAsks();
  const [ask] = asks.value;
  if (!ask) throw new Error('it did not come back');
  void goOn(ask, 'k', ['simple_python_0']);
  await begun();
  say({ type: 'planned', plan: PLAN });
  say({ type: 'ended', problem: '', left: 0 });
  await vi.waitUntil(() => ask.phase === 'paused');
});

test.each([
  [2, 2],
  [9, 0],
])('a sample of 100 that drew %d of 9 entries is one of %d', async (drawn, said) => {
  const ask = await startAsk({ ...SPEC, sample: 100 }, '');
  await begun();
  expect(sampleSize(ask.run.manifest)).toBe(100);
  say({ type: 'planned', plan: { ...PLAN, expected: [['simple_python', drawn]], total: drawn } });
  expect(sampleSize(ask.run.manifest)).toBe(said);
});

test('a run that was over before a reload is over after it', async () => {
  const plan = { ...PLAN, total: 2 };
  const card = JSON.stringify({ name: 'm', date: 1, spec: SPEC, decoder: null, plan });
  disk['bfclx-asks'] = { one: { 'ask.json': file(card), 'answers.jsonl': file(LINES) } };
  await restoreAsks();
  expect(asks.value.map(({ phase, plan: kept }) => [phase, kept?.total])).toEqual([['done', 2]]);
  expect(progressLines(runs.value[0] as Run)).toEqual([
    { name: 'simple_python', done: 2, without: 0, total: 2 },
  ]);
});

test('a pause, or the removal, before the worker has begun is kept', async () => {
  let loaded = (): void => undefined;
  pool.fullModule.mockImplementation(() => new Promise<void>((done) => (loaded = done)));
  const ask = await startAsk(SPEC, '');
  await moment(0);
  pauseAsk(ask);
  loaded();
  await moment(10);
  expect([
    ask.phase,
    StandIn.all.filter(({ heard }) => heard.some(({ type }) => type === 'start')).length,
  ]).toEqual(['paused', 0]);
  void goOn(ask);
  await moment(0);
  removeRun(ask.run);
  loaded();
  await moment(10);
  expect([
    asks.value,
    StandIn.all.filter(({ heard }) => heard.some(({ type }) => type === 'start')).length,
  ]).toEqual([[], 0]);
});

test('what another tab asks just now is not asked here; what it kept is known here', async () => {
  disk['bfclx-asks'] = {
    one: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES.split('\n')[0] + '\n') },
  };
  await restoreAsks();
  const [ask] = asks.value;
  if (!ask) throw new Error('it did not come back');
  let free = false;
  const request = vi.fn(
    async (_name: string, _options: unknown, held: (lock: unknown) => unknown) =>
      held(free ? {} : null),
  );
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
  await goOn(ask, '');
  expect([ask.phase, ask.problem, StandIn.all.length]).toEqual([
    'stopped',
    'Another tab is generating this run. Continue or pause it there.',
    0,
  ]);
  (disk['bfclx-asks'] as { one: Record<string, Entry> }).one['answers.jsonl'] = file(LINES);
  free = true;
  void goOn(ask, '');
  await begun();
  expect(StandIn.all[0]?.heard[0]).toMatchObject({
    type: 'start',
    known: [{ id: 'simple_python_0' }, { id: 'simple_python_1' }],
  });
  say({ type: 'ended', problem: '', left: 0 });
  await vi.waitUntil(() => ask.phase === 'done');
  expect(ask.run.rows.length).toBe(2);
  vi.stubGlobal('navigator', { storage: navigator.storage });
});

test('a run that was generated with a different dataset asks for that dataset', async () => {
  const card = JSON.stringify({ ...JSON.parse(CARD), spec: { ...SPEC, dataset: 'other' } });
  disk['bfclx-asks'] = { one: { 'ask.json': file(card), 'answers.jsonl': file(LINES) } };
  await restoreAsks();
  const [ask] = asks.value;
  if (!ask) throw new Error('it did not come back');
  await goOn(ask, '');
  expect([ask.phase, ask.problem, StandIn.all.length]).toEqual([
    'stopped',
    'This run was generated with a different dataset. Load that dataset, then continue.',
    0,
  ]);
});

test('what cannot be read is removed by hand', async () => {
  disk['bfclx-asks'] = {
    one: { 'answers.jsonl': file(LINES) },
    two: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) },
  };
  await restoreAsks();
  await dropUnread('one');
  expect([kept(), unread.value]).toEqual([['two'], []]);
});

test('who goes on while all is still scored waits for it', async () => {
  disk['bfclx-asks'] = { one: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) } };
  const usual = pool.callOn.getMockImplementation() as (...all: unknown[]) => Promise<unknown>;
  pool.callOn.mockImplementation(async (...all: unknown[]) => {
    if (all[1] === 'score') await moment(200);
    return usual(...all);
  });
  const back = restoreAsks();
  await vi.waitUntil(() => asks.value.length === 1);
  const [ask] = asks.value;
  if (!ask) throw new Error('it did not come back');
  void goOn(ask, '');
  await begun();
  say({ type: 'planned', plan: { ...PLAN, total: 3 } });
  say({ type: 'answer', answer: answer('simple_python_2'), kept: true, figures: figures(0) });
  await back;
  await vi.waitUntil(() => ask.run.rows.length === 3, { timeout: 2000 });
  expect(ask.run.rows.map(({ id }) => id)).toEqual([
    'simple_python_0',
    'simple_python_1',
    'simple_python_2',
  ]);
});

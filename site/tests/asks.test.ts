// The state of what is generated from the tab: what is kept, restored, paused and removed.
import { expect, test, vi } from 'vitest';
import {
  type Entry,
  pool,
  datasets,
  StandIn,
  SPEC,
  CARD,
  answer,
  LINES,
  OLD,
  file,
  kept,
  files,
  PLAN,
  begun,
  say,
  moment,
  figures,
} from './asks-stand-ins.ts';

const { asks, dropUnread, goOn, pauseAsk, restoreAsks, startAsk, unread } =
  await import('../src/state/asks.ts');
const { removeRun, runs } = await import('../src/state/runs.ts');
const { progressLines } = await import('../src/state/progress.ts');
type Run = import('../src/state/runs.ts').Run;

test('what was asked comes back with its answers', async () => {
  files.disk['bfclx-asks'] = {
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
  files.disk['bfclx-asks'] = {
    one: folder,
    two: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) },
  };
  await restoreAsks();
  expect(kept()).toEqual(['one', 'two']);
  expect(unread.value).toEqual([{ place: 'one', says: expect.stringMatching(says) as string }]);
  expect(asks.value.map(({ place }) => place)).toEqual(['two']);
});

test('answers stay where the dataset or the scoring fails', async () => {
  files.disk['bfclx-asks'] = { one: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) } };
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
  files.disk['bfclx-asks'] = {
    old: { 'ask.json': file('') },
    cut: { 'ask.json': file('{"name'), 'answers.jsonl': file('') },
    now: { 'ask.json': file('', Date.now()) },
    none: {},
  };
  await restoreAsks();
  expect([kept(), unread.value, asks.value]).toEqual([['now', 'none'], [], []]);
});

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

test('a run that was over before a reload is over after it', async () => {
  const plan = { ...PLAN, total: 2 };
  const card = JSON.stringify({ name: 'm', date: 1, spec: SPEC, decoder: null, plan });
  files.disk['bfclx-asks'] = { one: { 'ask.json': file(card), 'answers.jsonl': file(LINES) } };
  await restoreAsks();
  expect(asks.value.map(({ phase, plan: kept }) => [phase, kept?.total])).toEqual([['done', 2]]);
  expect(progressLines(runs.value[0] as Run)).toEqual([
    { name: 'simple_python', done: 2, without: 0, total: 2 },
  ]);
});

test('a pause, or the removal, before the worker has begun is kept', async () => {
  let loaded = (): void => undefined;
  pool.parts.mockImplementation(() => new Promise<void>((done) => (loaded = done)));
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
  files.disk['bfclx-asks'] = {
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
  (files.disk['bfclx-asks'] as { one: Record<string, Entry> }).one['answers.jsonl'] = file(LINES);
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
  files.disk['bfclx-asks'] = { one: { 'ask.json': file(card), 'answers.jsonl': file(LINES) } };
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

test('what cannot be read is removed by the reader', async () => {
  files.disk['bfclx-asks'] = {
    one: { 'answers.jsonl': file(LINES) },
    two: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) },
  };
  await restoreAsks();
  await dropUnread('one');
  expect([kept(), unread.value]).toEqual([['two'], []]);
});

test('who goes on while all is still scored waits for it', async () => {
  files.disk['bfclx-asks'] = { one: { 'ask.json': file(CARD), 'answers.jsonl': file(LINES) } };
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

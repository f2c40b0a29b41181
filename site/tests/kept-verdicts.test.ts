// Verdicts that are kept: a reload has the same of every run without scoring anything, and scores whatever is not of these
// files, this module, this dataset and these settings.
import { expect, test } from 'vitest';
import type { Run } from '../src/state/runs.ts';
import {
  allSeen,
  disk,
  first,
  forged,
  isDone,
  kept,
  keptFolders,
  load,
  made,
  put,
  scored,
  settle,
  stand,
  store,
  text,
  until,
} from './kept-page.ts';
import { filesBelow, sampleDataset } from './kept-stand-ins.ts';

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

const OTHERS: [what: string, change: () => void | Promise<void>][] = [
  ['another module', () => void (stand.names = ['bfclx-BBBBBBBB.wasm'])],
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
  disk.written = [];
  const page = await load();
  await until(isDone(page));
  expect(made.filter((method) => method === 'openResults').length).toBeGreaterThan(0);
  const again = await allSeen(page);
  // Beside the others, which are taken as they lie.
  expect(again.map(({ phase, scored: rows }) => [phase, rows > 0])).toEqual(
    Array(3).fill(['done', true]),
  );
  const scoredAnew = made.filter((method) => method === 'proposeSettings').length;
  await until(() => disk.written.filter((name) => name === 'verdicts').length === scoredAnew);
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
  ['half of the room is used', () => void (stand.usage = 5e8)],
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

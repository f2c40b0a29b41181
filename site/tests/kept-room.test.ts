// Verdicts that are kept: the room that they take, and the turn of the runs that come back.
import { expect, test } from 'vitest';
import { packRows, unpackRows } from '../src/lib/kept-form.ts';
import { missingRow } from '../src/lib/rows.ts';
import type { Row, Run } from '../src/state/runs.ts';
import {
  allSeen,
  disk,
  forged,
  isDone,
  kept,
  keptFolders,
  load,
  opened,
  scored,
  settle,
  stand,
  store,
  until,
  type Page,
} from './kept-page.ts';
import { filesBelow } from './kept-stand-ins.ts';

test('after an update all are scored again in turn: first what the address names, however long its file is', async () => {
  await kept();
  stand.names = ['bfclx-BBBBBBBB.wasm'];
  stand.params.run = 'bad-model';
  const [, named = ''] = [...disk.folders.keys()];
  const long = new Uint8Array(7 << 20);
  long.set(disk.bytesOf(named, 'verdicts') ?? []);
  disk.put(named, 'verdicts', long);
  let read = 0;
  disk.slow = async (folder, name) => {
    if (name !== 'verdicts') return;
    await new Promise((next) => setTimeout(next, folder === named ? 200 : 0));
    read += 1;
  };
  const page = await load();
  await until(isDone(page));
  expect(read).toBe(3);
  const runOf = (path: string) => /good-model|bad-model|odd/.exec(path)?.[0];
  expect([...new Set(opened.map(runOf))]).toEqual(['bad-model', 'good-model', 'odd']);
});

test('few kept files are read at a time', async () => {
  const page = await load();
  const files = filesBelow('results/bad-model');
  for (const name of 'abcdefghijklmnopqrst')
    await page.addRun({ name, files, source: { kind: 'files' } }).done;
  await until(() => keptFolders().length === 20);
  let [now, most] = [0, 0];
  disk.slow = async (_folder, name) => {
    if (name !== 'verdicts') return;
    most = Math.max(most, (now += 1));
    await new Promise((next) => setTimeout(next, 20));
    now -= 1;
  };
  const next = await load();
  await until(isDone(next));
  expect(scored()).toBe(false);
  expect(most).toBe(16);
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

test.each([
  ['removed', (page: Page, run: Run) => page.removeRun(run)],
  ['stopped', (page: Page, run: Run) => page.cancelRun(run)],
])('a run that is %s while its verdicts are read gets none', async (_what, end) => {
  await kept();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((done) => (open = done));
  disk.slow = (_folder, name) => (name === 'verdicts' ? gate : undefined);
  const page = await load();
  const [run] = page.runs.value as [Run];
  await settle();
  end(page, run);
  open();
  await until(() => page.runs.value.every((one) => one === run || one.phase === 'done'));
  await until(() => run.phase === 'cancelled');
  expect([run.scored, run.rows, run.whole]).toEqual([0, [], false]);
  expect(opened).toEqual([]);
});

test('rows of a removed run that cannot be read are not made again', async () => {
  await kept();
  await forged((_head, rows) => void (rows['texts'] = []));
  const page = await load();
  await until(isDone(page));
  const [run] = page.runs.value as [Run];
  page.removeRun(run);
  expect(run.rows).toEqual([]);
  await settle();
  expect(opened).toEqual([]);
});

test('what a new scoring would not say of a run is not kept', async () => {
  const page = await load();
  const lines = [
    `{"id": "simple_python_90000", "result": "Error during inference: 429 too many requests"}`,
    `{"id": "simple_python_90001", "result": "Error during inference: 429 too many requests"}`,
    'no json',
  ];
  const files = [{ path: 'failing.jsonl', blob: new Blob([lines.join('\n')]) }];
  const problem = { file: 'paper.pdf', line: 0, id: '', message: 'no results', fatal: false };
  const { run, done } = page.addRun({
    name: 'failing',
    files,
    source: { kind: 'files' },
    problems: [problem],
  });
  await done;
  const plain = (one: Run) => one.rows.map(({ file: _, ...row }) => row);
  const rows = plain(run).map((row) => ({ ...row }));
  const problems = run.problems.filter(({ file }) => file !== problem.file);
  expect([rows.length, problems.length, run.problems.length]).toEqual([2, 1, 2]);
  await until(() => page.diagnosisOf(run).phase === 'done');
  expect(plain(run).map(({ reason }) => reason)).not.toEqual(rows.map(({ reason }) => reason));
  await until(() => keptFolders().length === 1);
  const next = await load();
  await until(isDone(next));
  expect(scored()).toBe(false);
  const [again] = next.runs.value as [Run];
  expect(plain(again)).toEqual(rows);
  expect(again.problems).toEqual(problems);
  await until(() => next.diagnosisOf(again).phase === 'done');
  expect(plain(again)).toEqual(plain(run));
});

test('many rows are packed in short tasks, and are the same when they are unpacked', async () => {
  const rows: Row[] = Array.from({ length: 60_000 }, (_, i) => ({
    ...{ id: `simple_python_${i}`, line: i + 1, category: 'simple_python', superseded: false },
    ...{ valid: i % 3 > 0, error_type: i % 3 > 0 ? '' : 'type_error', file: 'file-1' },
    reason: i % 3 > 0 ? '' : `the value of parameter ${i} has the wrong type`,
  }));
  const files = [{ key: 'file-1', path: 'a', blob: new Blob() }];
  const part = { from: 0, count: rows.length, read: () => Promise.resolve(new Blob()) };
  let tasks = 0;
  const timer = setInterval(() => (tasks += 1));
  const text = await packRows({ rows, files, missing: [], lines: new Map([['file-1', [part]]]) });
  clearInterval(timer);
  expect(tasks).toBeGreaterThan(0);
  expect(unpackRows(text, ['file-1'])).toEqual({ rows, missing: [] });
});

test('own ids of entries with and without a response are kept', async () => {
  const row: Row = {
    ...{ id: 'multiple_0', own_id: 'w1', line: 1, category: 'multiple', valid: true },
    ...{ error_type: '', reason: '', superseded: false, file: 'file-1' },
  };
  const missing = [
    missingRow('multiple_1', 'multiple', 0, 'w2'),
    missingRow('multiple_2', 'multiple', 1),
    missingRow('parallel_0', 'parallel', 2),
  ];
  const files = [{ key: 'file-1', path: 'a', blob: new Blob() }];
  const part = { from: 0, count: 1, read: () => Promise.resolve(new Blob()) };
  const run = { rows: [row], files, missing, lines: new Map([['file-1', [part]]]) };
  expect(unpackRows(await packRows(run), ['file-1'])).toEqual({ rows: [row], missing });
});

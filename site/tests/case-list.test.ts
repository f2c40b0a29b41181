import { expect, test } from 'vitest';
import {
  counts,
  decided,
  emptyList,
  History,
  moved,
  openCase,
  readList,
  withCase,
  withCases,
  withProposal,
  withTurns,
  without,
  withoutTurns,
  writeList,
  type NewCase,
} from '../src/lib/case-list.ts';
import { unzipped, zipped } from '../src/lib/case-files.ts';

const one = (question: string, more: Partial<NewCase> = {}): NewCase => ({
  cells: { question },
  state: 'ready',
  ...more,
});
const three = withCases(emptyList(), [
  one('a'),
  one('b', { state: 'proposed', entry: 'simple_python_1', run: 'm', passed: true }),
  one('c', { state: 'proposed' }),
]);
const open = (list: typeof three): string | undefined => openCase(list)?.cells.question;

test('the first new case is open; moving stays inside', () => {
  expect(open(three)).toBe('a');
  expect(open(moved(three, 1))).toBe('b');
  expect(open(moved(three, 9))).toBe('c');
  expect(open(moved(moved(three, 9), -9))).toBe('a');
  expect(moved(emptyList(), 1).open).toBe(0);
});

test('a decision opens the next case that waits, also one before', () => {
  const first = decided(moved(three, 1), 'ready');
  expect(open(first)).toBe('c');
  expect(counts(first)).toEqual({ ready: 2, proposed: 1, rejected: 0 });
  expect(open(decided(moved(three, 2), 'rejected'))).toBe('b');
  expect(open(decided(first, 'rejected'))).toBe('c');
});

test('what follows a removed case is open', () => {
  expect(open(without(three, 1))).toBe('b');
  expect(open(without(moved(three, 2), 3))).toBe('b');
  expect(without(three, 99)).toBe(three);
  expect(openCase(without(withCases(emptyList(), [one('a')]), 1))).toBeUndefined();
});

test('a response amends the case of its entry, else is a new one', () => {
  const proposal = one('other words', {
    state: 'proposed',
    entry: 'simple_python_1',
    cells: { question: 'other words', expected: 'f()', id: 'x' },
  });
  const amended = withProposal(three, proposal);
  expect(amended.cases).toHaveLength(3);
  expect(openCase(amended)?.cells).toEqual({ question: 'b', expected: 'f()' });
  expect(withProposal(three, { ...proposal, entry: 'simple_python_2' }).cases).toHaveLength(4);
});

test('turns of a case: one becomes several and back, and a response amends them', () => {
  const cells = { id: 'a', question: 'One?', expected: 'f()', tags: 'x' };
  const several = withTurns(cells);
  expect(several).toEqual({
    id: 'a',
    tags: 'x',
    turns: [{ question: 'One?', expected: 'f()' }, {}],
  });
  expect(withoutTurns(several)).toEqual(cells);
  const turns = [{ question: 'One?', expected: 'f()', results: '[1]' }, { question: 'Two?' }];
  const one = withCases(emptyList(), [{ cells: { id: 'a', turns }, state: 'ready', entry: 'e' }]);
  const proposed = [
    { question: 'old', expected: 'g()' },
    { question: 'old', expected: 'none', results: '[]' },
  ];
  const amended = withProposal(one, { cells: { turns: proposed }, state: 'proposed', entry: 'e' });
  expect(openCase(amended)?.cells).toEqual({
    id: 'a',
    turns: [
      { question: 'One?', expected: 'g()', results: '' },
      { question: 'Two?', expected: 'none', results: '[]' },
    ],
  });
  const list = { ...one, files: [{ path: 'prompts.json', text: '{}' }] };
  const tried = withCase(list, 1, { responses: ['f()', ''] });
  const again = readList(writeList(tried));
  expect(again?.cases).toEqual(tried.cases);
  expect(again?.files).toEqual(list.files);
});

test('typing in one field is one step of the history', () => {
  const history = new History();
  const typed = withCase(three, 1, { cells: { question: 'ab' } });
  history.note(three, '1 question');
  history.note(typed, '1 question');
  history.note(typed, '1 expected');
  expect(history.undo()).toBe(typed);
  expect(history.undo()).toBe(three);
  expect(history.undo()).toBeUndefined();
  expect(history.empty).toBe(true);
});

test('a list is read as it was written, and nothing else is', () => {
  const list = moved({ ...without(three, 1), benchmark: { name: 'b', tools: '[]' } }, 1);
  const again = readList(writeList(list));
  expect(again?.cases.map(({ key: _, ...rest }) => rest)).toEqual(
    list.cases.map(({ key: _, ...rest }) => rest),
  );
  expect(again?.benchmark).toEqual(list.benchmark);
  expect(again?.remarks).toBeUndefined();
  const remarks = ['The weights of dataset.json are left out'];
  expect(readList(writeList({ ...list, remarks }))?.remarks).toEqual(remarks);
  expect(again && open(again)).toBe('c');
  expect(again?.next).toBe(3);
  for (const text of ['', '{', '[]', '{"cases": []}', '{"format": "bfclx-cases-1"}'])
    expect(readList(text)).toBeNull();
  const odd = readList(
    '{"format": "bfclx-cases-1", "benchmark": 5, "cases": [3, {"cells": {"id": 7, "x": "y"}, "state": "gone"}]}',
  );
  expect(odd?.cases).toEqual([{ key: 1, cells: {}, state: 'ready' }]);
});

test('the folder of a benchmark is packed, and an archive is unpacked', async () => {
  const files = [
    { path: 'dataset.json', text: '{}' },
    { path: 'data/x.json', text: 'é\n' },
    { path: 'README.txt', text: 'no' },
  ];
  const packed = await zipped('b', files);
  expect(await packed.arrayBuffer()).toEqual(await (await zipped('b', files)).arrayBuffer());
  expect(await unzipped([new File([packed], 'b.zip'), new File(['{}'], 'c.jsonl')])).toEqual([
    { path: 'b/dataset.json', text: '{}' },
    { path: 'b/data/x.json', text: 'é\n' },
    { path: 'c.jsonl', text: '{}' },
  ]);
});

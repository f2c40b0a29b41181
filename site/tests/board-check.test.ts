// Boards and tables from anywhere: what is malformed is refused with its place, what is well formed is taken.
import { expect, it } from 'vitest';
import { MOST_ROWS, checkBoard, checkTable, checkTables } from '../src/lib/board-check.ts';
import { isRepeated, rowOf, rowsOf } from '../src/lib/published.ts';

const model = {
  label: 'm <script>alert(1)</script>',
  name: 'm',
  decoder: 'prompting',
  overall: { weight: 1, missing: [], official: 0.5, score: 0.5, interval_95: [0.4, 0.6] },
  problems: 0,
  categories: { sql: { right: 1, entries: 2, interval_95: [0, 1], missing: 0, skipped: 0 } },
};
const board = {
  schema: 'bfclx-board-1',
  title: 'Board',
  program: { name: 'bfclx', version: '0.1.0' },
  dataset: { version: 'v4', hash: 'sha256:x' },
  leaderboard: 'v4',
  slice: 250,
  categories: [{ name: 'sql', entries: 2, scored: true }],
  ranking: { weight: 0, entries: 0 },
  audit: { entries: 0, suspicious: 0 },
  models: [model],
};
const part = { name: 'Live', label: 'Live', column: null, combining: 'mean', weight: 1, share: 1 };
const tree = (depth: number): object => ({ ...part, parts: depth > 0 ? [tree(depth - 1)] : [] });
const composition = { name: 'v4', overall: tree(2), apart: [], profile: [] };
const table = {
  schema: 'bfclx-table-1',
  version: 'v4',
  date: '2026-04-12',
  rank_text: '',
  composition,
  rows: [{ key: 'a', name: 'a', score: 0.5, parts: { Live: [0.5] } }],
};

it('takes what is well formed', () => {
  expect(checkBoard(board)).toBe(board);
  expect(checkBoard({ ...board, composition })).toMatchObject({ composition });
  const over = { ...board, ranking: { ...board.ranking, weight: 1.0000000000000002 } };
  expect(checkBoard(over)).toBe(over);
  expect(checkTable(table)).toBe(table);
  const list = [{ version: 'v4', date: '2026-04-12', file: 'x.csv', scored: 'v4_2026-04-12.json' }];
  expect(checkTables(list, 'index.json')).toBe(list);
});

const figure = { value: 0.5, interval_95: { low: 0.4, high: 0.6 } };
const repeated = {
  ...model,
  models: ['m', 'm-2'],
  reason: 'same settings in bfclx_manifest.json',
  repeats: {
    heading: 'm: 2 repeats',
    texts: ['Overall v4: mean 50.0.'],
    short_text: 'mean of 2 repeats, 40.0 to 60.0, pass^2 50.0',
    repeats: 2,
    lowest: 0.4,
    highest: 0.6,
    pass: [{ k: 1, pass_at_k: figure, pass_hat_k: figure }],
  },
};

it('takes rows of repeats', () => {
  const of = (row: object) => ({
    ...board,
    models: ['m', 'm-2'].map((name) => ({ ...model, name, repeat_of: 'm' })),
    repeats: [row],
  });
  const good = of(repeated);
  expect(checkBoard(good)).toBe(good);
  const rows = rowsOf(checkBoard(good));
  expect(rows.map(({ name }) => name)).toEqual(['m']);
  expect(rows.every(isRepeated)).toBe(true);
  expect(rowOf(checkBoard(good), 'm-2')).toBe(rows[0]);
  const { repeats } = repeated;
  const without = { ...repeats, lowest: null, highest: null, pass: [] };
  expect(() => checkBoard(of({ ...repeated, repeats: without }))).not.toThrow();
  for (const bad of [{ lowest: 2 }, { texts: 'x' }, { pass: [{ k: 1 }] }])
    expect(() => checkBoard(of({ ...repeated, repeats: { ...repeats, ...bad } }))).toThrow(
      'repeats[0].repeats.',
    );
  expect(() => checkBoard(of({ ...repeated, models: 'm' }))).toThrow('repeats[0].models');
});

it('takes a status', () => {
  const status = { name: 'validated', text: 'Checked.' };
  const of = (value: unknown) => ({ ...board, models: [{ ...model, status: value }] });
  expect(checkBoard(of(status))).toMatchObject({ models: [{ status }] });
  expect(() => checkBoard(of({ name: 7 }))).toThrow('models[0].status.name is not a text');
});

it.each([
  ['no object', null, 'data/index.json is not part of a published leaderboard of this version'],
  ['another schema', { ...board, schema: 'bfclx-board-2' }, 'not part of a published leaderboard'],
  [
    'no models',
    { ...board, models: undefined },
    'data/index.json is malformed: models is not a list',
  ],
  ['a label', { ...board, models: [{ ...model, label: {} }] }, 'models[0].label is not a text'],
  ['a long label', { ...board, models: [{ ...model, label: 'x'.repeat(30_000) }] }, 'too long'],
  [
    'a share',
    { ...board, ranking: { weight: 1e9, entries: 0 } },
    'ranking.weight is not from 0 to 1',
  ],
  ['a version', { ...board, leaderboard: 'v9' }, 'leaderboard is not one of v1, v2'],
  [
    'too many models',
    { ...board, models: Array(MOST_ROWS + 1).fill(model) },
    `more than ${MOST_ROWS} items`,
  ],
  [
    'a deep score',
    { ...board, composition: { ...composition, overall: tree(12) } },
    'of this depth',
  ],
  [
    'a wide score',
    {
      ...board,
      composition: { ...composition, overall: { ...part, parts: Array(500).fill(tree(0)) } },
    },
    'more than 400 items',
  ],
  [
    'a name of all objects',
    JSON.parse(
      JSON.stringify({ ...board, models: [{ ...model, categories: {} }] }).replace(
        '"categories":{}',
        '"categories":{"__proto__":{}}',
      ),
    ),
    'not a name that can be used',
  ],
])('refuses %s', (_name, value, message) => expect(() => checkBoard(value)).toThrow(message));

it('refuses tables with other parts, and files outside of the folder', () => {
  const rows = [{ key: 'a', name: 'a', parts: { Live: [2] } }];
  expect(() => checkTable({ ...table, rows }, 'v4.json')).toThrow(
    'v4.json is malformed: rows[0].parts.Live[0] is not from 0 to 1',
  );
  for (const scored of ['../x.json', 'https://evil.example/x.json', 'javascript:alert(1)', 'x'])
    expect(() => checkTables([{ version: 'v4', date: '', scored }], 'index.json')).toThrow(
      'index.json is malformed: the list[0].scored is not a file name',
    );
});

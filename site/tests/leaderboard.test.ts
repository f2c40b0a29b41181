import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadScorer } from 'bfclx';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseCsv } from '../src/lib/csv.ts';
import {
  figure,
  headingsOf,
  NoTable,
  readBoard,
  sortRanked,
  unscored,
  type Board,
  type Ranked,
} from '../src/lib/leaderboard.ts';
import type { Scorer } from '../src/lib/scorer-types.ts';

let scorer: Scorer;
beforeAll(async () => {
  scorer = await loadScorer();
});

/** The rows of a table, scored and ranked by the module. */
function scored(board: Board, weights?: Record<string, number>): Ranked[] {
  const { rows } = scorer.overallScores({
    leaderboard: board.version,
    runs: [],
    rows: board.rows.map(({ columns }) => columns),
    ...(weights && { weights }),
  });
  return board.rows.map((row, i) => ({
    ...unscored(row),
    scored: rows[i] ?? unscored(row).scored,
  }));
}

describe('parseCsv', () => {
  it.each([
    ['', []],
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['\ufeffa\r\nb\r\n', [['a'], ['b']]],
    [
      '"a,""b""",c\r"x\ny",',
      [
        ['a,"b"', 'c'],
        ['x\ny', ''],
      ],
    ],
    ['a\n\n\nb', [['a'], ['b']]],
    ['a"b,c', [['a"b', 'c']]],
    ['"open', [['open']]],
    [',', [['', '']]],
  ])('%j', (text, rows) => expect(parseCsv(text)).toEqual(rows));
});

it.each([
  ['72.01%', 0.7201],
  ['6.69', 6.69],
  ['N/A', null],
  ['', null],
  ['1e3', null],
  ['<b>', null],
  [' 0.00% ', 0],
])('figure %s', (text, value) => {
  const read = figure(text);
  if (value === null) expect(read).toBeNull();
  else expect(read).toBeCloseTo(value, 12);
});

const HEAD =
  'Rank,Overall Acc,Model,Model Link,Total Cost ($),Latency Mean (s),Non-Live AST Acc,Non-Live Simple AST,Non-Live Multiple AST,Non-Live Parallel AST,' +
  'Non-Live Parallel Multiple AST,Live Acc,Live Simple AST,Live Multiple AST,Live Parallel AST,Live Parallel Multiple AST,Multi Turn Acc,Multi Turn Base,' +
  'Multi Turn Miss Func,Multi Turn Miss Param,Multi Turn Long Context,Web Search Acc,Memory Acc,Relevance Detection,Irrelevance Detection,Organization,License';
const row = (name: string, overall: string, others: string) =>
  `1,${overall},${name},https://m.example/,1.5,2.5,${others},Org,MIT`;
const MADE = [
  HEAD,
  row(
    'one',
    '64.00%',
    '80.00%,80.00%,80.00%,80.00%,80.00%,70.00%,70.00%,70.00%,70.00%,70.00%,60.00%,60.00%,60.00%,60.00%,60.00%,50.00%,70.00%,75.00%,70.00%',
  ),
  row(
    'two',
    '63.90%',
    '80.00%,80.00%,80.00%,80.00%,80.00%,70.00%,70.00%,70.00%,70.00%,70.00%,60.00%,60.00%,60.00%,60.00%,60.00%,50.00%,69.50%,75.00%,70.00%',
  ),
  row(
    '"low, far"',
    '20.00%',
    '20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%',
  ),
  row(
    'partly',
    'N/A',
    '80.00%,80.00%,80.00%,80.00%,80.00%,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A',
  ),
].join('\n');

describe('a made table', () => {
  const board = readBoard(MADE);
  const values = (ranked: Ranked[]) =>
    ranked.map(({ scored: { overall } }) =>
      overall.value === null ? null : Number(overall.value.toFixed(6)),
    );
  it('is of version 4', () =>
    expect([board.version, board.rows.map(({ name }) => name)]).toEqual([
      'v4',
      ['one', 'two', 'low, far', 'partly'],
    ]));
  it('gives overall scores by weights', () => {
    expect(values(scored(board))).toEqual([0.64, 0.639, 0.2, null]);
    const official = { 'Non-Live': 10, Live: 10, Irrelevance: 10, 'Multi-turn': 30, Agentic: 40 };
    expect(values(scored(board, official))).toEqual(
      [0.1 * 0.8 + 0.1 * 0.7 + 0.1 * 0.7 + 0.3 * 0.6 + 0.4 * 0.6, 0.639, 0.2, null].map(
        (v) => v && Number(v.toFixed(6)),
      ),
    );
    expect(values(scored(board, { 'Non-Live': 10 }))).toEqual([0.8, 0.8, 0.2, 0.8]);
  });
  it('ranks, with the ranks that chance leaves', () =>
    expect(scored(board).map(({ scored: one }) => [one.rank, one.rank_low, one.rank_high])).toEqual(
      [
        [1, 1, 2],
        [2, 1, 2],
        [3, 3, 3],
        [null, null, null],
      ],
    ));
  it('sorts, and what has no value comes last', () => {
    const ranked = scored(board);
    const names = (sort: string, of = ranked) =>
      sortRanked(of, sort).map(({ row: { name } }) => name);
    expect(names('-overall')).toEqual(['one', 'two', 'low, far', 'partly']);
    expect(names('overall')).toEqual(['low, far', 'two', 'one', 'partly']);
    expect(names('name')).toEqual(['low, far', 'one', 'partly', 'two']);
    expect(
      names(
        '-overall',
        ranked.map((one) => ({ ...one, row: { ...one.row, own: one.row.name === 'partly' } })),
      )[0],
    ).toBe('partly');
    // Partial scores have no order among each other, nor among complete ones, whatever they are.
    const partial = ranked.map((one) => ({
      row: { ...one.row, own: true },
      scored: {
        ...one.scored,
        score: {
          ...one.scored.score,
          basis: { ...one.scored.score.basis, kind: 'partial' as const },
        },
      },
    }));
    expect(names('-overall', partial)).toEqual(['low, far', 'one', 'partly', 'two']);
    expect(names('overall', partial)).toEqual(['low, far', 'one', 'partly', 'two']);
    expect(names('-overall', [...partial.slice(0, 1), ...ranked.slice(1)])[0]).toBe('one');
    const headings = (sort: string, of: readonly Ranked[] = ranked) => [
      ...headingsOf(sortRanked(of, sort), sort),
    ];
    expect(headings('-overall')).toEqual([['partly', '1 model not ranked, by name']]);
    expect(headings('-overall', [...partial.slice(0, 1), ...ranked.slice(1, 2)])).toEqual([
      [partial[0]?.row.key, '1 model not ranked, by name'],
      [ranked[1]?.row.key, '1 model by overall score, highest first'],
    ]);
    expect(headings('name')).toEqual([]);
    expect(headings('-overall', partial)).toEqual([]);
    expect(names('-Agentic')).toEqual(['one', 'two', 'low, far', 'partly']);
    expect(names('-overall', board.rows.map(unscored))).toEqual([
      'one',
      'two',
      'low, far',
      'partly',
    ]);
  });
});

describe('versions by their columns', () => {
  const NEEDED = {
    v4: 'Web Search Acc,Memory Acc',
    v3: 'Multi Turn Acc,Live Acc',
    v3_executable: 'Multi Turn Acc,Live Acc,Non-Live Exec Acc',
    v2: 'Simple AST,Simple Exec,Irrelevance Detection,Relevance Detection',
    v1: 'Simple Function AST,Simple Function Exec,Relevance Detection',
  };
  it.each(Object.entries(NEEDED))('%s', (version, columns) => {
    const cells = columns
      .split(',')
      .map(() => '50.00%')
      .join(',');
    const board = readBoard(`Model,Overall Acc,Latency Mean (s),${columns}\nm,120%,N/A,${cells}\n`);
    expect(board.version).toBe(version);
    // What is no share is not taken for one.
    expect(board.rows[0]?.columns['Overall Acc']).toBeNull();
    expect(board.rows[0]?.columns).not.toHaveProperty('Latency Mean (s)');
    expect(
      Object.values(board.rows[0]?.columns ?? {}).filter((share) => share === 0.5).length,
    ).toBe(columns.split(',').length);
  });
  it('no other', () =>
    expect(() => readBoard('Model,Overall Acc,AST Summary\nm,1%,1%\n')).toThrow(/no version/));
});

it.each(['', 'a,b\n1,2', 'Model,Overall Acc\n', '<html>'])('%j is no table', (text) =>
  expect(() => readBoard(text)).toThrow(NoTable),
);

// Published tables, where they are at hand: their own columns give their overall scores.
const PUBLISHED =
  process.env['BFCLX_LEADERBOARDS'] ??
  join(import.meta.dirname, '../../../shared/bfcl-data/leaderboard');
const TABLES = [
  ['v1_2024-08-14/data.csv', 'v1', 40],
  ['v2_2024-09-14/data_combined.csv', 'v2', 40],
  ['v3_2024-11-18/data_overall.csv', 'v3_executable', 40],
  ['v3_2025-06-14/data_overall.csv', 'v3', 50],
  ['v4_2025-11-03/data_overall.csv', 'v4', 50],
  ['v4_2026-04-12/data_overall.csv', 'v4', 50],
] as const;
describe.skipIf(!existsSync(PUBLISHED))('published tables', () => {
  it.each(TABLES)('%s', (path, version, atLeast) => {
    const board = readBoard(readFileSync(join(PUBLISHED, path), 'utf8'));
    expect(board.version).toBe(version);
    const ranked = scored(board);
    expect(
      ranked.filter(({ scored: one }) => one.rank_low !== null && one.rank_high !== null).length,
    ).toBeGreaterThan(atLeast);
    const best = sortRanked(ranked, '-overall')[0];
    expect([best?.scored.rank, best?.scored.rank_low]).toEqual([1, 1]);
  });
  it.each(TABLES.filter(([, version]) => version === 'v4'))(
    '%s: overall scores follow from the columns',
    (path) => {
      const board = readBoard(readFileSync(join(PUBLISHED, path), 'utf8'));
      const computed = scored(board, {
        'Non-Live': 10,
        Live: 10,
        Irrelevance: 10,
        'Multi-turn': 30,
        Agentic: 40,
      }).filter(({ row }) => row.published !== null);
      expect(computed.length).toBeGreaterThan(50);
      for (const { row, scored: one } of computed)
        expect(Math.abs((row.published ?? 0) - (one.overall.value ?? NaN))).toBeLessThan(0.00015);
    },
  );
  it('what has no column in a table of v3 follows from the overall score', () => {
    const folder = join(PUBLISHED, 'v3_2025-06-14');
    const board = readBoard(readFileSync(join(folder, 'data_overall.csv'), 'utf8'));
    const [head = [], ...lines] = parseCsv(readFileSync(join(folder, 'data_non_live.csv'), 'utf8'));
    const published = new Map(
      lines.map((line) => [
        line[head.indexOf('Model')],
        figure(line[head.indexOf('Non_Live Overall Acc')]),
      ]),
    );
    const derived = scored(board).map(
      ({ row, scored: one }) =>
        [published.get(row.name) ?? NaN, one.parts['Non-Live']?.value ?? NaN] as const,
    );
    expect(derived.length).toBeGreaterThan(50);
    for (const [theirs, ours] of derived) expect(Math.abs(theirs - ours)).toBeLessThan(0.0004);
  });
});

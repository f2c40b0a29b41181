import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../src/lib/csv.ts';
import { figure, NoTable, rankRows, readBoard, scoreOf, sortRanked } from '../src/lib/leaderboard.ts';
import { OFFICIAL } from '../src/lib/scores.ts';

describe('parseCsv', () => {
  it.each([
    ['', []],
    ['a,b\n1,2\n', [['a', 'b'], ['1', '2']]],
    ['\ufeffa\r\nb\r\n', [['a'], ['b']]],
    ['"a,""b""",c\r"x\ny",', [['a,"b"', 'c'], ['x\ny', '']]],
    ['a\n\n\nb', [['a'], ['b']]],
    ['a"b,c', [['a"b', 'c']]],
    ['"open', [['open']]],
    [',', [['', '']]],
  ])('%j', (text, rows) => expect(parseCsv(text)).toEqual(rows));
});

it.each([['72.01%', 0.7201], ['6.69', 6.69], ['N/A', null], ['', null], ['1e3', null], ['<b>', null], [' 0.00% ', 0]])('figure %s', (text, value) => {
  const read = figure(text);
  if (value === null) expect(read).toBeNull();
  else expect(read).toBeCloseTo(value, 12);
});

const HEAD =
  'Rank,Overall Acc,Model,Model Link,Total Cost ($),Latency Mean (s),Non-Live AST Acc,Non-Live Simple AST,Non-Live Multiple AST,Non-Live Parallel AST,' +
  'Non-Live Parallel Multiple AST,Live Acc,Live Simple AST,Live Multiple AST,Live Parallel AST,Live Parallel Multiple AST,Multi Turn Acc,Multi Turn Base,' +
  'Multi Turn Miss Func,Multi Turn Miss Param,Multi Turn Long Context,Web Search Acc,Memory Acc,Relevance Detection,Irrelevance Detection,Organization,License';
const row = (name: string, overall: string, others: string) => `1,${overall},${name},https://m.example/,1.5,2.5,${others},Org,MIT`;
const MADE = [
  HEAD,
  row('one', '64.00%', '80.00%,80.00%,80.00%,80.00%,80.00%,70.00%,70.00%,70.00%,70.00%,70.00%,60.00%,60.00%,60.00%,60.00%,60.00%,50.00%,70.00%,75.00%,70.00%'),
  row('two', '63.90%', '80.00%,80.00%,80.00%,80.00%,80.00%,70.00%,70.00%,70.00%,70.00%,70.00%,60.00%,60.00%,60.00%,60.00%,60.00%,50.00%,69.50%,75.00%,70.00%'),
  row('"low, far"', '20.00%', '20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%,20.00%'),
  row('partly', 'N/A', '80.00%,80.00%,80.00%,80.00%,80.00%,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A'),
].join('\n');

describe('a made table', () => {
  const board = readBoard(MADE);
  it('is of version 4', () => expect([board.v4, board.rows.map(({ name }) => name)]).toEqual([true, ['one', 'two', 'low, far', 'partly']]));
  it('gives overall scores by weights', () => {
    const [one, , , partly] = board.rows;
    if (!one || !partly) throw new Error('rows are missing');
    expect(scoreOf(one, OFFICIAL)?.value).toBeCloseTo(0.1 * 0.8 + 0.1 * 0.7 + 0.1 * 0.7 + 0.3 * 0.6 + 0.4 * 0.6, 12);
    expect(scoreOf(one, null)?.value).toBeCloseTo(0.64, 12);
    expect(scoreOf(one, { ...OFFICIAL, agentic: 0, multi_turn: 0, live: 0, irrelevance: 0 })?.value).toBeCloseTo(0.8, 12);
    expect(scoreOf(partly, OFFICIAL)).toBeNull();
    expect(scoreOf(partly, null)).toBeNull();
  });
  it('ranks, with the ranks that chance leaves', () => {
    const ranked = rankRows(board.rows, null);
    expect(ranked.map(({ rank, rankLow, rankHigh }) => [rank, rankLow, rankHigh])).toEqual([[1, 1, 2], [2, 1, 2], [3, 3, 3], [null, null, null]]);
  });
  it('sorts, and what has no value comes last', () => {
    const ranked = rankRows(board.rows, null);
    const names = (sort: string) => sortRanked(ranked, sort).map(({ row: { name } }) => name);
    expect(names('-overall')).toEqual(['one', 'two', 'low, far', 'partly']);
    expect(names('overall')).toEqual(['low, far', 'two', 'one', 'partly']);
    expect(names('name')).toEqual(['low, far', 'one', 'partly', 'two']);
    const own = rankRows(board.rows.map((row) => ({ ...row, own: row.name === 'partly' })), null);
    expect(sortRanked(own, '-overall')[0]?.row.name).toBe('partly');
    expect(names('-group:agentic')).toEqual(['one', 'two', 'low, far', 'partly']);
  });
});

it.each(['', 'a,b\n1,2', 'Model,Overall Acc\n', '<html>'])('%j is no table', (text) => expect(() => readBoard(text)).toThrow(NoTable));

// Published tables, where they are at hand: their own columns give their overall scores.
const PUBLISHED = ['v4_2025-11-03', 'v4_2026-04-12'].map((name) => join(process.env['BFCLX_LEADERBOARDS'] ?? '/nowhere', name, 'data_overall.csv'));
it.skipIf(!PUBLISHED.every((path) => existsSync(path)))('published overall scores follow from the columns', () => {
  for (const path of PUBLISHED) {
    const { rows, v4 } = readBoard(readFileSync(path, 'utf8'));
    expect(v4).toBe(true);
    const computed = rows.filter(({ published }) => published !== null).map((one) => [one.published, scoreOf(one, OFFICIAL)?.value ?? NaN] as const);
    expect(computed.length).toBeGreaterThan(50);
    for (const [published, value] of computed) expect(Math.abs((published ?? 0) - value)).toBeLessThan(0.00015);
  }
});

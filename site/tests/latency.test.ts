// Latency as the module says it: what is not known is left out, never 0.
import { describe, expect, it } from 'vitest';
import { latencyText, seconds } from '../src/components/latency.ts';
import { boardTable } from '../src/lib/board-table.ts';
import { checkBoard } from '../src/lib/board-check.ts';
import { SCHEMA } from '../src/lib/published.ts';

const FIGURES = { requests: 1200, p50: 0.214, p95: 12.34 };
const LATENCY = { ...FIGURES, categories: { simple_python: FIGURES } };

const model = (more: object) => ({
  label: 'm',
  name: 'm',
  decoder: '',
  overall: { weight: 1, missing: [], official: 0.5, score: 0.5, interval_95: [0.4, 0.6] },
  problems: 0,
  categories: {},
  ...more,
});
const index = (...models: object[]) => ({
  schema: SCHEMA,
  title: 't',
  program: { name: 'bfclx', version: '0' },
  dataset: { version: 'v4', hash: 'h' },
  leaderboard: 'v4',
  slice: 250,
  categories: [],
  ranking: { weight: 0, entries: 0 },
  audit: { entries: 0, suspicious: 0 },
  models,
});

describe('texts', () => {
  it('have as many decimals as the program writes', () => {
    expect([0.004, 0.0995, 0.214, 12.34, 340.4].map(seconds)).toEqual([
      '0.004',
      '0.10',
      '0.21',
      '12.3',
      '340',
    ]);
  });

  it('leave out what is not known', () => {
    const known = 'median 0.21 s, 95th percentile 12.3 s (1,200 requests)';
    expect(latencyText(LATENCY)).toBe(known);
    const streamed = {
      responses: 3,
      first_token: { p50: 0.1, p95: 0.2 },
      between_tokens: null,
      tokens_per_second: 35.4,
    };
    expect(latencyText({ ...LATENCY, streamed })).toBe(
      `${known}; first token: median 0.10 s, 95th percentile 0.20 s; 35 tokens/s`,
    );
  });
});

describe('a board', () => {
  it('has the figures of each model in its rows', () => {
    const board = checkBoard(index(model({ latency: LATENCY }), model({ name: 'n' })));
    expect(boardTable(board).rows.map(({ row }) => [row.p50, row.p95])).toEqual([
      [0.214, 12.34],
      [null, null],
    ]);
  });

  it.each([
    ['a negative time', { ...LATENCY, p50: -1 }],
    ['a text', { ...LATENCY, p95: '1' }],
    ['no categories', FIGURES],
    ['a time that is no number', { ...LATENCY, streamed: { responses: 1, first_token: {} } }],
  ])('is refused with %s', (_what, latency) => {
    expect(() => checkBoard(index(model({ latency })))).toThrow('latency');
  });
});

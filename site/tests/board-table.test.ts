// What `<bfclx-leaderboard>` shows of the public tables and of boards, against the module.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadScorer } from 'bfclx';
import { beforeAll, describe, expect, it } from 'vitest';
import { hostTokens } from '../build-tools/leaderboard-element.ts';
import { scoredTables } from '../build-tools/tables.ts';
import { FIRST_VIEW, sortIn, viewWith, weightsOf } from '../src/board/state.ts';
import { checkTable } from '../src/lib/board-check.ts';
import {
  BOARD,
  apartBecause,
  boardTable,
  publicTable,
  shownRows,
  weightedScore,
  withWeights,
  YOURS,
} from '../src/lib/board-table.ts';
import { placeOf } from '../src/lib/leaderboard.ts';
import { readBoard } from '../src/lib/leaderboard.ts';
import type { BoardIndex } from '../src/lib/published.ts';
import type { Scorer } from '../src/lib/scorer-types.ts';
import { officialWeights, weightsText } from '../src/lib/scores.ts';
import type { TableFile } from '../src/lib/table-file.ts';

const FOLDER = join(import.meta.dirname, '../../tools/tables');
const NONE = { search: '', organisation: '', type: '' };

let scorer: Scorer;
let files: TableFile[];
beforeAll(async () => {
  scorer = await loadScorer();
  const texts = [...(await scoredTables(FOLDER, scorer)).values()];
  files = texts.map((text) => checkTable(JSON.parse(text)));
});

const csvOf = (version: string) =>
  readBoard(
    readFileSync(
      join(FOLDER, readdirSync(FOLDER).find((name) => name.startsWith(`${version}_2`)) ?? ''),
      'utf8',
    ),
  );
const v4 = (): TableFile => files.find(({ version }) => version === 'v4') as TableFile;

describe('public tables', () => {
  it('have the scores, CIs, ranks and parts of the module, of every version', () => {
    expect(files.map(({ version }) => version).sort()).toEqual([
      'v1',
      'v2',
      'v3',
      'v3_executable',
      'v4',
    ]);
    for (const file of files) {
      const { version } = file;
      const csv = csvOf(version);
      const { rows: known } = scorer.overallScores({
        leaderboard: version,
        runs: [],
        rows: csv.rows.map(({ columns }) => columns),
      });
      const { rows } = publicTable(file, null);
      expect(rows).toHaveLength(csv.rows.length);
      rows.forEach(({ row, scored }, i) => {
        expect(row).toMatchObject({
          ...csv.rows[i],
          columns: {},
          published: known[i]?.score.value ?? null,
        });
        expect(scored.score.value).toBe(known[i]?.score.value ?? null);
        expect(scored.score.interval_95).toEqual(known[i]?.score.interval_95 ?? null);
        expect([scored.rank, scored.rank_low, scored.rank_high]).toEqual([
          known[i]?.rank,
          known[i]?.rank_low,
          known[i]?.rank_high,
        ]);
        const values = (parts: Record<string, { value: number | null; derived: boolean }>) =>
          Object.fromEntries(
            Object.entries(parts).flatMap(([name, { value, derived }]) =>
              value === null ? [] : [[name, [value, derived]]],
            ),
          );
        expect(values(scored.parts)).toEqual(values(known[i]?.parts ?? {}));
      });
    }
  });

  it('by the reader’s weights agree with the module, row by row', () => {
    const file = v4();
    const table = publicTable(file, null);
    const rows = csvOf('v4').rows.map(({ columns }) => columns);
    const names = Object.keys(officialWeights(file.composition));
    for (const numbers of [
      [1, 0, 0, 0, 0],
      [10, 10, 10, 10, 10],
      [0, 3, 0.5, 20, 7],
      [0, 0, 0, 0, 1000],
    ]) {
      const weights = Object.fromEntries(names.map((name, i) => [name, numbers[i] ?? 0]));
      const asked = Object.fromEntries(Object.entries(weights).filter(([, weight]) => weight > 0));
      const known = scorer.overallScores({
        leaderboard: 'v4',
        runs: [],
        rows,
        weights: asked,
      }).rows;
      const own = withWeights(table, weights);
      table.rows.forEach((one, i) => {
        const value = weightedScore(file.composition, one, weights);
        const expected = known[i]?.score.value ?? null;
        if (expected === null) expect(value).toBeNull();
        else expect(value).toBeCloseTo(expected, 12);
        expect(own.rows[i]?.scored.parts[YOURS]?.value ?? null).toBe(value);
        expect(own.rows[i]?.scored.score).toBe(one.scored.score);
      });
    }
  });

  it('are filtered by words, organisation and type', () => {
    const table = publicTable(v4(), null);
    const shown = (filter: Partial<typeof NONE>) =>
      shownRows(table, { ...NONE, ...filter }, '-overall');
    expect(shown({})).toHaveLength(109);
    expect(
      shown({ search: 'opus anthropic' }).every(({ row }) => row.organisation === 'Anthropic'),
    ).toBe(true);
    expect(
      shown({ organisation: 'OpenAI' }).every(({ row }) => row.organisation === 'OpenAI'),
    ).toBe(true);
    expect(shown({ type: 'prompt mode' }).every(({ row }) => /\(Prompt/.test(row.name))).toBe(true);
    const scores = shown({}).map((one) => placeOf(one) ?? -1);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
});

const model = (name: string, score?: number): BoardIndex['models'][number] => ({
  label: name,
  name,
  decoder: 'prompting',
  overall: { weight: 0.5, missing: ['sql'], official: 0.2, score, interval_95: [0.1, 0.9] },
  problems: 0,
  categories: {
    sql: { right: 3, entries: 4, interval_95: [0.3, 0.95], missing: 0, skipped: 0 },
    rest: { right: 0, entries: 0, interval_95: [0, 1], missing: 0, skipped: 0 },
  },
  groups: { Live: { score: 0.75, interval_95: [0.5, 0.9] } },
  ranked: null,
});
const board = (hash: string): BoardIndex => ({
  schema: 'bfclx-board-1',
  title: 'Own',
  program: { name: 'bfclx', version: '0' },
  dataset: { version: 'v4', hash },
  leaderboard: 'v4',
  slice: 250,
  categories: [{ name: 'sql', entries: 4, scored: true }],
  ranking: { weight: 0, entries: 0 },
  audit: { entries: 0, suspicious: 0 },
  models: [model('a', 0.5)],
});
const OFFICIAL = 'sha256:16e81316eea623df99d26c080d5b5202328bb5b0e66595df3dea69c18175009c';

describe('boards', () => {
  it('show groups and categories; partial scores have no place', () => {
    const table = boardTable(board('sha256:other'));
    const [one] = table.rows;
    expect(table.id).toBe(BOARD);
    expect(one && placeOf(one)).toBeNull();
    expect(one?.scored.score.value).toBe(0.5);
    expect(one?.scored.parts).toMatchObject({ Live: { value: 0.75 }, sql: { value: 0.75 } });
    expect(one?.scored.parts['rest']).toBeUndefined();
  });

  it('stand among public models only when they are scored on the official dataset', () => {
    expect(apartBecause(board('sha256:other'), v4())).toMatch(/not scored on the official dataset/);
    expect(apartBecause(board(OFFICIAL), v4())).toBe('');
    expect(apartBecause({ ...board(OFFICIAL), leaderboard: 'v3' }, v4())).toMatch(/scores of v3/);
    const { rows } = publicTable(v4(), board(OFFICIAL));
    expect(rows).toHaveLength(110);
    expect(rows[0]?.scored.rank).toBeNull();
  });
});

describe('the view', () => {
  it('takes what it can use', () => {
    const given = {
      table: 'v3',
      show: 'x',
      sort: 7,
      groups: ['Live', 7],
      selected: Array(20).fill('a'),
    };
    expect(viewWith(FIRST_VIEW, given)).toEqual({
      ...FIRST_VIEW,
      table: 'v3',
      groups: ['Live'],
      selected: Array(6).fill('a'),
    });
    for (const none of [null, 7, 'x', [], { __proto__: { table: 'v3' } }])
      expect(viewWith(FIRST_VIEW, none)).toEqual(FIRST_VIEW);
  });

  it('has the reader’s weights where they differ from the official ones', () => {
    const { composition } = v4();
    const official = weightsText(officialWeights(composition));
    expect(weightsOf(composition, official)).toBeNull();
    expect(weightsOf(composition, '1,2')).toBeNull();
    expect(Object.values(weightsOf(composition, '1,0,0,0,0') ?? {})).toEqual([1, 0, 0, 0, 0]);
    expect(sortIn({ ...FIRST_VIEW, sort: `-${YOURS}` }, composition, null)).toBe('-overall');
    expect(sortIn({ ...FIRST_VIEW, sort: 'Live' }, composition, null)).toBe('Live');
  });
});

it('each token can be set by the page', () => {
  const css = hostTokens(
    readFileSync(join(import.meta.dirname, '../src/styles/tokens.css'), 'utf8'),
  );
  expect(css).toContain('--accent:var(--bfclx-accent,light-dark(#0b57c9, #7db0ff));');
  expect(css).toContain('@media (pointer:coarse){:host{--control:var(--bfclx-control,40px);}}');
  expect(css).not.toContain(':root');
  expect(() => hostTokens('a { }')).toThrow('no tokens');
});

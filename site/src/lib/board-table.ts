// What `<bfclx-leaderboard>` shows: a board (`bfclx report`) or a public table in one form, which rows of it, and the reader's
// own weights. All scores, CIs and ranks are those of the files.
import { isKnown } from './provenance.ts';
import { coversText } from './format.ts';
import { sortRanked, unscored, type Ranked } from './leaderboard.ts';
import { rowsOf, scoreHeading, type BoardIndex, type PublishedModel } from './published.ts';
import { groupsOf, type Weights } from './scores.ts';
import type { Leaderboard, PartScore, Range, ScoreBasis } from './scorer-types.ts';
import { rankedRow, type TableFile } from './table-file.ts';

/** The table of the board; public tables have the names of their versions. */
export const BOARD = 'board';
/** The score by the reader's weights, among the parts of a row. */
export const YOURS = 'your weights';

export interface ShownTable {
  id: string;
  title: string;
  /** "Overall v4". */
  heading: string;
  /** The basis of the scores in that column. */
  basis: string;
  ranks: string;
  /** Decimals of scores. */
  digits: number;
  /** Null: the board was written by an earlier version. */
  composition: Leaderboard | null;
  rows: Ranked[];
  /** What costs are of; empty where there are none. */
  costs: string;
  /** Models of the board, by key of the row. */
  models: ReadonlyMap<string, PublishedModel>;
}

const rangeOf = ([low, high]: readonly [number, number]): Range => ({ low, high });
const part = (value: number, interval: Range | null): PartScore => ({
  value,
  official: value,
  standard_error: null,
  interval_95: interval,
  missing: [],
  derived: false,
});

/** Parts of a model's score: its groups, and its categories that have entries. */
function partsOf({ groups = {}, categories }: PublishedModel): Record<string, PartScore> {
  return Object.fromEntries([
    ...Object.entries(groups).map(([name, { score, interval_95: range }]) => [
      name,
      part(score, rangeOf(range)),
    ]),
    ...Object.entries(categories)
      .filter(([, { entries, unknown }]) => entries > 0 && !unknown)
      .map(([name, { right, entries, interval_95: range }]) => [
        name,
        part(right / entries, rangeOf(range)),
      ]),
  ]) as Record<string, PartScore>;
}

/** `shared`: over what all models of the board have, with its rank; else over what the model has. */
function modelRow(model: PublishedModel, board: BoardIndex, shared: boolean): Ranked {
  const { ranked, overall } = model;
  const bare = unscored({
    key: `${BOARD}:${model.name}`,
    name: model.label,
    link: '',
    organisation: '',
    license: '',
    own: true,
    published: null,
    cost: null,
    latency: null,
    p50: model.latency?.p50 ?? null,
    p95: model.latency?.p95 ?? null,
    columns: {},
  });
  const on = shared && ranked ? { ...ranked, basis: board.ranking.basis } : overall;
  const basis: ScoreBasis = {
    ...bare.scored.score.basis,
    kind: shared && ranked ? 'shared' : 'partial',
    ...on.basis,
  };
  return {
    row: bare.row,
    counts: model.categories,
    scored: {
      score: {
        value: on.score ?? null,
        standard_error: null,
        interval_95: on.interval_95 ? rangeOf(on.interval_95) : null,
        basis,
      },
      overall: { ...part(overall.official, null), missing: overall.missing },
      parts: partsOf(model),
      rank: shared ? (ranked?.rank ?? null) : null,
      rank_low: shared ? (ranked?.rank_low ?? null) : null,
      rank_high: shared ? (ranked?.rank_high ?? null) : null,
    },
  };
}

const modelsOf = (board: BoardIndex) =>
  new Map(rowsOf(board).map((model) => [`${BOARD}:${model.name}`, model]));

export function boardTable(board: BoardIndex): ShownTable {
  const { basis, weight, rank_text: ranks = '' } = board.ranking;
  return {
    id: BOARD,
    title: board.title,
    heading: scoreHeading(board),
    basis: basis?.text ?? (weight > 0 ? coversText(weight) : 'the models share no entries'),
    ranks,
    digits: 1,
    composition: board.composition ?? null,
    rows: rowsOf(board).map((model) => modelRow(model, board, true)),
    costs: '',
    models: modelsOf(board),
  };
}

/** Why models of a board cannot stand among the rows of a public table; empty where they can. */
export function apartBecause(board: BoardIndex, { version }: TableFile): string {
  if (board.score && board.score.name !== version)
    return `The board has scores of ${board.score.title}.`;
  if (board.leaderboard !== version) return `The board has scores of ${board.leaderboard}.`;
  if (!isKnown(board.dataset.hash))
    return 'The board is not scored on the official dataset, so its models are not shown here.';
  return '';
}

/** `board`: its models stand among the rows. */
export function publicTable(file: TableFile, board: BoardIndex | null): ShownTable {
  const own = board ? rowsOf(board).map((model) => modelRow(model, board, false)) : [];
  return {
    id: file.version,
    title: 'Public leaderboard',
    heading: `Overall ${file.version}`,
    basis: `as published on ${file.date}`,
    ranks: file.rank_text,
    digits: 2,
    composition: file.composition,
    rows: [...own, ...file.rows.map(rankedRow)],
    costs: file.version === 'v4' ? 'Total cost in dollars' : 'Dollars for 1,000 function calls',
    models: board ? modelsOf(board) : new Map(),
  };
}

// ---- which rows ----

/** How a model calls functions, as its name says in the public tables; of a board its decoder. */
export function typeOf({ row }: Ranked, models: ReadonlyMap<string, PublishedModel>): string {
  const model = models.get(row.key);
  if (model) return model.decoder ? `decoder ${model.decoder}` : '';
  const type = /\((FC|Prompt)\b[^()]*\)\s*$/.exec(row.name)?.[1];
  return type ? (type === 'FC' ? 'native tool calling (FC)' : 'prompt mode') : '';
}

export interface Filter {
  search: string;
  organisation: string;
  type: string;
}

export const choicesOf = (values: Iterable<string>): string[] =>
  [...new Set(values)].filter(Boolean).sort((a, b) => a.localeCompare(b, 'en'));

/** The rows that a filter lets through, in order. */
export function shownRows({ rows, models }: ShownTable, filter: Filter, sort: string): Ranked[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((one) => {
    const { name, organisation, license } = one.row;
    if (filter.organisation && organisation !== filter.organisation) return false;
    if (filter.type && typeOf(one, models) !== filter.type) return false;
    const text = `${name} ${organisation} ${license}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return sortRanked(found, sort);
}

// ---- the reader's weights ----

/**
 * The mean of the group scores of a row, by the reader's weights; null where one that weighs is missing. The only score that
 * the page computes itself: tests/board-table.test.ts holds it against the module's, row by row.
 */
export function weightedScore(
  composition: Leaderboard,
  { scored }: Ranked,
  weights: Weights,
): number | null {
  let sum = 0;
  let total = 0;
  for (const { column } of groupsOf(composition)) {
    const weight = weights[column.key] ?? 0;
    if (weight === 0) continue;
    const value = scored.parts[column.key]?.value ?? null;
    if (value === null) return null;
    sum += weight * value;
    total += weight;
  }
  return total > 0 ? sum / total : null;
}

/** The table with these scores among the parts of its rows. */
export function withWeights(table: ShownTable, weights: Weights): ShownTable {
  const { composition } = table;
  if (!composition) return table;
  const rows = table.rows.map((one): Ranked => {
    const value = weightedScore(composition, one, weights);
    if (value === null) return one;
    const parts = { ...one.scored.parts, [YOURS]: part(value, null) };
    return { ...one, scored: { ...one.scored, parts } };
  });
  return { ...table, rows };
}

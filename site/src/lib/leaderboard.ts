// The leaderboard's table: rows of a data_overall.csv and the user's own runs in one form, with overall scores
// by any weights, intervals, and the ranks that the differences allow.
import { parseCsv } from './csv.ts';
import { GROUPS, LEAVES, leafWeights, OFFICIAL, overall, shareVariance, type Estimate, type GroupKey, type Scores, type Weights } from './scores.ts';

export interface BoardRow {
  /** Unique in the table. */
  key: string;
  name: string;
  link: string;
  organisation: string;
  license: string;
  own: boolean;
  /** "Overall Acc" as published; null in own runs. */
  published: number | null;
  /** In dollars, for the whole benchmark (version 4) or a thousand calls (older tables). */
  cost: number | null;
  /** Mean, in seconds. */
  latency: number | null;
  scores: Scores;
}

export interface Board {
  rows: BoardRow[];
  /** It has the columns of version 4: the official weights give the published score. */
  v4: boolean;
}

const Z = 1.959963984540054;

/** "72.01%" as a share of 1, "6.69" as it is; null for "N/A" and anything else. */
export function figure(text: string | undefined): number | null {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(text ?? '');
  if (!match) return null;
  return Number(match[1]) / (match[2] ? 100 : 1);
}

/** Why a text is no such table: a sentence. */
export class NoTable extends Error {}

/** Reads a data_overall.csv. Throws NoTable. */
export function readBoard(text: string): Board {
  const [head = [], ...lines] = parseCsv(text);
  const at = new Map(head.map((name, i) => [name.trim(), i]));
  if (!at.has('Model') || !at.has('Overall Acc')) {
    throw new NoTable('This is no data_overall.csv: it has no columns "Model" and "Overall Acc".');
  }
  const taken = new Map<string, number>();
  const rows = lines.flatMap((line): BoardRow[] => {
    const cell = (name: string): string => line[at.get(name) ?? -1]?.trim() ?? '';
    const name = cell('Model');
    if (!name) return [];
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return [
      {
        key: before === 0 ? name : `${name} (${before + 1})`,
        name,
        link: /^https?:\/\//.test(cell('Model Link')) ? cell('Model Link') : '',
        organisation: cell('Organization'),
        license: cell('License'),
        own: false,
        published: figure(cell('Overall Acc')),
        cost: figure(cell('Total Cost ($)')) ?? figure(cell('Cost ($ Per 1k Function Calls)')),
        latency: figure(cell('Latency Mean (s)')),
        scores: scoresOfCells(cell),
      },
    ];
  });
  if (rows.length === 0) throw new NoTable('This table has a head and no rows.');
  return { rows, v4: at.has('Web Search Acc') && at.has('Memory Acc') };
}

/** A published share with the variance that numbers of entries give it. */
function estimate(value: number | null, parts: readonly (readonly [string, number, number])[]): Estimate | null {
  if (value === null) return null;
  return { value, variance: parts.reduce((sum, [, weight, entries]) => sum + weight * weight * shareVariance(value, entries), 0) };
}

function scoresOfCells(cell: (name: string) => string): Scores {
  const leaves = Object.fromEntries(LEAVES.map(({ key, header, parts }) => [key, estimate(figure(cell(header)), parts)]));
  const groups = Object.fromEntries(
    GROUPS.map((group) => {
      const inside = leafWeights(group).map(([leaf, weight]) => [leaves[leaf.key], weight] as const);
      const published = group.header === null ? null : figure(cell(group.header));
      const whole = inside.every(([leaf]) => leaf);
      const sum = (of: (leaf: Estimate) => number, power: number) =>
        inside.reduce((total, [leaf, weight]) => total + (leaf ? weight ** power * of(leaf) : 0), 0);
      if (!whole && published === null) return [group.key, null];
      const value = published ?? sum((leaf) => leaf.value, 1);
      // Without all of its columns a group is taken as one of a hundred entries.
      return [group.key, { value, variance: whole ? sum((leaf) => leaf.variance, 2) : shareVariance(value, 100) }];
    }),
  ) as Record<GroupKey, Estimate | null>;
  return { leaves, groups };
}

export interface Ranked {
  row: BoardRow;
  /** Null: a group that weighs is missing. */
  score: Estimate | null;
  interval: { low: number; high: number } | null;
  /** Among the rows that have a score, and the best and worst rank that chance leaves. */
  rank: number | null;
  rankLow: number | null;
  rankHigh: number | null;
}

/** The overall score of a row. Without weights: as published, in own runs by the official weights. */
export function scoreOf(row: BoardRow, weights: Weights | null): Estimate | null {
  const computed = overall(row.scores.groups, weights ?? OFFICIAL);
  if (weights || row.published === null) return computed;
  return { value: row.published, variance: computed?.variance ?? NaN };
}

/** All rows with scores, intervals and ranks, in the order given. Differences are tested as of independent runs. */
export function rankRows(rows: readonly BoardRow[], weights: Weights | null): Ranked[] {
  const scored = rows.map((row) => ({ row, score: scoreOf(row, weights) }));
  const all = scored.flatMap(({ score }) => (score ? [score] : []));
  return scored.map(({ row, score }) => {
    if (!score) return { row, score, interval: null, rank: null, rankLow: null, rankHigh: null };
    const rank = 1 + all.filter((other) => other.value > score.value).length;
    if (!Number.isFinite(score.variance)) return { row, score, interval: null, rank, rankLow: null, rankHigh: null };
    const half = Z * Math.sqrt(score.variance);
    const surely = (other: Estimate) => Math.abs(other.value - score.value) > Z * Math.sqrt(other.variance + score.variance);
    return {
      row,
      score,
      interval: { low: Math.max(0, score.value - half), high: Math.min(1, score.value + half) },
      rank,
      rankLow: 1 + all.filter((other) => other.value > score.value && surely(other)).length,
      rankHigh: all.length - all.filter((other) => other.value < score.value && surely(other)).length,
    };
  });
}

/** Half of the interval of a group or leaf, of own runs: their numbers of entries are known. */
export function halfOf({ row }: Ranked, column: string): number | null {
  const estimate = column.startsWith('group:') ? row.scores.groups[column.slice(6) as GroupKey] : row.scores.leaves[column];
  return row.own && estimate ? Z * Math.sqrt(estimate.variance) : null;
}

/** What a column shows of a row: a group, a leaf, or a figure; for sorting and filtering. */
export function valueOf({ row, score }: Ranked, column: string): number | string | null {
  if (column === 'overall') return score?.value ?? null;
  if (column === 'name') return row.name;
  if (column === 'organisation') return row.organisation;
  if (column === 'cost' || column === 'latency') return row[column];
  if (column.startsWith('group:')) return row.scores.groups[column.slice(6) as GroupKey]?.value ?? null;
  return row.scores.leaves[column]?.value ?? null;
}

const collator = new Intl.Collator('en', { numeric: true });

/** A sorted copy; what has no value comes last either way, but own runs first, where they are seen. */
export function sortRanked(rows: readonly Ranked[], sort: string): Ranked[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace(/^-/, '');
  return [...rows].sort((a, b) => {
    const [x, y] = [valueOf(a, column), valueOf(b, column)];
    if (x === null || y === null) {
      const place = (value: unknown, { own }: BoardRow) => (value !== null ? 1 : own ? 0 : 2);
      return place(x, a.row) - place(y, b.row);
    }
    return sign * (typeof x === 'string' ? collator.compare(x, String(y)) : x - Number(y));
  });
}

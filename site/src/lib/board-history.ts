// The history of a leaderboard (data/history.json, models/<name>/history.json): its releases, and the earlier results of a model.
// Nothing in the files is trusted: a line of another form is left out.
import type { ModelFile } from './published.ts';

type Pair = [number, number];
export interface Standing {
  score: number | null;
  interval: Pair | null;
  basis: string;
  rank: number | null;
  rank_low: number | null;
  rank_high: number | null;
  /** Repeats, whose mean the score is; null where it is of one run. */
  repeats: number | null;
}
export interface Change {
  name: string;
  label: string;
  before: Standing | null;
  after: Standing | null;
  /** Why the two cannot be compared; empty where they can. */
  note: string;
}
export interface Changes {
  /** Of `models`, which are bounded. */
  count: number;
  models: Change[];
}
export interface Release {
  date: string;
  added: Changes;
  replaced: Changes;
  removed: Changes;
}
export interface BoardHistory {
  /** The newest first. */
  releases: Release[];
  /** When each model got its results, and how many it had earlier. */
  models: ReadonlyMap<string, { date: string; earlier: number }>;
}
/** A result of a model: the one of today, or an earlier one. */
export interface PastResult {
  date: string;
  dataset: string;
  program: string;
  score: number | null;
  interval: Pair | null;
  basis: string;
  /** Why it cannot be compared with the one of today; empty where it can. */
  note: string;
}

const MOST = 1000;
type Members = Record<string, unknown>;
const members = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 500) : '');
const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const share = (value: unknown): number | null => {
  const found = number(value);
  return found !== null && found >= 0 && found <= 1 ? found : null;
};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MOST) : []);
function pair(value: unknown): Pair | null {
  const [low = null, high = null] = list(value).map(share);
  return low === null || high === null ? null : [low, high];
}

function standing(value: unknown): Standing | null {
  if (value === undefined || value === null) return null;
  const own = members(value);
  return {
    score: share(own['score']),
    interval: pair(own['interval_95']),
    basis: text(own['basis']),
    rank: number(own['rank']),
    rank_low: number(own['rank_low']),
    rank_high: number(own['rank_high']),
    repeats: number(own['repeats']),
  };
}

function changes(value: unknown): Changes {
  const own = members(value);
  const models = list(own['models']).map((one) => {
    const model = members(one);
    return {
      name: text(model['name']),
      label: text(model['label']),
      before: standing(model['old']),
      after: standing(model['new']),
      note: text(model['note']),
    };
  });
  return { count: Math.max(models.length, number(own['count']) ?? 0), models };
}

export function readHistory(value: unknown): BoardHistory {
  const file = members(value);
  const releases = list(file['releases']).map((one) => {
    const own = members(one);
    return {
      date: text(own['date']),
      added: changes(own['added']),
      replaced: changes(own['replaced']),
      removed: changes(own['removed']),
    };
  });
  const models = Object.entries(members(file['models'])).map(([name, one]) => {
    const own = members(one);
    return [name, { date: text(own['date']), earlier: number(own['earlier']) ?? 0 }] as const;
  });
  return { releases, models: new Map(models) };
}

export const KINDS = ['added', 'replaced', 'removed'] as const;

const together = (all: readonly Changes[]): Changes => ({
  count: all.reduce((sum, { count }) => sum + count, 0),
  models: all.flatMap(({ models }) => models),
});

/** What the last day changed, in all its releases; null where there is only the first release, which tells nothing. */
export function latestChange({ releases }: BoardHistory): Release | null {
  const [latest] = releases;
  const day = releases.slice(0, -1).filter(({ date }) => date === latest?.date);
  if (!latest || day.length === 0) return null;
  return {
    date: latest.date,
    added: together(day.map(({ added }) => added)),
    replaced: together(day.map(({ replaced }) => replaced)),
    removed: together(day.map(({ removed }) => removed)),
  };
}

/** "1 added, 2 replaced". */
export const changesText = (release: Release): string =>
  KINDS.filter((kind) => release[kind].count > 0)
    .map((kind) => `${release[kind].count} ${kind}`)
    .join(', ');

/** The earlier results of a model's own history, the newest first. */
export const readEarlier = (value: unknown): PastResult[] =>
  list(members(value)['earlier']).map((one) => {
    const own = members(one);
    return {
      date: text(own['date']),
      dataset: text(members(own['dataset'])['version']),
      program: text(own['program']),
      score: share(own['score']),
      interval: pair(own['interval_95']),
      basis: text(members(own['basis'])['text']),
      note: own['comparable'] === true ? '' : text(own['note']) || 'not comparable',
    };
  });

/** The result of today in the same form. */
export const presentResult = (
  { overall }: ModelFile,
  date: string,
  dataset: string,
  program: string,
): PastResult => ({
  date,
  dataset,
  program,
  score: overall.score ?? null,
  interval: overall.interval_95 ?? null,
  basis: overall.basis?.text ?? '',
  note: '',
});

// Which two of many runs are compared when nobody has said which.
import type { BasedScore } from './scorer-types.ts';

export interface Candidate<R> {
  run: R;
  name: string;
  score: BasedScore | null;
  /** When its results were made, or loaded. */
  date: Date;
  /** Its judged entries. */
  ids: () => readonly string[];
}

/** Two runs, or none, and what they were taken by. */
export interface Pair<R> {
  runs: readonly R[];
  by: 'score' | 'date' | 'entries';
}

/** Of runs that are all over different entries, so many are looked at. */
const LOOKED_AT = 12;

function sharedEntries<R>(a: Candidate<R>, b: Candidate<R>): number {
  const known = new Set(a.ids());
  return b.ids().filter((id) => known.has(id)).length;
}

/** Whatever shares the most entries with this one. */
function partnerOf<R>(some: readonly Candidate<R>[], fixed: Candidate<R>): R[] {
  let best = { shared: 0, pair: [] as R[] };
  const looked = some
    .filter((one) => one !== fixed)
    .sort((a, b) => (b.score?.basis.entries ?? 0) - (a.score?.basis.entries ?? 0))
    .slice(0, LOOKED_AT);
  for (const one of looked) {
    const shared = sharedEntries(fixed, one);
    if (shared > best.shared) best = { shared, pair: [fixed.run, one.run] };
  }
  return best.pair;
}

/** The latest run, and the latest of the others that shares an entry with it; else of the run before it, and so on. */
function latestPair<R>(some: readonly Candidate<R>[]): R[] {
  const latest = [...some]
    .reverse()
    .sort((a, b) => b.date.getTime() - a.date.getTime())
    .slice(0, LOOKED_AT);
  for (const [i, b] of latest.entries()) {
    const a = latest.slice(i + 1).find((one) => sharedEntries(b, one) > 0);
    if (a) return [a.run, b.run];
  }
  return [];
}

/**
 * The two best runs on one basis, of several bases the one over the most entries; equal ones by name. Where no two have the same: the two
 * latest that share entries, the earlier one first; or what shares the most with `fixed`, which is one of the two, if given.
 */
export function bestPair<R>(runs: readonly Candidate<R>[], fixed?: R): Pair<R> {
  const groups = new Map<string, Candidate<R>[]>();
  for (const one of runs) {
    const key = (one.score?.value ?? null) === null ? undefined : one.score?.basis.key;
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const usable = [...groups.values()]
    .filter(
      (group) =>
        group.length > 1 && (fixed === undefined || group.some(({ run }) => run === fixed)),
    )
    .sort((a, b) => (b[0]?.score?.basis.entries ?? 0) - (a[0]?.score?.basis.entries ?? 0));
  const [group] = usable;
  if (!group) {
    if (fixed === undefined) return { runs: latestPair(runs), by: 'date' };
    const one = runs.find(({ run }) => run === fixed);
    return { runs: one ? partnerOf(runs, one) : [], by: 'entries' };
  }
  const best = [...group]
    .sort(
      (a, b) =>
        Number(b.run === fixed) - Number(a.run === fixed) ||
        (b.score?.value ?? 0) - (a.score?.value ?? 0) ||
        a.name.localeCompare(b.name, 'en'),
    )
    .slice(0, 2)
    .map(({ run }) => run);
  return { runs: best, by: 'score' };
}

// Which two of many runs are compared when nobody has said which.
import type { BasedScore } from './scorer-types.ts';

export interface Candidate<R> {
  run: R;
  score: BasedScore | null;
  /** Its judged entries. */
  ids: () => readonly string[];
}

/** Of runs that are all over different entries, so many with the most entries are looked at. */
const LOOKED_AT = 12;

function sharedEntries<R>(a: Candidate<R>, b: Candidate<R>): number {
  const known = new Set(a.ids());
  return b.ids().filter((id) => known.has(id)).length;
}

function pairOver<R>(some: readonly Candidate<R>[], fixed: R | undefined): R[] {
  let best = { shared: 0, pair: [] as R[] };
  const looked = some
    .filter(({ run }) => run !== fixed)
    .sort((a, b) => (b.score?.basis.entries ?? 0) - (a.score?.basis.entries ?? 0))
    .slice(0, LOOKED_AT);
  const first = some.filter(({ run }) => run === fixed);
  for (const a of fixed === undefined ? looked : first) {
    for (const b of looked) {
      const shared = a === b ? 0 : sharedEntries(a, b);
      if (shared > best.shared) best = { shared, pair: [a.run, b.run] };
    }
  }
  return best.pair;
}

/**
 * The two best runs on one basis, of several bases the one over the most entries; where no two have the same, those that
 * share the most entries. `fixed` is one of the two, if given. Empty: no two share an entry.
 */
export function bestPair<R>(runs: readonly Candidate<R>[], fixed?: R): R[] {
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
  if (!group) return pairOver(runs, fixed);
  const best = [...group]
    .sort(
      (a, b) =>
        Number(b.run === fixed) - Number(a.run === fixed) ||
        (b.score?.value ?? 0) - (a.score?.value ?? 0),
    )
    .slice(0, 2)
    .map(({ run }) => run);
  return best;
}

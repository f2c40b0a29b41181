// The runs that Compare shows: those that the address names, in its order; else two that it proposes.
import { bestPair, type Pair } from '../lib/best-pair.ts';
import { overallOf, overallPending } from './figures.ts';
import { runs, type Run } from './runs.ts';
import { isBusy, isSettled, judged } from './statistics.ts';
import { chosenRuns, namedRuns } from '../lib/chosen-runs.ts';

export interface Compared {
  runs: readonly Run[];
  /** Nobody has chosen the two: what they were taken by. */
  proposed: Pair<Run>['by'] | null;
  /** The address names one of them. */
  fixed: boolean;
  /** Some runs are not scored yet, so that a proposal could be another one in a moment. */
  waits: boolean;
}

const isWaitedFor = (run: Run): boolean =>
  (isBusy(run) && run.source.kind !== 'ask') || overallPending(run);

/** `text`: the names in the address. */
export function compared(text: string | undefined): Compared {
  const loaded = runs.value;
  const named = namedRuns(loaded, text);
  if (named.length > 1 || loaded.length < 3)
    return { runs: chosenRuns(loaded, text), proposed: null, fixed: false, waits: false };
  const scored = loaded.filter(isSettled).map((run) => ({
    run,
    name: run.name,
    score: overallOf(run)?.own ?? null,
    date: run.date,
    ids: () => Object.values(judged(run).entries).flatMap(({ ids }) => ids),
  }));
  const fixed = named.length > 0;
  if (loaded.some(isWaitedFor)) return { runs: named, proposed: null, fixed, waits: true };
  const pair = bestPair(scored, named[0]);
  return { runs: chosenRuns(loaded, text, pair.runs), proposed: pair.by, fixed, waits: false };
}

export const comparedRuns = (text: string | undefined): readonly Run[] => compared(text).runs;

// The runs that Compare shows: those that the address names, in its order; else the two that can be compared best.
import { bestPair } from '../lib/best-pair.ts';
import { overallOf } from './figures.ts';
import { runs, type Run } from './runs.ts';
import { isSettled, judged } from './statistics.ts';
import { chosenRuns, namedRuns } from '../lib/chosen-runs.ts';

/** `text`: the names in the address. */
export function comparedRuns(text: string | undefined): Run[] {
  const loaded = runs.value;
  const named = namedRuns(loaded, text);
  if (named.length > 1 || loaded.length < 3) return chosenRuns(loaded, text);
  const scored = loaded.filter(isSettled).map((run) => ({
    run,
    score: overallOf(run)?.own ?? null,
    ids: () => Object.values(judged(run).entries).flatMap(({ ids }) => ids),
  }));
  return chosenRuns(loaded, text, bestPair(scored, named[0]));
}

// The latest scores over what several runs share, kept beside their verdicts: a reload shows them without computing them
// again, which needs every row of every run.
import { BASED } from '../lib/kept-form.ts';
import { isShape } from '../lib/shape.ts';
import type { BasedScore, LeaderboardName } from '../lib/scorer-types.ts';
import { onDisk, printOf } from './kept-verdicts.ts';
import { askedScore } from './own-score.ts';
import type { Run } from './runs.ts';

const KEY = 'bfclx-shared';
/** Characters: the local storage has little room. */
const MOST = 500_000;

interface Kept {
  key: string;
  /** By the print of the run. */
  scores: Readonly<Record<string, BasedScore>>;
}

/** What the scores depend on, whatever the order of the runs; null: not all of these verdicts are kept. */
function keyOf(runs: readonly Run[], version: LeaderboardName): string | null {
  const prints = runs.map(printOf).sort();
  return prints.includes('') ? null : JSON.stringify([askedScore(version), prints]);
}

/** In the order of the runs; null: other ones were the latest, or they were not kept. */
export function keptShared(
  runs: readonly Run[],
  version: LeaderboardName,
): readonly BasedScore[] | null {
  const key = keyOf(runs, version);
  if (key === null) return null;
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    if (!isShape({ members: { key: { is: key }, scores: { each: BASED } } }, kept)) return null;
    const scores = runs.flatMap((run) => kept?.scores[printOf(run)] ?? []);
    return scores.length === runs.length ? scores : null;
  } catch {
    return null;
  }
}

/** Ends the wait of scores that came before. */
let stop: () => void = () => undefined;

/** Keeps them once the verdicts of all of these runs are kept, unless others come before that or verdicts change. */
export function keepShared(
  runs: readonly Run[],
  version: LeaderboardName,
  scores: readonly BasedScore[],
): void {
  stop();
  const verdicts = runs.map((run) => run.verdicts);
  const keep = (): void => {
    if (runs.some((run, i) => run.verdicts !== verdicts[i])) return stop();
    const key = keyOf(runs, version);
    if (key === null) return;
    stop();
    const byPrint = runs.map((run, i) => [printOf(run), scores[i]]);
    const text = JSON.stringify({ key, scores: Object.fromEntries(byPrint) as Kept['scores'] });
    try {
      if (text.length < MOST) localStorage.setItem(KEY, text);
    } catch {
      // They are computed again after a reload.
    }
  };
  const end = onDisk.subscribe(keep);
  stop = () => void end();
  keep();
}

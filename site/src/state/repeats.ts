// Runs that may be repeats of one model, and what the module says of them.
import { collator } from '../lib/matrix.ts';
import type { LeaderboardName, RepeatsAnswer } from '../lib/scorer-types.ts';
import { askedScore } from './own-score.ts';
import { pool } from './pool.ts';
import type { Run } from './runs.ts';
import { isSettled, judged, packed } from './statistics.ts';

/** Those that may be repeats, as their manifests say, by name. */
export const mayRepeat = (some: readonly Run[]): Run[] =>
  some
    .filter((run) => isSettled(run) && run.manifest?.repeat)
    .sort((a, b) => collator.compare(a.name, b.name));

export const askRepeats = (
  asked: readonly Run[],
  version: LeaderboardName,
): Promise<RepeatsAnswer> =>
  pool.call('repeats', {
    ...askedScore(version),
    runs: asked.map((run) => ({ ...packed(judged(run)), repeat: run.manifest?.repeat ?? null })),
  });

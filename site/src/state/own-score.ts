// Which score views lead with: the overall score of a version of the leaderboard, or, where the dataset is the
// reader's own benchmark, the accuracy over its entries in the place of v4's.
import type { AskedScore, LeaderboardName, ScoreName } from '../lib/scorer-types.ts';
import { dataset } from './dataset.ts';

const ownEntries = (version: LeaderboardName): Record<string, number> | null =>
  version === 'v4' ? (dataset.value.own ?? null) : null;

/** As the module names it. */
export const scoreName = (version: LeaderboardName): ScoreName =>
  ownEntries(version) ? 'own' : version;

/** For requests to the module. */
export function askedScore(version: LeaderboardName): AskedScore {
  const own_entries = ownEntries(version);
  return own_entries ? { leaderboard: 'own', own_entries } : { leaderboard: version };
}

/** "overall v4", "accuracy". */
export const scoreTitle = (version: LeaderboardName): string =>
  ownEntries(version) ? 'accuracy' : `overall ${version}`;

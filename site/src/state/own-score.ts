// Which score views lead with: the overall score of a version of the leaderboard, or, where the dataset is the
// reader's own benchmark, the accuracy over its entries, whatever version is asked for.
import type { AskedScore, LeaderboardName, ScoreName } from '../lib/scorer-types.ts';
import { dataset, type DatasetState } from './dataset.ts';

const ownEntries = (): Record<string, number> | null => dataset.value.own ?? null;

/** Of copies that an earlier version kept, the worker reads the tags itself. */
export const ownScore = (own_entries: Record<string, number>): AskedScore => {
  const { ownTags } = dataset.value;
  return { own_entries, ...(ownTags !== undefined && { own_tags: ownTags }) };
};

/** The dataset is the reader's own benchmark: there are no versions to choose from. */
export const isOwn = (): boolean => ownEntries() !== null;

/** The page shows the reader's own benchmark, and this run is scored on another dataset, as the sample runs are. */
export const isElsewhere = ({ dataset: its }: { dataset: DatasetState | null }): boolean =>
  isOwn() && its !== null && !its.own;

/** As the module names it. */
export const scoreName = (version: LeaderboardName): ScoreName => (isOwn() ? 'own' : version);

/** For requests to the module. */
export function askedScore(version: LeaderboardName): AskedScore {
  const own_entries = ownEntries();
  return own_entries ? { leaderboard: 'own', ...ownScore(own_entries) } : { leaderboard: version };
}

/** The same number of entries passed may be another accuracy. */
const accuracyTitle = (): string =>
  dataset.value.ownTags ? 'accuracy with tag weights' : 'accuracy';

/** "overall v4", "accuracy". */
export const scoreTitle = (version: LeaderboardName): string =>
  isOwn() ? accuracyTitle() : `overall ${version}`;

/** The same in a sentence: "overall score of v4", "accuracy". */
export const scorePhrase = (version: LeaderboardName): string =>
  isOwn() ? accuracyTitle() : `overall score of ${version}`;

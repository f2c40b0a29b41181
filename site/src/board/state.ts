// What a reader has chosen in `<bfclx-leaderboard>`: plain data, which a page can keep and give back.
import type { Leaderboard } from '../lib/scorer-types.ts';
import {
  columnsOf,
  officialWeights,
  parseWeights,
  weightsText,
  type Weights,
} from '../lib/scores.ts';
import { YOURS } from '../lib/board-table.ts';
import type { LeaderboardView } from '../../public/bfclx-leaderboard.d.ts';

export type { LeaderboardView };

/** A profile with more lines cannot be read. */
export const MOST_SELECTED = 6;

export const FIRST_VIEW: LeaderboardView = {
  table: '',
  show: 'table',
  sort: '-overall',
  search: '',
  organisation: '',
  type: '',
  groups: [],
  selected: [],
  weights: '',
  model: '',
};

const SHOWN: readonly string[] = ['table', 'profile', 'cost', 'latency'];
const MOST_TEXT = 500;
const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string').slice(0, 100)
    : [];

/** `before` with what of `given` is usable: it may come from an address. */
export function viewWith(before: LeaderboardView, given: unknown): LeaderboardView {
  const own = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const next: Record<string, unknown> = { ...before };
  for (const name of Object.keys(FIRST_VIEW)) {
    const value = Object.hasOwn(own, name) ? own[name] : undefined;
    if (value === undefined) continue;
    if (name === 'groups' || name === 'selected') next[name] = texts(value);
    else if (typeof value === 'string' && (name !== 'show' || SHOWN.includes(value)))
      next[name] = value.slice(0, MOST_TEXT);
  }
  const view = next as unknown as LeaderboardView;
  return { ...view, selected: view.selected.slice(-MOST_SELECTED) };
}

/** The reader's weights, of versions that are weighted; null: the official ones. */
export function weightsOf(composition: Leaderboard | null, text: string): Weights | null {
  if (composition?.overall.combining !== 'weights' || !text) return null;
  const official = officialWeights(composition);
  const weights = parseWeights(text, Object.keys(official));
  return weights && weightsText(weights) !== weightsText(official) ? weights : null;
}

/** The column of `sort`, where the table has it. */
export function sortIn(
  { sort, groups }: LeaderboardView,
  composition: Leaderboard | null,
  weights: Weights | null,
): string {
  const column = sort.replace(/^-/, '');
  const plain = ['overall', 'name', 'cost', 'latency', 'p50', 'p95', 'organisation'];
  const parts = composition ? columnsOf(composition, groups).map(({ key }) => key) : [];
  const known = [...plain, ...parts, ...(weights ? [YOURS] : [])];
  return known.includes(column) ? sort : '-overall';
}

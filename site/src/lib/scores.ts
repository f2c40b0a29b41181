// The leaderboard's columns of version 4: what each is made of, and the overall score. One table serves runs
// (accuracies by category) and rows of data_overall.csv (its own columns). What is missing is null, never 0.
import type { CategoryCounts } from './summary.ts';

export interface Leaf {
  key: string;
  label: string;
  /** Header in data_overall.csv. */
  header: string;
  group: GroupKey | null;
  /** Categories, their weights (adding up to 1), and numbers of entries in the official dataset. */
  parts: readonly (readonly [category: string, weight: number, entries: number])[];
}

export type GroupKey = 'non_live' | 'live' | 'irrelevance' | 'multi_turn' | 'agentic';

const leaf = (key: string, label: string, header: string, group: GroupKey | null, ...parts: Leaf['parts']): Leaf => ({
  key, label, header, group, parts,
});
const THIRD = 1 / 3;

export const LEAVES: readonly Leaf[] = [
  leaf('simple', 'Simple', 'Non-Live Simple AST', 'non_live', ['simple_python', THIRD, 400], ['simple_java', THIRD, 100], ['simple_javascript', THIRD, 50]),
  leaf('multiple', 'Multiple', 'Non-Live Multiple AST', 'non_live', ['multiple', 1, 200]),
  leaf('parallel', 'Parallel', 'Non-Live Parallel AST', 'non_live', ['parallel', 1, 200]),
  leaf('parallel_multiple', 'Parallel multiple', 'Non-Live Parallel Multiple AST', 'non_live', ['parallel_multiple', 1, 200]),
  leaf('live_simple', 'Live simple', 'Live Simple AST', 'live', ['live_simple', 1, 258]),
  leaf('live_multiple', 'Live multiple', 'Live Multiple AST', 'live', ['live_multiple', 1, 1053]),
  leaf('live_parallel', 'Live parallel', 'Live Parallel AST', 'live', ['live_parallel', 1, 16]),
  leaf('live_parallel_multiple', 'Live parallel multiple', 'Live Parallel Multiple AST', 'live', ['live_parallel_multiple', 1, 24]),
  leaf('multi_turn_base', 'Base', 'Multi Turn Base', 'multi_turn', ['multi_turn_base', 1, 200]),
  leaf('multi_turn_miss_func', 'Missing function', 'Multi Turn Miss Func', 'multi_turn', ['multi_turn_miss_func', 1, 200]),
  leaf('multi_turn_miss_param', 'Missing parameter', 'Multi Turn Miss Param', 'multi_turn', ['multi_turn_miss_param', 1, 200]),
  leaf('multi_turn_long_context', 'Long context', 'Multi Turn Long Context', 'multi_turn', ['multi_turn_long_context', 1, 200]),
  leaf('web_search', 'Web search', 'Web Search Acc', 'agentic', ['web_search_base', 0.5, 100], ['web_search_no_snippet', 0.5, 100]),
  leaf('memory', 'Memory', 'Memory Acc', 'agentic', ['memory_kv', THIRD, 155], ['memory_vector', THIRD, 155], ['memory_rec_sum', THIRD, 155]),
  leaf('irrelevance', 'Irrelevance', 'Irrelevance Detection', 'irrelevance', ['irrelevance', 0.5, 240], ['live_irrelevance', 0.5, 884]),
  leaf('relevance', 'Relevance', 'Relevance Detection', null, ['live_relevance', 1, 16]),
];

export interface Group {
  key: GroupKey;
  label: string;
  /** Header of its own in data_overall.csv; null: it has none. */
  header: string | null;
  /** How much it weighs in the overall score, in percent. */
  official: number;
  /** By numbers of entries, or each leaf the same. */
  byEntries: boolean;
}

export const GROUPS: readonly Group[] = [
  { key: 'non_live', label: 'Non-live', header: 'Non-Live AST Acc', official: 10, byEntries: false },
  { key: 'live', label: 'Live', header: 'Live Acc', official: 10, byEntries: true },
  { key: 'irrelevance', label: 'Irrelevance', header: 'Irrelevance Detection', official: 10, byEntries: false },
  { key: 'multi_turn', label: 'Multi-turn', header: 'Multi Turn Acc', official: 30, byEntries: false },
  { key: 'agentic', label: 'Agentic', header: null, official: 40, byEntries: false },
];

export type Weights = Record<GroupKey, number>;
export const OFFICIAL: Weights = { non_live: 10, live: 10, irrelevance: 10, multi_turn: 30, agentic: 40 };

/** "10,10,10,30,40" and back; null when it is none. */
export const weightsText = (weights: Weights): string => GROUPS.map(({ key }) => weights[key]).join(',');
export function parseWeights(text: string | undefined): Weights | null {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (numbers.length !== GROUPS.length || numbers.some((n) => !(n >= 0 && n <= 1000)) || numbers.every((n) => n === 0)) return null;
  return Object.fromEntries(GROUPS.map(({ key }, i) => [key, numbers[i]])) as Weights;
}

/** A share of 1 with the variance of its estimate. */
export interface Estimate {
  value: number;
  variance: number;
}

export interface Scores {
  leaves: Record<string, Estimate | null>;
  groups: Record<GroupKey, Estimate | null>;
}

/** Variance of a share as Agresti and Coull count it: two right and two wrong more. */
export function shareVariance(share: number, entries: number): number {
  const n = entries + 4;
  const p = (share * entries + 2) / n;
  return (p * (1 - p)) / n;
}

function combine(parts: readonly (readonly [Estimate | null | undefined, number])[]): Estimate | null {
  let [value, variance] = [0, 0];
  for (const [estimate, weight] of parts) {
    if (!estimate) return null;
    value += weight * estimate.value;
    variance += weight * weight * estimate.variance;
  }
  return { value, variance };
}

export const leavesOf = (group: GroupKey): Leaf[] => LEAVES.filter((one) => one.group === group);
const entriesOf = ({ parts }: Leaf) => parts.reduce((sum, [, , n]) => sum + n, 0);

/** Weights of the leaves inside a group; they add up to 1. */
export function leafWeights({ key, byEntries }: Group): [Leaf, number][] {
  const leaves = leavesOf(key);
  const total = leaves.reduce((sum, one) => sum + entriesOf(one), 0);
  return leaves.map((one) => [one, byEntries ? entriesOf(one) / total : 1 / leaves.length]);
}

/** Scores of a run, from its counts by category. */
export function scoresOfRun(categories: ReadonlyMap<string, CategoryCounts>): Scores {
  const estimate = (category: string): Estimate | null => {
    const counts = categories.get(category);
    if (!counts || counts.accuracy === null) return null;
    return { value: counts.accuracy, variance: shareVariance(counts.accuracy, counts.entries) };
  };
  const leaves = Object.fromEntries(
    LEAVES.map(({ key, parts }) => [key, combine(parts.map(([category, weight]) => [estimate(category), weight]))]),
  );
  // The official score weighs live categories by their entries; those of the run's own dataset count.
  const groups = Object.fromEntries(
    GROUPS.map((group) => {
      const inside = leafWeights(group).map(([one, weight]): [Leaf, number] => {
        const total = categories.get(one.parts[0]?.[0] ?? '')?.total;
        return [one, group.byEntries ? (total ?? 0) || weight : weight];
      });
      const sum = inside.reduce((all, [, weight]) => all + weight, 0);
      return [group.key, combine(inside.map(([one, weight]) => [leaves[one.key], weight / sum]))];
    }),
  ) as Scores['groups'];
  return { leaves, groups };
}

/** The overall score; null when a group that weighs is missing. */
export function overall(groups: Scores['groups'], weights: Weights): Estimate | null {
  const sum = GROUPS.reduce((total, { key }) => total + weights[key], 0);
  return combine(GROUPS.filter(({ key }) => weights[key] > 0).map(({ key }) => [groups[key], weights[key] / sum]));
}

/** Axes of the radar. */
export const RADAR = LEAVES.filter(({ group }) => group === 'non_live' || group === 'agentic' || group === 'irrelevance' || group === null)
  .map(({ key, label, header }) => ({ key, label, title: header }))
  .toSpliced(4, 0, { key: 'live', label: 'Live', title: 'Live Acc' }, { key: 'multi_turn', label: 'Multi-turn', title: 'Multi Turn Acc' });

/** Values on the axes of the radar. */
export const radarValues = ({ leaves, groups }: Scores): (number | null)[] =>
  RADAR.map(({ key }) => (key in groups ? groups[key as GroupKey] : leaves[key])?.value ?? null);

/**
 * Comparisons of judged runs, and their overall scores on a declared basis by every version of the
 * leaderboard. Shares are from 0 to 1.
 */
import type { RepeatFacts, RunWarning } from './analysis.js';

/** Verdicts of one category; no id twice. */
export interface JudgedCategory {
  ids: string[];
  /** A `1` for each id that is right, a `0` for each that is wrong. */
  right: string;
  /** Of the wrong ones, in their order; empty texts when absent. */
  error_types?: string[];
  /** Entries of the dataset without a verdict, skipped ones too; 0 when absent. */
  missing?: number;
  /** Entries that are malformed in the dataset (`ScoreResult.malformed`); 0 when absent. */
  malformed?: number;
  /** Which of the missing ones were skipped, and why (`RowSummary.skipped`), for the Markdown of a comparison. */
  skipped?: { id: string; reason: string }[];
}

/** The verdicts of a run that count: no superseded responses, no unknown ids. */
export interface JudgedRun {
  /** For messages and for `a` and `b` of a comparison. */
  name: string;
  entries: { [category: string]: JudgedCategory };
  /** Of a deliberate sample: how many entries were drawn. */
  sample?: number;
  /** An older version of the benchmark that it was generated for: "v3" (`FileGroup.version`). */
  version?: string;
  /** Those of `runWarnings`, for the texts of a comparison; without `categories` they are of the whole run. */
  warnings?: readonly (Pick<RunWarning, 'text' | 'affects_comparison'> &
    Partial<Pick<RunWarning, 'categories'>>)[];
}

/** The basis of an overall score. */
export type BasisKind =
  /** All categories of the version, with all of their entries. */
  | 'complete'
  /** The categories and entries that the run has. */
  | 'partial'
  /** The categories and entries that all runs of the request have. */
  | 'shared'
  /** All categories; those without an entry count as 0. */
  | 'missing_as_0';

export interface ScoreBasis {
  kind: BasisKind;
  leaderboard: ScoreName;
  /** Weighted coverage. */
  weight: number;
  /** Categories that weigh in the score and have no entry. */
  missing: string[];
  /** Of several runs: categories that all have entries of, but none in common; absent if there are none. */
  no_common_entries?: string[];
  /** Categories and entries that count. */
  categories: number;
  entries: number;
  /** Entries without a verdict, of the other categories. */
  missing_entries: number;
  /** Entries of these categories that are malformed in the dataset; absent if there are none. */
  malformed_entries?: number;
  /** Entries of a deliberate sample. */
  sample: number | null;
  /** Runs that share it. */
  runs: number;
  /** An older version that the run was generated for: "v3". */
  dataset: string | null;
  /** For people: "all 21 categories", "covers 52.5 % of the weight, sample of 40 entries". */
  text: string;
  /** Scores with different keys must not be sorted or ranked together. */
  key: string;
}

/** An overall score with its basis; null if no entry counts in it. Its interval never has width 0. */
export interface BasedScore {
  value: number | null;
  standard_error: number | null;
  interval_95: Range | null;
  basis: ScoreBasis;
}

/** v3_executable: v3 as it was until early 2025, with executable categories. */
export type LeaderboardName = 'v1' | 'v2' | 'v3_executable' | 'v3' | 'v4';
/** "own": the accuracy over the entries of an own benchmark. */
export type ScoreName = LeaderboardName | 'own';
/** Of requests: which score is meant. */
export interface AskedScore {
  /** Default v4. */
  leaderboard?: ScoreName;
  /** Of "own": the number of entries by category; absent: those of the loaded dataset. */
  own_entries?: { [category: string]: number };
  /** The weighted tags of its entries; null: none; absent: those of the loaded dataset. */
  own_tags?: TagGroups | null;
}

/** The weights of a `dataset.json`: the share of each tag, and the ids of its entries. */
export interface TagGroups {
  [tag: string]: { weight: number; ids: string[] };
}

/** Shares of 1. */
export interface Range {
  low: number;
  high: number;
}

export interface CompareRequest extends AskedScore {
  /** The first is compared with each other one; of one alone there is the ranking: its own score. */
  runs: JudgedRun[];
  /** Draws of the bootstrap and of the overall test, 100 to 1,000,000 (default 4000). */
  draws?: number;
  /** Of the draws (default 1); the same one repeats. */
  seed?: number;
  /** With it the result has `markdown`. */
  dataset?: { version: string; hash: string };
}

/** A score over what both runs have, and how sure the difference is. Null: they share nothing of it. */
export interface OverallComparison {
  /** Share of the score's weight that both runs have; the score is over these. */
  weight: number;
  /** Categories that weigh in the score, and the runs do not share. */
  missing: string[];
  a: number | null;
  b: number | null;
  /** b - a */
  difference: number | null;
  standard_error: number | null;
  /** Stratified cluster bootstrap. */
  interval_95: Range | null;
  /** Two-sided, of drawn signs of whole clusters. */
  p: number | null;
  /** p by Holm's adjustment over all comparisons that were asked for together. */
  holm_p: number | null;
  /** Shown by 80 of 100 such comparisons. */
  smallest_detectable: number | null;
  /**
   * Where the interval leaves out 0 and p does not tell the runs apart: the category that weighs in the score, has flips, and
   * has the fewest clusters, fewer than 20, so that the interval is too narrow; else null.
   */
  narrowed_by: { category: string; clusters: number } | null;
}

export interface CategoryComparison {
  category: string;
  in_overall_score: boolean;
  /** That both runs have; with none, what follows is 0 or null. */
  entries: number;
  /** Groups of entries that depend on each other. */
  clusters: number;
  a_right: number;
  b_right: number;
  a: number | null;
  b: number | null;
  difference: number | null;
  standard_error: number | null;
  interval_95: Range | null;
  /** Right in b alone. */
  gained: number;
  /** Right in a alone. */
  lost: number;
  /** Entries that the other run lacks. */
  only_a: number;
  only_b: number;
  mcnemar_p: number | null;
  mcnemar_mid_p: number | null;
  /** McNemar's exact test on whole clusters. */
  cluster_p: number | null;
  /** `cluster_p` adjusted over the categories. */
  holm_p: number | null;
}

export interface FlippedEntry {
  id: string;
  category: string;
  /** Of the run in which it is wrong. */
  error_type: string;
}

/** What a comparison says, in sentences. Empty: there is nothing to say. */
export interface ComparisonTexts {
  /** What the overall difference and its p-value mean, by the `warnings` of the runs that reach what is compared. */
  meaning: string;
  /** What the overall scores rest on. */
  basis: string;
  /** How many entries flipped, and the test over single entries. */
  flips: string;
  /** Entries that one of the runs lacks. */
  unshared: string;
  /** Categories in which the interval and p disagree about significance. */
  disagreements: string;
  /** What the columns p and p Holm mean. */
  p_columns: string;
}

/** As in `bfclx compare --format json`. Shares from 0 to 1. */
export interface RunComparison {
  /** Names of the runs. */
  a: string;
  b: string;
  overall: OverallComparison;
  /** Of the overall scores of both. */
  basis: ScoreBasis;
  texts: ComparisonTexts;
  /** Of categories that count in overall scores, each entry weighing the same. */
  entries: number;
  a_right: number;
  b_right: number;
  mcnemar_p: number;
  mcnemar_mid_p: number;
  /** In the official order. */
  categories: CategoryComparison[];
  gained: FlippedEntry[];
  lost: FlippedEntry[];
  /** Wrong in both, for another reason; the commonest first. */
  error_changes: { from: string; to: string; count: number; example: string }[];
}

export interface ComparisonResult {
  leaderboard: ScoreName;
  /** What `bfclx compare --format markdown` writes; absent unless `dataset` was given. */
  markdown?: string;
  /** Each run's own overall score. */
  runs: (BasedScore & { name: string })[];
  replicates: number;
  seed: number;
  /** Of the first run with each other one. */
  comparisons: RunComparison[];
  /** Over what all runs share; ranks from 1, with ranges that hold jointly with 95 % confidence. */
  ranking: {
    basis: ScoreBasis;
    weight: number;
    /** In categories that weigh in the score. */
    entries: number;
    runs: {
      score: number;
      standard_error: number;
      interval_95: Range;
      rank: number;
      rank_low: number;
      rank_high: number;
    }[];
  };
}

/** How a score is made of others. */
export interface ScorePart {
  /** Unique in the overall score: a category, or a group of them, "Multi-turn". */
  name: string;
  /** The name in plain words, for columns and axes: "Simple, Java" of simple_java. */
  label: string;
  /** Of data_overall.csv; behind the name of another file: "data_non_live:Simple AST". */
  column: string | null;
  /** "tag_weights": weighted by the tags of its entries; the parts have no weight. */
  combining: 'category' | 'mean' | 'by_entries' | 'weights' | 'tag_weights';
  /** Entries, or weight, in the score that it is part of. */
  weight: number;
  /** What it counts in that score, 0 to 1. */
  share: number;
  parts: ScorePart[];
}

export interface Leaderboard {
  name: ScoreName;
  overall: ScorePart;
  /**
   * Shown in tables, and in no overall score: "AST Summary" and, where there are executable parts, "Exec
   * Summary" of v1 to v3, which are made of parts of the overall score; of v4 live_relevance.
   */
  apart: ScorePart[];
  /** The parts that the profile of a run has axes of, by name. */
  profile: string[];
}

export interface OverallRequest extends AskedScore {
  /** Other weights of the parts of the overall score, by name; what is not named weighs nothing. */
  weights?: { [part: string]: number };
  /** Basis of `score` and the ranks; "own" when absent: complete where it can be, else partial. */
  basis?: 'own' | 'complete' | 'shared' | 'missing_as_0';
  /** None will do. */
  runs: JudgedRun[];
  /** Published rows: shares from 0 to 1 by column, null where there is no number. */
  rows?: { [column: string]: number | null }[];
}

export interface PartScore {
  /** 0 to 1; null: something of it is missing. */
  value: number | null;
  /** As the official evaluator has it: what is missing counts as 0. */
  official: number;
  /**
   * Of a run: clusters respected. Of a published row: by the entries of the official dataset.
   * Null when it cannot be told.
   */
  standard_error: number | null;
  interval_95: Range | null;
  /** Categories, or columns, without a score. */
  missing: string[];
  /** Of published rows: no column holds it, it follows from the overall score and the other parts. */
  derived: boolean;
}

/**
 * Ranks are from 1, among the runs and rows on one basis: complete ones ("own", "complete"), or the basis
 * of the request. Null for all others.
 */
export interface ScoredRow {
  /** The overall score on the basis of the request: what every view shows. */
  score: BasedScore;
  /** The same with its official value; it has a `value` only where nothing is missing. */
  overall: PartScore;
  /** By name: every part at any depth, and those apart. */
  parts: { [name: string]: PartScore };
  rank: number | null;
  /** Best and worst rank; all ranges hold jointly with 95 % confidence. Null when the error cannot be told. */
  rank_low: number | null;
  rank_high: number | null;
}

export interface ScoredRun extends ScoredRow {
  name: string;
  /** Judged entries, of any category. */
  entries: number;
  /** Of each category that has entries; no interval has width 0. */
  categories: {
    [category: string]: {
      entries: number;
      right: number;
      accuracy: number;
      standard_error: number;
      interval_95: Range;
    };
  };
}

export interface OverallScores {
  leaderboard: ScoreName;
  basis: 'own' | 'complete' | 'shared' | 'missing_as_0';
  /** Text to show beside rank ranges. */
  rank_text: string;
  runs: ScoredRun[];
  rows: ScoredRow[];
}

export interface RepeatsRequest extends AskedScore {
  /** Each run with the result of `readManifest`. */
  runs: (JudgedRun & { repeat?: RepeatFacts | null })[];
}

/** Runs that are repeats of one model. */
export interface RepeatGroup {
  model: string;
  /** Why they are taken for repeats. */
  reason: string;
  /** Names, in the order of the request. */
  runs: string[];
  /** "my-model: 5 repeats" */
  heading: string;
  /** The mean, the spread, the entries that flip, and where the variance comes from. */
  texts: string[];
  /** pass@k and pass^k. */
  table: TextTable;
}

export interface TextTable {
  columns: string[];
  rows: string[][];
}

export interface RepeatsAnswer {
  groups: RepeatGroup[];
  /** A row for each group: mean, 95 % CI, range, flips, pass@n and pass^n. */
  overview: TextTable;
  /** The first model against each other one, by the means of their repeats. */
  comparisons: MeansComparison[];
}

/** Two models by the means of their repeats. */
export interface MeansComparison {
  a: string;
  b: string;
  /** Of the means. */
  overall: OverallComparison;
  heading: string;
  texts: string[];
}

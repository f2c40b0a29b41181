/**
 * What runs say beyond their verdicts: findings about what makes a score lie, comparisons, and overall
 * scores by every version of the leaderboard. Shares are from 0 to 1.
 */
import type { ScoreSettings } from './scorer.js';

/** What `diagnose` needs of a {@link import('./scorer.js').ReportModel}. */
export interface DiagnosisRequest {
  /** Files of one model, in order. */
  handles: number[];
  settings: ScoreSettings;
}

/** The files of one run, by path. */
export interface FileGroup {
  /** Path of the run: the model's folder, or a file with a name of its own; empty for files without a folder. */
  path: string;
  /** The last part of it, a file's without its extension; empty where `path` is. */
  model: string;
  /** What tells it apart from the other groups of the request. */
  name: string;
  /** It is a file with a name of its own ("answers.jsonl"), a run by itself. */
  own_name: boolean;
  /** An older version of the benchmark that most files are named for: "v3". */
  version: string | null;
  /** Indices of the files that count, in the order of the request. */
  files: number[];
  /** Files that do not count, as another one of the run is for the same category. To be shown as errors. */
  conflicts: {
    category: string;
    used: number;
    unused: number;
    /** About the unused file: "not scored: ...". */
    text: string;
  }[];
}

export interface RunManifest {
  /** As it stands there: "2026-11-22T06:30:00Z". */
  started: string | null;
  /** Of a deliberate sample. */
  sample: { entries: number; seed: number } | null;
  /** "a sample of 200 entries (seed 1), ..."; empty where it is none. */
  sample_text: string;
}

export interface WarningsRequest extends DiagnosisRequest {
  /** For `run` of the warnings. */
  name?: string;
  /** The run is a deliberate sample: what it leaves out is not missing. */
  sample?: boolean;
}

/** What keeps a run's numbers from measuring the model. */
export interface RunWarning {
  /** The run's name. */
  run: string;
  /** The code of the finding. */
  kind: 'inference_errors' | 'other_dataset' | 'missing_entries';
  /** So many responses or entries ... */
  count: number;
  /** ... of so many, in the categories below: those whose accuracy it distorts. */
  of: number;
  categories: { category: string; count: number; of: number }[];
  /** "799 of 800 responses in multi_turn_base, ... are generation errors; ...", without the run's name. */
  text: string;
}

/** What a finding means for the score. */
export type Severity =
  /** Worth knowing; the score is what it seems to be. */
  | 'note'
  /** A part of the score does not measure the model. */
  | 'warning'
  /** The score as a whole is not what it seems to be. */
  | 'error';

export interface FindingExample {
  /** As the file spells it; empty when it could not be made out. */
  id: string;
  /** Path of the file; empty when no file is meant, as for an entry without a reply. */
  file: string;
  /** From 1; null when there is none. */
  line: number | null;
  /** An excerpt or a reason, about 160 bytes at most; may be empty. */
  text: string;
}

/** Something that makes a score lie, with what it does and what to do. */
export interface Finding {
  /** Stable, for instance "cut_replies". */
  code: string;
  severity: Severity;
  /** For people: "Replies whose end is missing". */
  title: string;
  count: number;
  /** Counts by category, in the official order; those of unknown categories are in `count` alone. */
  categories: { [category: string]: number };
  /** The first five. */
  examples: FindingExample[];
  /** Of all, each once, in the order of the files. */
  ids: string[];
  /**
   * Right entries if it were mended, less those right now; null where scoring again cannot tell.
   */
  right_change: number | null;
  /** Scoring again with these settings would mend it; null when none would. */
  settings: { decoder?: string; underscore_to_dot?: boolean } | null;
  /** What it does to the score, sentences with numbers. `Code` stands between backticks. */
  effect: string;
  /** What to do. */
  advice: string;
}

/** Any number of runs; four and more tell something. */
export interface AuditRequest {
  models: AuditedModel[];
  /** Share of false ones allowed among what tests find, 0 to 1 (default 0.05). */
  falseDiscoveryRate?: number;
  /** Entries given at most; all when absent or 0. */
  top?: number;
}

/** One run. */
export interface AuditedModel extends DiagnosisRequest {
  /** For people; runs of the same name stay apart. */
  name: string;
}

/** Proofs first; the others rest on what runs answer. */
export type SuspicionClass =
  /** No answer made from the truth passes. */
  | 'unreachable'
  /** The truth contradicts its own functions. */
  | 'schema_conflict'
  /** More runs agree on one refused answer than pass; it fits the schema and the question's own values. */
  | 'agreed_alternative'
  /** Strong runs fail more than weak ones. */
  | 'negative_discrimination'
  /** Of four runs or more. */
  | 'nobody_passes'
  /** The agreed answer differs by a spelling or a type's form alone. */
  | 'format_only'
  /** Two different refused answers, each of a quarter of the runs. */
  | 'ambiguous'
  /** The agreed answer differs by optional arguments alone. */
  | 'underspecified';

/** One argument in which an answer leaves the truth. */
export interface AnswerDifference {
  kind: 'value' | 'missing' | 'extra';
  function: string;
  parameter: string;
  /** Alternatives, short; empty with "extra". */
  truth: string;
  /** Short; empty with "missing". */
  found: string;
  optional: boolean;
  /** They differ by a number's type, by few letters, or one text holds the other. */
  spelling: boolean;
  found_in_question: boolean;
  truth_in_question: boolean;
  fits_schema: boolean;
}

/** Refused answers of one meaning. */
export interface AnswerGroup {
  /** Runs that give it. */
  count: number;
  decoded: boolean;
  /** One short line; empty where it could not be decoded, or nothing was kept of it. */
  answer: string;
  error_type: string;
  differs_in: 'none' | 'count' | 'function' | 'arguments';
  differences: AnswerDifference[];
  /** Names. */
  runs: string[];
}

export interface AuditedEntry {
  id: string;
  category: string;
  /** Log-odds by round weights: for the order alone. */
  suspicion: number;
  /** It has a class. */
  suspicious: boolean;
  classes: SuspicionClass[];
  /** A sentence for each class, which a person can check. */
  reasons: string[];
  runs: number;
  passes: number;
  /** Shares of the runs, strong ones weighing more: that fail, */
  failing_share: number;
  /** that give the commonest refused answer, */
  agreed_share: number;
  /** and that give a refused answer that could be right. */
  plausible_share: number;
  p_agreed: number;
  /** Benjamini and Hochberg's, of the smaller of both tests. */
  q: number;
  /** Point-biserial; null with fewer than 4 runs, or where all runs are alike. */
  discrimination: { value: number; interval_95: Range; p_negative: number } | null;
  /** Two-parameter logistic; null as above. `explained`: McFadden's; `outfit`: 1 is expected. */
  fit: { slope: number; difficulty: number; explained: number; outfit: number } | null;
  /** What the truth contradicts; `proof` false: a hint. */
  truth: { kind: string; proof: boolean; function: string; parameter: string; text: string }[];
  /** Refused ones, the commonest first, the undecoded last; at most 8. */
  answers: AnswerGroup[];
  different_answers: number;
  /** "function.parameter" when all decoded failures differ by its spelling alone. */
  one_spelling: string | null;
  /** Ids of entries whose questions share four words in five. */
  near_duplicates: string[];
}

/** An overall score over what all runs share. */
export interface AuditedScore {
  score: number;
  interval_95: Range;
  rank: number;
  rank_low: number;
  rank_high: number;
}

export interface AuditReport {
  bfclx_version: string;
  dataset: { version: string; hash: string };
  /** Entries of the loaded categories that cannot be used, in no run; `id` is empty where no line tells it. */
  malformed: { id: string; category: string; file: string; line: number; text: string }[];
  /** v4, with and without the suspicious entries; null where runs share none of it. */
  totals: {
    /** Share of the score's weight that all runs have. */
    weight: number;
    entries: number;
    entries_without_suspicious: number;
    runs: { label: string; all: AuditedScore; without_suspicious: AuditedScore }[];
  } | null;
  false_discovery_rate: number;
  /** Entries in all, and those with a class. */
  audited: number;
  suspicious: number;
  runs: { label: string; entries: number; right: number }[];
  /** The most suspicious first. */
  entries: AuditedEntry[];
}

/** What corrections change of one run. */
export interface CorrectedRun {
  /** By which the second score is called. */
  name: string;
  /** Of the file, and those whose entries the run's categories have. */
  corrections: number;
  applied: number;
  /** Corrections that were left out: "id: why". */
  problems: string[];
  /** Entries of the run that corrections concern; `corrected` is null where the entry is void. */
  entries: { id: string; category: string; official: boolean; corrected: boolean | null }[];
}

/** Verdicts of one category; no id twice. */
export interface JudgedCategory {
  ids: string[];
  /** A `1` for each id that is right, a `0` for each that is wrong. */
  right: string;
  /** Of the wrong ones, in their order; empty texts when absent. */
  error_types?: string[];
  /** Entries of the dataset without a verdict; 0 when absent. */
  missing?: number;
}

/** The verdicts of a run that count: no superseded replies, no unknown ids. */
export interface JudgedRun {
  /** For messages and for `a` and `b` of a comparison. */
  name: string;
  entries: { [category: string]: JudgedCategory };
  /** Of a deliberate sample: how many entries were drawn. */
  sample?: number;
  /** An older version of the benchmark that it was generated for: "v3" (`FileGroup.version`). */
  version?: string;
}

/** What an overall score rests on. */
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
  leaderboard: LeaderboardName;
  /** Weighted coverage. */
  weight: number;
  /** Categories that weigh in the score and have no entry. */
  missing: string[];
  /** Categories and entries that count. */
  categories: number;
  entries: number;
  /** Entries without a verdict, of the other categories. */
  missing_entries: number;
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

/** An overall score with its basis; null where nothing of the score is there. Never with an interval of no width. */
export interface BasedScore {
  value: number | null;
  standard_error: number | null;
  interval_95: Range | null;
  basis: ScoreBasis;
}

/** v3_executable: v3 as it was until early 2025, with executable categories. */
export type LeaderboardName = 'v1' | 'v2' | 'v3_executable' | 'v3' | 'v4';

/** Shares of 1. */
export interface Range {
  low: number;
  high: number;
}

export interface CompareRequest {
  /** The first is compared with each other one; of one alone there is the ranking: its own score. */
  runs: JudgedRun[];
  /** Whose overall score is meant (default v4). */
  leaderboard?: LeaderboardName;
  /** Draws of the bootstrap and of the overall test, 100 to 1,000,000 (default 4000). */
  draws?: number;
  /** Of the draws (default 1); the same one repeats. */
  seed?: number;
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

/** As in `bfclx compare --format json`. Shares from 0 to 1. */
export interface RunComparison {
  /** Names of the runs. */
  a: string;
  b: string;
  overall: OverallComparison;
  /** Of the overall scores of both. */
  basis: ScoreBasis;
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
  leaderboard: LeaderboardName;
  /** Each run's own overall score. */
  runs: (BasedScore & { name: string })[];
  replicates: number;
  seed: number;
  /** Of the first run with each other one. */
  comparisons: RunComparison[];
  /** Over what all runs share; ranks from 1, with ranges that hold together with 95 % confidence. */
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
  /** Unique in the overall score: a category, or for people, "Multi-turn". */
  name: string;
  /** Of data_overall.csv; behind the name of another file: "data_non_live:Simple AST". */
  column: string | null;
  combining: 'category' | 'mean' | 'by_entries' | 'weights';
  /** Entries, or weight, in the score that it is part of. */
  weight: number;
  /** What it counts in that score, 0 to 1. */
  share: number;
  parts: ScorePart[];
}

export interface Leaderboard {
  name: LeaderboardName;
  overall: ScorePart;
  /**
   * Shown in tables, and in no overall score: "AST Summary" and, where there are executable parts, "Exec
   * Summary" of v1 to v3, which are made of parts of the overall score; of v4 live_relevance.
   */
  apart: ScorePart[];
}

export interface OverallRequest {
  /** Whose scores are meant (default v4). */
  leaderboard?: LeaderboardName;
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
  /** Best and worst rank; all ranges hold together with 95 % confidence. Null when the error cannot be told. */
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
  leaderboard: LeaderboardName;
  basis: 'own' | 'complete' | 'shared' | 'missing_as_0';
  /** What is to be said beside rank ranges. */
  rank_text: string;
  runs: ScoredRun[];
  rows: ScoredRow[];
}

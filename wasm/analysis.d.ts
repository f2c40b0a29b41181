/**
 * Findings about problems that distort scores, warnings and audits of runs. Shares are
 * from 0 to 1.
 */
import type { Problem, ScoreSettings } from './scorer.js';
import type { Range } from './statistics.js';

/** One answer, of the line of its verdict. */
export interface AnswerForm {
  /**
   * Equal for answers to one entry that mean the same: the order of arguments, 2 or 2.0 and, outside of episodes, what
   * the checker ignores in texts do not matter. Empty where nothing was decoded.
   */
  meaning: string;
  /** A call a line, of an episode a turn a line; at most 4,000 bytes. Empty with an empty `meaning`. */
  text: string;
}

/** What `diagnose` needs of a {@link import('./scorer.js').ReportModel}. */
export interface DiagnosisRequest {
  /** Files of one model, in order. */
  handles: number[];
  settings: ScoreSettings;
  /**
   * From `readManifest`: only entries that this sample drew count as missing. Open the dataset files of its categories
   * first. A sample that does not match the responses is ignored; `missingEntries` says why.
   */
  sample?: SampleDraw | null | undefined;
  /** From `readManifest`; findings and warnings tell what does not fit the run. */
  dataset?: ManifestDataset | null | undefined;
  decoders?: RunManifest['decoders'] | null | undefined;
  /** From `readManifest`, for `runPage`, which shows it. */
  streamed?: StreamedLatency | null | undefined;
}

/** A deliberate sample, as `bfclx generate --sample` drew it. */
export interface SampleDraw {
  /**
   * The number given to `--sample`; each category has at least one. 0: those that `bfclx run --stop-at` asked, of each
   * category up to the last entry with a response.
   */
  entries: number;
  seed: number;
  /** The categories that it was drawn from. */
  categories: string[];
  /** Native tool calling: entries that vary the prompt format are not generated. */
  fc: boolean;
  /** How many entries each category gives: in proportion to its size (the default), or the same number. */
  scheme?: 'proportional' | 'equal';
}

/** Entries of a run that should have a response and have none. */
export interface MissingEntries {
  /** In the official order; `left_out` counts entries that the sample did not draw. */
  categories: { category: string; missing_ids: string[]; left_out: number }[];
  /** Entries that the sample drew; null if the run is not a sample, or its manifest does not match. */
  sample: number | null;
  sample_text: string;
  /** What the manifest says, or why it is ignored. */
  problems: Problem[];
}

/** The files of one run, by path. */
export interface FileGroup {
  /** Path of the run: the model's folder, or a file with a name of its own; empty for files without a folder. */
  path: string;
  /** The last part of `path`, without a file's extension; empty if `path` is. */
  model: string;
  /** The shortest name that distinguishes it from the other groups of the request. */
  name: string;
  /** The run is a single file with another name ("answers.jsonl"). */
  own_name: boolean;
  /** An older version of the benchmark that most files are named for: "v3". */
  version: string | null;
  /** Indices of the files that count, in the order of the request. */
  files: number[];
  /** Unused files: another file of the run has the same category. Show them as errors. */
  conflicts: {
    category: string;
    used: number;
    unused: number;
    /** About the unused file: "not scored: ...". */
    text: string;
  }[];
}

export interface ManifestDataset {
  version: string;
  hash: string;
}

export interface RunManifest {
  /** As in the manifest: "2026-11-22T06:30:00Z". */
  started: string | null;
  /** Of a deliberate sample; for `diagnose`, `runWarnings`, `missingEntries` and `report`. */
  sample: SampleDraw | null;
  /** That the responses were generated with; for `runWarnings`, which compares it with the one that is open. */
  dataset: ManifestDataset | null;
  /** That results were generated for, by name; `results` is 0 where the manifest does not say. For `runWarnings`. */
  decoders: { decoder: string; results: number }[];
  /** Of these the one of most results: `made_with` of `proposeSettings`; null where it cannot be used. */
  decoder: string | null;
  /** "names the decoder `x`, which does not exist; ..."; null. Show it as a warning. */
  decoder_problem: string | null;
  /** For `repeats`: what makes runs repeats of each other. Null where results were made with several settings, or it does not say. */
  repeat: RepeatFacts | null;
  /** How fast the responses of the last command that streamed arrived; for `latency`, `report` and `runPage`. */
  streamed: StreamedLatency | null;
  /** Why it cannot be read: "not valid JSON: ..."; null if it can. Show it as a warning. */
  error: string | null;
}

export interface LatencyFigures {
  requests: number;
  /** Seconds. */
  p50: number;
  p95: number;
}
export interface StreamedLatency {
  responses: number;
  /** Seconds. */
  first_token: { p50: number; p95: number } | null;
  between_tokens: { p50: number; p95: number } | null;
  tokens_per_second: number | null;
}
/** How long the requests of a run took, by `latency` in its result lines. A step of an episode counts as a request. */
export interface RunLatency extends LatencyFigures {
  /** Those with latency, in the official order. */
  categories: Record<string, LatencyFigures>;
  streamed?: StreamedLatency;
}

export interface LatencyRequest {
  handles: number[];
  /** From `readManifest`. */
  streamed?: StreamedLatency | null | undefined;
}

export interface RepeatFacts {
  /** Equal for repeats. */
  key: string;
  model: string;
  /** Equal for copies of one run. */
  manifest: string;
}

export interface WarningsRequest extends DiagnosisRequest {
  /** Why the run's manifest cannot be read (`RunManifest.error`). */
  manifest_error?: string | null;
  /** For `run` of the warnings. */
  name?: string;
}

/** A reason why a run's scores may not reflect the model. */
export interface RunWarning {
  /** The run's name. */
  run: string;
  /**
   * The code of the finding. ignored_manifest: `bfclx_manifest.json` cannot be used; dataset_version: it names
   * a different dataset from the one that is open; mixed_decoders: results were generated for several decoders; mixed_settings: with different
   * settings; changed_ground_truth: before the ground truth changed; step_limit: episodes with another step limit than
   * the official one; first_call_only: responses that were ended after their first call.
   */
  kind:
    | 'inference_errors'
    | 'not_decoded'
    | 'malformed_arguments'
    | 'identical_responses'
    | 'other_dataset'
    | 'missing_entries'
    | 'model_name'
    | 'mixed_decoders'
    | 'mixed_settings'
    | 'changed_ground_truth'
    | 'dataset_version'
    | 'step_limit'
    | 'first_call_only'
    | 'ignored_manifest';
  /** Number of affected responses or entries; 0 for a run as a whole ... */
  count: number;
  /** ... of so many, in the categories below: those whose accuracy it distorts. */
  of: number;
  categories: { category: string; count: number; of: number }[];
  /** "799 of 800 responses in multi_turn_base, ... are generation errors; ...", without the run's name. */
  text: string;
  /** A difference to another run need not be one between the models. */
  affects_comparison: boolean;
}

/** What a finding means for the score. */
export type Severity =
  /** Worth knowing; the score is what it seems to be. */
  | 'info'
  /** A part of the score does not measure the model. */
  | 'warning'
  /** The score as a whole is not what it seems to be. */
  | 'error';

export interface FindingExample {
  /** As the file spells it; empty when it could not be made out. */
  id: string;
  /** Path of the file; empty when no file is meant, as for an entry without a response. */
  file: string;
  /** From 1; null when there is none. */
  line: number | null;
  /** An excerpt or a reason, about 160 bytes at most; may be empty. */
  text: string;
}

/** A problem that distorts a score, with what it does and what to do. */
export interface Finding {
  /** Stable, for instance "cut_replies". */
  code: string;
  severity: Severity;
  /** For people: "Truncated responses". */
  title: string;
  count: number;
  /** Counts by category, in the official order; those of unknown categories are in `count` alone. */
  categories: { [category: string]: number };
  /** The first five. */
  examples: FindingExample[];
  /** Of all, each once, in the order of the files. */
  ids: string[];
  /**
   * Entries that pass if it is fixed, minus those that pass now; null where scoring again cannot tell.
   */
  right_change: number | null;
  /** `categories` in words: "simple_python 7, java 5". */
  places_text: string;
  /** `right_change` in words: "passed +12"; empty where that is unknown. */
  change_text: string;
  /** Both behind `count`: "12: simple_python 7, java 5; passed +12". */
  counts_text: string;
  /**
   * Change of the accuracy over all entries in points if the problem is fixed, with a 95 % CI. Without an estimate,
   * low and high are the limits. null: the effect is unknown.
   */
  points: { estimate: number | null; low: number; high: number } | null;
  /** fact: the files say so. scored: measured by scoring again. inferred: from the responses. */
  certainty: 'fact' | 'scored' | 'inferred';
  /** A command that fixes it or shows what to fix. */
  fix: string;
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
  /** False discovery rate of the statistical classes, 0 to 1 (default 0.05). */
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
  /** The agreed answer differs only in optional arguments. */
  | 'underspecified'
  /** Of an episode: the ground truth of its variants agrees on other calls. */
  | 'variants_differ';

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
  /** Log-odds of `probability`, 20 more where the error is proven: the order of entries. */
  suspicion: number;
  /** Of the lists "proof" and "likely_wrong". */
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
  list: AuditList;
  /** That the ground truth is wrong, by fixed weights over `signals`. */
  probability: number;
  /** The weightiest first; `weight` in log-odds, `name` a class or a signal. */
  evidence: { name: string; weight: number; proof: boolean; text: string }[];
  /** The response on which runs agree, how many give it, and how accurate they are in the mean. */
  alternative: {
    answer: string;
    runs: number;
    families: number;
    accuracy: number;
    /** Of the runs that pass; null if none does. */
    accuracy_passing: number | null;
    text: string;
  } | null;
  /** Changes of the possible answers that would correct the entry; none of hard entries. */
  correction: {
    action: 'accept' | 'replace' | 'allow_omission' | 'require' | 'add' | 'remove' | 'rewrite';
    function: string;
    parameter: string;
    value: string;
  }[];
  correction_text: string | null;
  /** "proven", "31 %". */
  probability_text: string;
  signals: Record<string, number>;
}

/** Proven errors, likely ones, entries that are hard, and the rest. */
export type AuditList = 'proof' | 'likely_wrong' | 'hard' | 'none';

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
  /** Malformed entries of the loaded categories, left out of every run; `id` is empty if unknown. */
  malformed: { id: string; category: string; file: string; line: number; text: string }[];
  /** v4, with and without the suspicious entries; null where runs share none of it. */
  totals: {
    /** Share of the score's weight that all runs have. */
    weight: number;
    entries: number;
    /** "own" of an own benchmark. */
    leaderboard: string;
    /** Only if the accuracy uses the weights of `dataset.json`. */
    tag_weights?: true;
    entries_without_suspicious: number;
    /** A row for each model: repeats are one row, with their mean. */
    runs: {
      label: string;
      repeats?: number;
      all: AuditedScore;
      without_suspicious: AuditedScore;
    }[];
  } | null;
  false_discovery_rate: number;
  /** Entries in all, and those of the first two lists. */
  audited: number;
  suspicious: number;
  /** Entries of each list. */
  lists: { proof: number; likely_wrong: number; hard: number };
  /** The same of each category that has audited entries, with their number. */
  categories: {
    category: string;
    entries: number;
    proof: number;
    likely_wrong: number;
    hard: number;
  }[];
  /** What a report begins with, and what an audit of so few runs cannot find (null where there are enough). */
  text: string;
  few_runs: string | null;
  runs: { label: string; entries: number; right: number }[];
  /** Reasons why a run's answers may not be its model's; `run` is its label. */
  warnings: RunWarning[];
  /** Proven errors first, then the most probable. */
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

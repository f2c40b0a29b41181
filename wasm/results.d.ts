/**
 * Result files: what they hold, how their responses are read, and what became of each.
 */
import type {
  ManifestDataset,
  RunManifest,
  RunWarning,
  SampleDraw,
  StreamedLatency,
} from './analysis.js';
import type { Problem } from './scorer.js';

/** The responses of one file that do not count, because another file of the run has a response to the same entries. */
export interface SecondResponses {
  category: string;
  /** Index of the file, and of the one that is used, in the request. */
  file: number;
  used: number;
  /** For `openResults`. */
  unused: number[];
  /** About the file: "not scored: ...". Show it as an error. */
  text: string;
}

export interface ResultsInfo {
  handle: number;
  path: string;
  /** The one category of the file; null when there are several or none. */
  category: string | null;
  /** Entries by category, in the official order. */
  categories: { name: string; entries: number }[];
  /** Entries whose category is known; `from` and `count` of `score` count these. */
  entries: number;
  problems: Problem[];
}

/** A candidate entry for a response without an id. */
export interface EntryCandidate {
  id: string;
  category: string;
  /** First line of the first user message, at most 120 code points and " ..."; may be empty. */
  question: string;
  /** Each call names a parameter of the function that the entry offers. */
  arguments_fit: boolean;
}

/** A response that `recognise` found. */
export interface FoundResponse {
  /** In the bytes, from 1. */
  line: number;
  /** What it was read from: "openai_chat", "call_text", ...; empty: a result line. */
  form: string;
  /** The response alone, as a result line without an id; `scoreOne` and `recognise` take it. */
  text: string;
  /**
   * Id of its entry. Empty where the match is ambiguous: the functions are offered by several entries, or by one whose
   * parameters do not fit or that expects no calls.
   */
  id: string;
  /** Names of the functions that it calls, sorted. */
  functions: string[];
  /** Of responses that tell no entry: entries that offer all of these functions, the first 50. */
  entries: string[];
  /** How many there are. */
  entries_count: number;
  /** The same entries, for the user to choose from. */
  candidates: EntryCandidate[];
}

/** Whatever a person has in hand, brought into the form of result lines. */
export interface Recognised {
  /** The first 50 that tell no entry themselves, in the order of the bytes. */
  nameless: FoundResponse[];
  nameless_count: number;
  /** Responses in all, and those whose entry is known. */
  responses: number;
  named: number;
  /** What was recognised: "1 OpenAI chat response, read as calls (FC, decoder openai_fc)". */
  forms: string[];
  /** Notes on the forms, and what could not be used; `file` is empty. */
  problems: Problem[];
  /** The named ones as JSON lines {"id", "result"}, each on the line where it was, if it can be. */
  lines: Uint8Array;
}

export interface SettingsRequest {
  /** Name of a decoder. */
  decoder?: string;
  /** `decoder` of the run's manifest, which goes before the registry. */
  made_with?: string | null;
  underscore_to_dot?: boolean;
  /** Key in the registry or the folder's spelling of it; passed over when it is not there. */
  model?: string;
}

/** Where a setting comes from: the request, the run's manifest, the model registry, or the responses. */
export type SettingSource = 'given' | 'manifest' | 'registry' | 'detected';

/** How the responses of one model are read. */
export interface Settings {
  decoder: string;
  decoder_from: SettingSource;
  /** One sentence for people: "registry: ...", "auto-detected: ...", "given". */
  decoder_reason: string;
  /** Of an automatic choice, 0 to 1. */
  confidence: number;
  underscore_to_dot: boolean;
  underscore_from: SettingSource;
  underscore_reason: string;
  /** Key in the registry; null when the model was not found. */
  registry_entry: string | null;
}

/** What scoring needs to know; {@link Settings} with two members more will do. */
export interface ScoreSettings {
  decoder: string;
  underscore_to_dot: boolean;
  /** As the result folder is called: in rare cases it reaches the verdicts of episodes. */
  model_name: string;
  /** "2026-11-21"; the simulated services ask for the date. */
  today: string;
  /** Ids that are not scored but get the verdict "out_of_memory", see `score`. */
  out_of_memory?: string[];
}

/** Why an entry failed, in a few words. Every part is bounded; `why` of the verdict's line has the values themselves. */
export interface ShortReason {
  /** Stable name of our rule that decided, e.g. "string_value". */
  rule: string;
  /** From the list of calls inwards; of episodes the turn, then the class. */
  path: (string | number)[];
  /** What would have passed, as `text` shows it: "'human' or 2 others"; null when nothing can be named. */
  expected: string | null;
  /** What stood there; null when nothing did. */
  found: string | null;
  /** For people: "cell_type: 'human cell' ≠ 'human'". */
  text: string;
}

export interface RowSummary {
  /** As the response has it. */
  id: string;
  /** The entry's own id, where the response has it in the spelling of an older dataset. */
  entry?: string;
  /** The id that the author of a benchmark gave the entry, where the response has another. */
  own_id?: string;
  /** In its file, from 1. */
  line: number;
  category: string;
  /** Null: not scored (no such entry, the category cannot be scored, or `skipped`). */
  valid: boolean | null;
  /** Of executable entries without a verdict: why, "skipped_no_network" and the like. They count in no accuracy. */
  skipped?: string;
  /** Official error type; empty when valid. */
  error_type: string;
  /** Of entries that failed. */
  reason?: ShortReason;
  /** Of entries without a verdict: why there is none. */
  unscored?: string;
  /** A later response of the file has the same id and counts instead. */
  superseded: boolean;
  /** Of episodes: turns passed before the first failed turn, of how many. */
  turns_passed?: number;
  turns_total?: number;
}

export interface ScoreResult {
  /** The bytes that `bfclx score --verdicts` writes for these entries: one JSON line each. */
  lines: Uint8Array;
  rows: RowSummary[];
  /** Entries that are malformed in the dataset and cannot be scored, of the file's categories that have some. */
  malformed: { [category: string]: number };
}

/** Counts of one category, as in the report of `bfclx score --format json`. */
export interface CategorySummary {
  category: string;
  group: string;
  in_overall_score: boolean;
  /** Entries of the dataset. */
  total: number;
  /** Scored ones; the denominator of `accuracy`. */
  entries: number;
  right: number;
  /** 0 to 1; null when nothing was scored. */
  accuracy: number | null;
  /** At 95 %, 0 to 1; entries that depend on each other count together, as in `bfclx score`. */
  interval_95: { low: number; high: number } | null;
  /** The commonest first. */
  failures: { error_type: string; count: number }[];
  /** Of episodes; no part of the official score. */
  own_turn_progress: { turns_passed: number; turns_total: number } | null;
  missing: number;
  missing_ids: string[];
  unknown: number;
  unknown_ids: string[];
  duplicates: number;
  duplicate_ids: string[];
  unusable: number;
}

export interface ReportModel {
  /** Name for people. */
  name: string;
  /** Files of this model, in order. */
  handles: number[];
  settings: Settings & ScoreSettings;
  /** What `runWarnings` gave of them, to stand in the report. */
  warnings?: RunWarning[];
  /** From `readManifest`, as for `diagnose`. */
  sample?: SampleDraw | null | undefined;
  dataset?: ManifestDataset | null | undefined;
  decoders?: RunManifest['decoders'] | null | undefined;
  streamed?: StreamedLatency | null | undefined;
  /** `RunManifest.error`. */
  manifest_error?: string | null | undefined;
}

export interface ReportRequest {
  /** Where the dataset is from, for people. */
  place: string;
  models: ReportModel[];
}

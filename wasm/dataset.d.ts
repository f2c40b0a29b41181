/**
 * What the module tells of itself and of the dataset: categories, decoders, models, entries.
 */
import type { Json, Problem, TagGroups } from './scorer.js';

export interface Version {
  bfclx: string;
  /** The newest form of the official files that is read, "BFCL_v4". */
  dataset_format: string;
}

export interface DecoderInfo {
  name: string;
  /** Of the official evaluator. */
  official_class: string;
  mode: 'any' | 'fc' | 'prompting';
  /** One line: what a response looks like. */
  summary: string;
}

export interface CategoryInfo {
  name: string;
  /** Folder of result files: "non_live", "live", "multi_turn", ... */
  group: string;
  kind: 'calls' | 'relevance' | 'irrelevance' | 'multi_turn' | 'agentic' | 'executable';
  language: 'python' | 'java' | 'javascript';
  /** How calls are paired with the ground truth; null unless kind is "calls". */
  count: 'simple' | 'parallel' | 'multiple' | null;
  /** One sentence: what is judged and how. */
  judged_by: string;
  /** It counts in the overall score, or in the accuracy of the own benchmarks that have it. */
  scored: boolean;
  /** What it needs from outside, where no recording answers; keys are of services. */
  needs: 'nothing' | 'network' | 'key' | 'embeddings';
  /** When it needs that; null for nothing. */
  needed_for: 'generation' | 'scoring' | null;
  /** Variables of the environment that hold the keys. */
  keys: string[];
  /** This version can score it. */
  supported: boolean;
}

export interface ModelInfo {
  /** Key in the registry, "openai/gpt-oss-120b". */
  name: string;
  display_name: string;
  organisation: string;
  license: string;
  is_fc_model: boolean;
  /** Name of the decoder; null when none stands for its official class. */
  decoder: string | null;
  underscore_to_dot: boolean;
}

/** What dataset.json says of an own benchmark, its number of entries by category, and its tags with weights; null for none. */
export interface OwnBenchmarkInfo {
  name: string;
  entries: { [category: string]: number };
  tags: TagGroups | null;
}

export interface DatasetInfo {
  /** Of manifest.json, else "unversioned". */
  version: string;
  /** Of manifest.json, else over the files that were used so far. */
  hash: string;
  /** Null unless dataset.json says that it is one's own benchmark. */
  own: OwnBenchmarkInfo | null;
  /** Those whose files are there. `entries`: number of entries; null until something needed them. */
  categories: { name: string; entries: number | null }[];
  /** Number of models in models.json. */
  models: number;
  problems: Problem[];
}

export interface EntrySummary {
  id: string;
  /** The id that the author of a benchmark gave it. */
  own_id?: string;
  /** The first message of the user, at most 200 characters. */
  text: string;
  /** Names of the functions that are offered. */
  functions: string[];
  has_ground_truth: boolean;
  /** Of episodes: the simulated classes. */
  classes?: string[];
  /** Of episodes. */
  turns?: number;
}

export interface Message {
  role: string;
  content: Json;
}

export interface EntryDetail {
  id: string;
  category: string;
  language: CategoryInfo['language'];
  kind: CategoryInfo['kind'];
  /** Turns, each a list of messages. */
  question: Message[][];
  /** Function docs as the dataset has them. */
  functions: Json[];
  /**
   * Of calls: a list of `{function: {parameter: [alternative, ...]}}`, where `""` among the
   * alternatives marks an optional parameter; of an own benchmark's entry with alternatives of the
   * calls `{any_of: [list, "none"]}` of these. Of episodes: the calls of each turn as texts. Null
   * where there is none.
   */
  ground_truth: Json;
  /** Of episodes. */
  initial_config?: Json;
  involved_classes?: string[];
  /** Functions held out until a turn: `{turn: [doc, ...]}`. */
  missed_function?: Json;
}

export interface GroundTruthFailure {
  id: string;
  /**
   * impossible: no value made of its possible answers passes. trap: some pass, but not when the
   * ground truth is taken at its word. text: passes as structured calls, not as Python text.
   * untold: it asks a service, and no recorded answer is here. malformed: its lines cannot be used,
   * so it is left out everywhere; the message names file and line.
   */
  outcome: 'impossible' | 'trap' | 'text' | 'untold' | 'malformed';
  /** Name of the rule that refuses it. */
  rule: string;
  message: string;
}

// Types of bfclx-scorer.js: the element <bfclx-scorer>. EMBEDDING.md of the site has the words.

export interface EmbedFile {
  path: string;
  data: string | ArrayBuffer | ArrayBufferView | Blob;
}

export interface ScoreOptions {
  name?: string;
  settings?: { decoder?: string; underscore_to_dot?: boolean; model?: string };
  verdicts?: boolean;
  show?: boolean;
}

export interface EmbedRange {
  low: number;
  high: number;
}

export interface EmbedSummary {
  name: string;
  entries: number;
  right: number;
  accuracy: number | null;
  decoder: string;
  underscore_to_dot: boolean;
  dataset: { version: string; hash: string };
  overall: {
    /** "own": the accuracy of an own benchmark. */
    leaderboard: 'v4' | 'own';
    score: number;
    interval_95: EmbedRange;
    weight: number;
    missing_as_0: number;
    basis: {
      kind: 'complete' | 'partial' | 'shared' | 'missing_as_0';
      text: string;
      missing: readonly string[];
      missing_entries: number;
      sample: number | null;
      dataset: string | null;
    };
  } | null;
  categories: {
    category: string;
    total: number | null;
    entries: number;
    right: number;
    missing: number;
    accuracy: number | null;
    interval_95: EmbedRange | null;
    failures: { error_type: string; count: number }[];
  }[];
  warnings:
    | {
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
        count: number;
        of: number;
        categories: { category: string; count: number; of: number }[];
        text: string;
        affects_comparison: boolean;
      }[]
    | null;
  problems: { file: string; line: number; id: string; message: string }[];
}

export interface ScoreOutcome {
  summary: EmbedSummary;
  verdicts?: string;
}

export interface BfclxScorer extends HTMLElement {
  /** The attribute: "light", "dark" or "system". */
  theme: string;
  score(input: string | EmbedFile[], options?: ScoreOptions): Promise<ScoreOutcome>;
  show(fragment: string): Promise<void>;
  select(run: string): Promise<void>;
  /** Without a name the element itself is taken out of the page. */
  remove(): void;
  remove(run: string): Promise<void>;
}

export interface BfclxScorerEvents {
  'bfclx-ready': CustomEvent<null>;
  'bfclx-asking': CustomEvent<{ id: string }>;
  'bfclx-progress': CustomEvent<{ id: string; done: number; total: number }>;
  'bfclx-result': CustomEvent<{ id: string } & ScoreOutcome>;
  'bfclx-refused': CustomEvent<{ id: string }>;
  'bfclx-shown': CustomEvent<{ id: string }>;
  'bfclx-selected': CustomEvent<{ id: string; run: string }>;
  'bfclx-removed': CustomEvent<{ id: string; run: string }>;
  'bfclx-themed': CustomEvent<{ id: string }>;
  'bfclx-entry': CustomEvent<{ id: string; run: string; entry: string | null }>;
  'bfclx-error': CustomEvent<{ id?: string; message: string }>;
}

declare global {
  interface HTMLElementTagNameMap {
    'bfclx-scorer': BfclxScorer;
  }
}

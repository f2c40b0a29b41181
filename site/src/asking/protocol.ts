// What the page and the asking worker say to each other. The key travels in `start` and `probe` alone.
import type { AskSettings } from '../lib/scorer-types.ts';
import type { DatasetRef, ModuleParts } from '../worker/protocol.ts';

/** What is asked, as it is kept: never a key. */
export interface AskSpec {
  base: string;
  settings: AskSettings;
  categories: string[];
  ids: string[];
  /** 0: all. */
  sample: number;
  seed: number;
  /** 0: automatic. */
  concurrency: number;
  /** Hash of the dataset that it is generated with, and its version; runs of earlier versions of the page have none. */
  dataset: string;
  version?: string;
}

/** An answered entry, as it is kept. */
export interface Answer {
  id: string;
  category: string;
  prerequisite: boolean;
  /** Of its result file below the model's folder. */
  path: string;
  ending: 'answered' | 'forced' | 'failed';
  /** The line of the result file. */
  line: string;
  /** What it leaves to the entries that depend on it. */
  memory: string | null;
  /** Tokens that the model wrote, as the server counted them. */
  tokens: number;
  /** What went wrong; empty. */
  error: string;
  /** Responses that began with reasoning, which is kept apart; earlier versions of the page counted none. */
  reasoning?: number;
}

export interface Planned {
  decoder: string | null;
  folder: string;
  /** Entries to be scored, by category. */
  expected: [category: string, entries: number][];
  /** Conversations in all, those before memory entries included. */
  total: number;
  /** What to say if responses begin with reasoning; empty or absent where it stays in them. */
  reasoning?: string;
}

export interface Figures {
  inFlight: number;
  allowed: number;
  /** Seconds that the server asked to wait; 0. */
  wait: number;
  /** The trouble of the server, or of entries that are retried, while it lasts; empty. */
  message: string;
  /** Entries that ended without a result and have no earlier one. */
  withoutResult: number;
  /** Those of them that are scored, by category. */
  lost: [category: string, entries: number][];
  /** Why the first of them has none; empty. */
  reason: string;
  /** Entries that could not be regenerated and keep their earlier result, and why the first of them; empty. */
  notRegenerated: { entries: number; reason: string };
  /** The server refuses the key (401, 403), and no later request succeeded. */
  keyRefused: boolean;
}

export type ToWorker =
  | {
      type: 'probe';
      /** Null where they could not be loaded. */
      parts: ModuleParts | null;
      base: string;
      key: string;
      model: string;
    }
  | {
      type: 'start';
      parts: ModuleParts;
      dataset: DatasetRef;
      /** Folder in OPFS; empty: nothing is kept. */
      place: string;
      spec: AskSpec;
      key: string;
      /** What was answered before; these ids are not asked again, unless they are among `again`. */
      known: Answer[];
      again: string[];
    }
  /** Nothing new is asked; what is under way comes to its end, or with `now` is given up. */
  | { type: 'pause'; now: boolean };

export interface Probed {
  /** The base address that answers; null where none does. */
  base: string | null;
  /** A sentence. */
  says: string;
  models: string[];
}

export type FromWorker =
  | { type: 'probed'; found: Probed }
  | { type: 'planned'; plan: Planned }
  /** With the figures as they are since, so that both always add up. */
  | { type: 'answer'; answer: Answer; kept: boolean; figures: Figures }
  | { type: 'figures'; figures: Figures }
  /** problem: why it ended early; empty. `left`: entries without a result. */
  | { type: 'ended'; problem: string; left: number };

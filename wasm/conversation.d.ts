/**
 * Asking a model, without a socket: what to send is said, what came is told.
 *
 * ```js
 * const plan = scorer.planConversations({ settings, categories: ['simple_python'] });
 * const handle = scorer.startConversation(plan.entries[0].id, settings);
 * let ask = scorer.nextAsk(handle);
 * while (ask.kind === 'model') ask = scorer.answerAsk(handle, await send(ask));
 * ```
 */
import type { Json } from './scorer.js';

/** How a model is asked. There is no key in it: whoever sends the request adds it. */
export interface AskSettings {
  /** What the server calls it, and the result folder. */
  model: string;
  /** Protocol of OpenAI's kind. */
  api: 'chat' | 'responses';
  /** With tools; else by the official prompt. */
  fc: boolean;
  /** "2026-11-21"; the simulated services ask for the date. */
  today: string;
  /** Default 0.001. */
  temperature?: number;
  max_tokens?: number;
  /** Members put over those of every request. */
  extra_body?: { [name: string]: Json };
  /** Writes what was sent into the inference log. */
  include_input_log?: boolean;
}

export interface PlanRequest {
  settings: AskSettings;
  categories: string[];
  /** These alone; empty or absent: all. */
  ids?: string[];
  /** They have an answer. */
  done?: string[];
  /** So many entries, of each category its share, by the seed: those of `bfclx run --sample N --seed S`. */
  sample?: number;
  seed?: number;
}

export interface PlannedEntry {
  id: string;
  category: string;
  /** A conversation that fills a memory: it is asked and not scored. */
  prerequisite: boolean;
  /** Ids of the plan that come before it. */
  depends_on: string[];
  /** Of its result file below the model's folder. */
  path: string;
}

export interface ConversationPlan {
  entries: PlannedEntry[];
  /** Reads the replies; null: chosen by them. */
  decoder: string | null;
  /** The model's folder of result files. */
  folder: string;
}

export type Ask =
  | {
      kind: 'model';
      /** Seconds to wait before sending, and a random part of up to `jitter` more. */
      wait: number;
      jitter: number;
      method: string;
      /** Below the base address, with a leading slash. */
      path: string;
      headers: [name: string, value: string][];
      /** UTF-8 JSON. */
      body: Uint8Array;
    }
  /** A simulated service asks for a search or an embedding: nobody here answers it. */
  | { kind: 'effect'; effect: string }
  | { kind: 'unsupported' }
  | {
      kind: 'finished';
      /** answered; forced: too many steps; failed: an answer that cannot be used is the result; transport: no answer of the model. */
      ending: 'answered' | 'forced' | 'failed' | 'transport';
      /** The line of the result file, without its end. */
      line: Uint8Array;
      /** What a conversation before memory entries leaves behind; else null. */
      memory: string | null;
      requests: number;
      /** What went wrong last; empty when nothing did. */
      error: string;
    };

export interface ModelResponse {
  status: number;
  /** Names in lower case. */
  headers?: [name: string, value: string][];
  /** As received. */
  body?: Uint8Array;
  seconds?: number;
}

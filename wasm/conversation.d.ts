/**
 * Conversations with a model, without network access: they return each request to send and take its response.
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
  /**
   * Reasoning at the start of a response, such as `<think>...</think>`: `parse` (default) stores it as `reasoning_content`,
   * `keep` leaves it in the response.
   */
  reasoning?: 'parse' | 'keep';
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
  /** Reads the responses; null: chosen by them. */
  decoder: string | null;
  /** The model's folder of result files. */
  folder: string;
  /** What to tell people if responses begin with reasoning; empty with `keep`. */
  reasoning_text: string;
}

export type Ask =
  | {
      kind: 'model';
      /** Seconds to wait before sending, and a random part of up to `jitter` more. */
      wait: number;
      jitter: number;
      /** Whether the last response was used; else this is its request again. */
      accepted: boolean;
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
      /** Responses that began with reasoning. */
      reasoning_parsed: number;
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

export interface ScheduleRequest {
  /** Of the last plans. What is not among them counts as done. */
  entries: Pick<PlannedEntry, 'id' | 'depends_on'>[];
  settings: ScheduleSettings;
  /** Of the random part of waits; default 0. */
  seed?: number;
}

export interface ScheduleSettings {
  /** How messages name the server. */
  server?: string;
  /** Requests in flight; with `automatic` at most so many, as the server keeps up. */
  concurrency: number;
  automatic?: boolean;
  /** Entries as planned, not by common tools. */
  official_order?: boolean;
  /** Every outcome goes to the conversation, whose retries are the official ones. */
  official_retries?: boolean;
  /** Seconds without any response before the run ends; default 1800. */
  patience?: number;
  /** Seconds to finish after `stop`; default 30; null: no limit. */
  stop_timeout?: number | null;
  /** The server may not have started yet. */
  wait_for_start?: boolean;
}

/** `entry`: index in the entries of the request. Times are seconds on any clock that only goes forward. */
export type ScheduleAction = {
  /** For people, one line each. */
  messages: string[];
} & (
  | { kind: 'begin'; entry: number }
  | { kind: 'send'; entry: number }
  /** Send a request that had a 2xx response before, whatever its entry; or say `no_known_good`. */
  | { kind: 'check' }
  | { kind: 'wait'; until: number }
  /** `why`: why the run ended early; empty. */
  | { kind: 'finished'; why: string }
);

/** Why there is no response. */
export type RequestFailure =
  | 'connect'
  | 'timeout'
  | 'cut'
  | 'too_large'
  | 'redirect'
  | 'url'
  | 'dns'
  | 'tls'
  | 'private'
  | 'protocol';

export interface RequestOutcome {
  failure?: RequestFailure;
  /** What the failure is, for people, with the host. */
  error?: string;
  /** Of the response. */
  status?: number;
  headers?: [name: string, value: string][];
  body?: Uint8Array;
  /** Seconds since 1970, for dates in headers. */
  unix_now: number;
}

export type ScheduleEvent = { now: number } & (
  | { type: 'sent' | 'accepted'; entry: number }
  /** The conversation has a request, to be sent after `wait` and up to `jitter` seconds more. */
  | { type: 'wants_request'; entry: number; wait?: number; jitter?: number }
  | { type: 'ended'; entry: number; has_result: boolean }
  | ({ type: 'received'; entry: number } & RequestOutcome)
  | ({ type: 'check_received' } & RequestOutcome)
  | { type: 'check_sent' | 'no_known_good' | 'tick' | 'stop' }
  | { type: 'end'; why: string }
);

export interface ScheduleAnswer {
  messages: string[];
  /** Of `received`: give it to the conversation; the request is sent again; the entry, or the run, ends. */
  decision?: 'deliver' | 'retry' | 'end' | 'stop';
  /** Of `received`: the request is known to succeed. Of `check_received`: the request may be used again. */
  good?: boolean;
  /** Of `received` with `end`, and of `ended`: why, for people. */
  error?: string;
  /** Of `ended`: the reason in the words that are counted; empty. */
  reason?: string;
  /** Of `ended`: entries that cannot begin without it. */
  lost?: number[];
}

export interface ScheduleFigures {
  /** Of the schedule. */
  entries: number;
  /** Entries that ended with a result, and those that ended or cannot begin without one. */
  with_result: number;
  without_result: number;
  /** Conversations that have begun. */
  running: number;
  in_flight: number;
  allowed: number;
  requests: number;
  repeated: number;
  /** The server is unavailable, or asked to wait. */
  paused: boolean;
  /** Seconds that it asked to wait, from now on. */
  wait: number;
  /** "1 entry is being retried: ...", while one waits for its next try; empty. */
  retrying: string;
  stopping: boolean;
  /** Requests no longer succeed with this key. */
  key_refused: boolean;
}

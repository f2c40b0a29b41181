/**
 * Checks calls against your own functions and expected calls, without a dataset. The same
 * as `bfclx.Checker` of the Python package.
 */
import type { Scorer } from './scorer.js';

export interface CheckerOptions {
  /** What types are called: as in JSON Schema (default), or with BFCL's `dict`, `float`, `tuple` and `any` beside. */
  dialect?: 'json_schema' | 'bfcl';
  /**
   * When values are equal. `official` (default): by BFCL's rules, so texts loosely. `schema`: by their JSON Schema;
   * leaving out equals the default, date-times are compared as moments. `exact`: as JSON. JavaScript does not tell 2
   * from 2.0; the text of a response can.
   */
  match?: 'official' | 'schema' | 'exact';
  /** Of several calls; default `any`. */
  order?: 'any' | 'given';
  /** Parses responses that are text; default `prompting`. */
  decoder?: string;
  /** Function names in calls have `_` for `.`. */
  underscoreToDot?: boolean;
}

/** Why a verdict failed. */
export interface CheckReason {
  /** Name of the rule, stable: `value`, `type`, `missing_required`, ... */
  rule: string;
  /** From the list of calls inwards: index of the call, function, parameter, index or key. */
  path: (string | number)[];
  /** What would have passed; null when nothing can be named. */
  expected: unknown;
  /** What was found; null when nothing was. */
  found: unknown;
  /** One sentence. */
  text: string;
  /** A few words. */
  short: string;
}

export interface CheckVerdict {
  valid: boolean;
  /** As the official evaluator names it, or `schema_match:RULE`, `exact_match:RULE`. Not there when valid. */
  error_type?: string;
  error?: unknown[];
  /** The calls as `{name: {parameter: value}}`. Not there when the response could not be parsed. */
  decoded?: unknown;
  decode_error?: string;
  why?: CheckReason;
}

/**
 * Alternatives for a value at any depth, for a call, or for the whole list of calls. Throws a RangeError where none is
 * given.
 */
export function anyOf<T>(...values: T[]): { any_of: T[] };
/** The same of an argument or a property; it can be left out, too. */
export function anyOfOptional<T>(...values: T[]): { any_of: T[]; optional: true };

export class Checker {
  /**
   * `functions`: tools of OpenAI, Anthropic or Gemini, an MCP tool list, JSON Schema functions, or BFCL's function
   * docs. Throws a ScorerError of the kind `schema` for functions that cannot be checked; its `file` is the path inside
   * the input, with which the message begins.
   */
  constructor(scorer: Scorer, functions: unknown, options?: CheckerOptions);
  /** The names of the functions, in their order. */
  readonly functions: string[];
  /**
   * `calls`: text, tool calls, a message, a list of messages, a whole response, or `{name: {parameter: value}}`.
   * `expected`: `{name, arguments}`, a list of them, BFCL's possible answers, or null when no call is right. Throws the
   * kind `schema` for an `expected` that no call can meet; never for what `calls` holds.
   */
  check(calls: unknown, expected: unknown, options?: { order?: 'any' | 'given' }): CheckVerdict;
  /** The same for many pairs of calls and expected calls. Everything expected is read before anything is checked. */
  checkBatch(
    pairs: [calls: unknown, expected: unknown][],
    options?: { order?: 'any' | 'given' },
  ): CheckVerdict[];
}

/**
 * Why an entry got its verdict, call by call or turn by turn, and the simulated APIs to play with.
 */
import type { Json, Message } from './scorer.js';

/** A step inwards: call index, function name, parameter, list index or key. */
export type PathPart = string | number;

export interface Why {
  /** Stable name of our rule, e.g. "string_value". */
  rule: string;
  /** What the rule means, one sentence. */
  explanation: string;
  /** From the list of calls inwards; of episodes the turn, then the class. */
  path: PathPart[];
  /** What would have passed; null when nothing can be named. */
  expected: Json;
  expected_repr: string;
  /** What stood there; null when nothing did. */
  found: Json;
  found_repr: string;
  /** One sentence. */
  text: string;
  /** The same in a few words, as `ShortReason.text`. */
  short: string;
  /** Further facts of episodes. */
  more: Json;
}

export interface DecodeError {
  /** Class of the Python exception, "SyntaxError". */
  kind: string;
  message: string;
  /** "The response is text without a tool call."; null where `message` says more. */
  text: string | null;
}

export interface DecodedCall {
  name: string;
  /** `repr` is Python's text of the value, `value` the nearest JSON has. */
  arguments: { name: string; repr: string; value: Json }[];
  /** The call as Python text. */
  text: string;
}

interface ExplanationBase {
  id: string;
  category: string;
  /** Null: not scored; `not_scored` says why. */
  valid: boolean | null;
  not_scored?: string;
  error_type: string;
  /** The official message: a string, or a list of strings and objects. */
  error: Json;
  why: Why | null;
  superseded: boolean;
  /** The line that `bfclx score --verdicts` writes for it. */
  line: string;
  /** The response: text as it is, anything else as JSON. */
  raw: string;
  settings: { decoder: string; underscore_to_dot: boolean };
}

export interface CallExplanation extends ExplanationBase {
  type: 'calls';
  /** Null when the response could not be decoded, or decoded to something else than calls. */
  calls: DecodedCall[] | null;
  /** Python's text of what was decoded; null when it was not. */
  decoded_repr: string | null;
  decode_error: DecodeError | null;
  /** Of agentic entries: the message that was searched for the answers. */
  last_message: string | null;
  /** As {@link EntryDetail.ground_truth}; null for relevance categories. */
  possible_answers: Json;
}

export interface ExecutedCall {
  text: string;
  /** Null: it did not run. */
  result: string | null;
  /** A result that the other side lacks: the ground truth's is missing, the model's is the first without a match. */
  marked: boolean;
}

export interface EpisodeStep {
  calls: ExecutedCall[];
  /** The response of this step as text. */
  raw: string;
  decode_error?: DecodeError;
  /** It was decoded, and held no calls. */
  empty?: true;
}

/** A place at which two states differ. A side that lacks the place has no member. */
export interface StateDifference {
  class: string;
  /** From the class inwards: attribute, then keys and indices. */
  path: PathPart[];
  model?: Json;
  ground_truth?: Json;
}

/**
 * `{class: {attribute: value}}`. A file system is an object of names: a directory's ends in "/" and
 * holds an object, a file's holds its content.
 */
export type EpisodeState = { [className: string]: { [attribute: string]: Json } };

export interface EpisodeTurn {
  index: number;
  /** What the user says in this turn. */
  messages: Message[];
  /** Names of functions that are offered from this turn on. */
  offered: string[];
  steps: EpisodeStep[];
  ground_truth: ExecutedCall[];
  /** It ran. What comes behind the turn that failed does not. */
  ran: boolean;
  /** It agreed; null when it did not run. */
  ok: boolean | null;
  /** Of your own benchmark: why the turn failed. */
  failure?: string;
  /** Between both states after this turn; empty when it did not run. At most 200. */
  differences: StateDifference[];
}

export interface EpisodeExplanation extends ExplanationBase {
  type: 'episode';
  turns: EpisodeTurn[];
  /** Null when none failed, or the episode failed before anything ran. */
  failed_turn: number | null;
  turns_passed: number;
  turns_total: number;
  involved_classes: string[];
  /** Before the first turn. */
  initial_state: EpisodeState;
}

export type Explanation = CallExplanation | EpisodeExplanation;

/** The states of an episode after a step, replayed. */
export interface EpisodeStates {
  model: EpisodeState;
  ground_truth: EpisodeState;
  differences: StateDifference[];
  /** What the model's step changed, as `before` and `after` of its own state. */
  changes: { class: string; path: PathPart[]; before?: Json; after?: Json }[];
}

export interface PlaygroundSetup {
  /** An episode of the dataset: its classes, initial config and kind. */
  entry?: string;
  /** Without `entry`: names of classes. */
  classes?: string[];
  long_context?: boolean;
  /** `{class: scenario}`; empty when absent. */
  initial_config?: { [className: string]: Json };
  model_name?: string;
  /**
   * Recorded answers of services, a JSON object a line, for classes that ask from outside
   * (WebSearchAPI, ExecutableFunctions); those of the dataset's `cassette.jsonl` when absent.
   */
  cassette?: string;
  /** "2026-11-21" */
  today: string;
}

export interface MethodInfo {
  class: string;
  name: string;
  /** `default` is Python's text; absent when required. */
  parameters: {
    name: string;
    type: string;
    required: boolean;
    default?: string;
    description: string;
  }[];
  description: string;
  /** Schema of the result as the function doc has it; null when there is none. */
  result: Json;
}

export interface PlaygroundInfo {
  handle: number;
  state: EpisodeState;
  methods: MethodInfo[];
}

/**
 * Cases of an own benchmark while they are edited.
 */
import type { EntryDetail } from './dataset.js';
import type { Explanation } from './explanation.js';
import type { ScoreSettings } from './results.js';

/** What `dataset.json` says, as texts; `tools` are JSON in any form that `bfclx dataset new` accepts. */
export interface BenchmarkTexts {
  name?: string;
  version?: string;
  licence?: string;
  /** How to cite the benchmark, as text or BibTeX. */
  citation?: string;
  /** A language tag such as `en` or `pt-BR`. */
  language?: string;
  /** `official`, `schema` or `exact`. */
  match?: string;
  /** Empty: those that the cases define. */
  tools?: string;
  /** Weights of tags, a JSON object. */
  weights?: string;
  /** The members that other programs added, a JSON object. */
  more?: string;
}

/** A turn of a case. */
export interface TurnCells {
  question?: string;
  messages?: string;
  expected?: string;
  /** What each expected call returns, a JSON list. */
  results?: string;
}

/** The members of a case, as the cells of a row of a CSV file. An empty text is a member that is not given. */
export interface CaseCells {
  id?: string;
  question?: string;
  messages?: string;
  tools?: string;
  expected?: string;
  match?: string;
  order?: string;
  tags?: string;
  /** Several turns, instead of question, messages and expected. */
  turns?: TurnCells[];
}

export interface CaseRequest {
  benchmark: BenchmarkTexts;
  cells: CaseCells;
  /** A response to score against the case, in any form. */
  response?: string;
  /** For a case with several turns: a response to each turn. An empty text is a response without calls. */
  responses?: string[];
  /** Auto-detected if it is not given. */
  decoder?: string;
}

export interface ReadCase {
  /** Every fault, with its path in the case: "expected[0].arguments.x: ...". */
  faults: string[];
  /** What the case becomes; null if it has a fault. */
  entry: EntryDetail | null;
  /** Remarks that are not faults, one sentence each. */
  remarks: string[];
  /** Null without a response, or if the case has a fault. */
  verdict: Explanation | null;
}

export interface DraftedCases {
  /** The first fault of each faulty case, by its index. */
  problems: { index: number; text: string }[];
  categories: { name: string; entries: number }[];
  only_as_calls: number;
  /** The cases as JSON lines, for `bfclx dataset add`; empty if a case is faulty. */
  lines: string;
  /** The files of the benchmark, dataset.json first; empty if a case is faulty. */
  files: { path: string; text: string }[];
}

export interface FoundCases {
  /** Whether the text contains tools instead of cases. */
  tools: string | null;
  /** `problem`: why the line cannot be read. */
  cases: { line: number; problem: string | null; cells: CaseCells }[];
}

export interface OwnCases {
  benchmark: Required<BenchmarkTexts>;
  cases: { entry: string; cells: CaseCells }[];
  /** Files of the benchmark without cases, such as `prompts.json`: save them next to those of draftCases. */
  files: { path: string; text: string }[];
  /** Entries that the editor cannot edit, and the number of entries that saving would change. */
  remarks: string[];
}

export interface CaseFindings {
  groups: CaseFindingGroup[];
}

/** Findings of one kind and severity. */
export interface CaseFindingGroup {
  /** `bfclx list findings` explains each. */
  code: string;
  severity: 'error' | 'warning' | 'info';
  title: string;
  /** All of them; `cases` has at most 500. */
  count: number;
  /** What they mean for the score, a sentence. */
  effect: string;
  advice: string;
  cases: {
    /** null: the whole benchmark. */
    id: string | null;
    own_id: string | null;
    file: string | null;
    line: number | null;
    place: string | null;
    text: string;
    /** The earlier entry that it is compared with. */
    other: string | null;
    other_own_id: string | null;
  }[];
}

export interface ProposalRequest {
  handle: number;
  ids: string[];
  settings: ScoreSettings;
}

export interface ProposedCases {
  /** `valid`: whether the response passed. Its calls are what the case expects. */
  cases: { entry: string; valid: boolean; cells: CaseCells }[];
  /** How many responses were left out because their entries cannot be cases. */
  remarks: string[];
}

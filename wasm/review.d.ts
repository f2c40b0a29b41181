/** Blind review of suspicious entries: requests and their results. */

import type { AuditedModel } from './analysis.js';

export type ReviewRequest =
  /** Audits the runs and begins a review. `hard`: also reviews the entries of the list "hard". */
  | {
      action: 'plan';
      models: AuditedModel[];
      reviewer: string;
      seed?: number;
      date: string;
      hard?: boolean;
    }
  /**
   * The file of a review, and all keys pressed since: one character each, or "c TEXT" for a comment. `reviews`: the two
   * reviews that a file of decisions is about, so that the screen shows their votes.
   */
  | { action: 'open'; file: string; keys: string[]; reviews?: string[] }
  /** The same entries for a second reviewer. */
  | { action: 'same'; file: string; reviewer: string; date: string }
  /** The files of one or two reviews, and of the decisions about their disagreements. */
  | { action: 'merge'; files: string[]; link?: string }
  /**
   * A file in which a third person decides the disagreements of two reviews. With a file of decisions among `files`, the
   * result is that file with any new disagreements.
   */
  | { action: 'decide'; files: string[]; reviewer?: string; date?: string };

/** A new review. */
export interface ReviewPlan {
  /** JSON lines; `bfclx dataset audit --review` reads them too. */
  file: string;
  /** With "plan" and "decide". */
  entries?: number;
  /** Suspicious entries that cannot be reviewed. With "plan". */
  left_out?: number;
}

/** An entry, without its ground truth. */
export interface ReviewScreen {
  /** The file with the votes of all keys. */
  file: string;
  reviewer: string;
  entries: number;
  voted: number;
  skipped: number;
  ended: boolean;
  /** The reviewers whose disagreements this file decides; empty in other files. */
  decides: string[];
  /** Why the last key had no effect; may be empty. */
  message: string;
  /** The position of the entry, from 1. At the end, this and the following members are absent. */
  place?: number;
  id?: string;
  question?: { role: string; text: string }[];
  functions?: { name: string; description: string; parameters: string[] }[];
  /** `whole` is there where `text` is shortened. */
  answers?: { text: string; whole?: string; mark: 'none' | 'acceptable' | 'not' }[];
  comment?: string;
  keys?: { key: string; text: string }[];
  /** With `reviews`: the votes of the reviewers, by the numbers of these answers. */
  votes?: string[];
}

export interface ReviewMerge {
  /** Agreement, judgements, and estimated missed errors: a sentence each. */
  texts: string[];
  /** Those without a decision. `votes`: the numbered responses, then the votes about them. */
  disagreements: { id: string; votes: string[] }[];
  /** null without a link. */
  errata: string | null;
  /** null if the dataset has no official files. */
  patch: string | null;
  /** Markdown. */
  issue: string;
  /** "id: why" of findings without a valid correction, or without a place in the patch. */
  problems: string[];
}

export type ReviewAnswer = ReviewPlan | ReviewScreen | ReviewMerge;

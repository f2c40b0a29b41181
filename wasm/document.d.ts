/** Pages and tables that are put together from facts: what `Scorer.document` and `Scorer.table` take. All texts may be hostile. */

/** A table as a file: CSV (RFC 4180, but lines end with "\n"; cells that look like formulas are escaped) or GitHub's Markdown. Columns without texts are right-aligned. */
export interface PlainTable {
  form: 'csv' | 'markdown';
  columns: readonly string[];
  /** At most 1,000,000 cells. */
  rows: readonly (readonly (string | number | null)[])[];
}

/** `name`: of a program, such as an id; `mark`: what a verdict points at; `tag`: a letter that stands for a run. */
export type TextStyle = 'bold' | 'dim' | 'good' | 'bad' | 'mark' | 'name' | 'warn' | 'tag';

/** One text, or pieces, one after another. */
export type PageText = string | readonly (string | { text: string; style?: TextStyle })[];

export interface PageColumn {
  name: string;
  align?: 'right';
  /** Left out where the screen is narrow. */
  spare?: boolean;
  /** Breaks its texts. */
  wrap?: boolean;
  /** Draws the values of its cells, from 0 to 1, with their intervals. */
  shares?: boolean;
  /** Draws the values of its cells as bars; `most` is as wide as the column. */
  most?: number;
}

export type PageCell =
  | string
  | {
      /** Of a drawing: for those who cannot see it. */
      text: string;
      style?: TextStyle;
      value?: number;
      low?: number;
      high?: number;
    };

export type PageBlock =
  | { kind: 'paragraph'; text: PageText; style?: TextStyle; size?: 'small' | 'large' }
  | { kind: 'heading'; text: PageText }
  /** Lines as they stand. */
  | { kind: 'text'; text: PageText; style?: TextStyle }
  | { kind: 'table'; columns: readonly PageColumn[]; rows: readonly (readonly PageCell[])[] }
  | { kind: 'facts'; facts: readonly { name: string; blocks: readonly PageBlock[] }[] }
  /** `text` opens `blocks`. A group holds entries. */
  | {
      kind: 'details';
      text: PageText;
      blocks: readonly PageBlock[];
      level?: 'note' | 'group' | 'entry';
      open?: boolean;
    };

export interface PageDocument {
  title: string;
  /** What its figures are based on, a line each. */
  basis?: readonly string[];
  /** Links to the sections. */
  contents?: boolean;
  /** Before the first section. */
  blocks?: readonly PageBlock[];
  /** One without blocks is left out. */
  sections?: readonly { id: string; title: string; blocks: readonly PageBlock[] }[];
  /** The last sentences. */
  note?: string;
}

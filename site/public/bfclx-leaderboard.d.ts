// Types of bfclx-leaderboard.js: the element <bfclx-leaderboard>. EMBEDDING.md of the site has the words.

/** What the reader has chosen. */
export interface LeaderboardView {
  /** "board", or the version of a public table: "v4". */
  table: string;
  show: 'table' | 'profile' | 'cost' | 'latency';
  /** A column, "-" before it from the largest on: "-overall". */
  sort: string;
  search: string;
  organisation: string;
  type: string;
  /** Groups of columns that are open. */
  groups: readonly string[];
  /** Keys of the rows in the profile. */
  selected: readonly string[];
  /** "10,10,10,30,40", in the order of the groups; empty: the official ones. */
  weights: string;
  /** The key of the row whose page is open; empty: none. */
  model: string;
}

export interface BfclxLeaderboard extends HTMLElement {
  /** The attributes. */
  src: string | null;
  tables: string | null;
  table: string | null;
  theme: string | null;
  label: string | null;
  /** Set, it takes the members that it can use and leaves the rest. */
  get view(): LeaderboardView;
  set view(view: Partial<LeaderboardView>);
  /** Reads everything again. */
  load(): Promise<void>;
}

export interface BfclxLeaderboardEvents {
  'bfclx-loading': CustomEvent<{ address: string }>;
  'bfclx-ready': CustomEvent<{ table: string; title: string; models: number }>;
  'bfclx-error': CustomEvent<{ message: string; address: string }>;
  'bfclx-change': CustomEvent<{ view: LeaderboardView }>;
  'bfclx-select': CustomEvent<{ models: string[] }>;
  'bfclx-model': CustomEvent<{ model: string | null }>;
}

declare global {
  interface HTMLElementTagNameMap {
    'bfclx-leaderboard': BfclxLeaderboard;
  }
}

/** How far a category is. */
export interface ProgressLine {
  name: string;
  /** Entries that ended, `without` of them without a response. */
  done: number;
  without: number;
  total: number;
}

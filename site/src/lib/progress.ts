import { count } from './format.ts';

/** How far a category is. */
export interface ProgressLine {
  name: string;
  /** Entries that ended, `without` of them without a response. */
  done: number;
  without: number;
  total: number;
}

/** "4 / 5": entries with a response, of all. */
export const responsesText = ({ done, without, total }: ProgressLine): string =>
  `${count(done - without)} / ${count(total)}`;

import { count, plural } from './format.ts';

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

/** "Reading 25 of 200 files", and the same as a line. */
export const readingFiles = (
  done: number,
  total: number,
): { busy: string; read: ProgressLine } => ({
  busy: `Reading ${count(done)} of ${plural(total, 'file')}`,
  read: { name: 'files', done, without: 0, total },
});

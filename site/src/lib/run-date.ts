// The date of a run: from its manifest, else from its files.
import { isoDay } from './format.ts';

export interface Made {
  /** Milliseconds since 1970. */
  at: number;
  by: 'manifest' | 'files';
}

/** Before that there were no results of this benchmark: a date that a tool made up. */
const FIRST = Date.UTC(2024, 0);
/** A file that was changed less than this ago may have been made by loading it: what is typed, pasted or fetched. */
const FRESH = 2000;

/** `dates`: of the files; undefined where it is not known. The latest counts: then the run was whole. */
export function madeAt(
  manifest: string | undefined,
  dates: readonly (number | undefined)[],
  now = Date.now(),
): Made | undefined {
  const started = manifest === undefined ? NaN : Date.parse(manifest);
  const isDate = (at: number): boolean => at >= FIRST && at <= now;
  if (isDate(started)) return { at: started, by: 'manifest' };
  const known = dates.filter((at): at is number => at !== undefined && isDate(at));
  const latest = Math.max(...known);
  return known.length > 0 && latest < now - FRESH ? { at: latest, by: 'files' } : undefined;
}

const FROM = {
  manifest: 'generation date, from the manifest of the run',
  files: 'last modification of its result files',
  loading: 'date of loading; its files have no date',
} as const;

/** The day, with where it is from. */
export const dayOf = ({ date, dated }: { date: Date; dated: keyof typeof FROM }) => ({
  text: `${dated === 'loading' ? 'loaded ' : ''}${isoDay(date)}`,
  title: FROM[dated],
});

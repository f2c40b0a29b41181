// A share as people may read it: a percentage, or below twenty entries the counts alone.
import { count, percent } from './format.ts';

/** Fewer entries than this have no percentage: one entry more or less would move it by over five points. */
export const FEW_ENTRIES = 20;

/** "86.8", "1 of 3", "–" where there is nothing; percentages without their sign. */
export function shareText(right: number, entries: number): string {
  if (entries === 0) return '–';
  return entries < FEW_ENTRIES ? `${count(right)} of ${count(entries)}` : percent(right / entries);
}

/** Whether some of several shares, by their entries, are written as counts. */
export const hasCounts = (all: readonly number[]): boolean =>
  all.some((one) => one > 0 && one < FEW_ENTRIES);

/** The same for one of several that are read together: a percentage among counts has its sign. */
export function shareAmong(right: number, entries: number, all: readonly number[]): string {
  const text = shareText(right, entries);
  return hasCounts(all) && entries >= FEW_ENTRIES ? `${text} %` : text;
}

/** "55.7 to 57.9". */
export const endsOf = ({ low, high }: { low: number; high: number }, digits = 1): string =>
  `${percent(low, digits)} to ${percent(high, digits)}`;

/**
 * How sure a share is: "±1.1" where its interval is about as wide on both sides, "0 to 79" where it is not. `digits`
 * as of the share. At an end of the scale, and where half of it would be written as 0, it has two ends.
 */
export function rangeOf(
  value: number,
  { low, high }: { low: number; high: number },
  digits = 1,
): string {
  const [down, up] = [value - low, high - value];
  const least = 0.5 * 10 ** -digits;
  const even = Math.abs(up - down) * 100 < 0.1 * 10 ** (1 - digits) + 0.15 * (up + down) * 100;
  return even && low > 0 && high < 1 && (up + down) * 50 >= least
    ? `±${percent((up + down) / 2, digits)}`
    : endsOf({ low, high }, digits);
}

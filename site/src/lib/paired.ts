// Two runs entry by entry: which entries flipped. All numbers and sentences are the module's.
import { MINUS, percent } from './format.ts';
import { entryOf, type TableRow } from './rows.ts';
import type { OverallComparison, Range } from './scorer-types.ts';

export type FlipKind = 'lost' | 'gained' | 'other';

export interface Flip<R> {
  /** Of the entry. */
  id: string;
  category: string;
  /** lost: right in A alone; gained: right in B alone; other: wrong in both for another reason. */
  kind: FlipKind;
  a: R;
  b: R;
}

const judged = <R extends TableRow>(rows: readonly R[]): Map<string, R> =>
  new Map(
    rows.filter((row) => row.valid !== null && !row.superseded).map((row) => [entryOf(row), row]),
  );

/** Entries that both runs have and that flipped. `order` gives the place of a category. */
export function flipsOf<R extends TableRow>(
  a: readonly R[],
  b: readonly R[],
  order: (category: string) => number,
): { flips: Flip<R>[]; shared: number } {
  const before = judged(a);
  const flips: Flip<R>[] = [];
  let shared = 0;
  for (const [id, y] of judged(b)) {
    const x = before.get(id);
    if (!x) continue;
    shared += 1;
    const kind =
      x.valid && !y.valid
        ? 'lost'
        : !x.valid && y.valid
          ? 'gained'
          : !x.valid && x.error_type !== y.error_type
            ? 'other'
            : null;
    if (kind) flips.push({ id, category: x.category, kind, a: x, b: y });
  }
  return { flips: flips.sort((x, y) => order(x.category) - order(y.category)), shared };
}

// ---- words ----

/** "+1.7", "−0.2", "0.0" for a share of 0.017, -0.002, 0. */
export function points(share: number): string {
  const size = percent(Math.abs(share));
  return size === percent(0) ? size : `${share > 0 ? '+' : MINUS}${size}`;
}

export const rangeText = ({ low, high }: Range): string => `${points(low)} to ${points(high)}`;

/** "0.034", "< 0.001". */
export const pText = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3));
/** "p = 0.034", "p < 0.001". */
export const pEquals = (p: number): string =>
  p < 0.001 ? `p\u00a0${pText(p)}` : `p\u00a0=\u00a0${pText(p)}`;

/** The colour of a difference: none where the test does not tell the runs apart. */
export const toneOf = ({
  difference,
  holm_p: p,
}: Pick<OverallComparison, 'difference' | 'holm_p'>): 'pass' | 'fail' | '' =>
  difference === null || p === null || p >= 0.05 ? '' : difference > 0 ? 'pass' : 'fail';

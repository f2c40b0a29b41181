// The matrix of runs: a row a run, a column a category. What is filtered, sorted and tinted.
import type { CategoryCounts } from './summary.ts';

export interface MatrixRow {
  name: string;
  /** Overall score and the share of the weight that it rests on; null while they are not known. */
  overall: number | null;
  /** The score by errata, where some are loaded. */
  second?: number | null;
  weight: number | null;
  right: number;
  entries: number;
  counts: ReadonlyMap<string, Pick<CategoryCounts, 'right' | 'entries' | 'accuracy'>>;
}

export function filterMatrix<R extends MatrixRow>(rows: readonly R[], q: string | undefined): R[] {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}

const collator = new Intl.Collator('en', { numeric: true });

const valueOf = (row: MatrixRow, column: string): number | string | null =>
  column === 'name'
    ? row.name
    : column === 'overall'
      ? row.overall
      : column === 'second'
        ? (row.second ?? null)
        : column === 'weight'
          ? row.weight
          : column === 'right'
            ? row.right
            : (row.counts.get(column)?.accuracy ?? null);

/** A sorted copy: a column, with `-` before it for descending. What has no value comes last either way. */
export function sortMatrix<R extends MatrixRow>(rows: readonly R[], sort: string): R[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace(/^-/, '');
  return [...rows].sort((a, b) => {
    const [x, y] = [valueOf(a, column), valueOf(b, column)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (typeof x === 'string' ? collator.compare(x, String(y)) : x - Number(y));
  });
}

/** Tells which quarter of the column a value stands in, 0 to 3; null with fewer than four values, or where all are the same. */
export function quarterer(column: readonly number[]): (value: number) => number | null {
  if (column.length < 4) return () => null;
  const sorted = [...column].sort((a, b) => a - b);
  if (sorted[0] === sorted[sorted.length - 1]) return () => null;
  return (value) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return Math.min(3, Math.floor((4 * low) / sorted.length));
  };
}

// The matrix of runs: a row a run, a column a category or a group of them. What is filtered, sorted, folded and tinted.
import type { CategoryGroup } from './scores.ts';
import type { CategoryCounts } from './summary.ts';

export interface MatrixRow {
  name: string;
  /** Overall score on the basis of the column; null where the run has none on it. */
  overall: number | null;
  /** The score by errata, where some are loaded. */
  second?: number | null;
  /** Share of the weight that the run has; null while it is not known. */
  weight: number | null;
  /** Median latency of its requests, in seconds; null where it is not known. */
  latency?: number | null;
  right: number;
  entries: number;
  counts: ReadonlyMap<string, Pick<CategoryCounts, 'right' | 'entries' | 'accuracy'>>;
  /** Scores of groups by their names; null: something of it is missing. */
  groups?: ReadonlyMap<string, number | null>;
}

/** Columns that stand together: those of a group, or one of it where it is folded; without a group one after the other. */
export interface Section {
  group: CategoryGroup | null;
  folded: boolean;
  /** Names of categories, or the group's own. */
  columns: readonly string[];
}

/**
 * What tells sections and columns from each other: the element of one stays the same, under a click too, when others
 * come before it.
 */
export const nameOfSection = ({ group, columns }: Section) => group?.key ?? columns[0];
export const nameOfColumn = ({ name }: { name: string }) => name;

/** A column each, with its group where that is folded. */
export const columnsOf = (sections: readonly Section[]) =>
  sections.flatMap(({ group, folded, columns }) =>
    columns.map((name) => ({ name, group: folded ? group : null })),
  );

/** `present`: the categories that have a column, in the official order. Groups stand where their first category does; one of a single category is none. */
export function sectionsOf(
  present: readonly string[],
  groups: readonly CategoryGroup[],
  folded: readonly string[],
): Section[] {
  const sections: Section[] = [];
  const done = new Set<string>();
  for (const name of present) {
    if (done.has(name)) continue;
    const group = groups.find(({ categories }) => categories.includes(name));
    const inside = present.filter((other) => group?.categories.includes(other));
    if (group && inside.length > 1) {
      for (const other of inside) done.add(other);
      const one = folded.includes(group.key);
      sections.push({ group, folded: one, columns: one ? [group.key] : inside });
    } else {
      sections.push({ group: null, folded: false, columns: [name] });
    }
  }
  return sections;
}

/** The order that is left when groups fold or open: one by a column that is gone goes to the group's, or is none. */
export function sortAfter(
  sort: string | undefined,
  before: readonly Section[],
  after: readonly Section[],
): string | undefined {
  const column = (sort ?? '').replace(/^-/, '');
  const columns = (sections: readonly Section[]) => sections.flatMap((one) => one.columns);
  if (!columns(before).includes(column) || columns(after).includes(column)) return sort;
  const group = after.find((one) => one.folded && one.group?.categories.includes(column))?.group;
  return group && sort ? sort.replace(column, group.key) : undefined;
}

export function filterMatrix<R extends { name: string }>(
  rows: readonly R[],
  q: string | undefined,
): R[] {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}

/** The runs whose shared scores are meant: the chosen ones, or where fewer than two are, all that match the filter. */
export function sharersOf<R extends { name: string }>(
  settled: readonly R[],
  names: readonly string[],
  q: string | undefined,
): R[] {
  const chosen = settled.filter(({ name }) => names.includes(name));
  return chosen.length > 1 ? chosen : filterMatrix(settled, q);
}

/** Of names: model-2 before model-10. */
export const collator = new Intl.Collator('en', { numeric: true });

const valueOf = (row: MatrixRow, column: string): number | string | null =>
  column === 'name'
    ? row.name
    : column === 'overall'
      ? row.overall
      : column === 'second'
        ? (row.second ?? null)
        : column === 'weight'
          ? row.weight
          : column === 'latency'
            ? (row.latency ?? null)
            : column === 'right'
              ? row.right
              : row.groups?.has(column)
                ? (row.groups.get(column) ?? null)
                : (row.counts.get(column)?.accuracy ?? null);

/** A sorted copy: a column, with `-` before it for descending. What has no value comes last either way. */
export function sortMatrix<R extends MatrixRow>(rows: readonly R[], sort: string): R[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace(/^-/, '');
  const order = (x: number | string | null, y: number | string | null): number =>
    x === null || y === null
      ? Number(x === null) - Number(y === null)
      : sign * (typeof x === 'string' ? collator.compare(x, String(y)) : x - Number(y));
  return [...rows].sort(
    (a, b) => order(valueOf(a, column), valueOf(b, column)) || collator.compare(a.name, b.name),
  );
}

/** Whether anything of these rows has a value in the column that they are sorted by. */
export const hasOrder = (rows: readonly MatrixRow[], sort: string): boolean =>
  rows.some((row) => valueOf(row, sort.replace(/^-/, '')) !== null);

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

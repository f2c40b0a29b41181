// Counts of a run from its rows: by category, by error type, overall. As the report of the program has
// them: the accuracy is of scored entries; entries that are missing or skipped are counted apart.
import { count } from './format.ts';
import type { TableRow } from './rows.ts';
import type { Range } from './scorer-types.ts';

export interface CategoryCounts {
  category: string;
  /** Entries of the dataset; null when not known. */
  total: number | null;
  entries: number;
  right: number;
  missing: number;
  /** Entries that are malformed in the dataset, as the module says; in no accuracy. */
  malformed: number;
  unknown: number;
  duplicates: number;
  /** Entries without a verdict, by reason; in no accuracy. */
  skipped: Map<string, number>;
  accuracy: number | null;
  /** The module's, once the run is scored; null until then. */
  interval: Range | null;
  failures: Map<string, number>;
}

export function emptyCounts(category: string, total: number | null): CategoryCounts {
  return {
    category,
    total,
    entries: 0,
    right: 0,
    missing: total ?? 0,
    malformed: 0,
    unknown: 0,
    duplicates: 0,
    skipped: new Map(),
    accuracy: null,
    interval: null,
    failures: new Map(),
  };
}

/** Adds rows. */
export function addRows(counts: CategoryCounts, rows: readonly TableRow[]): void {
  for (const row of rows) {
    if (row.superseded) counts.duplicates += 1;
    else if (row.skipped)
      counts.skipped.set(row.skipped, (counts.skipped.get(row.skipped) ?? 0) + 1);
    else if (row.valid === null) counts.unknown += 1;
    else {
      counts.entries += 1;
      if (row.valid) counts.right += 1;
      else counts.failures.set(row.error_type, (counts.failures.get(row.error_type) ?? 0) + 1);
    }
  }
  counts.accuracy = counts.entries > 0 ? counts.right / counts.entries : null;
  counts.interval = null;
  counts.missing = Math.max(
    0,
    (counts.total ?? counts.entries) - counts.entries - skippedOf(counts),
  );
}

export function setMalformed(
  categories: ReadonlyMap<string, CategoryCounts>,
  malformed: Readonly<Record<string, number>>,
): void {
  for (const [name, n] of Object.entries(malformed)) {
    const counts = categories.get(name);
    if (counts) counts.malformed = n;
  }
}

/** How many entries have no verdict. */
export function skippedOf({ skipped }: Pick<CategoryCounts, 'skipped'>): number {
  return [...skipped.values()].reduce((sum, n) => sum + n, 0);
}

/** "2 skipped_no_network, 1 skipped_api_error" of several categories; empty when none is. */
export function skipsText(all: Iterable<CategoryCounts>): string {
  const sums = new Map<string, number>();
  for (const { skipped } of all) {
    for (const [name, n] of skipped) sums.set(name, (sums.get(name) ?? 0) + n);
  }
  return [...sums].map(([name, n]) => `${count(n)} ${name}`).join(', ');
}

/** "34 scored, 2 missing, 1 unknown, 1 duplicate" of rows; empty where all of them are scored. */
export function rowsText(rows: readonly TableRow[]): string {
  const counts = { scored: 0, missing: 0, skipped: 0, unknown: 0, duplicate: 0 };
  for (const row of rows) {
    if (row.superseded) counts.duplicate += 1;
    else if (row.valid !== null) counts.scored += 1;
    else if (row.missing) counts.missing += 1;
    else if (row.skipped) counts.skipped += 1;
    else counts.unknown += 1;
  }
  if (counts.scored === rows.length) return '';
  const parts = Object.entries(counts).filter(([, n]) => n > 0);
  return parts.map(([word, n]) => `${count(n)} ${word}`).join(', ');
}

/** Behind the name of a category that is in no overall score. */
export const APART = '(separate)';

/** Error types of several categories, the commonest first. */
export function errorTypes(all: Iterable<CategoryCounts>): { name: string; count: number }[] {
  const sums = new Map<string, number>();
  for (const { failures } of all) {
    for (const [name, n] of failures) sums.set(name, (sums.get(name) ?? 0) + n);
  }
  return [...sums]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

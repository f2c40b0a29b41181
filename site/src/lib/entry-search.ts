// Which entries of the dataset are shown: every word of the search must occur in the id, the question,
// or the names of functions and classes.
import type { EntrySummary } from './scorer-types.ts';

export interface CatalogueRow extends EntrySummary {
  category: string;
  language: string;
  /** What is searched, in lower case. */
  words: string;
}

export interface EntryFilter {
  q?: string | undefined;
  category?: string | undefined;
  language?: string | undefined;
}

export function catalogueRow(
  entry: EntrySummary,
  category: string,
  language: string,
): CatalogueRow {
  const words = [entry.id, entry.text, ...entry.functions, ...(entry.classes ?? [])]
    .join(' ')
    .toLowerCase();
  return { ...entry, category, language, words };
}

/** Thousands of variants of entries of other categories: shown only when asked for. */
const VARIANTS = 'format_sensitivity';

export function filterEntries(rows: readonly CatalogueRow[], filter: EntryFilter): CatalogueRow[] {
  const wanted = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      (filter.category ? row.category === filter.category : row.category !== VARIANTS) &&
      (!filter.language || row.language === filter.language) &&
      wanted.every((word) => row.words.includes(word)),
  );
}

const collator = new Intl.Collator('en', { numeric: true });

/** A sorted copy; "" keeps the order of the dataset. `-` before the key: descending. */
export function sortEntries(rows: readonly CatalogueRow[], sort: string): CatalogueRow[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const by: Record<string, (a: CatalogueRow, b: CatalogueRow) => number> = {
    id: (a, b) => collator.compare(a.id, b.id),
    category: (a, b) => collator.compare(a.category, b.category),
    functions: (a, b) => a.functions.length - b.functions.length,
    turns: (a, b) => (a.turns ?? 1) - (b.turns ?? 1),
  };
  const compare = by[sort.replace(/^-/, '')];
  return compare ? [...rows].sort((a, b) => sign * compare(a, b)) : [...rows];
}

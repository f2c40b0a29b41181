// Which entries of the dataset are shown: every term of the search must occur in the id, the question, or the names of
// functions and classes, or in the field that it names.
import { idsText } from './rows.ts';
import type { EntrySummary } from './scorer-types.ts';
import { matchesTerms, searchTerms, type SearchField, type SearchedTexts } from './search-terms.ts';

export interface CatalogueRow extends EntrySummary {
  category: string;
  language: string;
  searched: SearchedTexts;
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
  const searched = {
    id: idsText(entry).toLowerCase(),
    fn: [...entry.functions, ...(entry.classes ?? [])].join(' ').toLowerCase(),
    cat: category,
    err: '',
    any: [entry.text.toLowerCase()],
  };
  return { ...entry, category, language, searched };
}

/** Fields that entries of a dataset have. */
export const CATALOGUE_FIELDS: readonly SearchField[] = ['fn', 'cat', 'id'];

/** Thousands of variants of entries of other categories: shown only when asked for. */
const VARIANTS = 'format_sensitivity';

export function filterEntries(rows: readonly CatalogueRow[], filter: EntryFilter): CatalogueRow[] {
  const terms = searchTerms(filter.q ?? '', CATALOGUE_FIELDS);
  return rows.filter(
    (row) =>
      (filter.category ? row.category === filter.category : row.category !== VARIANTS) &&
      (!filter.language || row.language === filter.language) &&
      matchesTerms(terms, row.searched),
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

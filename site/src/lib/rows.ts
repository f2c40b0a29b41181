// Which rows of a run are shown, and in which order.
import type { RowSummary } from './scorer-types.ts';
import { matchesTerms, searchTerms } from './search-terms.ts';

export interface TableRow extends Omit<RowSummary, 'reason' | 'unscored'> {
  /** Why it failed or has no verdict, in a few words; empty when it passed. */
  reason: string;
  /** The dataset has the entry and the run has no response to it. */
  missing?: true;
}

/** What a table needs of the module's row: a hundred runs are held at once. */
export function tableRow({ reason, unscored, ...row }: RowSummary): TableRow {
  return { ...row, reason: reason?.text ?? unscored ?? '' };
}

/** Of an entry without a response; the line is its place among these. */
export const missingRow = (id: string, category: string, line: number, own = '') => ({
  id,
  ...(own && { own_id: own }),
  category,
  file: '',
  line,
  valid: null,
  error_type: '',
  reason: '',
  superseded: false,
  missing: true as const,
});

/** The id of its entry in the dataset. */
export const entryOf = ({ entry, id }: TableRow): string => entry ?? id;

/** All ids that a row is found by: its own, and the one that the author of a benchmark gave the entry. */
export const idsText = ({ id, own_id: own }: { id: string; own_id?: string }): string =>
  own ? `${id} ${own}` : id;

export type VerdictFilter = 'pass' | 'fail' | 'none';

export interface RowFilter {
  q?: string | undefined;
  /** pass, fail, or none: not scored, superseded or missing. */
  verdict?: string | undefined;
  category?: string | undefined;
  error?: string | undefined;
  language?: string | undefined;
  /** Only these entries. */
  ids?: ReadonlySet<string> | undefined;
  /** Only these entries of the dataset. */
  noted?: ReadonlySet<string> | undefined;
}

/** Columns that rows are sorted by, and the official order. */
export const SORT_KEYS = ['order', 'id', 'category', 'error', 'verdict'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const verdictOf = (row: TableRow): VerdictFilter =>
  row.valid === null || row.superseded ? 'none' : row.valid ? 'pass' : 'fail';

/** What of a row is searched beside its columns, in lower case. */
export interface HiddenTexts {
  question: string;
  response: string;
  /** Names of functions. */
  functions: string;
}
const NO_TEXTS: HiddenTexts = { question: '', response: '', functions: '' };

/**
 * Rows that match every part of the filter. `languageOf` tells a category's language; `textsOf` what is searched beside the
 * columns, as far as it is known.
 */
export function filterRows<R extends TableRow>(
  rows: readonly R[],
  filter: RowFilter,
  languageOf: (category: string) => string,
  textsOf: (row: R) => HiddenTexts | undefined = () => undefined,
): R[] {
  const terms = searchTerms(filter.q ?? '');
  return rows.filter((row) => {
    if (filter.verdict && verdictOf(row) !== filter.verdict) return false;
    if (filter.category && row.category !== filter.category) return false;
    if (filter.error && (row.error_type !== filter.error || row.superseded)) return false;
    if (filter.language && languageOf(row.category) !== filter.language) return false;
    if (filter.ids && !filter.ids.has(row.id)) return false;
    if (filter.noted && !filter.noted.has(entryOf(row))) return false;
    if (terms.length === 0) return true;
    const { question, response, functions } = textsOf(row) ?? NO_TEXTS;
    return matchesTerms(terms, {
      id: idsText(row).toLowerCase(),
      err: row.error_type.toLowerCase(),
      cat: row.category,
      fn: functions,
      any: [row.reason.toLowerCase(), question, response],
    });
  });
}

const collator = new Intl.Collator('en', { numeric: true });
const VERDICT_ORDER: Record<VerdictFilter, number> = { fail: 0, none: 1, pass: 2 };

/** A sorted copy. `sort` is a key, with `-` before it for descending; "order": the official order; "": failures first. */
export function sortRows<R extends TableRow>(
  rows: readonly R[],
  sort: string,
  order: (category: string) => number,
): R[] {
  const key = (sort.replace(/^-/, '') || 'verdict') as SortKey;
  const sign = sort.startsWith('-') ? -1 : 1;
  const inOrder = (a: R, b: R) =>
    order(a.category) - order(b.category) ||
    Number(a.missing ?? 0) - Number(b.missing ?? 0) ||
    a.line - b.line;
  const by: Record<string, (a: R, b: R) => number> = {
    id: (a, b) => collator.compare(a.id, b.id),
    category: (a, b) => order(a.category) - order(b.category),
    error: (a, b) =>
      Number(a.error_type === '') - Number(b.error_type === '') ||
      collator.compare(a.error_type, b.error_type),
    verdict: (a, b) => VERDICT_ORDER[verdictOf(a)] - VERDICT_ORDER[verdictOf(b)],
  };
  const first = by[key];
  return [...rows].sort((a, b) => (first ? sign * first(a, b) : 0) || inOrder(a, b));
}

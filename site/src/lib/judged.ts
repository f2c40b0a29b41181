// The verdicts of a run as the module's statistics take them: what counts, by category, in the order of
// categories, files and lines, so that it does not depend on which worker was done first.
import { entryOf, type TableRow } from './rows.ts';
import type { JudgedCategory, JudgedRun } from './scorer-types.ts';

export interface FileRow extends TableRow {
  /** Key of its file. */
  file: string;
}

/** What a run covers of the dataset: the module says with it what scores rest on. */
export interface RunCoverage {
  name: string;
  /** Entries of the dataset without a verdict, by category. */
  missing: ReadonlyMap<string, number>;
  /** Those that are malformed in the dataset. */
  malformed: ReadonlyMap<string, number>;
  /** Of a deliberate sample: how many entries were drawn. */
  sample?: number | undefined;
  /** An older version of the benchmark that it was made for. */
  version?: string | undefined;
}

/** `files`: keys in their order. */
export function judgedRun(
  { name, missing, malformed, sample, version }: RunCoverage,
  rows: readonly FileRow[],
  files: readonly string[],
  order: readonly string[],
): JudgedRun {
  const byCategory = new Map<string, FileRow[]>(order.map((category) => [category, []]));
  for (const row of rows)
    if ((row.valid !== null || row.skipped) && !row.superseded)
      byCategory.get(row.category)?.push(row);
  const place = new Map(files.map((key, i) => [key, i]));
  const entries: Record<string, JudgedCategory> = {};
  for (const [category, some] of byCategory) {
    if (some.length === 0) continue;
    some.sort((a, b) => (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0) || a.line - b.line);
    // Two files may both have an id; the later one counts, as a later line does.
    const last = [...new Map(some.map((row) => [entryOf(row), row])).values()];
    const scored = last.filter(({ valid }) => valid !== null);
    const skipped = last.flatMap(({ id, skipped: reason }) => (reason ? [{ id, reason }] : []));
    entries[category] = {
      ids: scored.map(entryOf),
      right: scored.map(({ valid }) => (valid ? '1' : '0')).join(''),
      error_types: scored.flatMap(({ valid, error_type }) => (valid ? [] : [error_type])),
      missing: missing.get(category) ?? 0,
      ...(malformed.has(category) && { malformed: malformed.get(category) ?? 0 }),
      ...(skipped.length > 0 && { skipped }),
    };
  }
  return { name, entries, ...(sample && { sample }), ...(version && { version }) };
}

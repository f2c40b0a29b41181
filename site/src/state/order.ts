// The categories of a dataset in the official order, as the module has it; files that no category of the
// module reads are left out.
import { count, plural } from '../lib/format.ts';
import { dataset } from './dataset.ts';
import { description } from './pool.ts';

/** Names of the categories of a dataset (the common one by default), in the official order. */
export function categoryOrder(
  entries: Record<string, number | null> = dataset.value.entries,
): string[] {
  const known = description.value?.categories.map(({ name }) => name);
  if (!known) return Object.keys(entries);
  return known.filter((name) => name in entries);
}

/** Entries that count in the overall score; before the module is there, all. */
function scoredEntries(entries: Record<string, number | null>): number {
  const info = description.value?.categories;
  const scored = new Set(info?.filter((category) => category.scored).map(({ name }) => name));
  return Object.entries(entries).reduce(
    (sum, [name, n]) => sum + (!info || scored.has(name) ? (n ?? 0) : 0),
    0,
  );
}

/** "144 entries, 42 of them in the overall score": runs have results of all of them, and scores of these alone. */
export function entriesText(entries: Record<string, number | null>): string {
  const all = Object.values(entries).reduce((sum: number, n) => sum + (n ?? 0), 0);
  const scored = scoredEntries(entries);
  const total = plural(all, 'entry', 'entries');
  return scored === all ? total : `${total}, ${count(scored)} of them in the overall score`;
}

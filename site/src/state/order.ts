// The categories of a dataset in the official order, as the module has it; files that no category of the
// module reads are left out.
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
export function scoredEntries(
  entries: Record<string, number | null> = dataset.value.entries,
): number {
  const info = description.value?.categories;
  const scored = new Set(info?.filter((category) => category.scored).map(({ name }) => name));
  return Object.entries(entries).reduce(
    (sum, [name, n]) => sum + (!info || scored.has(name) ? (n ?? 0) : 0),
    0,
  );
}

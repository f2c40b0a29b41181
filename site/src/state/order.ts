// The order of categories: the official one, as the module has it; those that the dataset lacks left out.
import { dataset } from './dataset.ts';
import { description } from './pool.ts';

/** Names of the categories of a dataset (the common one by default), in the official order. */
export function categoryOrder(entries: Record<string, number | null> = dataset.value.entries): string[] {
  const known = description.value?.categories.map(({ name }) => name) ?? [];
  const order = new Map(known.map((name, i) => [name, i]));
  return Object.keys(entries).sort((a, b) => (order.get(a) ?? 999) - (order.get(b) ?? 999));
}

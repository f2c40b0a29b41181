// All categories of the run's dataset in the official order, those that the run lacks as well.
import { emptyCounts, type CategoryCounts } from '../lib/summary.ts';
import { categoryOrder } from './order.ts';
import { categoryInfo } from './pool.ts';
import type { Run } from './runs.ts';

export function summaryRows(run: Run): CategoryCounts[] {
  const entries = run.dataset?.entries ?? {};
  const names = categoryOrder({
    ...entries,
    ...Object.fromEntries([...run.categories].map(([name]) => [name, 0])),
  });
  return names
    .filter((name) => run.categories.has(name) || categoryInfo(name)?.scored)
    .map((name) => run.categories.get(name) ?? emptyCounts(name, entries[name] ?? null));
}

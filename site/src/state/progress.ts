// How far a run is, for progress bars.
import type { ProgressLine } from '../lib/progress.ts';
import { skippedOf } from '../lib/summary.ts';
import { askOf, askProgress } from './asks.ts';
import { categoryOrder } from './order.ts';
import type { Run } from './runs.ts';

/** The scoring of each category; of a run that is generated in this tab, its generation. */
export function progressLines(run: Run): ProgressLine[] {
  const ask = askOf(run);
  if (ask) {
    const lines = new Map(askProgress(ask).map((line) => [line.name, line]));
    const totals = Object.fromEntries([...lines].map(([name, { total }]) => [name, total]));
    return categoryOrder(totals).flatMap((name) => lines.get(name) ?? []);
  }
  return categoryOrder(Object.fromEntries(run.expected)).map((name) => {
    const counts = run.categories.get(name);
    return {
      name,
      total: run.expected.get(name) ?? 0,
      without: 0,
      done:
        (counts?.entries ?? 0) +
        (counts?.unknown ?? 0) +
        (counts?.duplicates ?? 0) +
        (counts ? skippedOf(counts) : 0),
    };
  });
}

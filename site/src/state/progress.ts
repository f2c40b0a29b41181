// Scoring progress of a run, for progress bars.
import { skippedOf } from '../lib/summary.ts';
import { categoryOrder } from './order.ts';
import type { Run } from './runs.ts';

/** How far the scoring of each category is. */
export const progressLines = (run: Run) =>
  categoryOrder(Object.fromEntries(run.expected)).map((name) => {
    const total = run.expected.get(name) ?? 0;
    const counts = run.categories.get(name);
    return {
      name,
      total,
      done:
        (counts?.entries ?? 0) +
        (counts?.unknown ?? 0) +
        (counts?.duplicates ?? 0) +
        (counts ? skippedOf(counts) : 0),
    };
  });

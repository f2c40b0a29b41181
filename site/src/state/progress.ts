// How far a run is, for progress bars.
import type { ProgressLine } from '../lib/progress.ts';
import { skippedOf } from '../lib/summary.ts';
import { askOf, type Ask } from './asks.ts';
import { categoryOrder } from './order.ts';
import type { Run } from './runs.ts';

/** How many of the entries to be scored have ended, by category. */
function askProgress(ask: Ask): ProgressLine[] {
  const lines = new Map<string, ProgressLine>();
  const lineOf = (name: string): ProgressLine => {
    let line = lines.get(name);
    if (!line) lines.set(name, (line = { name, done: 0, without: 0, total: 0 }));
    return line;
  };
  for (const [name, total] of ask.plan?.expected ?? []) lineOf(name).total = total;
  for (const { category, prerequisite } of ask.answers.values())
    if (!prerequisite) lineOf(category).done += 1;
  for (const [name, entries] of ask.figures?.lost ?? []) {
    const line = lineOf(name);
    line.done += entries;
    line.without += entries;
  }
  for (const line of lines.values()) line.total = Math.max(line.total, line.done);
  return [...lines.values()];
}

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

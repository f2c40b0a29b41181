// What is computed of a run: kept until its verdicts change.
import type { Run } from './runs.ts';

interface Kept {
  verdicts: number;
  values: Map<unknown, unknown>;
}
const kept = new WeakMap<object, Kept>();

/**
 * What `compute` made of these verdicts of the run, for this key: a name, or an object that the value belongs to as
 * well. A key stands for one type of value. What is still being worked out is kept as an object that its maker fills.
 */
export function derived<T>(run: Pick<Run, 'verdicts'>, key: unknown, compute: () => T): T {
  let entry = kept.get(run);
  if (!entry || entry.verdicts !== run.verdicts)
    kept.set(run, (entry = { verdicts: run.verdicts, values: new Map() }));
  if (!entry.values.has(key)) entry.values.set(key, compute());
  return entry.values.get(key) as T;
}

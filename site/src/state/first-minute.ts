// What a first visit fetches in its first minute is a budget (bench/page): someone who scores one response reads its verdict, and
// what needs the deferred part of the module waits until the minute is over. Nothing begins to wait once the part is there, or on a
// later visit, whose files the service worker has.
import { FIRST_MINUTE, isFirstVisit } from '../lib/first-visit.ts';
import { pool } from './pool.ts';
import { changed, type Run } from './runs.ts';

const waiting = new Set<Run>();
let timer: ReturnType<typeof setTimeout> | null = null;

function over(): void {
  timer = null;
  const runs = [...waiting];
  waiting.clear();
  for (const run of runs) changed(run);
}

/** Whether more may be fetched for a run; where not, the run changes once it may. */
export function mayFetchMore(run: Run): boolean {
  const left = FIRST_MINUTE - performance.now();
  if (run.rows.length !== 1 || pool.hasDeferred || left <= 0 || !isFirstVisit()) return true;
  waiting.add(run);
  timer ??= setTimeout(over, left + 1);
  return false;
}

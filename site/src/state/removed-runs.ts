// Runs that the reader removed and may bring back, and their folders in OPFS, which are deleted when the time is over.
import { freeName } from '../lib/group.ts';
import { markRemoved, removalOf, unmark } from './removal-marks.ts';
import { undoable } from './removal.ts';
import { pool } from './pool.ts';
import { rescore, runs, type Run } from './runs.ts';

/** Runs that are not among the others any more, and may come back. */
const limbo = new Set<Run>();
export const mayComeBack = (run: Run): boolean => limbo.has(run);
/** Neither here nor to be brought back. */
export const isGone = (run: Run): boolean => !runs.value.includes(run) && !limbo.has(run);

/** Removes runs by the reader's hand. */
export function discardRuns(gone: readonly Run[]): void {
  const before = runs.value;
  const stopped = gone.filter(({ phase }) => phase === 'opening' || phase === 'scoring');
  for (const run of gone) limbo.add(run);
  for (const run of stopped) run.stop.abort();
  runs.set(before.filter((run) => !gone.includes(run)));
  for (const run of gone)
    undoable({
      kind: 'run',
      name: run.name,
      back: () => bringBack(run, before, stopped.includes(run)),
      end: () => {
        limbo.delete(run);
        run.stop.abort();
        void pool.closeResults(run.files.map(({ key }) => key));
        // Whoever keeps files of it deletes them now.
        runs.notify();
      },
    });
}

/** To its place among those that are still here. */
function bringBack(run: Run, before: readonly Run[], stopped: boolean): void {
  if (!limbo.delete(run)) return;
  const now = runs.value;
  run.name = freeName(run.name, new Set(now.map(({ name }) => name)), run.path);
  const old = before.filter((one) => one === run || now.includes(one));
  runs.set([...old, ...now.filter((one) => !old.includes(one))]);
  // What is generated goes on when the reader says so.
  if (stopped && run.source.kind !== 'ask') void rescore(run, {});
}

// ---- folders ----

/** Marked by this tab. */
const marked = new Set<string>();

/** Keeps the folder of a run marked as long as the run may come back. */
export function markFolder(place: string, comesBack: boolean): void {
  if (comesBack === marked.has(place)) return;
  if (marked.delete(place)) return unmark(place);
  marked.add(place);
  markRemoved(place);
}

/** The folder is deleted. */
export function forgetFolder(place: string): void {
  marked.delete(place);
  unmark(place);
}

export interface FoundFolder {
  place: string;
  /** Of its run. */
  name: string;
  back(): void | Promise<void>;
  drop(): void;
}

/** False for a folder that was removed before a reload: that can be undone for the rest of the time, or it is deleted. */
export function isKept({ place, name, back, drop }: FoundFolder): boolean {
  const removed = removalOf(place);
  if (removed === 'none') return true;
  const undo = (): void | Promise<void> => {
    unmark(place);
    return back();
  };
  if (removed === 'over') drop();
  else if (removed !== 'elsewhere') undoable({ kind: 'run', name, back: undo, end: drop }, removed);
  return false;
}

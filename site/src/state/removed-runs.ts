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
  const [first] = gone;
  if (!first) return;
  const before = runs.value;
  const stopped = gone.filter(({ phase }) => phase === 'opening' || phase === 'scoring');
  for (const run of gone) limbo.add(run);
  for (const run of stopped) run.stop.abort();
  runs.set(before.filter((run) => !gone.includes(run)));
  // One removal, however many runs: each change of the list costs every watcher a look at all of them.
  undoable({
    kind: 'run',
    name: first.name,
    number: gone.length,
    back: () => bringBack(gone, before, stopped),
    end: () => {
      for (const run of gone) {
        limbo.delete(run);
        run.stop.abort();
      }
      void pool.closeResults(gone.flatMap(({ files }) => files.map(({ key }) => key)));
      // Whoever keeps files of them deletes them now.
      runs.notify();
    },
  });
}

/** To their places among those that are still here. */
function bringBack(gone: readonly Run[], before: readonly Run[], stopped: readonly Run[]): void {
  const back = new Set(gone.filter((run) => limbo.delete(run)));
  const now = runs.value;
  const names = new Set(now.map(({ name }) => name));
  for (const run of back) {
    run.name = freeName(run.name, names, run.path);
    names.add(run.name);
  }
  const here = new Set([...back, ...now]);
  const old = new Set(before.filter((one) => here.has(one)));
  runs.set([...old, ...now.filter((one) => !old.has(one))]);
  // What is generated goes on when the reader says so.
  for (const run of stopped) if (back.has(run) && run.source.kind !== 'ask') void rescore(run, {});
}

// ---- folders ----

/** Marked by this tab. */
const marked = new Set<string>();

/** Keeps the folders of runs marked as long as these may come back. */
export function markFolders(
  folders: readonly (readonly [place: string, comesBack: boolean])[],
): void {
  const others = folders.filter(([place, comesBack]) => comesBack !== marked.has(place));
  const back = others.flatMap(([place, comesBack]) => (comesBack ? [] : [place]));
  const gone = others.flatMap(([place, comesBack]) => (comesBack ? [place] : []));
  for (const place of back) marked.delete(place);
  for (const place of gone) marked.add(place);
  if (back.length > 0) unmark(back);
  if (gone.length > 0) markRemoved(gone);
}

/** The folders are deleted. */
export function forgetFolders(places: readonly string[]): void {
  for (const place of places) marked.delete(place);
  unmark(places);
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
    unmark([place]);
    return back();
  };
  if (removed === 'over') drop();
  else if (removed !== 'elsewhere') undoable({ kind: 'run', name, back: undo, end: drop }, removed);
  return false;
}

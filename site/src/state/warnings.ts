// Warnings beside a run's scores, and how long its requests took, from the module. They are computed when a view that compares runs shows the run, or
// an embedding page is told its summary: one run at a time, in a separate worker.
import { Atom } from '../lib/atom.ts';
import { ofManifest } from '../lib/run-facts.ts';
import type { RunLatency, RunWarning } from '../lib/scorer-types.ts';
import { derived } from './derived.ts';
import { mayFetchMore } from './first-minute.ts';
import { refsOf } from './open-files.ts';
import { pool } from './pool.ts';
import { changed, runs, type Run } from './runs.ts';

const NONE: readonly RunWarning[] = [];
interface Known {
  begun: boolean;
  /** Null: not computed, or they could not be. */
  list: readonly RunWarning[] | null;
  /** Null: likewise, or the results have none. */
  latency: RunLatency | null;
}
const knownOf = (run: Run): Known =>
  derived(run, 'warnings', () => ({ begun: false, list: null, latency: null }));
let queue: Promise<void> = Promise.resolve();

/** Grows with every run whose warnings were looked for. */
export const looked = new Atom(0);

/** Null: nobody has asked for them, or they are not known yet. */
export const knownWarnings = (run: Run): readonly RunWarning[] | null => knownOf(run).list;

/** Null: not known yet, or the results have none. */
export const knownLatency = (run: Run): RunLatency | null => knownOf(run).latency;

/** Once they are known, where somebody has asked for them. */
export const whenLooked = (run: Run): Promise<void> =>
  knownOf(run).begun ? queue : Promise.resolve();

/** As they were kept: nobody looks for them again. */
export function takeWarnings(
  run: Run,
  list: readonly RunWarning[],
  latency: RunLatency | null = null,
): void {
  Object.assign(knownOf(run), { begun: true, list, latency });
}

/** None while they are not known; then the run changes when they are. */
export const warningsOf = (run: Run): readonly RunWarning[] => begin(run).list ?? NONE;

/** Null while it is not known, and where the results have none; the run changes once it is known. */
export const latencyOf = (run: Run): RunLatency | null => begin(run).latency;

/** Once they were computed; null: they could not be. */
export async function warningsWhenKnown(run: Run): Promise<readonly RunWarning[] | null> {
  begin(run, true);
  await queue;
  return knownOf(run).list;
}

function begin(run: Run, atOnce = false): Known {
  const known = knownOf(run);
  if (known.begun || run.phase !== 'done' || !run.settings || run.files.length === 0) return known;
  if (!atOnce && !mayFetchMore(run)) return known;
  known.begun = true;
  const { stop } = run;
  queue = queue.then(() => look(run, known, stop)).catch(() => undefined);
  return known;
}

async function look(run: Run, known: Known, stop: AbortController): Promise<void> {
  const { settings, name, manifest } = run;
  if (stop.signal.aborted || !settings || !runs.value.includes(run)) return;
  const files = refsOf(run.files);
  const found = await pool.apart(
    run.dataset?.ref ?? null,
    stop.signal,
    'runWarnings',
    files,
    settings,
    { ...ofManifest(manifest), name },
  );
  Object.assign(known, found);
  if (found.list.length > 0 || found.latency) changed(run);
  looked.set(looked.value + 1);
}

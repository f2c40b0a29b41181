// The errata file that the reader dropped or pasted, and what it makes of each run: never in place of the official score.
import { Atom } from '../lib/atom.ts';
import { correctedRun, isErrata, MOST_ERRATA_BYTES } from '../lib/errata.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { CorrectedRun, JudgedRun } from '../lib/scorer-types.ts';
import { derived } from './derived.ts';
import { refsOf } from './open-files.ts';
import { pool } from './pool.ts';
import { undoable } from './removal.ts';
import { changed, messageOf, type Run } from './runs.ts';
import { isSettled, judged } from './statistics.ts';

export interface ErrataFile {
  /** Its path, or "pasted.json". */
  path: string;
  blob: Blob;
}
export const errata = new Atom<ErrataFile | null>(null);

export type Corrections =
  | { phase: 'working' }
  | { phase: 'done'; corrected: CorrectedRun; judged: JudgedRun }
  | { phase: 'failed'; error: string };

/** Whether the file is one; only its beginning is read. */
export async function looksLikeErrata(blob: Blob): Promise<boolean> {
  return blob.size <= MOST_ERRATA_BYTES && isErrata(await blob.slice(0, 4096).text());
}

/** By the reader's hand. */
export function removeErrata(): void {
  const { value } = errata;
  if (!value) return;
  errata.set(null);
  undoable({
    kind: 'errata file',
    name: value.path,
    back: () => errata.set(errata.value ?? value),
  });
}

/** Null where there is nothing to correct: no file, or a run that is not scored. */
export function correctionsOf(run: Run): Corrections | null {
  const file = errata.value;
  if (!file || !isSettled(run) || !run.settings) return null;
  return derived(run, file, () => {
    const entry: { state: Corrections } = { state: { phase: 'working' } };
    void work(run, file).then((state) => {
      entry.state = state;
      changed(run);
    });
    return entry;
  }).state;
}

/** Runs at a time: each has a worker and its memory. */
const semaphore = new Semaphore(2);

async function work(run: Run, file: ErrataFile): Promise<Corrections> {
  const { settings, dataset } = run;
  if (!settings || !dataset?.ref) return { phase: 'failed', error: 'the run has no dataset' };
  const done = await semaphore.take(run.stop.signal);
  try {
    if (errata.value !== file) return { phase: 'failed', error: 'the errata were removed' };
    const files = refsOf(run.files);
    const corrected = await pool.apart(
      dataset.ref,
      run.stop.signal,
      'errata',
      files,
      settings,
      file.blob,
    );
    return { phase: 'done', corrected, judged: correctedRun(judged(run), corrected) };
  } catch (error) {
    return { phase: 'failed', error: messageOf(error) };
  } finally {
    done();
  }
}

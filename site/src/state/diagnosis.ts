// Problems that distort a run's score: looked for when the run is scored and shown, one run at a time, in a separate worker.
// A run that is scored again has none until then.
import { generationErrors } from '../lib/findings.ts';
import { entryOf } from '../lib/rows.ts';
import { ofManifest } from '../lib/run-facts.ts';
import type { Finding } from '../lib/scorer-types.ts';
import { derived } from './derived.ts';
import { mayFetchMore } from './first-minute.ts';
import { refsOf } from './open-files.ts';
import { pool } from './pool.ts';
import { changed, messageOf, type Run } from './runs.ts';

export type Diagnosis =
  /** Not begun: the run is not scored, or only in part. */
  | { phase: 'none' }
  /** For the end of the first minute (first-minute.ts), or for the reader to ask (diagnoseNow). */
  | { phase: 'waiting' }
  | { phase: 'working' }
  | { phase: 'done'; findings: Finding[] }
  | { phase: 'failed'; error: string };

const NONE: Diagnosis = { phase: 'none' };
const knownOf = (run: Run): { state: Diagnosis } =>
  derived(run, 'diagnosis', () => ({ state: NONE }));

/** Begins when nobody has asked yet; the run changes when it is another one. */
export function diagnosisOf(run: Run): Diagnosis {
  begin(run);
  return knownOf(run).state;
}

/** Empty until they are known. */
export function findingsOf(run: Run): Finding[] {
  const diagnosis = diagnosisOf(run);
  return diagnosis.phase === 'done' ? diagnosis.findings : [];
}

const errorsIn = (findings: readonly Finding[]): number =>
  findings.filter(({ severity }) => severity === 'error').length;

/** Findings which say that the score as a whole is not what it seems to be. */
export const errorsOf = (run: Run): number => errorsIn(findingsOf(run));

/** Those that are known by now; nothing begins. For lists of runs. */
export function knownErrorsOf(run: Run): number {
  const diagnosis = knownOf(run).state;
  return diagnosis.phase === 'done' ? errorsIn(diagnosis.findings) : 0;
}

let queue: Promise<void> = Promise.resolve();

/** Without a wait; also what failed before. */
export function diagnoseNow(run: Run): void {
  knownOf(run).state = NONE;
  begin(run, true);
}

function begin(run: Run, atOnce = false): void {
  const known = knownOf(run);
  const { phase } = known.state;
  if (run.phase !== 'done' || !run.settings || (phase !== 'none' && phase !== 'waiting')) return;
  if (!atOnce && !mayFetchMore(run)) {
    known.state = { phase: 'waiting' };
    return;
  }
  known.state = { phase: 'working' };
  changed(run);
  const { stop } = run;
  queue = queue.then(() => diagnose(run, known, stop));
}

/** What the decoder says of an error message tells nothing: that it is one does. */
function explainErrors({ rows }: Run, findings: readonly Finding[]): void {
  const reasons = generationErrors(findings);
  if (reasons.size === 0) return;
  for (const row of rows) {
    const reason = row.valid === false && !row.superseded ? reasons.get(entryOf(row)) : undefined;
    if (reason) Object.assign(row, { reason, generationError: row.generationError ?? row.reason });
  }
}

async function diagnose(
  run: Run,
  known: { state: Diagnosis },
  stop: AbortController,
): Promise<void> {
  if (stop.signal.aborted || !run.settings) return;
  try {
    const files = refsOf(run.files);
    const findings = await pool.apart(
      run.dataset?.ref ?? null,
      stop.signal,
      'diagnose',
      files,
      run.settings,
      ofManifest(run.manifest),
    );
    known.state = { phase: 'done', findings };
    explainErrors(run, findings);
  } catch (error) {
    if (stop.signal.aborted) return;
    known.state = { phase: 'failed', error: messageOf(error) };
  }
  changed(run);
}

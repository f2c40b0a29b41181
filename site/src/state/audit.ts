// The audit of several runs: made once for the same runs and verdicts, in a worker of its own; the last one is kept.
import type { AuditReport } from '../lib/scorer-types.ts';
import { refsOf } from './open-files.ts';
import { pool } from './pool.ts';
import { messageOf, type Run } from './runs.ts';
import { keyOf } from './statistics.ts';

export type AuditState =
  /** Since when, in milliseconds of the page's clock, and how many runs are done. */
  | { phase: 'working'; began: number; runs: number }
  | { phase: 'done'; report: AuditReport }
  | { phase: 'failed'; error: string; again: () => void };

let key = '';
let stop = new AbortController();
let current: AuditState = { phase: 'working', began: 0, runs: 0 };
let tell: () => void = () => undefined;

/** Begins where these runs have not been audited; `changed` is called when the state is another one. */
export function auditOf(runs: readonly Run[], changed: () => void): AuditState {
  tell = changed;
  const asked = keyOf(runs);
  if (asked !== key) begin(asked, runs);
  return current;
}

/** Gives up the audit under way. */
export function stopAudit(): void {
  stop.abort();
}

function begin(asked: string, runs: readonly Run[]): void {
  stop.abort();
  stop = new AbortController();
  key = asked;
  const began = performance.now();
  current = { phase: 'working', began, runs: 0 };
  const { signal } = stop;
  const models = runs.flatMap(({ name, files, settings }) =>
    settings
      ? [
          {
            name,
            settings,
            files: refsOf(files),
          },
        ]
      : [],
  );
  const settle = (next: AuditState): void => {
    if (asked !== key) return;
    current = next;
    tell();
  };
  const again = (): void => {
    begin(asked, runs);
    tell();
  };
  const told = (done: number): void => settle({ phase: 'working', began, runs: done });
  pool.tellingApart(runs[0]?.dataset?.ref ?? null, signal, told, 'audit', models).then(
    (report) => settle({ phase: 'done', report }),
    (error: unknown) =>
      settle({
        phase: 'failed',
        error: signal.aborted ? 'It was stopped' : messageOf(error).replace(/\.$/, ''),
        again,
      }),
  );
}

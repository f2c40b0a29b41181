// What `bfclx dataset validate` finds in the reader's own benchmark, as the module says it.
import { Atom } from '../lib/atom.ts';
import type { CaseFindings } from '../lib/scorer-types.ts';
import { dataset } from './dataset.ts';
import { pool } from './pool.ts';
import { messageOf } from './runs.ts';

interface Found {
  /** Of the dataset; empty: none was looked at. */
  key: string;
  groups: CaseFindings['groups'] | null;
  error: string;
}

const NOTHING: Found = { key: '', groups: null, error: '' };
export const caseFindings = new Atom<Found>(NOTHING);
let stop = new AbortController();

/** Looks once at each own benchmark; of other datasets there is nothing. */
export function findInCases(): void {
  const { ref, own, phase } = dataset.value;
  const key = phase === 'ready' && own && ref ? ref.key : '';
  if (key === caseFindings.value.key) return;
  stop.abort();
  stop = new AbortController();
  caseFindings.set({ ...NOTHING, key });
  if (!key) return;
  const { signal } = stop;
  const settle = (found: Partial<Found>): void => {
    if (!signal.aborted) caseFindings.set({ ...NOTHING, key, ...found });
  };
  pool.apart(ref, signal, 'caseFindings').then(
    ({ groups }) => settle({ groups }),
    (error: unknown) => settle({ error: messageOf(error) }),
  );
}

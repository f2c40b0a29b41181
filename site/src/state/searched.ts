// What the search of Results looks through beside the columns of a run: questions, function names and responses. Made in the
// workers when somebody first searches the run, and kept for the latest such run alone.
import { Atom } from '../lib/atom.ts';
import type { HiddenTexts } from '../lib/rows.ts';
import type { Row, Run } from './runs.ts';

export interface Searched {
  run: Run | null;
  /** Of the verdicts that the texts belong to. */
  verdicts: number;
  /** reading: what is there already is searched. */
  phase: 'reading' | 'done' | 'failed';
  error: string;
  texts: ReadonlyMap<Row, HiddenTexts>;
  /** Grows with every change. */
  version: number;
}

export const searched = new Atom<Searched>({
  run: null,
  verdicts: 0,
  phase: 'done',
  error: '',
  texts: new Map(),
  version: 0,
});

/** Begins to read the texts of a run, once it is scored, unless they are here. */
export function readTexts(run: Run): void {
  const { value } = searched;
  if (run.phase === 'opening' || run.phase === 'scoring') return;
  if (value.run === run && value.verdicts === run.verdicts) return;
  const reading: Searched = {
    run,
    verdicts: run.verdicts,
    phase: 'reading',
    error: '',
    // The rows are others by now, and what was read of the run before is of no use.
    texts: new Map(),
    version: value.version + 1,
  };
  searched.set(reading);
  const isLatest = (): boolean =>
    searched.value.run === run && searched.value.verdicts === reading.verdicts;
  const tell = (change: Partial<Searched>): void => {
    if (isLatest())
      searched.set({ ...searched.value, ...change, version: searched.value.version + 1 });
  };
  void import('./search-texts.ts')
    .then(({ textsOf }) => textsOf(run, (texts) => tell({ texts }), isLatest))
    .then(
      () => tell({ phase: 'done' }),
      (error: unknown) =>
        tell({ phase: 'failed', error: error instanceof Error ? error.message : String(error) }),
    );
}

// The figures of one run as the module has them: its overall score over what is there, the share of the weight which
// that is, what the official table would say, and the intervals of its categories. Worked out once its verdicts
// stand, one run after the other.
import { Atom } from '../lib/atom.ts';
import { wordsOf, type Basis, type Overall } from '../lib/overall.ts';
import type {
  BasedScore,
  JudgedRun,
  LeaderboardName,
  PartScore,
  ScoredRun,
} from '../lib/scorer-types.ts';
import { derived } from './derived.ts';
import { correctionsOf } from './errata.ts';
import { askedScore, isElsewhere } from './own-score.ts';
import { pool } from './pool.ts';
import { changed, runs, type Run } from './runs.ts';
import { isSettled, judged, pack, packed } from './statistics.ts';

/** What the reader has chosen that overall scores rest on, in every view; null: see `basisFor`. */
export const chosenBasis = new Atom<Basis | null>(null);

/** `missing as 0`, wherever the score of a single run stands. */
export const isZero = (): boolean => chosenBasis.value === 'zero';
export const toggleZero = (): void => chosenBasis.set(isZero() ? null : 'zero');

type Parts = Readonly<Record<string, PartScore>>;

interface Known {
  overall: Map<string, Overall | null>;
  /** By version, as far as they are known. */
  parts: Map<string, Parts>;
  /** Versions that nothing more is computed for. */
  done: Set<string>;
}
let queue: Promise<void> = Promise.resolve();

const entryOf = (run: Run): Known =>
  derived(run, 'figures', () => ({ overall: new Map(), parts: new Map(), done: new Set() }));

/** What is worked out of each run at once, to be kept with its verdicts; null: it is not, or it went wrong. */
export function workedOut(run: Run): { overall: Overall | null; parts: Parts } | null {
  const { overall, parts } = entryOf(run);
  const found = parts.get('v4');
  return found ? { overall: overall.get('v4') ?? null, parts: found } : null;
}

/** The same, as it was kept: nothing is worked out again. */
export function takeWorkedOut(run: Run, kept: { overall: Overall | null; parts: Parts }): void {
  const entry = entryOf(run);
  entry.overall.set('v4', kept.overall);
  entry.parts.set('v4', kept.parts);
  entry.done.add('v4');
}

/** Null: nothing of that score is there, or it is not known yet; then the run changes when it is. */
export function overallOf(run: Run, version: LeaderboardName = 'v4'): Overall | null {
  if (!isSettled(run) || isElsewhere(run)) return null;
  const entry = entryOf(run);
  const found = entry.overall.get(version);
  if (found !== undefined) return found;
  entry.overall.set(version, null);
  queue = queue
    .then(() => work(run, entry, version))
    .catch(() => undefined)
    .then(() => void entry.done.add(version));
  return null;
}

/** Whether the score is being computed: what is not known yet is no score that is absent. */
export function overallPending(run: Run, version: LeaderboardName = 'v4'): boolean {
  return isSettled(run) && !isElsewhere(run) && run.verdicts > 0 && !entryOf(run).done.has(version);
}

/** The scores of the parts of an overall score, by name; null while they are not known. */
export const partsOf = (run: Run, version: LeaderboardName = 'v4'): Parts | null =>
  overallOf(run, version) && (entryOf(run).parts.get(version) ?? null);

/** The overall score once it is known, for those who wait; the intervals of its categories are there then too. */
export async function overallWhenKnown(
  run: Run,
  version: LeaderboardName = 'v4',
): Promise<Overall | null> {
  overallOf(run, version);
  await queue;
  return overallOf(run, version);
}

/** Of these verdicts; `overall` is null where nothing of that score is there. */
async function figuresOf(
  one: JudgedRun,
  version: LeaderboardName,
): Promise<{ overall: Overall | null; row: ScoredRun | undefined }> {
  const sent = pack(one);
  const {
    runs: [row],
  } = await pool.call('overallScores', { ...askedScore(version), runs: [sent] });
  const own = row?.score;
  if (!own || own.value === null) return { overall: null, row };
  if (own.basis.kind === 'complete') return { overall: { own, zero: own }, row };
  const zeros = await pool.call('overallScores', {
    ...askedScore(version),
    basis: wordsOf('zero').asked,
    runs: [sent],
  });
  return { overall: { own, zero: zeros.runs[0]?.score ?? own }, row };
}

async function work(run: Run, entry: Known, version: LeaderboardName): Promise<void> {
  const current = () => entryOf(run) === entry && runs.value.includes(run);
  if (!current()) return;
  const one = judged(run);
  if (Object.keys(one.entries).length === 0) return;
  const { overall, row } = await figuresOf(one, version);
  if (!current()) return;
  if (overall) entry.overall.set(version, overall);
  if (row) entry.parts.set(version, row.parts);
  entry.done.add(version);
  if (version === 'v4') {
    for (const counts of run.categories.values()) {
      counts.interval = row?.categories[counts.category]?.interval_95 ?? null;
    }
  }
  changed(run);
}

/** Of each over what all of these have, in their order. Ends when the signal is aborted. */
export async function sharedScores(
  some: readonly JudgedRun[],
  version: LeaderboardName,
  signal: AbortSignal,
): Promise<readonly BasedScore[]> {
  const { runs: scored } = await pool.apart(null, signal, 'overallScores', {
    ...askedScore(version),
    basis: wordsOf('shared').asked,
    runs: some.map(packed),
  });
  return scored.map(({ score }) => score);
}

/** The second score of a run, by the errata that are loaded; it is no official one. */
export interface Second {
  /** The errata's own name. */
  name: string;
  overall: Overall | null;
}

/** Null: no errata are loaded, or they do not correct this run; `overall` is null while it is not known. */
export function secondOf(run: Run, version: LeaderboardName = 'v4'): Second | null {
  const state = correctionsOf(run);
  if (state?.phase !== 'done') return null;
  const {
    judged: one,
    corrected: { name },
  } = state;
  const made = derived(run, one, () => new Map<LeaderboardName, Overall | null>());
  if (!made.has(version)) {
    made.set(version, null);
    const current = () => runs.value.includes(run) && correctionsOf(run) === state;
    queue = queue
      .then(async () => {
        // What is not worked out now is asked for again when it is next drawn.
        if (!current()) made.delete(version);
        else if (Object.keys(one.entries).length > 0) {
          made.set(version, (await figuresOf(one, version)).overall);
          if (current()) changed(run);
        }
      })
      .catch(() => void made.delete(version));
  }
  return { name, overall: made.get(version) ?? null };
}

runs.subscribe(() => {
  for (const run of runs.value) overallOf(run);
});

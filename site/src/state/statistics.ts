// What the module says of loaded runs together: comparisons, overall scores, compositions. Asked of a worker,
// once a run is scored.
import { breather } from '../lib/breathe.ts';
import { judgedRun } from '../lib/judged.ts';
import { sampleSize } from '../lib/run-facts.ts';
import { skippedOf } from '../lib/summary.ts';
import type { JudgedRun, Leaderboard } from '../lib/scorer-types.ts';
import type { PackedRun } from '../worker/protocol.ts';
import { dataset } from './dataset.ts';
import { derived } from './derived.ts';
import { ownScore } from './own-score.ts';
import { description, pool } from './pool.ts';
import type { Run } from './runs.ts';

/** The verdicts of a run that count. */
export const judged = (run: Run): JudgedRun => derived(run, 'judged', () => judgedOf(run));

/** Those of many runs, without keeping the page busy. */
export async function judgedAll(runs: readonly Run[]): Promise<JudgedRun[]> {
  const pause = breather();
  const all: JudgedRun[] = [];
  for (const run of runs) {
    all.push(judged(run));
    await pause();
  }
  return all;
}

function judgedOf(run: Run): JudgedRun {
  const order = description.value?.categories.map(({ name }) => name) ?? [];
  const missing = [...run.categories.values()].map(
    (counts) => [counts.category, counts.missing + skippedOf(counts)] as const,
  );
  return judgedRun(
    {
      name: run.name,
      missing: new Map(missing),
      malformed: new Map(
        [...run.categories.values()].flatMap(({ category, malformed }) =>
          malformed > 0 ? [[category, malformed]] : [],
        ),
      ),
      sample: sampleSize(run.manifest) || undefined,
      version: run.madeFor,
    },
    run.rows,
    run.files.map(({ key }) => key),
    order,
  );
}

/** The same for a message. */
export const pack = ({ entries, ...facts }: JudgedRun): PackedRun => ({
  ...facts,
  packed: JSON.stringify(entries),
});

const packs = new WeakMap<JudgedRun, PackedRun>();

/** The same, kept for the next message. */
export function packed(one: JudgedRun): PackedRun {
  let made = packs.get(one);
  if (!made) packs.set(one, (made = pack(one)));
  return made;
}

/** It has all the verdicts that it will have, and some. */
export const isSettled = ({ phase, scored }: Run): boolean =>
  (phase === 'done' || phase === 'cancelled') && scored > 0;
/** Those of the dataset of the first run: the ids of another mean something else. */
export const settledOfOne = (runs: readonly Run[]): Run[] =>
  runs.filter((run) => isSettled(run) && run.dataset?.hash === runs[0]?.dataset?.hash);
export const isBusy = ({ phase }: Run): boolean => phase === 'opening' || phase === 'scoring';

/** Tells apart what was asked about these runs. */
export const keyOf = (runs: readonly Run[], ...more: readonly (string | undefined)[]): string =>
  JSON.stringify([
    runs.map(({ name, verdicts, files }) => [name, verdicts, files[0]?.key]),
    ...more,
  ]);

const numbers = new WeakMap<object, number>();
let nextNumber = 1;
/** A number of its own for an object, for keys. */
export function numberOf(object: object): number {
  const number = numbers.get(object) ?? nextNumber++;
  numbers.set(object, number);
  return number;
}

const asked = new WeakMap<object, Promise<Leaderboard[]>>();
/** How each version composes its overall score, and an own benchmark its accuracy. */
export function leaderboards(): Promise<Leaderboard[]> {
  const { own } = dataset.value;
  const of = own ?? asked;
  let made = asked.get(of);
  if (!made) {
    made = pool.call('leaderboards', own ? ownScore(own) : {});
    asked.set(of, made);
    made.catch(() => asked.delete(of));
  }
  return made;
}

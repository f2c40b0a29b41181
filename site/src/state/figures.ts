// The figures of one run as the module has them: its overall score over what is there, the share of the weight which
// that is, what the official table would say, and the intervals of its categories. Worked out once its verdicts
// stand, one run after the other.
import { Atom } from '../lib/atom.ts';
import type { LeaderboardName, Range } from '../lib/scorer-types.ts';
import { pool } from './pool.ts';
import { changed, runs, type Run } from './runs.ts';
import { isSettled, judged } from './statistics.ts';

export interface Overall {
  /** Over the categories that the run has; as Compare has it of runs that share them all. */
  score: number;
  interval: Range;
  /** Share of the score's weight that these categories have. */
  weight: number;
  /** Entries that it rests on. */
  entries: number;
  /** With what is missing as 0. */
  official: number;
}

/** `missing as 0`, wherever an overall score stands. */
export const missingAsZero = new Atom(false);

/** Versions whose categories have their intervals between them. */
const INTERVALS: readonly LeaderboardName[] = ['v4', 'v3_executable'];

interface Known {
  verdicts: number;
  overall: Map<string, Overall | null>;
}
const known = new WeakMap<Run, Known>();
let queue: Promise<void> = Promise.resolve();

function entryOf(run: Run): Known {
  const before = known.get(run);
  if (before?.verdicts === run.verdicts) return before;
  const made: Known = { verdicts: run.verdicts, overall: new Map() };
  known.set(run, made);
  return made;
}

/** Null: nothing of that score is there, or it is not known yet; then the run changes when it is. */
export function overallOf(run: Run, version: LeaderboardName = 'v4'): Overall | null {
  if (!isSettled(run)) return null;
  const entry = entryOf(run);
  const found = entry.overall.get(version);
  if (found !== undefined) return found;
  entry.overall.set(version, null);
  queue = queue.then(() => work(run, entry, version)).catch(() => undefined);
  return null;
}

/** The same once it is known, for those who wait; the intervals of its categories are there then too. */
export async function overallWhenKnown(run: Run, version: LeaderboardName = 'v4'): Promise<Overall | null> {
  overallOf(run, version);
  await queue;
  return overallOf(run, version);
}

async function work(run: Run, entry: Known, version: LeaderboardName): Promise<void> {
  const current = () => known.get(run) === entry && run.verdicts === entry.verdicts && runs.value.includes(run);
  if (!current()) return;
  const one = judged(run);
  if (Object.keys(one.entries).length === 0) return;
  const versions = version === 'v4' ? INTERVALS : [version];
  const scores = await Promise.all(versions.map((leaderboard) => pool.call('overallScores', { leaderboard, runs: [one] })));
  // Beside itself a run shares all that it has.
  const { ranking } = await pool.call('compare', { leaderboard: version, runs: [one, { ...one, name: `${one.name} again` }] });
  if (!current()) return;
  const [scored] = scores[0]?.runs ?? [];
  const [ranked] = ranking.runs;
  if (scored && ranked && ranking.weight > 0) {
    const whole = scored.overall;
    entry.overall.set(version, {
      score: whole.value ?? ranked.score, interval: whole.interval_95 ?? ranked.interval_95,
      weight: ranking.weight, entries: ranking.entries, official: whole.official,
    });
  }
  if (version === 'v4') {
    for (const counts of run.categories.values()) {
      counts.interval = scores.map(({ runs: [row] }) => row?.parts[counts.category]?.interval_95).find(Boolean) ?? null;
    }
  }
  changed(run);
}

runs.subscribe(() => {
  for (const run of runs.value) overallOf(run);
});

// Runs that a message carried as one text, as the module's statistics take them.
import type { JudgedRun } from '../lib/scorer-types.ts';
import type { PackedRun } from './protocol.ts';

function unpacked({ packed, ...facts }: PackedRun): JudgedRun {
  return { ...facts, entries: JSON.parse(packed) as JudgedRun['entries'] };
}

export const judgedRuns = (runs: readonly (JudgedRun | PackedRun)[]): JudgedRun[] =>
  runs.map((run) => ('packed' in run ? unpacked(run) : run));

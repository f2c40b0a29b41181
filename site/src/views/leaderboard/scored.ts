// The rows of the table as the module scores and ranks them.
import type { BoardRow } from '../../lib/leaderboard.ts';
import { wordsOf } from '../../lib/overall.ts';
import type { AskedScore, Leaderboard, OverallRequest, ScoredRow } from '../../lib/scorer-types.ts';
import type { Weights } from '../../lib/scores.ts';
import { pool } from '../../state/pool.ts';
import type { Run } from '../../state/runs.ts';
import type { Sent } from '../../worker/protocol.ts';
import { judgedAll, packed } from '../../state/statistics.ts';
import { ownRow, type Corrected } from './rows.ts';

export interface Scored {
  leaderboard: Leaderboard;
  /** By key of the row. */
  rows: Map<string, ScoredRow>;
  /** What the ranges of ranks mean. */
  ranks: string;
}

/** So many own runs may take a while: a worker of their own computes them, which the signal ends. */
export const MANY = 20;

/** `weights`: those of the reader; null: as published. `zero`: with what is missing as 0. */
export async function scoredRows(
  leaderboard: Leaderboard,
  asked: AskedScore,
  weights: Weights | null,
  zero: boolean,
  table: readonly BoardRow[],
  own: readonly Run[],
  corrected: readonly Corrected[],
  signal: AbortSignal,
): Promise<Scored> {
  const score = (request: Sent<OverallRequest>) =>
    own.length < MANY
      ? pool.call('overallScores', request)
      : pool.apart(null, signal, 'overallScores', request);
  const request: Omit<OverallRequest, 'runs' | 'rows'> = {
    ...asked,
    basis: wordsOf(zero ? 'zero' : 'complete').asked,
    ...(weights && { weights }),
  };
  const {
    runs,
    rows,
    rank_text: ranks,
  } = await score({
    ...request,
    runs: (await judgedAll(own)).map(packed),
    rows: table.map(({ columns }) => columns),
  });
  const keys = [...own.map((run) => ownRow(run).key), ...table.map((row) => row.key)];
  const known = new Map<string, ScoredRow>(
    [...runs, ...rows].map((row, i) => [keys[i] ?? '', row]),
  );
  if (corrected.length > 0) {
    // Apart from the others, whose ranks stay what they are.
    const apart = await score({
      ...request,
      runs: corrected.map(({ judged: one }) => packed(one)),
    });
    apart.runs.forEach((row, i) =>
      known.set(corrected[i]?.row.key ?? '', {
        ...row,
        rank: null,
        rank_low: null,
        rank_high: null,
      }),
    );
  }
  return { leaderboard, rows: known, ranks };
}

// Rows of the leaderboard: those of own runs beside the table's, and all of them as text.
import { valueOf, type BoardRow, type Ranked } from '../../lib/leaderboard.ts';
import { fixedText } from '../../lib/format.ts';
import type { JudgedRun } from '../../lib/scorer-types.ts';
import type { PartColumn } from '../../lib/scores.ts';
import { correctionsOf } from '../../state/errata.ts';
import type { Run } from '../../state/runs.ts';
import { knownLatency } from '../../state/warnings.ts';

/** An own run by the errata that are loaded. */
export interface Corrected {
  row: BoardRow;
  judged: JudgedRun;
}

export const titleOf = ({ name, errata: second }: BoardRow): string =>
  second === undefined ? name : `${name} with the errata “${second}” (not official)`;

export const ownRow = (run: Run): BoardRow => ({
  key: `own:${run.name}`,
  name: run.name,
  link: '',
  organisation: 'your run',
  license: '',
  own: true,
  published: null,
  cost: null,
  latency: null,
  p50: knownLatency(run)?.p50 ?? null,
  p95: knownLatency(run)?.p95 ?? null,
  columns: {},
});

/** The second score of own runs, as rows of their own. */
export const correctedOf = (own: readonly Run[]): Corrected[] =>
  own.flatMap((run) => {
    const state = correctionsOf(run);
    if (state?.phase !== 'done') return [];
    const row = { ...ownRow(run), key: `errata:${run.name}`, errata: state.corrected.name };
    return [{ row, judged: state.judged }];
  });

/** Shares in percent. */
export function textOf(shown: readonly Ranked[], columns: readonly PartColumn[]) {
  const share = (value: number | null) =>
    value === null ? null : Number(fixedText(100 * value, 2));
  const labels = columns.map(({ label }) => label);
  return {
    columns: [
      'rank',
      'rank_low',
      'rank_high',
      'model',
      'overall',
      'low',
      'high',
      'basis',
      ...labels,
      'cost',
      'latency',
      'latency_p50',
      'latency_p95',
      'organisation',
      'license',
    ],
    rows: shown.map((one) => {
      const { rank, rank_low: low, rank_high: high, score } = one.scored;
      const { cost, latency, p50, p95, organisation, license } = one.row;
      const ends = [score.interval_95?.low ?? null, score.interval_95?.high ?? null];
      const interval = ends.map(share);
      const parts = columns.map(({ key }) => share(valueOf(one, key) as number | null));
      return [
        rank,
        low,
        high,
        titleOf(one.row),
        share(score.value),
        ...interval,
        score.basis.text,
        ...parts,
        cost,
        latency,
        p50,
        p95,
        organisation,
        license,
      ];
    }),
  };
}

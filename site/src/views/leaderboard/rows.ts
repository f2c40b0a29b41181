// Rows of the leaderboard: those of own runs beside the table's, and all of them as text.
import { valueOf, type BoardRow, type Ranked } from '../../lib/leaderboard.ts';
import type { JudgedRun } from '../../lib/scorer-types.ts';
import type { PartColumn } from '../../lib/scores.ts';
import { correctionsOf } from '../../state/errata.ts';
import type { Run } from '../../state/runs.ts';

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
    value === null ? null : Number((100 * value).toFixed(2));
  const labels = columns.map(({ label }) => label);
  return {
    head: [
      'rank',
      'rank_low',
      'rank_high',
      'model',
      'overall',
      'low',
      'high',
      ...labels,
      'cost',
      'latency',
      'organisation',
      'license',
    ],
    rows: shown.map((one) => {
      const { rank, rank_low: low, rank_high: high, overall } = one.scored;
      const { cost, latency, organisation, license } = one.row;
      const interval = [overall.interval_95?.low ?? null, overall.interval_95?.high ?? null].map(
        share,
      );
      const parts = columns.map(({ key }) => share(valueOf(one, key) as number | null));
      return [
        rank,
        low,
        high,
        titleOf(one.row),
        share(overall.value),
        ...interval,
        ...parts,
        cost,
        latency,
        organisation,
        license,
      ];
    }),
  };
}

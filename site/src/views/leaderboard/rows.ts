// Rows of the leaderboard: those of own runs beside the table's, and all of them as text.
import { valueOf, type BoardRow, type Ranked } from '../../lib/leaderboard.ts';
import { percent, plural } from '../../lib/format.ts';
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

/** Names that are written out; more are counted. */
const NAMED = 6;

/** Why own runs that lack the same have no overall score. `official`: theirs, with what is missing as 0. */
export function lackText(
  {
    names,
    missing,
    left,
    official,
  }: {
    names: readonly string[];
    missing: readonly string[];
    left: number;
    official: readonly number[];
  },
  version: string,
): string {
  const one = names.length === 1;
  const all = [
    ...names.slice(0, NAMED),
    ...(names.length > NAMED ? [`${names.length - NAMED} more`] : []),
  ];
  const who = one ? all[0] : `${all.slice(0, -1).join(', ')} and ${all[all.length - 1]}`;
  const without =
    left > 0
      ? `${one ? '' : 'Of each, '}${plural(left, 'entry', 'entries')} of its categories have no reply and are left out.`
      : '';
  if (missing.length === 0) return `${who}: ${without}`;
  const [low, high] = [Math.min(...official), Math.max(...official)].map((n) => percent(n, 2));
  return (
    `${who} ${one ? 'has' : 'have'} no overall score of ${version}: ${one ? 'it lacks' : 'they lack'} ${missing.join(', ')}. ` +
    `The official table would count these as 0 and say ${low === high ? low : `${low} to ${high}`}. ${without}`
  );
}

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

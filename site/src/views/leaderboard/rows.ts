// Rows of the leaderboard: those of own runs beside the table's, and all of them as text.
import { valueOf, type BoardRow, type Ranked } from '../../lib/leaderboard.ts';
import { count, fixedText, percent, plural } from '../../lib/format.ts';
import type { JudgedRun, ScoreBasis } from '../../lib/scorer-types.ts';
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

/** Names that are written out; more are counted. */
const NAMED = 6;

/** Own runs on one basis that have no rank. */
export interface Lack {
  names: string[];
  basis: ScoreBasis;
  /** Their scores with what is missing as 0. */
  zero: number[];
}

/** "35.0", "35.0 to 60.0". */
function spanText(shares: readonly number[], digits: number): string {
  const [low, high] = [Math.min(...shares), Math.max(...shares)].map((n) => percent(n, digits));
  return low === high ? (low ?? '') : `${low} to ${high}`;
}
const zeroText = (zero: readonly number[]): string =>
  ` With missing categories as 0, as in the official table: ${spanText(zero, 2)}.`;

/** What many have in common. */
export function lackSummary(all: readonly Lack[], version: string): string {
  const runs = all.reduce((sum, { names }) => sum + names.length, 0);
  const weights = all.map(({ basis }) => basis.weight);
  return `${plural(runs, 'run')}: partial scores of ${version}, not ranked: on ${plural(all.length, 'basis', 'bases')}, covering ${spanText(weights, 1)} % of the weight.${zeroText(all.flatMap(({ zero }) => zero))}`;
}

/** Why they have none. */
export function lackText({ names, basis: { text, missing }, zero }: Lack, version: string): string {
  const all = [
    ...names.slice(0, NAMED),
    ...(names.length > NAMED ? [`${count(names.length - NAMED)} more`] : []),
  ];
  const who =
    all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all[all.length - 1]}`;
  const lacks = missing.length > 0 ? ` Missing: ${missing.join(', ')}.` : '';
  const official = missing.length > 0 ? zeroText(zero) : '';
  return `${who}: partial score of ${version}, not ranked: ${text}.${lacks}${official}`;
}

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

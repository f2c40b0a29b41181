// Why own runs have no rank, in sentences: what they cover, what is missing, and their scores with that as 0.
import { count, percent, plural } from './format.ts';
import type { ScoreBasis } from './scorer-types.ts';

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
const zeroText = (zero: readonly number[], own: boolean): string =>
  ` With missing categories as 0${own ? '' : ', as in the official table'}: ${spanText(zero, 2)}.`;

/** "partial score of v4", "partial accuracy": `version` is null for the reader's own benchmark. */
const partialText = (version: string | null, runs: number): string =>
  version === null
    ? 'partial accuracy'
    : `partial ${runs === 1 ? 'score' : 'scores'} of ${version}`;

/** What many have in common. */
export function lackSummary(all: readonly Lack[], version: string | null): string {
  const runs = all.reduce((sum, { names }) => sum + names.length, 0);
  const weights = all.map(({ basis }) => basis.weight);
  return `${plural(runs, 'run')}: ${partialText(version, 2)}, not ranked: on ${plural(all.length, 'basis', 'bases')}, covering ${spanText(weights, 1)} % of the ${version === null ? 'entries' : 'weight'}.${zeroText(
    all.flatMap(({ zero }) => zero),
    version === null,
  )}`;
}

/** Why they have none. */
export function lackText(
  { names, basis: { text, missing }, zero }: Lack,
  version: string | null,
): string {
  const all = [
    ...names.slice(0, NAMED),
    ...(names.length > NAMED ? [`${count(names.length - NAMED)} more`] : []),
  ];
  const who =
    all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all[all.length - 1]}`;
  const lacks = missing.length > 0 ? ` Missing: ${missing.join(', ')}.` : '';
  const official = missing.length > 0 ? zeroText(zero, version === null) : '';
  return `${who}: ${partialText(version, 1)}, not ranked: ${text}.${lacks}${official}`;
}

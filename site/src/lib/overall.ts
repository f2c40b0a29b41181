// Formats overall scores and their basis for every view. Scores, bases and basis texts come from the module.
import { percent, plural } from './format.ts';
import { endsOf, rangeOf } from './share.ts';
import type { BasedScore, OverallRequest } from './scorer-types.ts';

/** Which scores stand in one column, and have an order there. */
export type Basis = 'complete' | 'shared' | 'zero';
interface BasisWords {
  basis: Basis;
  /** What the module calls it. */
  asked: NonNullable<OverallRequest['basis']>;
  label: string;
  title: string;
  /** Of a column whose scores have no order. */
  column: string;
}
export const BASES: readonly BasisWords[] = [
  {
    basis: 'complete',
    asked: 'own',
    label: 'complete',
    title:
      'Only runs with all categories and entries of the version are ranked; partial scores are grey and not sorted',
    column: 'own categories',
  },
  {
    basis: 'shared',
    asked: 'shared',
    label: 'shared',
    title:
      'Scores over the categories and entries that all of these runs (or the selected ones) share',
    column: 'shared',
  },
  {
    basis: 'zero',
    asked: 'missing_as_0',
    label: 'missing as 0',
    title: 'Missing categories count as 0, as in the official table',
    column: 'missing as 0',
  },
];

export const wordsOf = (basis: Basis): BasisWords =>
  BASES.find((one) => one.basis === basis) as BasisWords;

/** The overall score of one run. */
export interface Overall {
  /** Over what the run has: complete, or partial. */
  own: BasedScore;
  zero: BasedScore;
}

/** As every view says it. */
export interface SaidScore {
  score: number;
  value: string;
  /** "±1.1", "0.0 to 79.0". */
  range: string;
  /** "55.7 to 57.9", after the words "95 % CI". */
  interval: string;
  /** The module's words. */
  basis: string;
  complete: boolean;
}

/** Null: nothing of it is there. Of few entries the interval says how little it tells. */
export function saidScore(based: BasedScore | null | undefined): SaidScore | null {
  if (!based || based.value === null || !based.interval_95) return null;
  const { value, interval_95: interval, basis } = based;
  return {
    score: value,
    value: percent(value),
    range: rangeOf(value, interval),
    interval: endsOf(interval),
    basis: basis.text,
    complete: basis.kind === 'complete',
  };
}

/** That of a run alone. */
export const saidOf = (overall: Overall | null, zero: boolean): SaidScore | null =>
  saidScore(overall && (zero ? overall.zero : overall.own));

/** The score that has a place among others on a basis; the rest of a column has no order. */
export function placedScore(
  overall: Overall | null,
  basis: Basis,
  shared: BasedScore | null,
): BasedScore | null {
  if (basis === 'shared') return shared;
  if (basis === 'zero') return overall?.zero ?? null;
  return overall?.own.basis.kind === 'complete' ? overall.own : null;
}

/** The basis that is meant where the reader has chosen none: complete runs, or, where there are none, what several share. */
export function basisFor(chosen: Basis | null, overalls: readonly (Overall | null)[]): Basis {
  if (chosen) return chosen;
  const known = overalls.filter((one) => one !== null);
  return known.length > 1 && known.every(({ own }) => own.basis.kind !== 'complete')
    ? 'shared'
    : 'complete';
}

/** Why so many runs with a score have no rank beside complete ones. */
export const unrankedText = (runs: number): string =>
  `${plural(runs, 'partial run')} ${runs === 1 ? 'is' : 'are'} not ranked: categories or entries are missing`;

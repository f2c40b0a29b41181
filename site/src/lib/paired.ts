// Two runs entry by entry: which entries flipped, and the comparison as Markdown. All numbers and sentences are
// the module's.
import { percent } from './format.ts';
import { entryOf, type TableRow } from './rows.ts';
import type { ComparisonResult, OverallComparison, Range, RunComparison } from './scorer-types.ts';

export type FlipKind = 'lost' | 'gained' | 'other';

export interface Flip<R> {
  /** Of the entry. */
  id: string;
  category: string;
  /** lost: right in A alone; gained: right in B alone; other: wrong in both for another reason. */
  kind: FlipKind;
  a: R;
  b: R;
}

const judged = <R extends TableRow>(rows: readonly R[]): Map<string, R> =>
  new Map(
    rows.filter((row) => row.valid !== null && !row.superseded).map((row) => [entryOf(row), row]),
  );

/** Entries that both runs have and that flipped. `order` gives the place of a category. */
export function flipsOf<R extends TableRow>(
  a: readonly R[],
  b: readonly R[],
  order: (category: string) => number,
): { flips: Flip<R>[]; shared: number } {
  const before = judged(a);
  const flips: Flip<R>[] = [];
  let shared = 0;
  for (const [id, y] of judged(b)) {
    const x = before.get(id);
    if (!x) continue;
    shared += 1;
    const kind =
      x.valid && !y.valid
        ? 'lost'
        : !x.valid && y.valid
          ? 'gained'
          : !x.valid && x.error_type !== y.error_type
            ? 'other'
            : null;
    if (kind) flips.push({ id, category: x.category, kind, a: x, b: y });
  }
  return { flips: flips.sort((x, y) => order(x.category) - order(y.category)), shared };
}

// ---- words ----

/** "+1.7", "−0.2", "0.0" for a share of 0.017, -0.002, 0. */
export function points(share: number): string {
  const size = percent(Math.abs(share));
  return size === percent(0) ? size : `${share > 0 ? '+' : '−'}${size}`;
}

export const rangeText = ({ low, high }: Range): string => `${points(low)} to ${points(high)}`;

/** "0.034", "< 0.001". */
export const pText = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3));
/** "p = 0.034", "p < 0.001". */
export const pEquals = (p: number): string =>
  p < 0.001 ? `p\u00a0${pText(p)}` : `p\u00a0=\u00a0${pText(p)}`;

/** The colour of a difference: none where the test does not tell the runs apart. */
export const toneOf = ({ difference, p }: OverallComparison): 'pass' | 'fail' | '' =>
  difference === null || p === null || p >= 0.05 ? '' : difference > 0 ? 'pass' : 'fail';

/** What the overall difference means. `warned`: generation errors or another dataset distort a score. */
export const meaning = ({ texts }: Pick<RunComparison, 'texts'>, warned = false): string =>
  warned ? texts.meaning_if_warned : texts.meaning;

// ---- Markdown ----

const plain = (text: string): string =>
  text.replace(/[\\`*_[\]<>|#]/g, '\\$&').replace(/\s+/g, ' ');
const lines = (...parts: string[]): string =>
  parts
    .filter(Boolean)
    .map((part) => `${part}\n\n`)
    .join('');
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

function pairMarkdown(one: RunComparison, isWarned: (run: string) => boolean): string {
  const { overall, texts } = one;
  const said = plain(meaning(one, isWarned(one.a) || isWarned(one.b)));
  const head =
    overall.difference === null || overall.interval_95 === null || overall.p === null
      ? said
      : `**Overall ${percent(overall.a ?? 0)} to ${percent(overall.b ?? 0)}: ${points(overall.difference)} points**, 95 % CI ` +
        `${rangeText(overall.interval_95)}, ${plain(pEquals(overall.p))}. ${said}`;
  const table = one.categories.map((category) => {
    const { difference, interval_95: range, cluster_p, holm_p } = category;
    const some = difference !== null && range !== null && cluster_p !== null && holm_p !== null;
    const sure = some && holm_p < 0.05;
    return row([
      plain(category.category) + (category.in_overall_score ? '' : ' (apart)'),
      String(category.entries),
      ...(some
        ? [
            percent(category.a ?? 0),
            percent(category.b ?? 0),
            sure ? `**${points(difference)}**` : points(difference),
            rangeText(range),
            String(category.gained),
            String(category.lost),
            plain(pText(cluster_p)),
            plain(pText(holm_p)),
          ]
        : Array<string>(8).fill('-')),
    ]);
  });
  const flips = (
    [
      ['Right in B alone', 'A', one.gained],
      ['Right in A alone', 'B', one.lost],
    ] as const
  )
    .filter(([, , some]) => some.length > 0)
    .map(
      ([title, wrong, some]) =>
        `<details><summary>${title}: ${some.length}</summary>\n\n${some.map(({ id, error_type }) => `- ${plain(id)} (${wrong}: ${plain(error_type)})\n`).join('')}\n</details>`,
    );
  return (
    lines(
      `## ${plain(one.b)} against ${plain(one.a)}`,
      head,
      plain(overall.a === null ? '' : texts.basis),
      plain(texts.flips),
      plain(texts.unshared),
    ) +
    row([
      'category',
      'entries',
      'A',
      'B',
      'difference',
      '95 % CI',
      'gained',
      'lost',
      'p',
      'p Holm',
    ]) +
    `|---|${'---:|'.repeat(9)}\n${table.join('')}\n${lines(texts.p_columns, texts.disagreements, ...flips)}`
  );
}

/** A comparison as `bfclx compare --format markdown` has it. `dataset`: version and hash; `isWarned`: see `meaning`. */
export function comparisonMarkdown(
  result: ComparisonResult,
  names: readonly string[],
  dataset: string,
  version: string,
  isWarned: (run: string) => boolean = () => false,
): string {
  const ranking = result.ranking.runs.map((run, i) =>
    row([
      plain(names[i] ?? ''),
      percent(run.score),
      `${percent(run.interval_95.low)} - ${percent(run.interval_95.high)}`,
      String(run.rank),
      `${run.rank_low} to ${run.rank_high}`,
    ]),
  );
  const all =
    names.length > 2
      ? `## All runs\n\n${row(['run', 'overall', '95 % CI', 'rank', 'range'])}|---|---:|---:|---:|---:|\n${ranking.join('')}\n`
      : '';
  return (
    result.comparisons.map((one) => pairMarkdown(one, isWarned)).join('') +
    all +
    `Leaderboard ${result.leaderboard}. Dataset ${plain(dataset)}. ${result.replicates} draws, seed ${result.seed}. Compared by bfclx ${version}.\n`
  );
}

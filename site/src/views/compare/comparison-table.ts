// The table of a comparison: a row a category, a column a run. What stands of the two that are compared, and their
// difference, is over the entries that both have; the last rows are the score above the table, and its entries.
import { html, nothing } from 'lit';
import { axisHead } from '../../components/interval.ts';
import { breaking } from '../../components/error-type.ts';
import { SERIES } from '../../styles/parts.ts';
import { MINUS, count, percent } from '../../lib/format.ts';
import { points, pText, rangeText, toneOf } from '../../lib/paired.ts';
import { saidScore } from '../../lib/overall.ts';
import { versionOf } from '../../lib/scores.ts';
import { shareAmong } from '../../lib/share.ts';
import type {
  CategoryComparison,
  ComparisonResult,
  OverallScores,
  RunComparison,
} from '../../lib/scorer-types.ts';
import { categoryOrder } from '../../state/order.ts';
import { route } from '../../state/router.ts';
import type { Run } from '../../state/runs.ts';
import { chartButtons } from '../../state/save-chart.ts';
import { categoriesChart, pointOf } from './charts.ts';
import { COMPARISON_EXPORTS } from './exports.ts';
import { isOwn, scoreTitle } from '../../state/own-score.ts';

const sum = ({ categories }: RunComparison, what: 'gained' | 'lost'): number =>
  categories.reduce((total, one) => total + (one.in_overall_score ? one[what] : 0), 0);

/** Longer names than this stand in a legend, and a letter over their column. */
const LONG = 16;
const letterOf = (s: number): string => String.fromCharCode(65 + s);

/** `scores`: what the categories' intervals come from. */
export function comparisonTable(
  chosen: readonly Run[],
  result: ComparisonResult | null,
  scores: OverallScores | null,
) {
  const pair = result?.comparisons[0];
  const pairs = new Map(pair?.categories.map((one) => [one.category, one]));
  const order = categoryOrder(
    Object.assign({}, ...chosen.map((run) => run.dataset?.entries ?? {})) as Record<string, number>,
  );
  const present = order.filter((name) => chosen.some((run) => run.categories.has(name)));
  const rest = [...new Set(chosen.flatMap((run) => [...run.categories.keys()]))].filter(
    (name) => !present.includes(name),
  );
  const sizes = [...present, ...rest].flatMap((name) => sizesOf(name, chosen, pairs.get(name)));
  const [a, b] = chosen;
  const long = chosen.some(({ name }) => name.length > LONG);
  const { overall } = pair ?? {};
  const score = (run: Run, s: number) =>
    (run === a ? overall?.a : run === b ? overall?.b : result?.ranking.runs[s]?.score) ?? null;
  const right = (run: Run) => (run === a ? pair?.a_right : run === b ? pair?.b_right : undefined);
  return html`<section aria-labelledby="side" class="scroll" tabindex="0" role="region">
    <div class="row wrap">
      <h2 id="side" class="grow">Accuracy by category</h2>
      ${chartButtons('accuracy', () => categoriesChart(chosen, [...present, ...rest], scores, versionOf(route.value.params.leaderboard)))}
      ${COMPARISON_EXPORTS.map(({ label, save }) => html`<button class="plain small" ?disabled=${!result} @click=${() => result && save(result, chosen)}>⇩ ${label}</button>`)}
    </div>
    ${long ? html`<ul class="legend small">${chosen.map((run, s) => html`<li><span class="key s${s % SERIES}" aria-hidden="true"></span><b>${letterOf(s)}</b> ${run.name}</li>`)}</ul>` : nothing}
    <table>
      <thead>
        <tr>
          <th scope="col">Category</th>
          ${axisHead('wide', '95 % CIs')}
          ${chosen.map((run, s) => html`<th scope="col" class="num" title=${run.name}><span class="key s${s % SERIES}" aria-hidden="true"></span>${long ? html`${letterOf(s)}<span class="sr">, ${run.name}</span>` : run.name}</th>`)}
          <th scope="col" class="num" title="B minus A, in points">B − A</th>
          <th scope="col" class="num wide" title="of the difference">95 % CI</th>
          <th scope="col" class="num wide" title="Entries passed only in B, and only in A">flips</th>
          <th scope="col" class="num wide" title="Exact McNemar test; in categories with clusters, the exact sign test on whole clusters">p</th>
          <th scope="col" class="num" title="p adjusted over all categories (Holm)">p Holm</th>
        </tr>
      </thead>
      <tbody>
        ${[...present, ...rest].map((name) => line(name, chosen, pairs.get(name), result !== null, scores, sizes))}
        <tr class="total">
          <th scope="row" title="Weighted score over the shared categories">${scoreTitle(versionOf(route.value.params.leaderboard))}</th>
          <td class="wide"></td>
          ${chosen.map((run, s) => {
            const value = score(run, s);
            return html`<td class="num">${value === null ? '' : percent(value)}</td>`;
          })}
          <td class="num">${overall && overall.difference !== null ? points(overall.difference) : ''}</td>
          <td class="num wide muted">${overall?.interval_95 ? rangeText(overall.interval_95) : ''}</td>
          <td class="wide"></td>
          <td class="num wide">${overall && overall.p !== null ? pText(overall.p) : ''}</td>
          <td></td>
        </tr>
        ${pair && pair.basis.kind !== 'complete' ? ownScores(chosen, result) : nothing}
        <tr>
          <th scope="row">passed${pair ? `, of ${count(pair.entries)} ${isOwn() ? '' : 'in the overall score '}that both have` : ''}</th>
          <td class="wide"></td>
          ${chosen.map((run) => {
            const n = right(run);
            return html`<td class="num">${n === undefined ? '' : count(n)}</td>`;
          })}
          <td class="num">${pair ? `${pair.b_right < pair.a_right ? MINUS : '+'}${count(Math.abs(pair.b_right - pair.a_right))}` : ''}</td>
          <td class="wide"></td>
          <td class="num wide">${pair ? html`+${count(sum(pair, 'gained'))} ${MINUS}${count(sum(pair, 'lost'))}` : ''}</td>
          <td class="num wide">${pair ? pText(pair.mcnemar_p) : ''}</td>
          <td></td>
        </tr>
      </tbody>
    </table>
    <p class="muted small foot">${pair ? `${pair.texts.p_columns} ${pair.texts.disagreements}` : nothing}</p>
  </section>`;
}

/** What each run has by itself, as the other views show it. */
function ownScores(chosen: readonly Run[], result: ComparisonResult | null) {
  return html`<tr>
    <th scope="row" title="Each score covers its own run's entries; these scores are not compared">own score</th>
    <td class="wide"></td>
    ${chosen.map((_, s) => {
      const said = saidScore(result?.runs[s]);
      return html`<td class="num muted" title=${said?.basis ?? nothing}>${said ? html`${said.value}${said.complete ? nothing : html` <span class="small">partial</span>`}` : ''}</td>`;
    })}
    <td></td><td class="wide"></td><td class="wide"></td><td class="wide"></td><td></td>
  </tr>`;
}

/** How many entries the figures of a row are of. */
const sizesOf = (
  name: string,
  chosen: readonly Run[],
  pair: CategoryComparison | undefined,
): number[] => [pair?.entries ?? 0, ...chosen.map((run) => run.categories.get(name)?.entries ?? 0)];

function line(
  name: string,
  chosen: readonly Run[],
  pair: CategoryComparison | undefined,
  known: boolean,
  scores: OverallScores | null,
  sizes: readonly number[],
) {
  const [a, b] = chosen;
  const dots = chosen.flatMap((run, s) => {
    const point = pointOf(run, name, scores, s);
    return point
      ? [
          {
            ...point,
            label: `${run.name} ${percent(point.value)}, 95 % CI ${percent(point.low)} to ${percent(point.high)}`,
          },
        ]
      : [];
  });
  return html`<tr>
    <th scope="row" class="mono">${breaking(name)}</th>
    <td class="chart wide"><bx-interval .points=${dots}></bx-interval></td>
    ${chosen.map((run) => {
      const counts = run.categories.get(name);
      // Of the two that are compared: over the entries that both have, as the difference is.
      const shared =
        pair && pair.entries > 0
          ? run === a
            ? pair.a_right
            : run === b
              ? pair.b_right
              : null
          : null;
      if (pair && shared !== null)
        return html`<td class="num" title="${count(shared)} of the ${count(pair.entries)} that both have">${shareAmong(shared, pair.entries, sizes)}</td>`;
      return counts && counts.accuracy !== null
        ? html`<td class="num muted" title="${count(counts.right)} of ${count(counts.entries)}, not shared by all">${shareAmong(counts.right, counts.entries, sizes)}</td>`
        : html`<td class="num absent" title="not in this run">N/A</td>`;
    })}
    ${
      pair &&
      pair.difference !== null &&
      pair.interval_95 &&
      pair.cluster_p !== null &&
      pair.holm_p !== null
        ? html`<td class="num ${toneOf(pair)}" title="${count(pair.entries)} entries in ${count(pair.clusters)} groups">${points(pair.difference)}</td>
          <td class="num wide muted">${rangeText(pair.interval_95)}</td>
          <td class="num wide muted">+${count(pair.gained)} ${MINUS}${count(pair.lost)}</td>
          <td class="num wide muted">${pText(pair.cluster_p)}</td>
          <td class="num muted">${pText(pair.holm_p)}</td>`
        : html`<td class="num absent">${known ? '–' : ''}</td><td class="wide"></td><td class="wide"></td><td class="wide"></td><td></td>`
    }
  </tr>`;
}

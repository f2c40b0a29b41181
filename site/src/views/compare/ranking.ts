// All compared runs with their ranks, and what both of a pair have wrong for another reason.
import { term } from '../../components/term.ts';
import { html, nothing } from 'lit';
import { factMarks } from '../../app/run-marks.ts';
import { breaking } from '../../components/error-type.ts';
import { axisHead } from '../../components/interval.ts';
import { count, percent, rankRange, shortName } from '../../lib/format.ts';
import type { ComparisonResult, RunComparison } from '../../lib/scorer-types.ts';
import { isOwn } from '../../state/own-score.ts';
import { setParams } from '../../state/router.ts';
import type { Run } from '../../state/runs.ts';
import { chartButtons } from '../../state/save-chart.ts';
import { SERIES } from '../../styles/parts.ts';
import { rankingChart } from './charts.ts';

/** Changes of error types that are listed. */
const CHANGES = 8;

/** More than two runs, over the entries that all share. `words`: what the ranges of ranks mean. */
export function rankingTable(
  chosen: readonly Run[],
  result: ComparisonResult | null,
  words: string,
) {
  if (chosen.length < 3) return nothing;
  const ranking = result?.ranking;
  return html`<section class="scroll ranking" aria-labelledby="ranks" tabindex="0" role="region">
    <h2 id="ranks">All runs <span class="muted">${ranking?.basis.text}</span>
      ${result ? chartButtons('ranking', () => rankingChart(chosen, result)) : nothing}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Run</th>${axisHead('wide', '95 % CIs')}<th scope="col" class="num">${isOwn() ? 'accuracy' : 'overall'}</th>
          <th scope="col" class="num">95 % CI</th><th scope="col" class="num">rank</th>
          <th scope="col" class="num" title=${words}>${term('rank-range', 'range')}</th>
        </tr>
      </thead>
      <tbody>
        ${chosen.map((run, s) => {
          const one = ranking?.runs[s];
          const dots = one
            ? [
                {
                  value: one.score,
                  ...one.interval_95,
                  label: `${run.name} ${percent(one.score)}, 95 % CI ${percent(one.interval_95.low)} to ${percent(one.interval_95.high)}`,
                  series: s % SERIES,
                },
              ]
            : [];
          return html`<tr>
            <th scope="row" title=${run.name}><span class="key s${s % SERIES}" aria-hidden="true"></span>${shortName(run.name)} ${factMarks(run)}</th>
            <td class="chart wide"><bx-interval .points=${dots}></bx-interval></td>
            <td class="num">${one ? percent(one.score) : '–'}</td>
            <td class="num">${one ? `${percent(one.interval_95.low)} to ${percent(one.interval_95.high)}` : ''}</td>
            <td class="num">${one ? one.rank : ''}</td>
            <td class="num">${one ? rankRange(one.rank_low, one.rank_high) : ''}</td>
          </tr>`;
        })}
      </tbody>
    </table>
    ${words ? html`<p class="muted small foot">${words}</p>` : nothing}
  </section>`;
}

/** What both have wrong, for another reason; the commonest first. */
export function errorChanges(pair: RunComparison | null) {
  if (!pair || pair.error_changes.length === 0) return nothing;
  return html`<section class="changes" aria-labelledby="reasons">
    <h2 id="reasons">Failed in both, for another reason</h2>
    <table>
      <tbody>
        ${pair.error_changes.slice(0, CHANGES).map(
          ({ from, to, count: n, example }) => html`<tr>
            <td class="num">${count(n)}</td>
            <td class="mono"><div>${breaking(from)}</div><div><span class="muted">→</span> ${breaking(to)}</div></td>
            <td class="mono"><button class="link" @click=${() => setParams({ entry: example, verdict: undefined }, { push: true })}>${example}</button></td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${pair.error_changes.length > CHANGES ? html`<p class="muted small">and ${count(pair.error_changes.length - CHANGES)} more; the JSON lists all</p>` : nothing}
  </section>`;
}

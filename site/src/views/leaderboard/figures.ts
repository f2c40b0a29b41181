// Two drawings of the table: the profile of some rows, and the score beside what it costs.
import { html, nothing } from 'lit';
import '../../components/radar.ts';
import '../../components/scatter.ts';
import { count, percent, plural } from '../../lib/format.ts';
import { placeOf, sortRanked, type Ranked } from '../../lib/leaderboard.ts';
import { radarChart } from '../../lib/radar.ts';
import type { Leaderboard } from '../../lib/scorer-types.ts';
import { radarAxes, radarValues } from '../../lib/scores.ts';
import { isOwn, scoreTitle } from '../../state/own-score.ts';
import { chartButtons } from '../../state/save-chart.ts';
import { route, setParams } from '../../state/router.ts';
import { shownTable } from './shown-table.ts';

/** Rows of the table that a file of their scores has. */
const ROWS = 40;
/** Rows that the radar can show and still be read. */
export const MOST = 6;

/**
 * `chosen`: the keys of the rows that are drawn, without any the first ones; `pick` takes one in or out; `basis`: what a
 * drawing rests on, `mixed` with rows by errata in it.
 */
export function figures(
  ranked: readonly Ranked[],
  leaderboard: Leaderboard,
  chosen: readonly string[],
  pick: (key: string) => void,
  basis: (mixed: boolean) => readonly string[],
  ranks: string,
) {
  const latency = route.value.params.panel === 'latency';
  const key = latency ? 'latency' : 'cost';
  const byScore = sortRanked(ranked, '-overall');
  const drawn =
    chosen.length > 0
      ? chosen.flatMap((name) => ranked.find(({ row }) => row.key === name) ?? [])
      : [
          ...byScore.filter(({ row }) => row.own && row.errata === undefined),
          ...byScore.filter(({ row }) => !row.own).slice(0, 3),
        ].slice(0, MOST);
  const series = drawn.map(({ row, scored }) => ({
    name: row.errata === undefined ? row.name : `${row.name}, with errata`,
    values: radarValues(leaderboard, scored),
  }));
  const axes = radarAxes(leaderboard);
  const wheel = series.some(({ values }) => values.filter((value) => value !== null).length > 2);
  const dots = ranked.flatMap(({ row, scored }) => {
    const x = row[key];
    const y = row.own ? null : scored.overall.value;
    return y !== null && x !== null && x > 0
      ? [{ key: row.key, name: row.name, x, y, chosen: chosen.includes(row.key) }]
      : [];
  });
  const notesOf = (mixed: boolean) => [
    ...basis(mixed),
    'overall score and its parts over the categories of each row; missing categories do not count as 0',
  ];
  const notes = notesOf(false);
  const mixed = drawn.some(({ row }) => row.errata !== undefined);
  const label = latency ? 'mean latency in seconds, logarithmic' : 'cost in dollars, logarithmic';
  // What stands below it says that the errata are not in it.
  const drawable = byScore
    .flatMap((one) => {
      const { row } = one;
      const value = placeOf(one);
      const interval = one.scored.score.interval_95;
      return value === null || !interval || row.errata !== undefined
        ? []
        : [
            {
              name: row.name,
              points: [{ value, ...interval, series: row.own ? 1 : 0 }],
              texts: [percent(value), `${percent(interval.low)}–${percent(interval.high)}`],
            },
          ];
    })
    .slice(0, ROWS);
  const spent = ranked.some(({ row }) => row.cost !== null || row.latency !== null);
  return html`<div class="figures">
      <section aria-labelledby="wheel">
        <div class="row">
          <h2 id="wheel" class="grow">Profile <span class="muted">${chosen.length > 0 ? 'of the selected rows' : `of ${plural(series.length, 'row')}; select rows for others`}</span></h2>
          ${wheel ? chartButtons('profile', () => radarChart('Accuracy by kind', notesOf(mixed), axes, series)) : nothing}
        </div>
        ${wheel ? html`<bx-radar .axes=${axes} .series=${series}></bx-radar>` : html`<p class="muted">Too few scored categories for a chart.</p>`}
      </section>
      ${
        spent
          ? html`<section aria-labelledby="spent">
        <div class="row">
          <h2 id="spent" class="grow">Score and ${latency ? 'latency' : 'cost'} <span class="muted">${count(dots.length)} of ${count(ranked.length)} rows</span></h2>
          <div class="toggle" role="group" aria-label="Axis">
            <button aria-pressed=${!latency} @click=${() => setParams({ panel: undefined })}>Cost</button>
            <button aria-pressed=${latency} @click=${() => setParams({ panel: 'latency' })}>Latency</button>
          </div>
          ${dots.length > 0 ? chartButtons(`score-${key}`, () => ({ kind: 'scatter', title: `Score and ${key}`, notes, label, dots })) : nothing}
        </div>
        ${
          dots.length === 0
            ? html`<p class="muted">No row has this value.</p>`
            : html`<bx-scatter label=${label} .dots=${dots} @pick=${(event: CustomEvent<string>) => pick(event.detail)}></bx-scatter>`
        }
      </section>`
          : nothing
      }
    </div>
    ${
      drawable.length > 0
        ? html`<p class="row wrap small scores"><span>Scores with their intervals, of the first ${plural(drawable.length, 'row')}</span> ${chartButtons('scores', () => ({ kind: 'intervals', title: isOwn() ? 'Accuracy' : 'Overall score', notes: [...notes, 'intervals of 95 %'], rows: drawable }))}</p>`
        : nothing
    }
    <p class="foot muted small">
      ${ranks} ${shownTable() ? 'Intervals and ranks of published rows are computed from the numbers of entries, which are treated as independent.' : nothing}
      ${isOwn() ? `The score is the ${scoreTitle('v4')}.` : nothing} Intervals of your runs treat entries that share a scenario or function docs as one group. Your runs are ranked against each other entry by entry. Partial scores have no rank.
      ${ranked.some(({ scored: { parts } }) => Object.values(parts).some(({ derived }) => derived)) ? 'Figures in grey have no column in this table. They are computed from the overall score and the other groups.' : nothing}
    </p>`;
}

// Two drawings of the table: the profile of some rows, and the score beside what it costs.
import { html, nothing } from 'lit';
import '../../components/radar.ts';
import '../../components/scatter.ts';
import { count } from '../../lib/format.ts';
import { sortRanked, type Ranked } from '../../lib/leaderboard.ts';
import { radarSvg } from '../../lib/radar.ts';
import type { Leaderboard } from '../../lib/scorer-types.ts';
import { radarAxes, radarValues } from '../../lib/scores.ts';
import { download } from '../../state/download.ts';
import { route, setParams } from '../../state/router.ts';

/** Rows that the radar can show and still be read. */
export const MOST = 6;

/** `chosen`: the keys of the rows that are drawn, without any the first ones; `pick` takes one in or out. */
export function figures(ranked: readonly Ranked[], leaderboard: Leaderboard, chosen: readonly string[], pick: (key: string) => void) {
  const latency = route.value.params.panel === 'latency';
  const key = latency ? 'latency' : 'cost';
  const byScore = sortRanked(ranked, '-overall');
  const drawn = chosen.length > 0 ? chosen.flatMap((name) => ranked.find(({ row }) => row.key === name) ?? []) : [...byScore.filter(({ row }) => row.own), ...byScore.filter(({ row }) => !row.own).slice(0, 3)].slice(0, MOST);
  const series = drawn.map(({ row, scored }) => ({ name: row.name, values: radarValues(leaderboard, scored) }));
  const axes = radarAxes(leaderboard);
  const dots = ranked.flatMap(({ row, scored }) => {
    const x = row[key];
    const y = scored.overall.value;
    return y !== null && x !== null && x > 0 ? [{ key: row.key, name: row.name, x, y, chosen: chosen.includes(row.key) }] : [];
  });
  return html`<div class="figures">
      <section aria-labelledby="wheel">
        <div class="row">
          <h2 id="wheel" class="grow">Profile <span class="muted">${chosen.length > 0 ? 'of the rows ticked' : 'of the first; tick rows for others'}</span></h2>
          <button class="plain" @click=${() => download('profile.svg', radarSvg('Accuracy by kind', axes, series), 'image/svg+xml')}>⇩ SVG</button>
        </div>
        <bx-radar .axes=${axes} .series=${series}></bx-radar>
      </section>
      <section aria-labelledby="spent">
        <div class="row">
          <h2 id="spent" class="grow">Score and ${latency ? 'latency' : 'cost'} <span class="muted">${count(dots.length)} of ${count(ranked.length)} give it</span></h2>
          <div class="toggle" role="group" aria-label="Axis">
            <button aria-pressed=${!latency} @click=${() => setParams({ panel: undefined })}>Cost</button>
            <button aria-pressed=${latency} @click=${() => setParams({ panel: 'latency' })}>Latency</button>
          </div>
        </div>
        ${dots.length === 0
          ? html`<p class="muted">No row gives it.</p>`
          : html`<bx-scatter label=${latency ? 'mean latency in seconds, logarithmic' : 'cost in dollars, logarithmic'} .dots=${dots} @pick=${(event: CustomEvent<string>) => pick(event.detail)}></bx-scatter>`}
      </section>
    </div>
    <p class="foot muted small">
      Intervals and ranks of published rows follow from the numbers of entries, taken as measured apart. Intervals of your runs take entries that
      share a scenario or function docs together; your runs among each other are ranked entry by entry. What is missing is N/A and never 0; the
      official table counts it as 0.
      ${ranked.some(({ scored: { parts } }) => Object.values(parts).some(({ derived }) => derived)) ? 'Figures in grey have no column in this table and follow from the overall score and the other groups.' : nothing}
    </p>`;
}

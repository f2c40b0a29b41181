// The drawings of `<bfclx-leaderboard>`: the profile of the selected rows, and the score beside cost or latency.
import { html, nothing } from 'lit';
import '../components/radar.ts';
import '../components/scatter.ts';
import type { ShownTable } from '../lib/board-table.ts';
import { count, plural } from '../lib/format.ts';
import { placeOf, sortRanked, type Ranked } from '../lib/leaderboard.ts';
import type { Leaderboard } from '../lib/scorer-types.ts';
import { radarAxes, radarValues } from '../lib/scores.ts';

/** Rows in the profile before any is selected. */
const FIRST = 3;

export const hasCosts = ({ rows }: ShownTable): boolean =>
  rows.some(({ row }) => row.cost !== null || row.latency !== null);
type WithProfile = ShownTable & { composition: Leaderboard };
export const hasProfile = (table: ShownTable): table is WithProfile =>
  (table.composition?.profile.length ?? 0) > 2;

export function profileOf(
  { rows, composition }: WithProfile,
  selected: readonly string[],
  clear: () => void,
) {
  const chosen = selected.flatMap((key) => rows.find(({ row }) => row.key === key) ?? []);
  const drawn: readonly Ranked[] =
    chosen.length > 0 ? chosen : sortRanked(rows, '-overall').slice(0, FIRST);
  const series = drawn.map(({ row, scored }) => ({
    name: row.name,
    values: radarValues(composition, scored),
  }));
  return html`<div class="drawing" tabindex="0" role="region" aria-label="Profile">
    <div class="row wrap"><span class="grow muted">${chosen.length > 0 ? plural(chosen.length, 'selected model') : `The first ${plural(series.length, 'model')}. Select others in the table.`}</span>
      ${chosen.length > 0 ? html`<button @click=${clear}>Clear the selection</button>` : nothing}</div>
    <bx-radar .axes=${radarAxes(composition)} .series=${series}></bx-radar>
  </div>`;
}

export function costsOf(
  { rows, costs }: ShownTable,
  key: 'cost' | 'latency',
  selected: readonly string[],
  select: (key: string) => void,
) {
  const dots = rows.flatMap((one) => {
    const x = one.row[key];
    const y = placeOf(one);
    return y !== null && x !== null && x > 0
      ? [{ key: one.row.key, name: one.row.name, x, y, chosen: selected.includes(one.row.key) }]
      : [];
  });
  const label = key === 'cost' ? costs.toLowerCase() : 'mean latency in seconds';
  return html`<div class="drawing" tabindex="0" role="region" aria-label="Score and ${key}">
    <div class="row"><span class="grow muted">${count(dots.length)} of ${plural(rows.length, 'model')} have this figure. A point selects its model.</span></div>
    ${dots.length > 0 ? html`<bx-scatter label="${label}, logarithmic" .dots=${dots} @pick=${(event: CustomEvent<string>) => select(event.detail)}></bx-scatter>` : nothing}
  </div>`;
}

// Above and below the table of `<bfclx-leaderboard>`: search, choices and views; what the scores rest on.
import { html, nothing } from 'lit';
import {
  BOARD,
  YOURS,
  apartBecause,
  choicesOf,
  typeOf,
  type ShownTable,
} from '../lib/board-table.ts';
import { plural, shortHash } from '../lib/format.ts';
import { isKnown } from '../lib/provenance.ts';
import type { BoardIndex } from '../lib/published.ts';
import { columnsOf } from '../lib/scores.ts';
import type { TableFile } from '../lib/table-file.ts';
import { hasCosts, hasProfile } from './drawings.ts';
import type { LeaderboardView } from './state.ts';
import { statusLegend } from '../published/status.ts';

/** `said`: the rows that are found, and their order in words; `open`: what is unfolded. */
export function filters(
  table: ShownTable,
  view: LeaderboardView,
  said: { rows: number; sort: string },
  open: { options: boolean; weighing: boolean },
  change: (change: Partial<LeaderboardView>) => void,
) {
  const { search, organisation, type, show, selected } = view;
  const choose = (label: string, name: 'organisation' | 'type', values: string[], value: string) =>
    values.length > 1
      ? html`<select class="folds" ?data-open=${open.options} aria-label=${label} @change=${(event: Event) => change({ [name]: (event.target as HTMLSelectElement).value })}>
          <option value="">${label}: all</option>
          ${values.map((one) => html`<option value=${one} .selected=${one === value}>${one}</option>`)}
        </select>`
      : nothing;
  const views = [
    { id: 'table', label: 'Table', there: true },
    {
      id: 'profile',
      label: selected.length > 0 ? `Profile (${selected.length})` : 'Profile',
      there: hasProfile(table),
    },
    { id: 'cost', label: 'Cost', there: hasCosts(table) },
    { id: 'latency', label: 'Latency', there: hasCosts(table) },
  ].filter(({ there }) => there);
  const shownView = views.some(({ id }) => id === show) ? show : 'table';
  return html`<div class="filters">
      <input type="search" placeholder="/ search models" aria-label="Search models" title="Searches models, organisations and licences" .value=${search}
        @input=${(event: Event) => change({ search: (event.target as HTMLInputElement).value })} />
      <button class="fold" aria-expanded=${open.options} @click=${() => (open.options = !open.options)}>Options</button>
      ${choose('Organisation', 'organisation', choicesOf(table.rows.map(({ row }) => row.organisation)), organisation)}
      ${choose('Type', 'type', choicesOf(table.rows.map((one) => typeOf(one, table.models))), type)}
      ${table.composition ? html`<button class="folds" ?data-open=${open.options} aria-expanded=${open.weighing} @click=${() => (open.weighing = !open.weighing)}>Weights</button>` : nothing}
      <span class="grow"></span>
      <div class="toggle" role="group" aria-label="View">
        ${views.length > 1 ? views.map(({ id, label }) => html`<button aria-pressed=${id === shownView} @click=${() => change({ show: id as LeaderboardView['show'] })}>${label}</button>`) : nothing}
      </div>
      <span class="sr" role="status">${plural(said.rows, 'model')}, sorted by ${said.sort}</span>
    </div>`;
}

/** "Overall v4, descending". */
export function sortText(
  { composition, heading }: ShownTable,
  { groups }: LeaderboardView,
  sort: string,
): string {
  const column = sort.replace(/^-/, '');
  const names: Record<string, string> = {
    overall: heading,
    name: 'name',
    cost: 'cost',
    latency: 'latency',
    organisation: 'organisation',
    [YOURS]: 'your weights',
  };
  const part = composition && columnsOf(composition, groups).find(({ key }) => key === column);
  return `${names[column] ?? part?.label ?? column}, ${sort.startsWith('-') ? 'descending' : 'ascending'}`;
}

export function foot(
  table: ShownTable,
  board: BoardIndex | null,
  file: TableFile | undefined,
  folder: URL | null,
) {
  const apart = board && file ? apartBecause(board, file) : '';
  return html`<div class="foot" tabindex="0" role="note" aria-label="What the scores rest on">
      ${table.heading}: ${table.basis}. ${table.ranks}
      ${
        table.id === BOARD && board
          ? html`Scored by bfclx ${board.program.version}; dataset ${board.dataset.version} <span title=${board.dataset.hash}>${shortHash(board.dataset.hash)}</span>${isKnown(board.dataset.hash) ? ', official' : ', not the official one'}.
            ${table.composition ? nothing : 'The board was written by an earlier version of bfclx and has no groups of columns. Write it again with bfclx report.'}
            ${folder ? html`<a href=${new URL('index.html', folder).href}>Pages of the board</a>` : nothing}`
          : html`CIs and ranks are computed from the numbers of entries. ${apart}`
      }
      ${statusLegend(table.models.values())}
    </div>`;
}

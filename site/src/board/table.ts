// The table of `<bfclx-leaderboard>`: one row a model, its score with its 95 % CI and rank, groups of columns that open.
import { html, nothing } from 'lit';
import { hasValues, orderRow, partCell, rankCell, sortHeading } from '../components/board-cells.ts';
import { entriesLink, entriesTitle } from '../components/entries-link.ts';
import { ends, tailsOf } from '../components/ends.ts';
import { axisHead } from '../components/interval.ts';
import { LATENCY_COLUMNS, latencyCells } from '../components/latency.ts';
import '../components/notice.ts';
import { BOARD, YOURS, type ShownTable } from '../lib/board-table.ts';
import { count, decimals, percent } from '../lib/format.ts';
import { headingsOf, placeOf, type Ranked } from '../lib/leaderboard.ts';
import { isRepeated, pageOf, toModel, type PublishedModel } from '../lib/published.ts';
import { categoryIn, columnsOf, groupsOf, type PartColumn, type Weights } from '../lib/scores.ts';
import { endsOf, rangeOf } from '../lib/share.ts';
import { repeatsCells, repeatsHead } from '../published/repeats.ts';
import { statusMark } from '../published/status.ts';
import { warningSign } from '../published/warnings.ts';
import type { LeaderboardView } from './state.ts';

/** What the table tells the element. */
export interface TableActions {
  sortBy: (sort: string) => void;
  openGroup: (key: string) => void;
  select: (key: string) => void;
  open: (key: string) => void;
  more: () => void;
}

interface Shown {
  table: ShownTable;
  /** Those that are drawn, of `of`. */
  rows: readonly Ranked[];
  of: number;
  view: LeaderboardView;
  sort: string;
  weights: Weights | null;
  /** That the table's models are of; null: none. */
  folder: URL | null;
  actions: TableActions;
}

/** The columns that not every table has. */
interface More {
  /** Some models lack a part of what the score is made of. */
  own: boolean;
  repeats: boolean;
  latency: boolean;
  /** Letters at the end of a name that tell it apart. */
  tails: (name: string) => number;
}
function moreOf({ models, id, rows }: ShownTable): More {
  const all = [...models.values()];
  return {
    own: id === BOARD && all.some(({ overall }) => overall.weight < 0.9995),
    repeats: all.some(isRepeated),
    latency: hasValues(rows, 'p50'),
    tails: tailsOf(rows.map(({ row }) => row.name)),
  };
}

export function tableOf(shown: Shown) {
  const { table, rows, of, view, sort, weights, actions } = shown;
  const { composition } = table;
  const columns = composition ? columnsOf(composition, view.groups) : [];
  const groups = new Map(
    (composition ? groupsOf(composition) : []).map(({ column, leaves }) => [column.key, leaves]),
  );
  const heading = (key: string, label: string, title: string, more: unknown = nothing) =>
    sortHeading(rows, sort, actions.sortBy, key, label, title, more);
  const more = moreOf(table);
  const headings = headingsOf(rows, sort);
  return html`<table aria-rowcount=${of + 1} @keydown=${walk}>
    <caption class="sr">${table.title}, ${table.basis}</caption>
    <thead>
      <tr>
        <th scope="col" class="num" title="Rank range: models that do not differ significantly have overlapping rank ranges">Rank</th>
        ${heading('name', 'Model', 'Model')} ${heading('overall', table.heading, `${table.heading}: ${table.basis}`)}
        ${axisHead('chart')}
        ${weights ? heading(YOURS, 'Your weights', 'By your weights: not an official score') : nothing}
        ${more.own ? html`<th scope="col" class="num" title="Score over the entries that the model has">Own</th><th scope="col" class="num" title="Weight of the categories that the model has">Coverage</th>` : nothing}
        ${more.repeats ? repeatsHead() : nothing}
        ${columns.map(({ key, label, title }) => heading(key, label, title, opener(shown, key, label, groups.get(key) ?? [])))}
        ${more.latency ? LATENCY_COLUMNS.map(({ key, label, title }) => heading(key, label, title)) : nothing}
        ${table.costs ? html`${heading('cost', 'Cost $', table.costs)} ${heading('latency', 'Latency s', 'Mean latency in seconds')} ${heading('organisation', 'Organisation', 'Organisation')}` : nothing}
      </tr>
    </thead>
    <tbody>
      ${rows.map((one, i) => html`${orderRow(headings.get(one.row.key))}${line(shown, one, i, columns, groups, more)}`)}
    </tbody>
  </table>
  ${rows.length < of ? html`<p class="rest"><button @click=${actions.more}>Show more models</button> <span class="muted">${count(rows.length)} of ${count(of)} shown</span></p>` : nothing}`;
}

/** Opens and closes the columns of a group. */
function opener(
  { view, actions }: Shown,
  key: string,
  label: string,
  leaves: readonly PartColumn[],
) {
  if (leaves.length < 2) return nothing;
  const open = view.groups.includes(key);
  return html`<button class="sort" aria-expanded=${open} aria-label="Columns of ${label}" @click=${() => actions.openGroup(key)}>${open ? '▾' : '▸'}</button>`;
}

function line(
  { table, view, weights, folder, actions }: Shown,
  one: Ranked,
  i: number,
  columns: readonly PartColumn[],
  groups: ReadonlyMap<string, readonly PartColumn[]>,
  more: More,
) {
  const { row, scored } = one;
  const score = placeOf(one);
  const interval = scored.score.interval_95;
  const chosen = view.selected.includes(row.key);
  const guest = row.own && table.id !== BOARD;
  const model = table.models.get(row.key);
  const toEntries = (number: string, category = '') =>
    entriesLink(
      number,
      model && folder ? pageOf(folder, toModel(model.name, category)) : '',
      entriesTitle(category, 'the entries of this model'),
    );
  const words =
    score !== null && interval ? `${row.name} ${percent(score)}, 95 % CI ${endsOf(interval)}` : '';
  return html`<tr class=${guest ? 'own' : ''} ?data-on=${chosen} aria-rowindex=${i + 2}>
    ${rankCell(one)}
    <th scope="row">
      <div class="row"><input type="checkbox" .checked=${chosen} aria-label="Draw ${row.name}" @change=${() => actions.select(row.key)} />
        <button class="name" title=${row.name} data-key=${row.key} @click=${() => actions.open(row.key)}>${ends(row.name, more.tails(row.name))}</button>
        ${guest ? html`<span class="tag">this board</span>` : nothing} ${warningSign(model?.warnings ?? [])}${statusMark(model, table.models.values())}${model?.sample ? html`<span class="warn small" title=${model.sample}>sample</span>` : nothing}${model && isRepeated(model) ? html`<span class="muted small" title=${model.repeats.short_text}>${count(model.models.length)} repeats</span>` : nothing}</div>
    </th>
    <td class="num">${score === null ? partialScore(one, table.digits) : html`<strong>${toEntries(percent(score, table.digits))}</strong>${interval ? html` <span class="muted small">${rangeOf(score, interval)}</span>` : nothing}`}</td>
    <td class="chart">${score !== null && interval ? html`<bx-interval .points=${[{ value: score, ...interval, label: words, series: guest ? 1 : 0 }]}></bx-interval>` : nothing}</td>
    ${weights ? yourCell(one, table.digits) : nothing}
    ${more.own ? ownCells(model) : nothing}
    ${more.repeats ? repeatsCells(model) : nothing}
    ${columns.map(({ key }) => partCell(one, key, groups.has(key), false, table.digits, (number) => toEntries(number, categoryIn(table.composition, key))))}
    ${more.latency ? latencyCells(row) : nothing}
    ${table.costs ? html`${(['cost', 'latency'] as const).map((key) => html`<td class="num">${row[key] === null ? html`<span class="absent">N/A</span>` : decimals(row[key])}</td>`)}<td class="organisation">${row.organisation}</td>` : nothing}
  </tr>`;
}

/** A score without a rank. */
function partialScore({ scored: { score } }: Ranked, digits: number) {
  if (score.value === null) return html`<span class="absent">N/A</span>`;
  return html`<span class="muted" title=${score.basis.text}>${percent(score.value, digits)} <span class="small">partial</span></span>`;
}

function yourCell({ scored }: Ranked, digits: number) {
  const value = scored.parts[YOURS]?.value ?? null;
  return html`<td class="num yours">${value === null ? html`<span class="absent">N/A</span>` : percent(value, digits)}</td>`;
}

function ownCells(model: PublishedModel | undefined) {
  const { score, weight = 0, missing = [], basis } = model?.overall ?? {};
  return html`<td class="num" title=${basis?.text ?? nothing}>${score === undefined ? html`<span class="absent">N/A</span>` : percent(score)}</td>
    <td class="num muted" title=${missing.length > 0 ? `missing: ${missing.join(', ')}` : 'all categories'}>${percent(weight)} %</td>`;
}

/** Up and down go from row to row, in the same column of controls. */
function walk(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const target = event.target as HTMLElement;
  const row = target.closest('tbody tr');
  if (!step || !row || event.ctrlKey || event.metaKey || event.altKey) return;
  const beside = (one: Element) => (step > 0 ? one.nextElementSibling : one.previousElementSibling);
  let next = beside(row);
  while (next?.matches('.order')) next = beside(next);
  const same = next?.querySelector<HTMLElement>(target.matches('input') ? 'input' : 'button.name');
  if (!same) return;
  event.preventDefault();
  same.focus();
}

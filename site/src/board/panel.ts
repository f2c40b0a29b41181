// The page of one model in `<bfclx-leaderboard>`: its score and what it rests on, warnings, profile, groups or categories.
import { html, nothing } from 'lit';
import '../components/interval.ts';
import { latencyText } from '../components/latency.ts';
import '../components/notice.ts';
import '../components/radar.ts';
import { YOURS, type ShownTable } from '../lib/board-table.ts';
import { decimals, percent, rankText } from '../lib/format.ts';
import type { Ranked } from '../lib/leaderboard.ts';
import {
  isRepeated,
  pageOf,
  toModel,
  type BoardIndex,
  type PublishedModel,
} from '../lib/published.ts';
import type { Leaderboard } from '../lib/scorer-types.ts';
import { groupsOf, radarAxes, radarValues, type PartColumn } from '../lib/scores.ts';
import { endsOf } from '../lib/share.ts';
import { categoriesTable } from '../published/categories-table.ts';
import { repeatsSaid } from '../published/repeats.ts';
import { statusText } from '../published/status.ts';
import { hasProfile } from './drawings.ts';

interface Shown {
  table: ShownTable;
  one: Ranked;
  /** That the model is of, and its folder. */
  board: BoardIndex | null;
  folder: URL | null;
  close: () => void;
}

const fact = (name: string, value: unknown) =>
  value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : nothing;

export function panelOf({ table, one, board, folder, close }: Shown) {
  const { row, scored } = one;
  const model = table.models.get(row.key);
  const ranked = table.rows.filter((other) => other.scored.rank !== null).length;
  const link = (address: string) => (folder ? pageOf(folder, address) : '');
  return html`<article class="panel" tabindex="-1" aria-label=${row.name}>
    <button @click=${close}>← All models</button>
    <h3 tabindex="-1">${row.name}</h3>
    <dl class="facts">
      ${fact('Organisation', row.organisation)} ${fact('Licence', row.license)}
      ${fact('Cost', row.cost === null ? '' : `$ ${decimals(row.cost)}`)} ${fact('Mean latency', row.latency === null ? '' : `${decimals(row.latency)} s`)} ${fact('Latency', model?.latency && latencyText(model.latency))}
      ${fact('Decoder', model?.decoder)} ${fact('Page', row.link ? html`<a href=${row.link} target="_blank" rel="noreferrer noopener">${new URL(row.link).host}</a>` : '')}
    </dl>
    <p>${scoreText(table, one)}${scored.rank === null ? ' No rank.' : html` Rank ${rankText(scored.rank, ranked, scored.rank_low, scored.rank_high)}.`}
      ${scored.parts[YOURS]?.value ? html`<span class="yours">By your weights ${percent(scored.parts[YOURS].value, table.digits)}: not an official score.</span>` : nothing}</p>
    ${model ? statusText(model, table.models.values()) : nothing} ${model ? lack(model) : nothing} ${model && isRepeated(model) ? repeatsSaid(model) : nothing}
    <div class="sides">
      <div>${
        model && board && folder
          ? html`<h4>Categories</h4>
            <p class="small"><a href=${link(toModel(model.name))}>Failures, entries and responses</a> on the pages of the board</p>
            ${categoriesTable(board, model, (category, verdict) => link(toModel(model.name, category, '', verdict)))}`
          : table.composition
            ? partsTable(table.composition, one, table.digits)
            : nothing
      }</div>
      ${hasProfile(table) ? html`<bx-radar .axes=${radarAxes(table.composition)} .series=${[{ name: row.name, values: radarValues(table.composition, scored) }]}></bx-radar>` : nothing}
    </div>
  </article>`;
}

function scoreText({ heading, digits }: ShownTable, { scored: { score } }: Ranked) {
  const { value, interval_95: interval, basis } = score;
  if (value === null) return html`${heading}: no score.`;
  return html`${heading} <strong>${percent(value, digits)}</strong>${interval ? html` (95 % CI ${endsOf(interval, digits)})` : nothing}${basis.text ? html`, ${basis.text}` : nothing}.`;
}

/** What keeps the scores of a board's model from measuring it. */
function lack({ sample, warnings = [] }: PublishedModel) {
  return html`${sample ? html`<bx-notice kind="warn" heading="The run is a sample">It is ${sample}.</bx-notice>` : nothing}
    ${warnings.map(({ text }) => html`<bx-notice kind="warn" heading="These scores may not reflect the model">${text}.</bx-notice>`)}`;
}

/** The groups of the score, each with its parts. */
function partsTable(composition: Leaderboard, one: Ranked, digits: number) {
  const line = ({ key, label, title }: PartColumn, inside: boolean) => {
    const part = one.scored.parts[key];
    const value = part?.value ?? null;
    return html`<tr class=${inside ? 'inside' : ''}><th scope="row" title=${title}>${label}</th>
      <td class="num">${value === null ? html`<span class="absent">N/A</span>` : percent(value, part?.derived ? 1 : digits)}</td>
      <td class="chart">${value === null ? nothing : html`<bx-interval .points=${[{ value, low: value, high: value, label: percent(value, digits) }]}></bx-interval>`}</td></tr>`;
  };
  return html`<h4>Groups</h4>
    <section tabindex="0" role="region" aria-label="Groups">
      <table>
        <thead><tr><th scope="col">Group</th><th scope="col" class="num">score</th><td></td></tr></thead>
        <tbody>${groupsOf(composition).map(({ column, leaves }) => [line(column, false), ...leaves.map((leaf) => line(leaf, true))])}</tbody>
      </table>
    </section>`;
}

// What changed on the board, and the history of one model.
import { html, nothing } from 'lit';
import '../components/timeline.ts';
import {
  KINDS,
  changesText,
  latestChange,
  type BoardHistory,
  type Change,
  type PastResult,
  type Standing,
} from '../lib/board-history.ts';
import { percent } from '../lib/format.ts';
import { timelineOf } from '../lib/timeline.ts';
import { modelNamed, toModel, type BoardIndex } from '../lib/published.ts';
import { intervalText } from './categories-table.ts';

const numberText = ({ score, repeats }: Standing): string =>
  (score === null ? 'N/A' : percent(score)) + (repeats === null ? '' : ` (mean of ${repeats})`);
const rankText = ({ rank, rank_low: low, rank_high: high }: Standing): string =>
  rank === null ? '' : `rank ${rank}${low === high ? '' : ` (${low} to ${high})`}`;
const standingText = (standing: Standing): string =>
  [numberText(standing), rankText(standing)].filter(Boolean).join(', ');

function line(board: BoardIndex, kind: string, { name, label, before, after, note }: Change) {
  const known = modelNamed(board.models, name);
  const moved = before && after ? ` → ` : '';
  return html`<li>${kind}: ${known ? html`<a href=${toModel(name)}>${label}</a>` : html`<b>${label}</b>`}
    <span class="muted">${before ? standingText(before) : ''}${moved}${after ? standingText(after) : ''}</span>
    ${note ? html`<span class="warn">${note}</span>` : nothing}</li>`;
}

/** What changed since the last release, folded. */
export function whatChanged(board: BoardIndex, history: BoardHistory | null) {
  const release = history && latestChange(history);
  if (!release) return nothing;
  const more = KINDS.reduce(
    (sum, kind) => sum + release[kind].count - release[kind].models.length,
    0,
  );
  return html`<details class="small text">
    <summary>What changed on ${release.date}: ${changesText(release)}</summary>
    <ul>
      ${KINDS.flatMap((kind) => release[kind].models.map((change) => line(board, kind, change)))}
      ${more > 0 ? html`<li class="muted">and ${more} more</li>` : nothing}
    </ul>
  </details>`;
}

function row({ date, dataset, program, score, interval, basis, note }: PastResult) {
  return html`<tr>
    <th scope="row">${date || 'no date'}</th>
    <td class="num">${score === null ? 'N/A' : percent(score)}</td>
    <td class="num muted">${interval ? intervalText(interval) : ''}</td>
    <td class="wide muted">${basis}</td>
    <td class="wide muted">dataset ${dataset}, bfclx ${program}</td>
    <td>${note ? html`<span class="warn">${note}</span>` : nothing}</td>
  </tr>`;
}

/** The results of a model, that of today first; nothing where it had none earlier. */
export function historyOf(results: readonly PastResult[]) {
  if (results.length < 2) return nothing;
  const scores = results.flatMap(({ date, score, interval, note }) =>
    score === null || !interval
      ? []
      : [{ date, score, low: interval[0], high: interval[1], comparable: note === '' }],
  );
  return html`<section class="scroll" tabindex="0" role="region" aria-label="History">
    <h2>History</h2>
    ${timelineOf(scores) ? html`<bx-timeline .scores=${scores}></bx-timeline>` : nothing}
    <table>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col" class="num">score</th>
          <th scope="col" class="num">95 % CI</th>
          <th scope="col" class="wide">basis</th>
          <th scope="col" class="wide">versions</th>
          <td></td>
        </tr>
      </thead>
      <tbody>${results.map(row)}</tbody>
    </table>
  </section>`;
}

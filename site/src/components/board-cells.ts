// Cells of a leaderboard's table, in the Leaderboard view and in `<bfclx-leaderboard>`.
import { html, nothing } from 'lit';
import { percent } from '../lib/format.ts';
import { intervalOf, valueOf, type Ranked } from '../lib/leaderboard.ts';
import type { PartScore } from '../lib/scorer-types.ts';
import { FEW_ENTRIES, rangeOf, shareText } from '../lib/share.ts';

/** Whether there is something to sort by. */
export const hasValues = (rows: readonly Ranked[], key: string): boolean =>
  rows.some((one) => valueOf(one, key) !== null);

/** A heading that sorts the rows, where one of them has a value to sort by; `more` stands before its words. */
export function sortHeading(
  rows: readonly Ranked[],
  sort: string,
  sortBy: (sort: string) => void,
  key: string,
  label: string,
  title: string,
  more: unknown = nothing,
) {
  const on = sort.replace(/^-/, '') === key;
  const sortable = hasValues(rows, key);
  const sorted = on && sortable;
  const down = sort.startsWith('-');
  const text = key === 'name' || key === 'organisation';
  return html`<th scope="col" class=${text ? '' : 'num'} aria-sort=${sorted ? (down ? 'descending' : 'ascending') : 'none'}>
    ${more}${sortable ? html`<button class="sort" title=${title} @click=${() => sortBy(on ? (down ? key : `-${key}`) : text ? key : `-${key}`)}>${label}${sorted ? (down ? ' ↓' : ' ↑') : ''}</button>` : html`<span title=${title}>${label}</span>`}
  </th>`;
}

function lackingPart({ row }: Ranked, part: PartScore | undefined, zero: boolean) {
  if (row.own && part && zero) return html`<span class="muted">${percent(part.official, 2)}</span>`;
  return html`<span class="absent">${row.own && part && part.official > 0 ? 'partial' : 'N/A'}</span>`;
}

/** The rank, with its range where that holds several. */
export function rankCell({ scored: { rank, rank_low: low, rank_high: high } }: Ranked) {
  return html`<td class="num" title=${low === null ? '' : `rank ${rank}, ${low} to ${high} with 95 % confidence`}>
    ${rank === null ? html`<span class="absent">–</span>` : low === null || low === high ? rank : html`${rank} <span class="muted small">${low}–${high}</span>`}
  </td>`;
}

/**
 * A part of the overall score, with its interval. Of an own run that lacks some of its categories: with these as 0 where
 * the overall score has them so, else that it is partial. `link`: the number with what it leads to.
 */
export function partCell(
  one: Ranked,
  key: string,
  isGroup: boolean,
  zero: boolean,
  digits = 2,
  link: (number: string) => unknown = (number) => number,
) {
  const value = valueOf(one, key);
  const counted = one.counts?.[key];
  if (typeof value === 'number' && counted && counted.entries < FEW_ENTRIES)
    return html`<td class="num ${isGroup ? '' : 'leaf'}">${link(shareText(counted.right, counted.entries))}</td>`;
  const interval = intervalOf(one, key);
  const part = one.scored.parts[key];
  const why = part?.derived
    ? 'the table has no such column: the value follows from the overall score and the other groups'
    : part && part.missing.length > 0
      ? `missing: ${part.missing.join(', ')}`
      : '';
  return html`<td class="num ${isGroup ? '' : 'leaf'}" title=${why}>${typeof value === 'number' ? html`${part?.derived ? html`<span class="muted">${percent(value)}</span>` : link(percent(value, digits))}${interval ? html` <span class="muted small">${rangeOf(value, interval)}</span>` : nothing}` : lackingPart(one, part, zero)}</td>`;
}

/** A row that says how the rows below it are sorted, where the heading of the column does not. */
export const orderRow = (text: string | undefined) =>
  text
    ? html`<tr class="order"><td></td><td colspan="3" class="muted small">${text}</td></tr>`
    : nothing;

// How far the results of a model were checked: a mark beside its name, and what the marks mean. The texts are those of the board.
import { html, nothing } from 'lit';
import { withMinus } from '../lib/format.ts';
import { STATUSES, statusesOf, type PublishedModel } from '../lib/published.ts';

const SIGNS: Record<string, string> = { claimed: '–', validated: '✓', reproduced: '✓✓' };

const mark = (name: string) =>
  html`<span class=${name === 'claimed' ? 'muted small' : 'pass small'}><span aria-hidden="true">${SIGNS[name]}</span> <span class="word">${name}</span></span>`;

/** Nothing where no model of the board is more than claimed. */
export function statusMark(model: PublishedModel | undefined, models: Iterable<PublishedModel>) {
  const { status } = model ?? {};
  if (!status || !STATUSES.includes(status.name) || statusesOf(models).length === 0) return nothing;
  return html`<span title=${withMinus([status.text, status.second_run?.text].filter(Boolean).join(' '))}>${mark(status.name)}</span> `;
}

/** A line for each status that models have. */
export function statusLegend(models: Iterable<PublishedModel>) {
  return statusesOf(models).map(
    ({ name, text }) => html`<p class="small text">${mark(name)}: ${text}</p>`,
  );
}

/** The status of one model in sentences, where the board shows statuses. */
export function statusText({ status }: PublishedModel, models: Iterable<PublishedModel>) {
  if (!status || !STATUSES.includes(status.name) || statusesOf(models).length === 0) return nothing;
  const { name, text, second_run: second } = status;
  return html`<p class="small text">${mark(name)}: ${text}${second ? html` ${withMinus(second.text)}.` : nothing}</p>`;
}

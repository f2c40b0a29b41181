// What the audit says about one entry, on its own page and in the list of all.
import { html, nothing } from 'lit';
import { className, probabilityWords, remarksOf } from '../lib/audit.ts';
import { count, plural } from '../lib/format.ts';
import { runNoun, type BoardIndex, type SuspiciousEntry } from '../lib/published.ts';

/** "proven, 0 of 23 runs passed". */
export function suspicionHead(
  board: BoardIndex,
  { passes, runs, probability_text: probability }: SuspiciousEntry,
) {
  const passed = `${count(passes)} of ${plural(runs, runNoun(board))} passed`;
  return html`${probability ? html`<strong>${probabilityWords(probability)}</strong>, ` : nothing}<span class="muted">${passed}</span>`;
}

/** The evidence, the response that runs agree on, and the smallest correction. */
export function suspicionLines(
  board: BoardIndex,
  { reasons, alternative_text, agreed, correction_text }: SuspiciousEntry,
) {
  return html`${reasons.map((reason) => html`<div><strong>${className(reason.class)}</strong> ${reason.text}</div>`)}
    ${agreed && !alternative_text ? html`<div><span class="muted">${plural(agreed.runs, runNoun(board))}:</span> <code>${agreed.answer}</code></div>` : nothing}
    ${remarksOf(alternative_text, correction_text).map(({ name, text }) => html`<div><span class="muted">${name}:</span> ${text}</div>`)}`;
}

/** The same as lines of plain text. */
export const suspicionText = ({
  reasons,
  alternative_text,
  correction_text,
}: SuspiciousEntry): string =>
  [
    ...reasons.map(({ text }) => text),
    ...remarksOf(alternative_text, correction_text).map(({ name, text }) => `${name}: ${text}`),
  ].join('\n');

// Where a term of the glossary first stands in a view: `term('coverage', 'coverage')` is the word itself, `term('coverage')` a
// mark behind a control that has the word. Hover, focus or a tap shows its sentence. Plain text until the element is here.
import { html } from 'lit';

/** As docs/glossary.md anchors them. */
export const TERMS = [
  'coverage',
  'missing-as-0',
  'basis',
  'decoder',
  'finding',
  'entry',
  'episode',
  'cassette',
  'shard',
  'repeats',
  'errata',
  'rank-range',
  '95--ci',
] as const;
export type TermName = (typeof TERMS)[number];

export function term(name: TermName, word = '') {
  void import('./term-element.ts').catch(() => undefined);
  return html`<bx-term name=${name} ?mark=${word === ''}>${word}</bx-term>`;
}

// A number that leads to the entries it counts: the same link in every table of scores.
import { html } from 'lit';

/** Without an address the number alone. */
export const entriesLink = (number: unknown, address: string, title: string) =>
  address ? html`<a class="cell" href=${address} title=${title}>${number}</a>` : number;

/** `others`: what is shown where the number is not of one category. */
export const entriesTitle = (category: string, others = 'all entries of this run'): string =>
  `Show ${category ? `the entries of ${category}` : others}`;

// A name that gives way in its middle where there is no room: what tells runs of one model apart often stands at its end.
// Stands in a flex container.
import { html } from 'lit';

/** Letters at the end that are always seen. */
const TAIL = 8;

export const ends = (name: string) =>
  name.length <= 2 * TAIL
    ? html`<span class="cut">${name}</span>`
    : html`<span class="cut">${name.slice(0, -TAIL)}</span><span>${name.slice(-TAIL)}</span>`;

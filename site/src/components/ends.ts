// A name that gives way in its middle where there is no room: what tells runs of one model apart often stands at its end.
// Stands in a flex container.
import { html } from 'lit';

/** Letters at the end that are always seen. */
const TAIL = 8;

export function ends(name: string) {
  const letters = [...name];
  if (letters.length <= 2 * TAIL) return html`<span class="cut">${name}</span>`;
  const tail = letters.slice(-TAIL).join('');
  // A space at the cut would go, between two boxes.
  const head = name.slice(0, -tail.length).replace(/ $/, '\u00a0');
  return html`<span class="cut">${head}</span><span>${tail.replace(/^ /, '\u00a0')}</span>`;
}

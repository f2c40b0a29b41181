// A name that gives way in its middle where there is no room: what tells runs of one model apart often stands at its end,
// or where the names of a list begin to differ. Stands in a flex container.
import { css, html } from 'lit';

/** Letters at the end that are always seen. */
const TAIL = 8;
/** The most of them. */
const LONGEST = 20;
/** Letters before the difference, so that it can be read. */
const BEFORE = 2;

/** How many letters all of these begin with. */
function sharedStart(names: readonly string[]): number {
  const [first = '', ...rest] = names;
  let at = first.length;
  for (const name of rest) {
    let i = 0;
    while (i < at && name[i] === first[i]) i++;
    at = i;
  }
  return at;
}

/** Letters at the end that tell a name apart from those of the list that begin and end as it does. */
export function tailsOf(names: readonly string[]): (name: string) => number {
  const keyOf = (name: string): string => name.slice(0, TAIL) + name.slice(-TAIL);
  const groups = new Map<string, string[]>();
  for (const name of new Set(names))
    if (name.length > 2 * TAIL) groups.set(keyOf(name), [...(groups.get(keyOf(name)) ?? []), name]);
  const tails = new Map<string, number>();
  for (const [key, all] of groups) {
    if (all.length < 2) continue;
    const start = sharedStart(all);
    const tail = Math.max(...all.map((name) => name.length - start)) + BEFORE;
    if (tail <= LONGEST) tails.set(key, Math.max(TAIL, tail));
  }
  return (name) => tails.get(keyOf(name)) ?? TAIL;
}

/** The look of what holds a name where it goes on in further lines, as there is no room for one. */
export const wholeName = css`
  display: block;
  white-space: normal;
  overflow-wrap: break-word;
  line-height: 1.3;
`;

/** `tail`: letters at the end that are always seen. */
export function ends(name: string, tail = TAIL) {
  const letters = [...name];
  if (letters.length <= Math.max(2 * TAIL, tail)) return html`<span class="cut">${name}</span>`;
  const seen = letters.slice(-tail).join('');
  return html`<span class="cut front">${name.slice(0, -seen.length)}</span><span class="back">${seen}</span>`;
}

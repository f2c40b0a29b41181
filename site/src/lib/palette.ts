// What the palette finds: every word of the query must occur in the text of an item, as it is or with letters left out.

export interface Found<I> {
  item: I;
  score: number;
}

/** How well a word fits; 0: not at all. Both in lower case. */
function fit(word: string, text: string): number {
  if (text === word) return 100;
  const at = text.indexOf(word);
  if (at === 0) return 80;
  if (at > 0) return /[a-z0-9]/.test(text[at - 1] ?? '') ? 40 : 60;
  // Its letters in order, from the beginning of a part of the text, near to each other.
  let from = -1;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, from + 1);
    if (next < 0) return 0;
    if (from >= 0) gaps += next - from - 1;
    from = next;
  }
  return gaps > 3 * word.length + 8 ? 0 : Math.max(1, 20 - gaps);
}

export interface Ranked {
  /** What is searched, in lower case. */
  text: string;
  /** Of two that fit as well the smaller comes first. */
  order: number;
}

/** The best that fit, at most so many, and how many there are. Without words: none. */
export function rank<I extends Ranked>(
  items: Iterable<I>,
  query: string,
  most: number,
): { best: I[]; number: number } {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { best: [], number: 0 };
  const found: Found<I>[] = [];
  for (const item of items) {
    let score = 0;
    for (const word of words) {
      const one = fit(word, item.text);
      score = one === 0 ? -1 : score + one;
      if (one === 0) break;
    }
    if (score > 0) found.push({ item, score });
  }
  found.sort(
    (a, b) =>
      b.score - a.score ||
      a.item.order - b.item.order ||
      a.item.text.length - b.item.text.length ||
      (a.item.text < b.item.text ? -1 : 1),
  );
  return { best: found.slice(0, most).map(({ item }) => item), number: found.length };
}

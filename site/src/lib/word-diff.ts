// Two texts side by side, word by word: which parts of each the other lacks. Bounded in time for long texts.

export interface Part {
  text: string;
  /** The other text has it too, in this place. */
  same: boolean;
}

/** Characters of a text that is compared; a longer one is not. */
export const MOST_COMPARED = 40_000;
/** Cells of the table of common words; with more, what lies between the common ends differs as a whole. */
const MOST_CELLS = 1_000_000;

// Words, white space, and every other character by itself.
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^]/gu) ?? [];

/** Parts that follow each other and are alike become one. */
function joined(words: readonly string[], same: readonly boolean[]): Part[] {
  const parts: Part[] = [];
  words.forEach((text, i) => {
    const last = parts.at(-1);
    if (last && last.same === same[i]) last.text += text;
    else parts.push({ text, same: same[i] ?? false });
  });
  return parts;
}

/** Marks the words of a longest common sequence. */
function markCommon(
  a: readonly string[],
  b: readonly string[],
  mark: (i: number, j: number) => void,
): void {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) mark(i++, j++);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
}

/** Null where one of them is too long. */
export function wordDiff(left: string, right: string): { left: Part[]; right: Part[] } | null {
  if (Math.max(left.length, right.length) > MOST_COMPARED) return null;
  const [a, b] = [wordsOf(left), wordsOf(right)];
  const [sameA, sameB] = [a.map(() => false), b.map(() => false)];
  const mark = (i: number, j: number): void => {
    sameA[i] = true;
    sameB[j] = true;
  };
  const least = Math.min(a.length, b.length);
  let start = 0;
  while (start < least && a[start] === b[start]) {
    mark(start, start);
    start++;
  }
  let end = 0;
  while (end < least - start && a.at(-1 - end) === b.at(-1 - end)) {
    mark(a.length - 1 - end, b.length - 1 - end);
    end++;
  }
  const [midA, midB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if ((midA.length + 1) * (midB.length + 1) <= MOST_CELLS)
    markCommon(midA, midB, (i, j) => mark(start + i, start + j));
  return { left: joined(a, sameA), right: joined(b, sameB) };
}

// One string for all that are equal: a hundred runs name the same entries, and every message of a worker has strings of
// its own.

const MOST = 50_000;
/** Longer ones are rarely the same. */
const LONG = 200;
const known = new Map<string, string>();

/** The string that was seen first of those that are equal. */
export function sameText(text: string): string {
  if (text === '' || text.length > LONG) return text;
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= MOST) known.clear();
  known.set(text, text);
  return text;
}

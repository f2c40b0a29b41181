// Paths of files that are no results, names that are free, and their order.

/** Score files and the leaderboard's tables lie beside result files and are none. */
export const isScoreFile = (path: string): boolean => /_score\.json$|(?:^|\/)score\//.test(path);

/** A name that is not among those taken: "a", "a (2)", ... */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n++) {
    const name = `${wanted} (${n})`;
    if (!taken.has(name)) return name;
  }
}

const collator = new Intl.Collator('en', { numeric: true });

/** In the order of their names. */
export const byName = (a: { name: string }, b: { name: string }): number =>
  collator.compare(a.name, b.name);

/** The first in the order of names, in whatever order they came. */
export const firstByName = <T extends { name: string }>(all: readonly T[]): T | undefined =>
  [...all].sort(byName)[0];

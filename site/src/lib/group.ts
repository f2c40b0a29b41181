// Paths of files that are no results, names that are free, and their order.

/** Score files and the leaderboard's tables lie beside result files and are none. */
export const isScoreFile = (path: string): boolean => /_score\.json$|(?:^|\/)score\//.test(path);

/** A name that is not among those taken: "m", "v2/m" of the path "v2/m", "m (2)", ... */
export function freeName(wanted: string, taken: ReadonlySet<string>, path = ''): string {
  if (!taken.has(wanted)) return wanted;
  if (path.endsWith(`/${wanted}`)) {
    const folders = path
      .slice(0, -wanted.length - 1)
      .split('/')
      .filter(Boolean);
    for (let name = wanted; folders.length > 0;) {
      name = `${folders.pop() ?? ''}/${name}`;
      if (!taken.has(name)) return name;
    }
  }
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

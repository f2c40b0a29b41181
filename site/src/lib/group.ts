// Paths of files that are no results, and names that are free.

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

// Which runs are compared: those that the address names, in its order; else the pair that is given, else the first
// loaded ones. Names have no spaces but before a number in brackets, "a (2)".

interface Named {
  name: string;
}

/** More runs than this are not told apart by colour. */
export const MOST_COMPARED = 4;
/** The Leaderboard draws so many (leaderboard/figures.ts). */
export const MOST_DRAWN = 6;

const namesIn = (text: string | undefined): string[] => [
  ...new Set(text?.match(/\S+(?: \(\d+\))?/g) ?? []),
];

/** Names in the address that no loaded run has. */
export const unknownNames = (loaded: readonly Named[], text: string | undefined): string[] =>
  namesIn(text).filter((wanted) => !loaded.some(({ name }) => name === wanted));

export const namedRuns = <R extends Named>(loaded: readonly R[], text: string | undefined): R[] =>
  namesIn(text).flatMap((name) => loaded.find((run) => run.name === name) ?? []);

export function chosenRuns<R extends Named>(
  loaded: readonly R[],
  text: string | undefined,
  pair: readonly R[] = [],
): R[] {
  const named = namedRuns(loaded, text);
  // One name alone is set against what goes best with it, or whatever else is there.
  const rest = [...new Set([...pair, ...loaded])].filter((run) => !named.includes(run));
  return (
    named.length > 1 ? named : [...named, ...rest.slice(0, Math.max(0, 2 - named.length))]
  ).slice(0, MOST_COMPARED);
}

export const withText = (names: readonly string[]): string => names.join(' ');

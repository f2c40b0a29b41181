// Which runs are compared: those that the address names, in its order; else the first loaded ones. Names have
// no spaces but before a number in brackets, "a (2)".

interface Named {
  name: string;
}

/** More runs than this are not told apart by colour. */
const MOST = 4;

const namesIn = (text: string | undefined): string[] => [
  ...new Set(text?.match(/\S+(?: \(\d+\))?/g) ?? []),
];

/** Names in the address that no loaded run has. */
export const unknownNames = (loaded: readonly Named[], text: string | undefined): string[] =>
  namesIn(text).filter((wanted) => !loaded.some(({ name }) => name === wanted));

export function chosenRuns<R extends Named>(loaded: readonly R[], text: string | undefined): R[] {
  const named = namesIn(text).flatMap((name) => loaded.find((run) => run.name === name) ?? []);
  const rest = loaded.filter((run) => !named.includes(run));
  // One name alone is set against whatever else is there.
  return (
    named.length > 1 ? named : [...named, ...rest.slice(0, Math.max(0, 2 - named.length))]
  ).slice(0, MOST);
}

export const withText = (names: readonly string[]): string => names.join(' ');

// Which runs are compared: those that the address names, in its order; else the first loaded ones. Names have
// no spaces but before a number in brackets, "a (2)".

interface Named {
  name: string;
}

/** More runs than this are not told apart by colour. */
const MOST = 4;

export function chosenRuns<R extends Named>(loaded: readonly R[], text: string | undefined): R[] {
  const names = text?.match(/\S+(?: \(\d+\))?/g) ?? [];
  const named = [...new Set(names)].flatMap((name) => loaded.find((run) => run.name === name) ?? []);
  const rest = loaded.filter((run) => !named.includes(run));
  // One name alone is set against whatever else is there.
  return (named.length > 1 ? named : [...named, ...rest.slice(0, Math.max(0, 2 - named.length))]).slice(0, MOST);
}

export const withText = (names: readonly string[]): string => names.join(' ');

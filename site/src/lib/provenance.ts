// Where a dataset comes from, and how that is shown: ✓ for the official one by its known hash, ! for any other copy,
// – for the sample, no sign for the user's own benchmark. A name or a place proves nothing; only the hash does.

/** Hashes (as tools/get-dataset makes them) that are known to be the official release of a version. */
const OFFICIAL: Readonly<Record<string, string>> = {
  'sha256:16e81316eea623df99d26c080d5b5202328bb5b0e66595df3dea69c18175009c': 'v4',
};

export const isKnown = (hash: string): boolean => Object.hasOwn(OFFICIAL, hash);

export interface Provenance {
  sign: '✓' | '!' | '–' | '';
  tone: 'pass' | 'warn' | 'muted';
  /** Short, for the top bar, without the hash. */
  label: string;
  /** In a word, where there is no room: the sign says the rest. */
  word: string;
}

/** `benchmark`: name and version of the user's own one, which is no copy of anything. */
export function provenanceOf(
  kind: 'official' | 'sample' | 'own',
  hash: string,
  benchmark = '',
): Provenance {
  const version = OFFICIAL[hash];
  if (version) return { sign: '✓', tone: 'pass', label: `${version} official`, word: version };
  if (kind === 'sample') return { sign: '–', tone: 'muted', label: 'sample', word: 'sample' };
  if (benchmark) return { sign: '', tone: 'muted', label: benchmark, word: benchmark };
  return {
    sign: '!',
    tone: 'warn',
    label: kind === 'own' ? 'own copy' : 'unknown copy',
    word: 'copy',
  };
}

/** What a dataset is measured by here. */
export interface Held {
  hash: string;
  /** Entries by category; null: not counted. */
  entries: Readonly<Record<string, number | null>>;
}

/** How `own` differs from `other`, in the order of the categories; empty when nothing can be told apart. */
export function differences(own: Held, other: Held): string[] {
  if (own.hash === other.hash) return [];
  const names = [...new Set([...Object.keys(other.entries), ...Object.keys(own.entries)])];
  const found = names.flatMap((name) => {
    const mine = own.entries[name];
    const theirs = other.entries[name];
    if (mine === undefined) return [`${name} is missing`];
    if (theirs === undefined) return [`${name} is added`];
    return mine !== null && theirs !== null && mine !== theirs
      ? [`${name} has ${mine} entries, not ${theirs}`]
      : [];
  });
  return found.length > 0 ? found : ['the same categories and numbers of entries, other contents'];
}

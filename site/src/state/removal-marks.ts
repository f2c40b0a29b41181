// Folders in OPFS that are removed unless the reader takes it back: marked in the local storage, so that a reload within
// the time does not bring them back, and no other tab deletes what this one may need again.

/** Milliseconds in which a removal can be undone. */
export const UNDO_TIME = 10_000;
/** After that nobody undoes it any more, whichever tab it was. */
const OVER = 60_000;

const KEY = 'bfclx-removed';
const TAB = 'bfclx-tab';

interface Mark {
  at: number;
  tab: string;
}

/** This tab, across its reloads; each its own where nothing can be stored. */
function thisTab(): string {
  try {
    const known = sessionStorage.getItem(TAB);
    if (known) return known;
    const made = crypto.randomUUID();
    sessionStorage.setItem(TAB, made);
    return made;
  } catch {
    return '';
  }
}

function read(): Map<string, Mark> {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Partial<Mark>>;
    const marks = Object.entries(all).map(([place, { at, tab }]): [string, Mark] => [
      place,
      { at: Number(at), tab: String(tab) },
    ]);
    return new Map(marks.filter(([, { at }]) => Number.isFinite(at)));
  } catch {
    return new Map();
  }
}

function write(marks: ReadonlyMap<string, Mark>): void {
  try {
    if (marks.size === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(marks)));
  } catch {
    // A reload then brings back what was removed a moment ago.
  }
}

export function markRemoved(places: readonly string[]): void {
  const marks = read();
  const more = places.filter((place) => !marks.has(place));
  if (more.length === 0) return;
  for (const place of more) marks.set(place, { at: Date.now(), tab: thisTab() });
  write(marks);
}

/** Nobody undoes it any more: whoever finds them deletes them. */
export function markGone(places: readonly string[]): void {
  const marks = read();
  for (const place of places) marks.set(place, { at: 0, tab: thisTab() });
  write(marks);
}

/** They stay, or they are deleted by now. */
export function unmark(places: readonly string[]): void {
  const marks = read();
  if (places.filter((place) => marks.delete(place)).length > 0) write(marks);
}

/**
 * What is to be done with a folder that is found: none: it was not removed; elsewhere: another tab may undo it; over: it
 * is to be deleted; or the milliseconds in which this tab may undo it.
 */
export function removalOf(place: string): 'none' | 'elsewhere' | 'over' | number {
  const mark = read().get(place);
  if (!mark) return 'none';
  const age = Math.max(0, Date.now() - mark.at);
  if (mark.tab !== thisTab()) return age > OVER ? 'over' : 'elsewhere';
  return age < UNDO_TIME ? UNDO_TIME - age : 'over';
}

// Runs that stay in this browser until they are removed: their files and settings in OPFS, a folder for each run.
// What the reader's own hand brought is kept; what came by an address, a link or an embedding page only when asked
// to. A reload scores them again, so that a verdict is never older than the module.
import { Atom } from '../lib/atom.ts';
import type { SettingsRequest } from '../lib/scorer-types.ts';
import { addRun, runs, type Run, type RunSource } from './runs.ts';

export interface Shelf {
  /** Why nothing can be kept: a sentence; empty where it can. */
  problem: string;
  kept: ReadonlySet<Run>;
}

export const shelf = new Atom<Shelf>({ problem: '', kept: new Set() });

/** What run.json says. */
interface Card {
  name: string;
  date: number;
  source: RunSource;
  request: SettingsRequest;
  files: { path: string; category?: string }[];
}

const FOLDER = 'bfclx-runs';
const NOT_HERE =
  'This browser keeps no files for this page, as in a private window: runs last until the tab is closed.';
const FULL = 'There is no room for this run in this browser: it lasts until the tab is closed.';
/** Folder names of kept runs; null while they are written. */
const places = new Map<Run, string | null>();

async function folder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

async function write(place: FileSystemDirectoryHandle, name: string, blob: Blob): Promise<void> {
  const stream = await (await place.getFileHandle(name, { create: true })).createWritable();
  await stream.write(blob);
  await stream.close();
}

const announce = (problem = shelf.value.problem): void =>
  shelf.set({
    problem,
    kept: new Set([...places].filter(([, place]) => place !== null).map(([run]) => run)),
  });

/** Keeps a run, whatever it came from. */
export async function keepRun(run: Run): Promise<void> {
  if (places.has(run)) return;
  places.set(run, null);
  const name = crypto.randomUUID();
  try {
    const all = await folder();
    const place = await all.getDirectoryHandle(name, { create: true });
    try {
      for (const [i, { blob }] of run.files.entries()) await write(place, String(i), blob);
      const card: Card = {
        name: run.name,
        date: run.date.getTime(),
        source: run.source,
        request: run.request,
        files: run.files.map(({ path, category }) => ({ path, ...(category && { category }) })),
      };
      // Last: a folder without it is no run.
      await write(place, 'run.json', new Blob([JSON.stringify(card)]));
    } catch (error) {
      await all.removeEntry(name, { recursive: true }).catch(() => undefined);
      throw error;
    }
    places.set(run, name);
    if (!runs.value.includes(run)) return forget(run);
    announce('');
  } catch (error) {
    places.delete(run);
    announce(
      error instanceof DOMException && error.name === 'QuotaExceededError' ? FULL : NOT_HERE,
    );
    refused.add(run);
  }
}

/** They are not tried again by themselves. */
const refused = new WeakSet<Run>();

async function forget(run: Run): Promise<void> {
  const name = places.get(run);
  places.delete(run);
  announce();
  if (name) await (await folder()).removeEntry(name, { recursive: true });
}

function isCard(value: unknown): value is Card {
  const card = value as Partial<Card> | null;
  return (
    typeof card?.name === 'string' &&
    typeof card.date === 'number' &&
    typeof card.source?.kind === 'string' &&
    Array.isArray(card.files) &&
    card.files.every(({ path }) => typeof path === 'string')
  );
}

async function restore(): Promise<void> {
  const found: { card: Card; name: string; files: File[] }[] = [];
  const all = await folder();
  for await (const [name, handle] of all.entries()) {
    try {
      const place = handle as FileSystemDirectoryHandle;
      const card: unknown = JSON.parse(
        await (await (await place.getFileHandle('run.json')).getFile()).text(),
      );
      if (!isCard(card)) throw new Error('no card');
      const files = await Promise.all(
        card.files.map(async (_, i) => (await place.getFileHandle(String(i))).getFile()),
      );
      found.push({ card, name, files });
    } catch {
      // Half written, or of a form that is not known.
      await all.removeEntry(name, { recursive: true }).catch(() => undefined);
    }
  }
  for (const { card, name, files } of found.sort((a, b) => a.card.date - b.card.date)) {
    const { run, done } = addRun({
      name: card.name,
      source: card.source,
      request: card.request,
      files: card.files.map((file, i) => ({ ...file, blob: files[i] ?? new Blob() })),
    });
    run.date = new Date(card.date);
    places.set(run, name);
    announce();
    // One after the other: two hundred at once would hold each other up.
    await done;
  }
}

/** By the reader's own hand. */
const ownHand = ({ source }: Run): boolean => source.kind === 'files' || source.kind === 'paste';

function follow(): void {
  for (const run of [...places.keys()])
    if (!runs.value.includes(run) && places.get(run) !== null)
      void forget(run).catch(() => undefined);
  for (const run of runs.value) {
    if (
      run.phase === 'done' &&
      run.rows.length > 0 &&
      ownHand(run) &&
      !places.has(run) &&
      !refused.has(run)
    )
      void keepRun(run);
  }
}

/** Brings back what was kept, and keeps from then on. Not inside another page. */
export async function startShelf(): Promise<void> {
  if (window.top !== window) return;
  try {
    await restore();
  } catch {
    announce(NOT_HERE);
  }
  runs.subscribe(follow);
  follow();
}

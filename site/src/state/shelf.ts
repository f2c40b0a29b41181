// Runs that stay in this browser until they are removed: in OPFS a folder for each run, with one file of its results, one
// behind the other, and its settings.
// What the reader's own hand brought is kept; what came by an address, a link or an embedding page only when asked
// to. Their verdicts lie beside (kept-verdicts.ts); what a reload finds of another module, dataset or settings it scores again.
import { waited } from '../lib/breathe.ts';
import { count } from '../lib/format.ts';
import { Atom } from '../lib/atom.ts';
import type { Made } from '../lib/run-date.ts';
import type { SettingsRequest } from '../lib/scorer-types.ts';
import { markGone } from './removal-marks.ts';
import { route } from './router.ts';
import type { ManifestFacts } from '../lib/run-facts.ts';
import { forgetFolders, isGone, isKept, markFolders, mayComeBack } from './removed-runs.ts';
import { addRun, runs, type NewRun, type Run, type RunSource } from './runs.ts';

/** A folder among the kept runs that is none, as far as this version knows; it stays as it is. */
export interface Unread {
  /** The run's, where it can be read; else the folder's. */
  name: string;
  why: string;
  /** The results that lie in it, if any. */
  data: Blob | null;
}

export interface Shelf {
  /** Why nothing can be kept: a sentence; empty where it can. */
  problem: string;
  kept: ReadonlySet<Run>;
  unread: readonly Unread[];
}

export const shelf = new Atom<Shelf>({ problem: '', kept: new Set(), unread: [] });

/** What run.json says. */
interface Card {
  name: string;
  /** Of its folder; cards of earlier versions have none. */
  path?: string;
  model?: string;
  madeFor?: string;
  /** When it was loaded. */
  date: number;
  /** When its results were made, where that is known. */
  made?: Made;
  manifest?: ManifestFacts;
  source: RunSource;
  request: SettingsRequest;
  /** Without a size each file lies by itself, under its number. */
  files: { path: string; category?: string; size?: number }[];
}

/** The results of a run. */
const DATA = 'data';

/** Milliseconds: whoever began to keep a run so long ago does not finish it any more. */
const LEFTOVER = 10 * 60_000;

const FOLDER = 'bfclx-runs';
const NOT_HERE =
  'This browser keeps no files for this page, as in a private window: runs last until the tab is closed.';
const FULL = 'This browser has no space left for this run: it is lost when the tab is closed.';
const keptVerdicts = () => import('./kept-verdicts.ts');

/** Folder names of kept runs; null while they are written. */
const places = new Map<Run, string | null>();

export async function folder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

export async function write(
  place: FileSystemDirectoryHandle,
  name: string,
  blob: Blob,
): Promise<void> {
  const stream = await (await place.getFileHandle(name, { create: true })).createWritable();
  try {
    await stream.write(blob);
    await stream.close();
  } catch (error) {
    // It would hold the folder.
    await stream.abort().catch(() => undefined);
    throw error;
  }
}

export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

const announce = (problem = shelf.value.problem): void =>
  shelf.set({
    ...shelf.value,
    problem,
    kept: new Set([...places].filter(([, place]) => place !== null).map(([run]) => run)),
  });

/** The name of its folder. */
async function writeRun(run: Run): Promise<string> {
  const name = crypto.randomUUID();
  const all = await folder();
  const place = await all.getDirectoryHandle(name, { create: true });
  try {
    await write(place, DATA, new Blob(run.files.map(({ blob }) => blob)));
    const card: Card = {
      name: run.name,
      path: run.path,
      model: run.model,
      madeFor: run.madeFor,
      date: run.loaded.getTime(),
      ...(run.manifest && { manifest: run.manifest }),
      ...(run.dated !== 'loading' && { made: { at: run.date.getTime(), by: run.dated } }),
      source: run.source,
      request: run.request,
      files: run.files.map(({ path, category, blob: { size } }) => ({
        path,
        size,
        ...(category && { category }),
      })),
    };
    // Last: a folder without it is no run.
    await write(place, 'run.json', new Blob([JSON.stringify(card)]));
  } catch (error) {
    await all.removeEntry(name, { recursive: true }).catch(() => undefined);
    throw error;
  }
  return name;
}

/** Keeps a run, whatever it came from. */
export async function keepRun(run: Run): Promise<void> {
  if (places.has(run)) return;
  places.set(run, null);
  try {
    const name = await writeRun(run).catch(async (error: unknown) => {
      if (!isFull(error)) throw error;
      // Verdicts can be made again, results cannot.
      await (await keptVerdicts()).dropVerdicts();
      return writeRun(run);
    });
    places.set(run, name);
    if (isGone(run)) return forget([run]);
    announce('');
    follow();
  } catch (error) {
    places.delete(run);
    announce(isFull(error) ? FULL : NOT_HERE);
    refused.add(run);
  }
}

/** They are not tried again by themselves. */
const refused = new WeakSet<Run>();

async function forget(gone: readonly Run[]): Promise<void> {
  const names = gone.flatMap((run) => places.get(run) ?? []);
  for (const run of gone) places.delete(run);
  announce();
  markGone(names);
  await Promise.all(names.map(dropKept));
}

/** Whoever writes into a folder holds it. What stays then goes after a reload, for it is marked. */
async function dropKept(name: string): Promise<void> {
  const all = await folder();
  for (const wait of [200, 1000, 5000, null]) {
    try {
      await all.removeEntry(name, { recursive: true });
      break;
    } catch (error) {
      if (isMissing(error)) break;
      if (wait === null) throw error;
      await waited(wait);
    }
  }
  forgetFolders([name]);
}

function isCard(value: unknown): value is Card {
  const card = value as Partial<Card> | null;
  return (
    typeof card?.name === 'string' &&
    typeof card.date === 'number' &&
    typeof card.source?.kind === 'string' &&
    Array.isArray(card.files) &&
    card.files.every(
      ({ path, size = 0 }) => typeof path === 'string' && Number.isSafeInteger(size) && size >= 0,
    )
  );
}

interface Kept {
  card: Card;
  /** Of its folder. */
  name: string;
  files: Blob[];
  /** Gives the run its verdicts, where they lie beside and hold. */
  verdicts?: NonNullable<NewRun['kept']>;
}

/** Why a folder is no run that this version can read. */
class NotRead extends Error {
  /** `run`: its name, as far as that is known. */
  constructor(
    message: string,
    readonly run = '',
  ) {
    super(message);
  }
}

/** Throws NotFoundError where there is no card, NotRead where there is another one or the results are not there. */
async function readKept(place: FileSystemDirectoryHandle): Promise<Kept> {
  const read = async (name: string) => (await place.getFileHandle(name)).getFile();
  const module = keptVerdicts();
  module.catch(() => undefined);
  const text = await (await read('run.json')).text();
  let card: unknown = null;
  try {
    card = JSON.parse(text);
  } catch {
    throw new NotRead('its run.json is not JSON');
  }
  const { name = '' } = (card ?? {}) as { name?: unknown };
  const said = typeof name === 'string' ? name.slice(0, 200) : '';
  if (!isCard(card))
    throw new NotRead('its run.json has a format that this version of the page cannot read', said);
  const there = (name: string) =>
    read(name).catch((error: unknown) => {
      throw isMissing(error) ? new NotRead(`its file ${name} is missing`, said) : error;
    });
  if (card.files.some(({ size }) => size === undefined)) {
    const files = await Promise.all(card.files.map((_, i) => there(String(i))));
    return { card, name: place.name, files };
  }
  const data = await there(DATA);
  let at = 0;
  const files = card.files.map(({ size = 0 }) => data.slice(at, (at += size)));
  if (at !== data.size)
    throw new NotRead(`its results have ${count(data.size)} bytes instead of ${count(at)}`, said);
  const verdicts = async (run: Run): Promise<boolean> =>
    (await module).takeVerdicts(run, { place, card: text, data });
  return { card, name: place.name, files, verdicts };
}

const isMissing = (error: unknown): boolean => (error as Error | null)?.name === 'NotFoundError';

/** A folder without a card, unless another tab may be writing it. */
async function dropLeftover(
  all: FileSystemDirectoryHandle,
  place: FileSystemDirectoryHandle,
): Promise<void> {
  const dates: number[] = [];
  for await (const handle of place.values())
    dates.push((await (handle as FileSystemFileHandle).getFile()).lastModified);
  if (dates.length > 0 && Date.now() - Math.max(...dates) > LEFTOVER)
    await all.removeEntry(place.name, { recursive: true });
}

async function unreadOf(place: FileSystemDirectoryHandle, error: unknown): Promise<Unread> {
  const data = place.getFileHandle(DATA).then((file) => file.getFile());
  const known = error instanceof NotRead;
  return {
    name: (known && error.run) || place.name,
    why: known ? error.message : `it cannot be read now (${String((error as Error).name)})`,
    data: await data.catch(() => null),
  };
}

/** What lies in the folder of kept runs: runs, and what is none. */
async function readAll(all: FileSystemDirectoryHandle): Promise<(Kept | Unread)[]> {
  const reading: Promise<Kept | Unread | null>[] = [];
  for await (const handle of all.values()) {
    if (handle.kind === 'file') {
      const why = 'it is a file, not the folder of a run';
      reading.push(Promise.resolve({ name: handle.name, why, data: null }));
      continue;
    }
    const place = handle as FileSystemDirectoryHandle;
    reading.push(
      readKept(place).catch((error: unknown) => {
        if (!isMissing(error)) return unreadOf(place, error);
        void dropLeftover(all, place).catch(() => undefined);
        return null;
      }),
    );
  }
  return (await Promise.all(reading)).filter((one) => one !== null);
}

/** The runs that the address names are scored first; where it names none, the latest, which is shown then. */
function inTurn(found: readonly Kept[]): Kept[] {
  const { run = '', with: others = '' } = route.value.params;
  const isNamed = ({ card: { name } }: Kept) => name === run || ` ${others} `.includes(` ${name} `);
  const named = found.filter(isNamed);
  const first = named.length > 0 ? named : found.slice(-1);
  return [...first, ...found.filter((one) => !first.includes(one))];
}

/** `verdicts` is settled when the run has those that were kept, or there are none. */
function bringBack({ card, name, files, verdicts }: Kept): { run: Run; settled: Promise<unknown> } {
  let settle: () => void = () => undefined;
  const settled = new Promise<void>((done) => (settle = done));
  if (!verdicts) settle();
  const { run } = addRun({
    name: card.name,
    path: card.path ?? '',
    model: card.model ?? card.name,
    madeFor: card.madeFor ?? '',
    made: card.made,
    manifest: card.manifest,
    loaded: new Date(card.date),
    source: card.source,
    request: card.request,
    later: true,
    ...(verdicts && { kept: (one) => verdicts(one).finally(settle) }),
    files: card.files.map(({ path, category }, i) => ({
      path,
      ...(category && { category }),
      blob: files[i] ?? new Blob(),
    })),
  });
  places.set(run, name);
  return { run, settled };
}

const stays = (kept: Kept): boolean =>
  isKept({
    place: kept.name,
    name: kept.card.name,
    back: () => {
      bringBack(kept);
      announce();
    },
    drop: () => void dropKept(kept.name).catch(() => undefined),
  });

async function restore(): Promise<void> {
  const lying = await readAll(await folder());
  const found = lying
    .filter((one): one is Kept => 'card' in one)
    .sort((a, b) => a.card.date - b.card.date || (a.card.name < b.card.name ? -1 : 1));
  const before = runs.value;
  const made = new Map<Kept, ReturnType<typeof bringBack>>();
  for (const kept of inTurn(found)) if (stays(kept)) made.set(kept, bringBack(kept));
  runs.set([...before, ...found.flatMap((kept) => made.get(kept)?.run ?? [])]);
  // At once, and not when many runs are announced next.
  void Promise.all([...made.values()].map(({ settled }) => settled)).then(() => runs.notify());
  shelf.set({ ...shelf.value, unread: lying.filter((one): one is Unread => !('card' in one)) });
  announce();
}

/** By the reader's own hand. */
const ownHand = ({ source }: Run): boolean => source.kind === 'files' || source.kind === 'paste';

function follow(): void {
  const kept = [...places].flatMap(([run, place]) => (place ? [{ run, place }] : []));
  const gone = kept.filter(({ run }) => isGone(run)).map(({ run }) => run);
  if (gone.length > 0) void forget(gone).catch(() => undefined);
  markFolders(
    kept
      .filter(({ run }) => !gone.includes(run))
      .map(({ run, place }) => [place, mayComeBack(run)] as const),
  );
  const whole = kept.filter(({ run }) => run.whole && runs.value.includes(run));
  if (whole.length > 0)
    void keptVerdicts()
      .then(({ keepVerdicts }) => {
        for (const { run, place } of whole) keepVerdicts(run, place);
      })
      .catch(() => undefined);
  for (const run of runs.value) {
    if (
      run.phase === 'done' &&
      run.scored > 0 &&
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

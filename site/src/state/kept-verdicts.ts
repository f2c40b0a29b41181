// Verdicts of kept runs, in two files beside their results (lib/kept-form.ts): a reload takes them in place of scoring, if
// everything that they depend on is the same. Files that are damaged, or of anything else, are as good as none: the run is
// scored, and they are written anew.
import {
  FORM,
  MOST_BYTES,
  MOST_LINES,
  packCounts,
  packRows,
  readKept,
  saysKey,
  sumOf,
  unpackCounts,
  unpackRows,
  writeKept,
  type KeptFile,
  type KeptHead,
  type KeptLines,
  type ReadKept,
} from '../lib/kept-form.ts';
import { Atom } from '../lib/atom.ts';
import { waited } from '../lib/breathe.ts';
import { isoDay } from '../lib/format.ts';
import { lazily } from '../lib/lazily.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { SettingsRequest } from '../lib/scorer-types.ts';
import type { FileRef } from '../worker/protocol.ts';
import { buildNames } from './build-names.ts';
import { dataset, type DatasetState } from './dataset.ts';
import { overallWhenKnown, takeWorkedOut, workedOut } from './figures.ts';
import { refsOf } from './open-files.ts';
import type { VerdictLines } from './run.ts';
import { isGone } from './removed-runs.ts';
import { changed, rescore, runs, scopeOf, type Run } from './runs.ts';
import { folder, isFull, write } from './shelf.ts';
import { isBusy } from './statistics.ts';
import { knownLatency, knownWarnings, looked, takeWarnings, whenLooked } from './warnings.ts';

const VERDICTS = 'verdicts';
const LINES = 'lines';
/** More of the browser's room is left to results. */
const MOST_OF_QUOTA = 0.5;
/** Milliseconds after which rows are made that nobody has asked for. */
const SOON = 2000;
/** Milliseconds without anything to score, before something is written. */
const QUIET = 500;
/** So much of a hash tells damaged lines. */
const SHORT = 16;

const NAMES = buildNames(import.meta.url);

// ---- what verdicts depend on ----

const sums = new WeakMap<DatasetState, Promise<string>>();

/** Empty where nobody knows what the files hold. */
function datasetSum(state: DatasetState): Promise<string> {
  const { phase, kind, version, hash, entries, own, ref } = state;
  if (phase !== 'ready' || !ref || hash.startsWith('unverified')) return Promise.resolve('');
  let sum = sums.get(state);
  if (!sum) {
    const all = JSON.stringify([kind, version, hash, entries, own ?? null, ref.key, ref.files]);
    sums.set(state, (sum = sumOf(new TextEncoder().encode(all))));
  }
  return sum;
}

/** A kept run: its folder, what its card says, and the file of its results. */
export interface KeptPlace {
  place: FileSystemDirectoryHandle;
  card: string;
  data: File;
}

/** Null: verdicts of this run are not kept. */
async function keyOf(run: Run, { card, data }: KeptPlace): Promise<string | null> {
  if (!NAMES || !run.dataset) return null;
  const own = await datasetSum(run.dataset);
  const common = await datasetSum(dataset.value);
  if (!own || !common) return null;
  const { size, lastModified } = data;
  return JSON.stringify([FORM, NAMES, own, common, isoDay(run.loaded), size, lastModified, card]);
}

// ---- reading ----

/** Each may have MOST_BYTES: more would only take memory. With four at a time a reload of 60 runs takes three times as long. */
const reading = new Semaphore(16);

/** Null where there are none, or they are damaged, or others. */
async function readVerdicts(
  place: FileSystemDirectoryHandle,
  key: string,
  stop: AbortSignal,
): Promise<ReadKept | null> {
  const end = await reading.take(stop);
  try {
    const file = await (await place.getFileHandle(VERDICTS)).getFile();
    if (file.size > MOST_BYTES || !(await saysKey(file, key))) return null;
    return await readKept(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return null;
  } finally {
    end();
  }
}

/** What is on disk: of these verdicts, with the warnings of the run or without. `files` have their lines there. */
interface Saved {
  verdicts: number;
  warnings: boolean;
  files: KeptFile[] | null;
  /** Tells these verdicts from all others. */
  print: string;
}
const saved = new WeakMap<Run, Saved>();
/** Nothing more is to be written. */
const NOTHING = { warnings: true, files: null, print: '' };

/** Tells the verdicts of a run from all others, and is the same after a reload; empty where they are not on disk. */
export function printOf(run: Run): string {
  const known = saved.get(run);
  return known?.verdicts === run.verdicts ? known.print : '';
}

const printFrom = async (key: string): Promise<string> =>
  (await sumOf(new TextEncoder().encode(key))).slice(0, SHORT);

/** Told whenever the verdicts of a run are on disk. */
export const onDisk = new Atom(0);

/** Gives the run its kept verdicts; false: these are others, and it is to be scored. */
export async function takeVerdicts(run: Run, at: KeptPlace): Promise<boolean> {
  const { stop } = run;
  const key = await keyOf(run, at);
  const read = key === null ? null : await readVerdicts(at.place, key, stop.signal);
  if (key === null || !read || read.head.files.length !== run.files.length) return false;
  const { head } = read;
  const print = await printFrom(key);
  // It is stopped or removed meanwhile, or somebody has it scored.
  if (run.stop !== stop || stop.signal.aborted || !runs.value.includes(run)) return false;
  const { manifest, settings, problems, scored, expected } = head;
  run.files.forEach((file, i) => {
    const { lines: _, ...info } = head.files[i] as KeptFile;
    Object.assign(file, info);
  });
  Object.assign(run, { manifest, settings, problems, scored });
  run.expected = new Map(expected);
  run.categories = unpackCounts(head.categories);
  run.lines = new Map(
    run.files.map((file, i) => [file.key, linesOf(run, file, at.place, head.files, i)]),
  );
  holdRows(run, read);
  Object.assign(run, { phase: 'done', whole: true });
  changed(run, 'verdicts');
  if (head.figures) takeWorkedOut(run, head.figures);
  const warned = head.warnings?.name === run.name ? head.warnings.list : null;
  if (warned) takeWarnings(run, warned, head.warnings?.latency);
  const { files } = head;
  saved.set(run, { verdicts: run.verdicts, warnings: warned !== null, files, print });
  if (!warned) unwarned.set(run, at.place.name);
  return true;
}

/** Rows are made when somebody first reads them: tables and lists of runs need none. */
function holdRows(run: Run, { rows, head }: ReadKept): void {
  const unpacked = (): Pick<Run, 'rows' | 'missing'> => {
    try {
      const keys = run.files.map(({ key }) => key);
      const made = unpackRows(new TextDecoder().decode(rows), keys);
      if (made.rows.length === head.scored) return made;
    } catch {
      // As where some are missing.
    }
    queueMicrotask(() => void (isGone(run) || rescore(run, {})));
    return { rows: [], missing: [] };
  };
  const make = (): Run => Object.assign(run, unpacked());
  lazily(run, 'rows', () => make().rows);
  lazily(run, 'missing', () => make().missing);
  soon.add(run);
  void makeSoon();
}

const soon = new Set<Run>();
let making = false;

/** What many views read at once is made before, where nothing else is to be done. */
async function makeSoon(): Promise<void> {
  if (making) return;
  making = true;
  await waited(SOON);
  for (const run of soon) {
    await new Promise((next) => setTimeout(next));
    soon.delete(run);
    if (runs.value.includes(run)) void run.rows;
  }
  making = false;
}

/** The lines of a file's verdicts: as they lie there, or made again where they do not any more. */
function linesOf(
  run: Run,
  file: FileRef,
  place: FileSystemDirectoryHandle,
  files: KeptFile[],
  at: number,
): VerdictLines[] {
  const sizeOf = (all: readonly KeptLines[]) => all.reduce((sum, { bytes }) => sum + bytes, 0);
  let begin = files.slice(0, at).reduce((sum, { lines }) => sum + sizeOf(lines), 0);
  return (files[at]?.lines ?? []).map(({ from, count, bytes, sum }) => {
    const start = begin;
    begin += bytes;
    const read = async (): Promise<Blob> => {
      const whole = await (await place.getFileHandle(LINES)).getFile();
      const found = new Uint8Array(await whole.slice(start, start + bytes).arrayBuffer());
      if ((await sumOf(found)).slice(0, SHORT) !== sum) throw new Error('these are others');
      return new Blob([found]);
    };
    const again = async (): Promise<Blob> => {
      saved.delete(run);
      keepVerdicts(run, place.name);
      const [ref] = refsOf([file]);
      if (!run.settings || !ref) throw new Error('this run is not loaded any more');
      return (await scopeOf(run).call('score', ref, run.settings, from, count)).lines;
    };
    return { from, count, read: () => read().catch(again) };
  });
}

// ---- writing ----

/** There is no room: nothing more is written. */
let full = false;
let queue: Promise<void> = Promise.resolve();
const waiting = new Set<Run>();
/** Folders of runs that are on disk without their warnings. */
const unwarned = new WeakMap<Run, string>();

/** What is scored, or about to be, goes before. */
async function quiet(): Promise<void> {
  const isScored = (run: Run) => isBusy(run) && run.source.kind !== 'ask';
  while (runs.value.some(isScored)) await waited(QUIET);
}

/** Writes the verdicts of a run into its folder, once nothing is scored any more; nothing where they are there. */
export function keepVerdicts(run: Run, place: string): void {
  const known = saved.get(run);
  const isThere = known?.verdicts === run.verdicts && (known.warnings || !knownWarnings(run));
  if (!NAMES || full || waiting.has(run) || isThere) return;
  // A view that has just come asks for warnings first.
  if (waiting.size === 0) queue = queue.then(() => waited(QUIET));
  waiting.add(run);
  queue = queue
    .then(() => save(run, place))
    // It is not tried again by itself.
    .catch(() => void saved.set(run, { ...NOTHING, verdicts: run.verdicts }))
    .then(() => void waiting.delete(run));
}

async function save(run: Run, name: string): Promise<void> {
  await quiet();
  await overallWhenKnown(run);
  await whenLooked(run);
  const { verdicts } = run;
  const isSame = (): boolean =>
    !full && run.whole && run.verdicts === verdicts && runs.value.includes(run);
  if (!isSame()) return;
  const at = await placeOf(name);
  const request = (JSON.parse(at.card) as { request: SettingsRequest }).request;
  // What other settings made of it lasts as long as the page.
  if (JSON.stringify(request) !== JSON.stringify(run.request)) throw new Error('other settings');
  // What a response may be of is long, and such runs are short.
  if (run.problems.some(({ response }) => response)) throw new Error('responses without an id');
  const key = await keyOf(run, at);
  if (key === null) throw new Error('nobody knows what it depends on');
  const known = saved.get(run);
  const old = known?.verdicts === verdicts ? known.files : null;
  const { blobs, files } = old ? { blobs: null, files: old } : await filesOf(run);
  const lines = blobs && new Blob(blobs);
  if (lines && lines.size > MOST_LINES) throw new Error('too many lines');
  if (!isSame()) return;
  // What was found on the way here is not known after a reload.
  const own = new Set(run.files.map(({ path }) => path));
  const problems = run.problems.filter(({ file }) => own.has(file));
  const list = knownWarnings(run);
  const head: KeptHead = {
    key,
    manifest: run.manifest,
    settings: run.settings as KeptHead['settings'],
    files,
    problems,
    categories: packCounts(run.categories),
    expected: [...run.expected],
    scored: run.scored,
    figures: workedOut(run),
    warnings: list && { name: run.name, list, latency: knownLatency(run) },
  };
  const kept = await writeKept(head, await packRows(run));
  if (kept.size > MOST_BYTES) throw new Error('too many rows');
  await checkRoom(kept.size + (lines?.size ?? 0));
  if (!isSame()) return;
  await writeBoth(at.place, lines, kept);
  const print = await printFrom(key);
  saved.set(run, { verdicts, warnings: list !== null, files, print });
  onDisk.set(onDisk.value + 1);
  if (list) unwarned.delete(run);
  else unwarned.set(run, name);
}

async function placeOf(name: string): Promise<KeptPlace> {
  const place = await (await folder()).getDirectoryHandle(name);
  const read = async (file: string) => (await place.getFileHandle(file)).getFile();
  return { place, card: await (await read('run.json')).text(), data: await read('data') };
}

/** What was found in each file, and the lines of its verdicts in the order of its entries. */
async function filesOf(run: Run): Promise<{ blobs: Blob[]; files: KeptFile[] }> {
  const blobs: Blob[] = [];
  const files: KeptFile[] = [];
  for (const { key, category, categories, entries, problems, notes, unused } of run.files) {
    const lines: KeptLines[] = [];
    const parts = [...(run.lines.get(key) ?? [])].sort((a, b) => a.from - b.from);
    for (const { from, count, read } of parts) {
      const blob = await read();
      const sum = (await sumOf(new Uint8Array(await blob.arrayBuffer()))).slice(0, SHORT);
      blobs.push(blob);
      lines.push({ from, count, bytes: blob.size, sum });
    }
    files.push({
      category: category ?? null,
      categories: categories ?? [],
      entries: entries ?? 0,
      problems: problems ?? [],
      ...(notes && { notes }),
      ...(unused && { unused }),
      lines,
    });
  }
  return { blobs, files };
}

async function checkRoom(bytes: number): Promise<void> {
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  if (usage + bytes < quota * MOST_OF_QUOTA) return;
  full = true;
  throw new Error('no room');
}

/** Each appears as a whole, and the second tells whether the first is of it. */
async function writeBoth(
  place: FileSystemDirectoryHandle,
  lines: Blob | null,
  kept: Blob,
): Promise<void> {
  try {
    if (lines) await write(place, LINES, lines);
    await write(place, VERDICTS, kept);
  } catch (error) {
    full ||= isFull(error);
    for (const name of [VERDICTS, LINES]) await place.removeEntry(name).catch(() => undefined);
    throw error;
  }
}

/** Makes room for results: all kept verdicts go, and no more are written. */
export async function dropVerdicts(): Promise<void> {
  full = true;
  for await (const handle of (await folder()).values()) {
    if (handle.kind === 'file') continue;
    const place = handle as FileSystemDirectoryHandle;
    for (const name of [VERDICTS, LINES]) await place.removeEntry(name).catch(() => undefined);
  }
}

// A view has asked for what was not known when they were written.
looked.subscribe(() => {
  for (const run of runs.value) {
    const place = unwarned.get(run);
    if (place !== undefined && knownWarnings(run)) keepVerdicts(run, place);
  }
});

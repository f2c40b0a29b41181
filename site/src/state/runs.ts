// The loaded runs: added, scored, scored again, removed.
import { Atom } from '../lib/atom.ts';
import type { TableRow } from '../lib/rows.ts';
import { isoDay } from '../lib/format.ts';
import { freeName } from '../lib/group.ts';
import type { Made } from '../lib/run-date.ts';
import { sameText } from '../lib/same-text.ts';
import { Semaphore } from '../lib/semaphore.ts';
import { addRows, emptyCounts, setMalformed } from '../lib/summary.ts';
import type { Explanation, Settings, SettingsRequest } from '../lib/scorer-types.ts';
import type { ManifestFacts } from '../lib/run-facts.ts';
import type { Scope } from '../worker/pool.ts';
import {
  WorkerError,
  type Chunk,
  type FileProblem,
  type FileRef,
  type OpenedFile,
} from '../worker/protocol.ts';
import { dataset, exampleId, offeredDataset, startDataset } from './dataset.ts';
import { missingRows } from './missing.ts';
import { openFiles } from './open-files.ts';
import { describe, isDeferred, pool } from './pool.ts';
import type { Row, Run, RunSource } from './run.ts';
import { scoreInChunks } from './scoring.ts';
import { helpOf, withoutResponses } from './unusable.ts';

export type { Row, Run, RunSource } from './run.ts';

export const runs = new Atom<Run[]>([]);

/** More runs are announced every so many milliseconds. */
const MANY = 10;
const EVERY = 400;

let announced = false;
/** Announces at most once a frame that something inside a run changed. */
export function changed(run: Run, what: 'verdicts' | 'rest' = 'rest'): void {
  run.version += 1;
  if (what === 'verdicts') run.verdicts += 1;
  if (announced) return;
  announced = true;
  const tell = (): void => {
    announced = false;
    runs.notify();
  };
  // Of many runs something changes in every frame; nobody reads that fast.
  if (runs.value.length > MANY) setTimeout(tell, EVERY);
  else requestAnimationFrame(tell);
}

let nextKey = 1;

export interface NewRun {
  name: string;
  files: { path: string; blob: Blob; category?: string }[];
  source: RunSource;
  path?: string;
  model?: string;
  madeFor?: string;
  made?: Made | undefined;
  manifest?: ManifestFacts | null | undefined;
  /** Where it was loaded before. */
  loaded?: Date;
  request?: SettingsRequest;
  problems?: FileProblem[];
  /** Runs that this one may take the name and the place of. */
  over?: readonly Run[];
  /** It was here before: what the reader brings now is scored first. */
  later?: true;
  /** Gives it the verdicts that were kept of it, and says whether there are some, in place of scoring. */
  kept?: (run: Run) => Promise<boolean>;
}

function newRun(made: NewRun): Run {
  const others = runs.value.filter((run) => !made.over?.includes(run));
  const loaded = made.loaded ?? new Date();
  return {
    name: freeName(
      (made.later ? made.name : made.name.replace(/\s+(?!\(\d+\)$)/g, '_')) || 'run',
      new Set(others.map(({ name }) => name)),
      made.path,
    ),
    path: made.path ?? '',
    model: made.model ?? made.name,
    madeFor: made.madeFor ?? '',
    source: made.source,
    date: made.made ? new Date(made.made.at) : loaded,
    dated: made.made?.by ?? 'loading',
    loaded,
    manifest: made.manifest ?? null,
    phase: 'opening',
    error: '',
    help: null,
    files: made.files.map((file) => ({ ...file, key: `file-${nextKey++}` })),
    dataset: null,
    request: made.request ?? {},
    settings: null,
    rows: [],
    scored: 0,
    missing: [],
    lines: new Map(),
    categories: new Map(),
    expected: new Map(),
    problems: made.problems ?? [],
    whole: false,
    version: 0,
    verdicts: 0,
    stop: new AbortController(),
  };
}

/** Adds a run and starts to score it; resolves when that is done, cancelled or failed. */
export function addRun(made: NewRun): { run: Run; done: Promise<void> } {
  const run = newRun(made);
  const before = made.over?.find(({ name }) => name === run.name);
  if (before) replaced.set(run, before);
  runs.set(before ? runs.value.map((one) => (one === before ? run : one)) : [...runs.value, run]);
  return { run, done: made.kept ? revive(run, made.kept) : work(run, made.later) };
}

/** What a run took the place of, until it is known to be worth that. */
const replaced = new WeakMap<Run, Run>();

/** The run stays: what it replaced goes. */
export function keepInstead(run: Run): void {
  const before = replaced.get(run);
  replaced.delete(run);
  if (!before) return;
  before.stop.abort();
  void pool.closeResults(before.files.map(({ key }) => key));
}

/** Nothing came of the run: what it replaced is there again. */
export function takeBack(run: Run): void {
  const before = replaced.get(run);
  replaced.delete(run);
  if (before) runs.set(runs.value.map((one) => (one === run ? before : one)));
  removeRun(run);
}

/** Adds a run that nothing is in yet: results come by `growRun`, and `settleRun` puts them in order. */
export function addEmptyRun(made: Omit<NewRun, 'files'>): Run {
  const run = newRun({ ...made, files: [] });
  run.dataset = dataset.value;
  run.phase = 'done';
  runs.set([...runs.value, run]);
  return run;
}

/** From here on results come; `expected` are the entries by category. */
export function startGrowing(
  run: Run,
  settings: Settings,
  expected: Iterable<readonly [string, number]>,
): void {
  run.stop = new AbortController();
  run.phase = 'scoring';
  run.missing = [];
  run.settings = { ...settings, model_name: run.model, today: isoDay(run.loaded) };
  run.expected = new Map(expected);
  for (const name of run.expected.keys()) {
    if (!run.categories.has(name))
      run.categories.set(name, emptyCounts(name, run.dataset?.entries[name] ?? null));
    if (isDeferred(name)) void pool.fetchDeferred();
  }
  changed(run, 'verdicts');
}

/** Scores further results of a growing run. */
export async function growRun(run: Run, made: NewRun['files'][number]): Promise<void> {
  const { settings } = run;
  if (!settings || run.phase !== 'scoring') return;
  const file: FileRef & Partial<OpenedFile> = { ...made, key: `file-${nextKey++}` };
  const info = await scopeOf(run).callOn(0, 'openResults', file);
  const chunk = await scopeOf(run).callOn(0, 'score', file, settings, 0, info.entries);
  if (run.phase !== 'scoring' || run.settings !== settings) return;
  run.files.push(Object.assign(file, info) as FileRef & OpenedFile);
  take(run, file, chunk, 0);
}

/** All results that a growing run has so far, in a file each: scored as any other run. */
export async function settleRun(run: Run, files: NewRun['files']): Promise<void> {
  const before = run.files.map(({ key }) => key);
  run.stop = new AbortController();
  run.files = files.map((file) => ({ ...file, key: `file-${nextKey++}` }));
  void pool.closeResults(before);
  if (files.length > 0) return work(run);
  Object.assign(run, { phase: 'done', ...noVerdicts() });
  changed(run, 'verdicts');
}

export function removeRun(run: Run): void {
  run.stop.abort();
  runs.set(runs.value.filter((other) => other !== run));
  void pool.closeResults(run.files.map(({ key }) => key));
}

export function cancelRun(run: Run): void {
  run.stop.abort();
}

/** Scores again, with other settings. */
export async function rescore(run: Run, request: SettingsRequest): Promise<void> {
  run.stop.abort();
  run.stop = new AbortController();
  run.request = { ...run.request, ...request };
  await work(run);
}

/** Scores every run again: the dataset is another one. */
export function rescoreAll(): void {
  for (const run of runs.value) void rescore(run, {});
}

const noVerdicts = () => ({ rows: [], scored: 0, missing: [], lines: new Map(), whole: false });

/** What everything else needs: the dataset of the run, and the module's lists. */
async function prepare(run: Run): Promise<void> {
  await Promise.all([startDataset(), describe()]);
  run.dataset =
    run.source.kind === 'sample' || run.source.sample
      ? await offeredDataset('sample')
      : dataset.value;
}

/** Settled when it is known of all runs so far whether kept verdicts hold. */
let revived: Promise<unknown> = Promise.resolve();

/** Takes the verdicts that were kept; scores it where there are none that hold, behind the runs that were added before. */
async function revive(run: Run, kept: NonNullable<NewRun['kept']>): Promise<void> {
  const { stop } = run;
  const before = revived;
  const found = prepare(run)
    .then(() => kept(run))
    .catch(() => false);
  revived = found.then(() => before);
  const holds = await found;
  await before;
  // Somebody had it scored meanwhile.
  if (run.stop !== stop) return;
  if (!holds) await work(run, true);
}

/** More at a time would only hold each other up. */
const semaphore = new Semaphore(3);

async function work(run: Run, later = false): Promise<void> {
  const stop = run.stop.signal;
  let whole = true;
  /** The module could not be had as a whole. */
  let lost: WorkerError | null = null;
  Object.assign(run, {
    phase: 'opening',
    error: '',
    help: null,
    settings: null,
    ...noVerdicts(),
  });
  run.categories.clear();
  run.expected.clear();
  changed(run, 'verdicts');
  const end = await semaphore.take(stop, later);
  try {
    await prepare(run);
    if (stop.aborted) return finish(run, stop);
    await open(run);
    if (stop.aborted) return finish(run, stop);
    const files = run.files.filter(({ entries }) => entries);
    const made = run.request.model ? null : (run.manifest?.decoder ?? null);
    const wanted = { model: run.model, made_with: made, ...run.request };
    const settings = await scopeOf(run).callOn(0, 'proposeSettings', files, wanted);
    if (stop.aborted) return finish(run, stop);
    run.settings = { ...settings, model_name: run.model, today: isoDay(run.loaded) };
    run.phase = 'scoring';
    changed(run);
    await scoreInChunks(
      scopeOf(run),
      files as OpenedRef[],
      run.settings,
      stop,
      (file, chunk, from) => {
        // It is scored anew by now.
        if (run.stop.signal === stop) take(run, file, chunk, from);
      },
      (file, error) => {
        whole = false;
        if (error instanceof WorkerError && error.kind === 'deferred') lost = error;
        run.problems.push({
          file: file.path,
          line: 0,
          id: '',
          message: messageOf(error),
          fatal: true,
        });
      },
    );
    // Rows of a part of the run would say something else.
    if (lost && !stop.aborted) throw lost as WorkerError;
    const broken = run.problems.find(({ line, fatal }) => fatal && line === 0);
    if (run.rows.length === 0 && broken && !stop.aborted) throw new Error(broken.message);
    // What a sample lacks is a part of its score.
    const sampled = Boolean(run.manifest?.sample);
    if (sampled && !stop.aborted) await findMissing(run, stop, 'verdicts');
    finish(run, stop);
    if (!sampled && !stop.aborted) await findMissing(run, stop, 'rest');
    if (run.stop.signal !== stop || stop.aborted) return;
    run.whole = whole && !run.settings.out_of_memory;
    changed(run);
  } catch (error) {
    if (run.stop.signal !== stop) return;
    run.phase = stop.aborted ? 'cancelled' : 'failed';
    run.error = messageOf(error);
    run.help = helpOf(error);
    changed(run);
  } finally {
    end();
  }
}

/** The workers, on the dataset of the run. */
export function scopeOf(run: Run): Scope {
  const ref = run.dataset?.ref;
  return ref ? pool.scope(ref) : pool;
}

/** Why an entry of a run got its verdict. */
export function explainRow(run: Run, row: Row): Promise<Explanation> {
  const file = run.files.find(({ key }) => key === row.file);
  if (!file || !run.settings) return Promise.reject(new Error('this run is not loaded any more'));
  return scopeOf(run).call('explain', file, row.category, row.id, run.settings);
}

export type OpenedRef = FileRef & OpenedFile;

/** A sentence for people: what happened, where, what to do. */
export function messageOf(error: unknown): string {
  if (!(error instanceof WorkerError))
    return error instanceof Error ? error.message : String(error);
  const place = [error.file, error.line ? `line ${error.line}` : '', error.entry]
    .filter(Boolean)
    .join(', ');
  return place && !error.message.includes(place) ? `${place}: ${error.message}` : error.message;
}

function finish(run: Run, stop: AbortSignal): void {
  if (run.stop.signal !== stop) return;
  run.phase = stop.aborted ? 'cancelled' : 'done';
  changed(run);
}

async function open(run: Run): Promise<void> {
  const kept = run.problems.filter(({ file }) => !run.files.some(({ path }) => path === file));
  const opened = await openFiles(run.files, scopeOf(run), (files) =>
    pool.apart(null, run.stop.signal, 'secondResponses', files),
  );
  // Once for all workers.
  if (opened.some(({ categories }) => categories.some(({ name }) => isDeferred(name))))
    await pool.fetchDeferred();
  run.problems = kept;
  opened.forEach((info, i) => {
    Object.assign(run.files[i] as object, info);
    run.problems.push(...(run.files[i]?.notes ?? []), ...info.problems);
    for (const { name, entries } of info.categories) {
      run.expected.set(name, (run.expected.get(name) ?? 0) + entries);
      if (!run.categories.has(name))
        run.categories.set(name, emptyCounts(name, run.dataset?.entries[name] ?? null));
    }
  });
  if (run.expected.size === 0) {
    const [first] = run.files;
    const start = (await first?.blob.slice(0, 100_000).text()) ?? '';
    // What is wrong with each line, and what would be taken, stands among the problems.
    const whose = dataset.value.own ? 'your benchmark' : `the ${dataset.value.kind} dataset`;
    const advice = `Each line must be an object like {"id": "${exampleId()}", "result": ...}, with ids of ${whose}.`;
    const explained = run.problems.some(({ fatal }) => fatal);
    throw withoutResponses(first?.path ?? '', start, explained ? '' : advice);
  }
}

/** Entries that the dataset has and the run lacks, for the table. */
async function findMissing(run: Run, stop: AbortSignal, what: 'verdicts' | 'rest'): Promise<void> {
  const missing = await missingRows(run, scopeOf(run));
  if (run.stop.signal !== stop) return;
  run.missing = missing;
  changed(run, what);
}

function take(run: Run, file: FileRef, { rows, lines, malformed }: Chunk, from: number): void {
  const part = { from, count: rows.length, read: () => Promise.resolve(lines) };
  const parts = run.lines.get(file.key);
  if (parts) parts.push(part);
  else run.lines.set(file.key, [part]);
  run.scored += rows.length;
  const byCategory = new Map<string, TableRow[]>();
  for (const row of rows) {
    run.rows.push({
      ...row,
      id: sameText(row.id),
      category: sameText(row.category),
      error_type: sameText(row.error_type),
      reason: sameText(row.reason),
      file: file.key,
    });
    const some = byCategory.get(row.category);
    if (some) some.push(row);
    else byCategory.set(row.category, [row]);
  }
  for (const [name, some] of byCategory) {
    let counts = run.categories.get(name);
    if (!counts)
      run.categories.set(name, (counts = emptyCounts(name, run.dataset?.entries[name] ?? null)));
    addRows(counts, some);
  }
  setMalformed(run.categories, malformed);
  changed(run, 'verdicts');
}

// How results come in: dropped, chosen, pasted, or fetched from an address. Everything ends as files, which
// are unpacked in a worker, told apart (results of one or more models, or a dataset) and added as runs.
import { Atom } from '../lib/atom.ts';
import { shortHash } from '../lib/format.ts';
import { sentence } from '../lib/forms.ts';
import { firstByName, isScoreFile } from '../lib/group.ts';
import type { Route } from '../lib/route.ts';
import { CARRIED } from '../lib/carried.ts';
import type { Skipped } from '../lib/unpack.ts';
import { LatestRequest } from '../lib/latest-request.ts';
import { readingFiles, type ProgressLine } from '../lib/progress.ts';
import { datasetPath } from '../lib/dataset-path.ts';
import { fetchAhead, offeredDataset, readOwn, sampleFiles, useOwn } from './dataset.ts';
import { errata, looksLikeErrata } from './errata.ts';
import { inHand, sortForms } from './forms.ts';
import { looksLikeNotes, mayNote, takeNotes } from './notes.ts';
import { pool } from './pool.ts';
import { navigate, route, setParams } from './router.ts';
import { isGenerationFile, leftOut, runsOf, type RunFile } from './run-files.ts';
import { withoutSame } from './same-run.ts';
import {
  addRun,
  changed,
  keepInstead,
  messageOf,
  rescoreAll,
  runs,
  takeBack,
  type NewRun,
  type Run,
  type RunSource,
} from './runs.ts';
import { UnusableInput, helpOf, withoutResults, type Help } from './unusable.ts';

/** What is going on with the latest input: nothing, a sentence of progress, or what went wrong. */
export interface Intake {
  busy: string;
  /** How many of its files are read, where they are many. */
  read: ProgressLine | null;
  error: string;
  /** What helps against the error. */
  help: Help | null;
  /** What was left out of the latest input. */
  skipped: Skipped[];
}

const IDLE: Intake = { busy: '', read: null, error: '', help: null, skipped: [] };
export const intake = new Atom<Intake>(IDLE);

/** What went wrong was read, or its text is another one by now. */
export function forgetError(): void {
  if (intake.value.error) intake.set({ ...intake.value, error: '', help: null });
}

/** Files that are looked at for responses without an id; more are a folder of results. */
const FEW = 20;

/** Files that are unpacked in one call. */
const AT_ONCE = 25;

export type More = Pick<NewRun, 'over' | 'request'>; // see NewRun

const requests = new LatestRequest();
/** What went wrong with earlier requests while a later one was in flight. */
let behind: Pick<Intake, 'error' | 'help'>[] = [];

/** What went wrong, each once. The first says what helps. */
function together(all: readonly Pick<Intake, 'error' | 'help'>[]): Pick<Intake, 'error' | 'help'> {
  const errors = all.filter(({ error }) => error);
  const texts = new Set(errors.map(({ error }) => error));
  return { error: [...texts].join('\n'), help: errors[0]?.help ?? null };
}

/** What is going on with a request; while a later one is in flight only what went wrong, behind what is said of that. 0: none, which hides no error. */
function say(request: number, next: Intake): void {
  if (request === 0) return intake.set({ ...next, ...together([next, intake.value]) });
  if (requests.isLatest(request))
    return intake.set(next.busy ? next : { ...next, ...together([next, ...behind]) });
  if (!next.error) return;
  behind.push(next);
  if (!intake.value.busy) intake.set({ ...intake.value, ...together(behind) });
}

/** Something that the reader asked for, from now until it is done: see LatestRequest. `show`: it is to be shown. */
async function requested(show: boolean, work: (request: number) => Promise<Run[]>): Promise<Run[]> {
  if (requests.idle) behind = [];
  const request = show ? requests.begin() : 0;
  try {
    return await work(request);
  } catch (error) {
    say(request, { ...IDLE, error: messageOf(error), help: helpOf(error) });
    return [];
  } finally {
    requests.end(request);
  }
}

/** Adds the files as runs, and shows them unless `show` is false. Says in `intake` what went wrong. */
export function takeFiles(
  files: RunFile[],
  source: RunSource,
  name = 'run',
  show = true,
  more: More = {},
): Promise<Run[]> {
  return requested(show, (request) => take(request, files, source, name, more));
}

async function take(
  request: number,
  files: RunFile[],
  source: RunSource,
  name: string,
  more: More = {},
): Promise<Run[]> {
  say(request, { ...IDLE, busy: 'Reading' });
  inHand.set(null);
  const plain: RunFile[] = [];
  const skipped: Intake['skipped'] = [];
  for (let i = 0; i < files.length; i += AT_ONCE) {
    if (files.length > AT_ONCE) say(request, { ...IDLE, ...readingFiles(i, files.length) });
    const some = await pool.call('unpack', files.slice(i, i + AT_ONCE));
    plain.push(...some.files);
    skipped.push(...some.skipped);
  }
  const added = await sortOut(request, plain, skipped, source, name, more);
  say(request, { ...IDLE, skipped });
  return added;
}

/** As the official generation names results. */
const RESULT_NAME = /_result\.jsonl?(?:\.gz)?$/;
const DATASET_BY_HAND =
  'a dataset file; a dataset is loaded only when you drop or choose it yourself, without results';

const NOTES_BY_HAND =
  'an annotation file; annotations are imported only when you drop, choose or paste the file yourself';
const ERRATA_BY_HAND =
  'an errata file; corrections are loaded only when you drop, choose or paste the file yourself';

/** Another dataset changes every figure: the user is asked first. */
async function takeDataset(request: number, data: ReadonlyMap<string, Blob>): Promise<void> {
  say(request, { ...IDLE, busy: 'Reading the dataset' });
  const own = await readOwn([...data].map(([path, blob]) => ({ path, blob })));
  say(request, IDLE);
  const { askDataset } = await import('../app/ask-dataset.ts');
  if (!(await askDataset(own))) return;
  await useOwn(own);
  rescoreAll();
}

async function sortOut(
  request: number,
  plain: RunFile[],
  skipped: Intake['skipped'],
  source: RunSource,
  name: string,
  more: More,
): Promise<Run[]> {
  const data = new Map<string, Blob>();
  const results: RunFile[] = [];
  const beside: RunFile[] = [];
  const byHand = source.kind === 'files' || source.kind === 'paste';
  let corrected = false;
  for (const file of plain) {
    if (isGenerationFile(file.path)) {
      beside.push(file);
      continue;
    }
    const path = datasetPath(file.path);
    if (!path && !RESULT_NAME.test(file.path) && (await looksLikeErrata(file.blob))) {
      // As a dataset: another score is shown only by the reader's own hand.
      if (!byHand) skipped.push({ path: file.path, reason: ERRATA_BY_HAND });
      else errata.set({ path: file.path, blob: file.blob });
      corrected = true;
      continue;
    }
    if (!path && !RESULT_NAME.test(file.path) && (await looksLikeNotes(file.blob))) {
      if (!byHand || !mayNote()) skipped.push({ path: file.path, reason: NOTES_BY_HAND });
      else {
        const { sayTaken } = await import('../app/notes-taken.ts');
        sayTaken(file.path, await takeNotes(file.blob));
      }
      corrected = true;
      continue;
    }
    if (path) data.set(path, file.blob);
    else if (isScoreFile(file.path))
      skipped.push({ path: file.path, reason: 'a score file, not results' });
    else results.push(file);
  }
  const isDataset = [...data.keys()].some((path) => path.startsWith('data/'));
  if (isDataset && source.kind === 'files' && !results.some(({ path }) => RESULT_NAME.test(path))) {
    await takeDataset(request, data);
    for (const { path } of results) skipped.push({ path, reason: 'not part of a dataset' });
    return [];
  }
  for (const path of data.keys()) skipped.push({ path, reason: DATASET_BY_HAND });
  if (results.length === 0 && corrected && skipped.length === 0) return [];
  if (results.length === 0) throw withoutResults(skipped);
  const response = await readForms(results, source.kind === 'paste');
  if (response) {
    if (request > 0) requests.offer(request, response.show);
    return [];
  }
  const loaded = runs.value.filter((run) => !more.over?.includes(run));
  const found = await runsOf(results, beside, name, source.kind === 'embed', loaded);
  const groups = source.kind === 'files' ? await withoutSame(found, loaded) : found;
  if (groups.length === 0) return [];
  const left = leftOut(skipped, groups);
  const added = groups.map((group, i) =>
    addRun({ ...more, ...group, source, problems: [...(left[i] ?? []), ...group.problems] }),
  );
  // Runs fill while they are scored, in their view; Score has its own progress for a single one.
  const first = firstByName(added.map(({ run }) => run));
  const stay = route.value.view === 'score' && added.length === 1;
  const loadedRuns = () => added.map(({ run }) => run).filter((run) => runs.value.includes(run));
  const show = (): void => {
    const several = source.kind !== 'embed' && loadedRuns().length > 1;
    if (first && (!stay || route.value.view === 'score'))
      navigate(several ? 'runs' : 'results', { run: first.name, url: source.url });
  };
  if (request > 0 && !stay) requests.offer(request, show);
  say(request, { ...IDLE, skipped });
  await Promise.all(added.map(({ done }) => done));
  const failed = ({ run }: { run: Run }) => run.phase === 'failed' && run.scored === 0;
  const useless = added.find(failed)?.run;
  for (const one of added) (failed(one) ? takeBack : keepInstead)(one.run);
  // It was shown before anything was known of it.
  if (first && !runs.value.includes(first) && route.value.params.run === first.name)
    setParams({ run: firstByName(loadedRuns())?.name });
  if (useless) {
    const message = [useless.error, ...useless.problems.slice(0, 3).map(sentence)].join('\n');
    throw useless.help ? new UnusableInput(message, useless.help) : new Error(message);
  }
  if (request > 0 && stay) requests.offer(request, show);
  return added.map(({ run }) => run);
}

/** Brings what is no result lines into their form. Of a single response, which is shown by itself, how. */
async function readForms(
  results: RunFile[],
  pasted: boolean,
): Promise<{ show: () => void } | null> {
  if (results.length > FEW) return null;
  for (const file of results) {
    if (RESULT_NAME.test(file.path)) continue;
    const sorted = await sortForms(file.path, file.blob, pasted);
    if ('show' in sorted) return sorted;
    file.blob = sorted.blob;
    file.notes = sorted.problems;
  }
  return null;
}

const ADDRESS = /^\s*(?:https?|hf):\/\/[^\s"'{}<>]{4,2000}\s*$/i;

/** Pasted text: lines of results, whatever else a response lies in, or the address of results. */
export function takeText(text: string, name = 'pasted'): Promise<Run[]> {
  if (text.length < 3000 && ADDRESS.test(text)) return takeUrl(text.trim());
  void fetchAhead(text);
  return takeFiles([{ path: 'pasted.json', blob: new Blob([text]) }], { kind: 'paste' }, name);
}

// ---- drop ----

export function takeDrop(transfer: DataTransfer): Promise<Run[]> {
  // Entries must be taken before the first await: the browser empties the transfer after the event.
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  const text = transfer.getData('text/plain');
  if (entries.length === 0) return text ? takeText(text) : Promise.resolve([]);
  return requested(true, async (request) => {
    say(request, { ...IDLE, busy: 'Reading the folder' });
    const files: RunFile[] = [];
    for (const entry of entries) await collect(entry, files);
    return take(request, files, { kind: 'files' }, nameOf(files));
  });
}

async function collect(entry: FileSystemEntry, files: RunFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    files.push({ path, blob: file, date: file.lastModified });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives at most a hundred entries at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const inner of some) await collect(inner, files);
  }
}

/** From a file input; a folder's files carry their path. */
export function takeChosen(list: FileList): Promise<Run[]> {
  const files = [...list].map((file) => ({
    path: file.webkitRelativePath || file.name,
    blob: file,
    date: file.lastModified,
  }));
  return takeFiles(files, { kind: 'files' }, nameOf(files));
}

/** A name for files without a folder: that of a single file, without its endings. */
function nameOf(files: RunFile[]): string {
  const only = files.length === 1 ? files[0]?.path.split('/').pop() : undefined;
  return (
    only?.replace(/(?:_result)?\.(?:json|jsonl|ndjson|txt|gz|tgz|tar|zip)+.*$/i, '') || 'dropped'
  );
}

// ---- addresses ----

/** The sample's runs that links name `sample:<model>`; one that is loaded is shown again. */
export function takeSample(model: string, show = true, more: More = {}): Promise<Run[]> {
  const loaded = runs.value.find(({ source }) => source.url === `sample:${model}`);
  if (loaded && show && !more.over) {
    navigate('results', { run: loaded.name, url: loaded.source.url });
    return Promise.resolve([loaded]);
  }
  return requested(show, async (request) => {
    const files = await sampleFiles(model);
    return take(request, files, { kind: 'sample', url: `sample:${model}` }, model, more);
  });
}

/** Fetches results by address: a file, or a folder of GitHub or Hugging Face. Says in `intake` what went wrong. */
export function takeUrl(address: string, show = true, more: More = {}): Promise<Run[]> {
  if (address.startsWith('sample:')) return takeSample(address.slice('sample:'.length), show, more);
  if (address.startsWith(CARRIED))
    return requested(show, (request) => takeCarried(request, address));
  return requested(show, async (request) => {
    say(request, { ...IDLE, busy: 'Fetching' });
    const { fetchAddress } = await import('./fetching.ts');
    const { files, host } = await fetchAddress(address, (busy) => say(request, { ...IDLE, busy }));
    allowFetch(address);
    return take(request, files, { kind: 'url', url: address, host }, nameOf(files), more);
  });
}

/** A run that lies in the address itself. */
async function takeCarried(request: number, address: string): Promise<Run[]> {
  const { unpackCarried } = await import('../lib/share-link.ts');
  const {
    name,
    decoder,
    underscore_to_dot,
    dataset: made,
    errata: corrections,
    lines,
  } = await unpackCarried(address);
  const ours = await offeredDataset('sample');
  const sample = ours !== null && ours.hash === made.hash;
  const added = await take(
    request,
    [{ path: 'link.json', blob: new Blob([lines]) }],
    { kind: 'url', url: address, ...(sample && { sample }) },
    name,
    { request: { ...(decoder && { decoder }), underscore_to_dot } },
  );
  for (const run of added) {
    const notes = [
      ...(run.dataset && run.dataset.hash !== made.hash
        ? [
            `the link was made with the dataset ${made.version || 'unknown'} (${shortHash(made.hash)}); this page uses ${run.dataset.version} (${shortHash(run.dataset.hash)})`,
          ]
        : []),
      ...(corrections
        ? [
            `the link was made with the errata “${corrections}”, which are not loaded in this browser`,
          ]
        : []),
    ];
    run.problems.push(
      ...notes.map((message) => ({ file: 'link', line: 0, id: '', message, fatal: false })),
    );
    changed(run);
  }
  return added;
}

/** Addresses that were asked for already, so that moving between views fetches nothing again. */
const asked = new Set<string>();

/** May an address of a link be fetched? This site's own and the sample; others after a question, whose yes the tab keeps. */
export async function mayFetch(address: string): Promise<boolean> {
  if (address.startsWith('sample:') || address.startsWith(CARRIED)) return true;
  const { readAddress } = await import('../lib/addresses.ts');
  const source = readAddress(address, document.baseURI);
  // What is no address ends in a sentence.
  if (typeof source === 'string') return true;
  if (
    source.hosts.every((host) => host === location.host) ||
    fetchedBefore().includes(keyOf(address))
  )
    return true;
  const { askFetch } = await import('../app/ask-fetch.ts');
  if (!(await askFetch(address, source.hosts))) return false;
  allowFetch(address);
  return true;
}

const keyOf = (address: string): string =>
  URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : address;

const FETCHED = 'bfclx-fetched';

function fetchedBefore(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(FETCHED) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Of an address that the user typed, or allowed: a reload does not ask again. */
export function allowFetch(address: string): void {
  try {
    sessionStorage.setItem(
      FETCHED,
      JSON.stringify([...fetchedBefore(), keyOf(address)].slice(-100)),
    );
  } catch {
    // Asked again after a reload.
  }
}

/** Loads what the address bar names and is not loaded yet. */
export async function loadFromRoute({ view, params }: Route): Promise<void> {
  const addresses = (params.url ?? '').split(' ').filter(Boolean);
  for (const address of addresses) {
    if (asked.has(address) || runs.value.some(({ source }) => source.url === address)) continue;
    asked.add(address);
    if (!(await mayFetch(address))) continue;
    // The link says itself what is shown; Score alone turns into Results.
    await takeUrl(address, view === 'score');
  }
}

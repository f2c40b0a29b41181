// The dataset that everything is scored against: the official one when the build has it, else the small
// sample; or the user's own copy, which stays in this browser. Files are loaded by category in the workers.
import { hashOfFiles } from '../lib/dataset-hash.ts';
import { Atom } from '../lib/atom.ts';
import type { Problem, TagGroups } from '../lib/scorer-types.ts';
import { readDatasetFiles } from '../worker/dataset-files.ts';
import type { DatasetRef } from '../worker/protocol.ts';
import { keepOwn, ownKept, forgetOwn, type OwnDataset } from './own-dataset.ts';
import { pool } from './pool.ts';

export type DatasetKind = 'official' | 'sample' | 'own';

export interface DatasetState {
  phase: 'loading' | 'ready' | 'failed';
  kind: DatasetKind;
  version: string;
  hash: string;
  /** Number of entries by category; null: not counted yet. In the official order. */
  entries: Record<string, number | null>;
  /** Of an own benchmark the number of entries by category; null: it is none. */
  own?: Record<string, number> | null;
  /** Its tags with weights; null: it has none. */
  ownTags?: TagGroups | null;
  bytes: number;
  files: number;
  problems: Problem[];
  /** Why it could not be loaded. */
  error: string;
  ref: DatasetRef | null;
}

/** `index.json` beside a dataset of the site; written by build-tools/data.ts. */
interface SiteIndex {
  name: string;
  version: string;
  hash: string;
  files: Record<string, number>;
  entries: Record<string, number>;
  /** Of the sample: files of results by model. */
  runs?: Record<string, string[]>;
}

const LOADING: DatasetState = {
  phase: 'loading',
  kind: 'official',
  version: '',
  hash: '',
  entries: {},
  bytes: 0,
  files: 0,
  problems: [],
  error: '',
  ref: null,
};

/** Entries of the sample have numbers of their own, so that they are never taken for official ones. */
export const firstNumber = (): number => (dataset.value.kind === 'sample' ? 90_000 : 0);

export const dataset = new Atom<DatasetState>(LOADING);

/** An id as the dataset has them. */
export function exampleId(): string {
  const { own } = dataset.value;
  return own ? 'id of an entry' : `simple_python_${firstNumber()}`;
}

/** Kinds that the site can offer besides the user's own. */
export const offered = new Atom<DatasetKind[]>([]);

const total = (sizes: Record<string, number>) =>
  Object.values(sizes).reduce((sum, size) => sum + size, 0);

async function siteIndex(folder: string): Promise<SiteIndex | null> {
  const response = await fetch(new URL(`${folder}/index.json`, document.baseURI)).catch(() => null);
  if (!response?.ok || !response.headers.get('Content-Type')?.includes('json')) return null;
  return (await response.json()) as SiteIndex | null;
}

const indexes = new Map<string, Promise<SiteIndex | null>>();
function index(folder: string): Promise<SiteIndex | null> {
  let found = indexes.get(folder);
  if (!found) indexes.set(folder, (found = siteIndex(folder)));
  return found;
}

/** Result files of the sample, by model: paths below `sample/results/`. */
async function sampleRuns(): Promise<Record<string, string[]>> {
  return (await index('sample'))?.runs ?? {};
}

/** Those of a model. */
export async function sampleFiles(model: string): Promise<{ path: string; blob: Blob }[]> {
  const paths = (await sampleRuns())[model];
  if (!paths) throw new Error(`Unknown sample run ${model}.`);
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(new URL(`sample/results/${path}`, document.baseURI));
      return { path, blob: await response.blob() };
    }),
  );
}

function fromSite(kind: DatasetKind, folder: string, found: SiteIndex): DatasetState {
  return {
    ...LOADING,
    phase: 'ready',
    kind,
    version: found.version,
    hash: found.hash,
    entries: found.entries,
    bytes: total(found.files),
    files: Object.keys(found.files).length,
    ref: {
      key: found.hash,
      files: found.files,
      base: new URL(`${folder}/`, document.baseURI).href,
      cache: `bfclx-data-${found.hash.replace(/^\w+:/, '').slice(0, 16)}`,
    },
  };
}

function use(next: DatasetState): void {
  if (next.ref) pool.useDataset(next.ref);
  dataset.set(next);
}

const FOLDERS: Record<Exclude<DatasetKind, 'own'>, string> = {
  official: 'dataset',
  sample: 'sample',
};

/** Uses a dataset that the site offers. */
export async function useOffered(kind: Exclude<DatasetKind, 'own'>): Promise<void> {
  const found = await offeredDataset(kind);
  if (found) use(found);
}

/** A dataset of the site without using it for everything: the sample's runs belong to the sample. */
export async function offeredDataset(
  kind: Exclude<DatasetKind, 'own'>,
): Promise<DatasetState | null> {
  const found = await index(FOLDERS[kind]);
  return found && fromSite(kind, FOLDERS[kind], found);
}

let starting: Promise<void> | null = null;

/** Finds the dataset to begin with: the user's own when one is kept, the official one, the sample. */
export function startDataset(): Promise<void> {
  starting ??= (async () => {
    const [official, sample, own] = await Promise.all([
      index('dataset'),
      index('sample'),
      ownKept(),
    ]);
    offered.set([
      ...(official ? (['official'] as const) : []),
      ...(sample ? (['sample'] as const) : []),
    ]);
    if (own) return use({ ...LOADING, ...(await proven(own)), phase: 'ready', kind: 'own' });
    if (official) return use(fromSite('official', FOLDERS.official, official));
    if (sample) return use(fromSite('sample', FOLDERS.sample, sample));
    use({
      ...LOADING,
      phase: 'failed',
      error:
        'No dataset could be fetched. Check the connection and load the page again, or drop your own copy.',
    });
  })();
  return starting;
}

/** Categories of a text that are looked ahead for. */
const AHEAD = 3;
/** Files that every category needs, and those of one. */
const COMMON = /^(?:manifest|models)\.json$/;
const CALLS = /^data\/(?:possible_answer\/)?BFCL_v\d_(\w+)\.json$/;

/** Fetches what the entries that a text names will need, while the module is still on its way. Never rejects. */
export async function fetchAhead(text: string): Promise<void> {
  await startDataset();
  const { ref } = dataset.value;
  if (!ref?.base) return;
  const ids = text.slice(0, 100_000).matchAll(/"id"\s*:\s*"([a-z_]{3,40}?)_\d/g);
  const names: (string | undefined)[] = [...new Set([...ids].map(([, name]) => name))].slice(
    0,
    AHEAD,
  );
  if (names.length === 0) return;
  const paths = Object.keys(ref.files).filter(
    (path) => COMMON.test(path) || names.includes(CALLS.exec(path)?.[1]),
  );
  // Into the cache, where the worker finds it, or finds it under way.
  await readDatasetFiles(ref, paths).catch(() => undefined);
}

/** Of an own benchmark the core makes the hash, over the files that it reads, as in the terminal. */
const OWN_HASH = /^(fnv1a:[0-9a-f]{16}) \((\d+) files?\)$/;

/** What a manifest claims proves nothing: where the browser cannot hash, it is no hash that is known. */
const provenHash = async (
  files: readonly { path: string; blob: Blob }[],
  claimed: string,
): Promise<string> => (await hashOfFiles(files)) ?? `unverified:${claimed.replace(/^\w+:/, '')}`;

/** A copy that was kept with the hash that its manifest claims is hashed once, and kept with that. */
async function proven(own: OwnDataset): Promise<OwnDataset> {
  if (own.hashed) return own;
  const files = Object.entries(own.ref.blobs ?? {}).map(([path, blob]) => ({ path, blob }));
  const hashed: OwnDataset = { ...own, hash: await provenHash(files, own.hash), hashed: true };
  void keepOwn(hashed);
  return hashed;
}

/** Reads the user's own copy without using it. Throws a WorkerError. */
export async function readOwn(files: { path: string; blob: Blob }[]): Promise<OwnDataset> {
  const blobs = Object.fromEntries(files.map(({ path, blob }) => [path, blob]));
  const sizes = Object.fromEntries(files.map(({ path, blob }) => [path, blob.size]));
  const ref: DatasetRef = { key: `own-${Date.now()}`, files: sizes, blobs };
  const info = await pool.scope(ref).call('inspectDataset');
  if (info.categories.length === 0) {
    throw new Error(
      'No category was found in these files. Drop the folder that holds data/ and possible_answer/.',
    );
  }
  const made = info.own && OWN_HASH.exec(info.hash);
  return {
    version: info.version,
    hash: made?.[1] ?? (await provenHash(files, info.hash)),
    hashed: true,
    entries: Object.fromEntries(info.categories.map(({ name, entries }) => [name, entries])),
    own: info.own?.entries ?? null,
    ownTags: info.own?.tags ?? null,
    bytes: total(sizes),
    files: made ? Number(made[2]) : files.length,
    problems: info.problems,
    ref,
  };
}

/** Uses the user's own copy, and keeps it in this browser. */
export async function useOwn(own: OwnDataset): Promise<void> {
  use({ ...LOADING, ...own, phase: 'ready', kind: 'own' });
  await keepOwn(own);
}

/** Goes back to what the site offers. */
export async function dropOwn(): Promise<void> {
  await forgetOwn();
  await useOffered(offered.value[0] === 'official' ? 'official' : 'sample');
}

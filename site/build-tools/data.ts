// A Vite plugin that brings data into the site: the small sample of tools/sample and the public tables of the
// leaderboard in tools/tables, always, and the official dataset of data/bfcl (see tools/get-dataset;
// BFCLX_DATASET names another folder), when it is there. Served as they are, with an index each:
//
//   sample/index.json      {name, version, hash, files: {path: bytes}, entries: {category: count}, runs}
//   sample/dataset/...     sample/results/<model>/...
//   dataset/index.json     the same without runs, `null` when it is not there; dataset/...
//   leaderboard/index.json [{version, date, file, scored}], the newest version first; leaderboard/<file>; `scored`: tables.ts
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { LeaderboardName } from '../src/lib/scorer-types.ts';
import type { ListedTable } from '../src/lib/table-file.ts';

interface Copied {
  /** Where it is served, relative to the site. */
  url: string;
  read: () => Buffer;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Question files that serve several categories. */
const SHARED: Record<string, string[]> = {
  memory: ['memory_kv', 'memory_vector', 'memory_rec_sum'],
  web_search: ['web_search_base', 'web_search_no_snippet'],
};
/** Each entry that format sensitivity names is asked in so many prompt configurations. */
const CONFIGURATIONS = 26;

/** Entries of a question file: its lines; of format sensitivity the ids that it lists. */
function entriesOf(name: string, text: string): number {
  if (name !== 'format_sensitivity') return text.split('\n').filter(Boolean).length;
  const ids = Object.values(JSON.parse(text) as Record<string, string[]>).flat();
  return ids.length * CONFIGURATIONS;
}

/** Entries by category, told by the question files. */
function countEntries(folder: string, files: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const path of files) {
    const name = /^data\/(?:unused_datasets\/question\/)?BFCL_v[34]_(\w+)\.json$/.exec(path)?.[1];
    if (!name) continue;
    const entries = entriesOf(name, readFileSync(join(folder, path), 'utf8'));
    for (const category of SHARED[name] ?? [name]) counts[category] = entries;
  }
  return counts;
}

/** As tools/get-dataset: over the lines "<sha256>  <path>\n", sorted. */
function hashOf(folder: string, files: string[]): string {
  const sum = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
  return `sha256:${sum(files.map((f) => `${sum(readFileSync(join(folder, f)))}  ${f}\n`).join(''))}`;
}

/** Recorded answers of services: with the dataset, but no part of what its hash says. */
const CASSETTE = 'cassette.jsonl';

/** What the hash is not over; see tools/get-dataset. */
const APART = ['manifest.json', 'prompt_texts.json'];

const isData = (path: string) => path.startsWith('data/') || /^[a-z_]+\.json$/.test(path);

function datasetFiles(folder: string, name: string, prefix: string, extra: object): Copied[] {
  const data = filesBelow(folder).filter(isData);
  const files = existsSync(join(folder, CASSETTE)) ? [...data, CASSETTE] : data;
  const manifestPath = join(folder, 'manifest.json');
  const manifest = existsSync(manifestPath)
    ? (JSON.parse(readFileSync(manifestPath, 'utf8')) as {
        version: string;
        hash: string;
        commit?: string;
      })
    : { version: name, hash: hashOf(folder, data) };
  const made = hashOf(
    folder,
    data.filter((path) => !APART.includes(path)),
  );
  if (existsSync(manifestPath) && manifest.hash !== made) {
    throw new Error(
      `The files of ${folder} are not those that its manifest.json lists: make it again with tools/get-dataset.`,
    );
  }
  const index = {
    name,
    version: manifest.version,
    hash: manifest.hash,
    commit: manifest.commit ?? null,
    files: Object.fromEntries(files.map((path) => [path, statSync(join(folder, path)).size])),
    entries: countEntries(folder, files),
    ...extra,
  };
  return [
    { url: `${prefix}/index.json`, read: () => Buffer.from(JSON.stringify(index)) },
    ...files.map((path) => ({
      url: `${prefix}/${path}`,
      read: () => readFileSync(join(folder, path)),
    })),
  ];
}

/** The folder of the official dataset; null when none is wanted or there. What is there and no dataset fails the build. */
export function officialFolder(root: string): string | null {
  const named = process.env['BFCLX_DATASET'];
  if (named === 'none') return null;
  const folder = named ?? join(root, 'data/bfcl');
  if (!existsSync(folder)) {
    if (named === undefined) return null;
    throw new Error(
      `BFCLX_DATASET names ${folder}, which is not there. Run tools/get-dataset, or set it to "none".`,
    );
  }
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new Error(
      named === undefined
        ? `${folder} has no manifest.json: the site would ship without the dataset. Run tools/get-dataset --force, or build with BFCLX_DATASET=none.`
        : `BFCLX_DATASET names ${folder}, which has no manifest.json: tools/get-dataset did not write it. Make a folder of it by "tools/get-dataset --from ${folder} --to ANOTHER" and name that, or set BFCLX_DATASET to "none".`,
    );
  }
  return folder;
}

/** The public tables, "v4_2026-04-12.csv", the newest version first. */
export const listTables = (folder: string): ListedTable[] =>
  filesBelow(folder)
    .flatMap((file) => {
      const [, version, date] = /^(v\w+)_(\d{4}-\d\d-\d\d)\.csv$/.exec(file) ?? [];
      return version && date
        ? [{ version: version as LeaderboardName, date, file, scored: `${version}_${date}.json` }]
        : [];
    })
    .reverse();

export function tableFiles(folder: string): Copied[] {
  const tables = listTables(folder);
  return [
    { url: 'leaderboard/index.json', read: () => Buffer.from(JSON.stringify(tables)) },
    ...tables.map(({ file }) => ({
      url: `leaderboard/${file}`,
      read: () => readFileSync(join(folder, file)),
    })),
  ];
}

function everything(root: string): Copied[] {
  const sample = join(root, 'tools/sample');
  const results = filesBelow(join(sample, 'results'));
  const runs: Record<string, string[]> = {};
  for (const path of results) (runs[path.split('/')[0] ?? ''] ??= []).push(path);
  const official = officialFolder(root);
  return [
    ...datasetFiles(sample, 'sample', 'sample', { runs }),
    ...results.map((path) => ({
      url: `sample/results/${path}`,
      read: () => readFileSync(join(sample, 'results', path)),
    })),
    ...tableFiles(join(root, 'tools/tables')),
    ...(official !== null
      ? datasetFiles(official, 'official', 'dataset', {})
      : [{ url: 'dataset/index.json', read: () => Buffer.from('null') }]),
  ];
}

/** `root` is the root of the repository. */
export function copyData(root: string): Plugin {
  return {
    name: 'bfclx-data',
    configureServer(server) {
      const served = new Map(everything(root).map((file) => [`/${file.url}`, file]));
      server.middlewares.use((request, response, next) => {
        const file = served.get(decodeURIComponent((request.url ?? '').split('?')[0] ?? ''));
        if (!file) return next();
        response.setHeader(
          'Content-Type',
          file.url.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json',
        );
        response.end(file.read());
      });
    },
    generateBundle() {
      for (const file of everything(root)) {
        this.emitFile({ type: 'asset', fileName: file.url, source: file.read() });
      }
    },
  };
}

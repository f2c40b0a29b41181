// Groups incoming files into runs. The module decides by path which files belong together and how runs are named;
// the date comes from the manifest or the files.
import { madeAt, type Made } from '../lib/run-date.ts';
import type { FileGroup, Problem, RunManifest } from '../lib/scorer-types.ts';
import { inside } from '../lib/archive-path.ts';
import type { Skipped } from '../lib/unpack.ts';
import type { DatedFile, FileProblem } from '../worker/protocol.ts';
import { pool } from './pool.ts';
import type { Run } from './runs.ts';

export interface RunFile extends DatedFile {
  /** See FileRef. */
  notes?: FileProblem[];
}

export interface RunFiles {
  name: string;
  /** Of its folder, or of its file; empty where it came without one. */
  path: string;
  /** The last part of it. */
  model: string;
  /** An older version of the benchmark that the files are named for; else empty. */
  madeFor: string;
  files: RunFile[];
  made: Made | undefined;
  manifest: RunManifest | null;
  /** Files of the run that are left out, with the reason. */
  problems: Problem[];
}

/** What `bfclx generate` leaves beside results: the manifest, and notes that are no results. */
const MANIFEST = /(?:^|\/)bfclx_manifest\.json$/;
/** The module refuses what is larger than 4 MiB: no more is handed to it. */
const MOST_MANIFEST_BYTES = (1 << 22) + 1;
const NOTES = /(?:^|\/)bfclx_\w+\.jsonl?$/;

export const isGenerationFile = (path: string): boolean => NOTES.test(path);

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

async function manifestsOf(files: readonly DatedFile[]): Promise<Map<string, RunManifest>> {
  const found = new Map<string, RunManifest>();
  for (const { path, blob } of files) {
    if (!MANIFEST.test(path)) continue;
    const bytes = blob.slice(0, MOST_MANIFEST_BYTES);
    found.set(folderOf(path), await pool.call('readManifest', bytes));
  }
  return found;
}

/** The run of a single file. */
const single = (name: string): FileGroup => ({
  path: '',
  model: name,
  name,
  own_name: true,
  version: null,
  files: [0],
  conflicts: [],
});

/** `name`: of a run without a folder, and of a single file with a name of its own; all such files where they are `together`. */
function named(groups: readonly FileGroup[], name: string, together: boolean): FileGroup[] {
  const isLoose = ({ path, own_name: own }: FileGroup) =>
    path === '' || (own && (together || groups.length === 1));
  const loose = groups.filter(isLoose);
  const [first] = loose;
  if (!first) return [...groups];
  const one: FileGroup = {
    ...first,
    path: loose.length === 1 ? first.path : '',
    model: name,
    name,
    files: loose.flatMap(({ files }) => files).sort((a, b) => a - b),
    conflicts: loose.flatMap(({ conflicts }) => conflicts),
  };
  return groups.flatMap((group) => (group === first ? [one] : isLoose(group) ? [] : [group]));
}

/**
 * `name`: of what lies in no folder of a run; `together`: all of that is one run, by the wish of whoever brought it. `loaded`: the
 * runs that the new ones are told apart from; `beside`: what a generation left beside results.
 */
export async function runsOf(
  files: readonly RunFile[],
  beside: readonly DatedFile[],
  name: string,
  together: boolean,
  loaded: readonly Pick<Run, 'name' | 'path' | 'model'>[],
): Promise<RunFiles[]> {
  const paths = files.map(({ path }) => path);
  // A single path without a folder and with a name of its own tells nothing, and the module may be on its way.
  const groups =
    paths.length === 1 && !/\/|^BFCL_/.test(paths[0] ?? '')
      ? [single(name)]
      : named(await pool.call('groupFiles', paths), name, together);
  const [names, manifests] = await Promise.all([namesFor(groups, loaded), manifestsOf(beside)]);
  return groups.map(({ path, model, version, files: indices, conflicts }, i) => {
    const used = indices.map((at) => files[at] as RunFile);
    const manifest = manifests.get(path) ?? null;
    return {
      name: names[i] ?? model,
      path,
      model,
      madeFor: version ?? '',
      files: used,
      made: madeAt(
        manifest?.started ?? undefined,
        used.map(({ date }) => date),
      ),
      manifest,
      problems: [
        ...[manifest?.error, manifest?.decoder_problem].flatMap((message) =>
          message
            ? [{ file: `${path}/bfclx_manifest.json`, line: 0, id: '', message, fatal: false }]
            : [],
        ),
        ...conflicts.map(({ unused, text }) => ({
          file: files[unused]?.path ?? '',
          line: 0,
          id: '',
          message: text,
          fatal: true,
        })),
      ],
    };
  });
}

/** What was left out, as problems of each run: what an archive lost may be missed in any run that came out of it. */
export function leftOut(skipped: readonly Skipped[], groups: readonly RunFiles[]): Problem[][] {
  const problems: Problem[][] = groups.map(() => []);
  for (const { path, reason, lost } of skipped) {
    const message = lost ? reason : `left out: ${reason}`;
    const problem = { file: path, line: 0, id: '', message, fatal: lost ?? false };
    const folder = inside(path, '');
    const from = groups.map(({ files }) => files.some((file) => file.path.startsWith(folder)));
    const told = lost && from.includes(true) ? from : groups.map((_, i) => i === 0);
    told.forEach((is, i) => is && problems[i]?.push(problem));
  }
  return problems;
}

/** The shortest that tell the new runs apart, from each other and from those that are loaded. */
async function namesFor(
  groups: readonly FileGroup[],
  loaded: readonly Pick<Run, 'path' | 'model'>[],
): Promise<string[]> {
  const told = groups.filter(({ path }) => path !== '');
  const others = loaded.filter(({ path }) => path !== '');
  if (told.length === 0 || (told.length === groups.length && others.length === 0))
    return groups.map(({ name }) => name);
  const all = [...others, ...told].map(({ path, model }) => ({ path, model }));
  const names = (await pool.call('runNames', all)).slice(others.length);
  return groups.map(({ path, name }) => (path === '' ? name : (names.shift() ?? name)));
}

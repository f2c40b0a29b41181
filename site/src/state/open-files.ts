// Opens the files of a run. If several files have responses to one entry, the module says which do not count; those files
// are opened again without them.
import { problemsOf } from '../lib/forms.ts';
import type { SecondResponses } from '../lib/scorer-types.ts';
import type { FileRef, OpenedFile } from '../worker/protocol.ts';
import type { Scope } from '../worker/pool.ts';

/** The files as a worker is told them, without what is known of them here. */
export const refsOf = (files: readonly FileRef[]): FileRef[] =>
  files.map(({ key, path, blob, category, unused }) => ({
    key,
    path,
    blob,
    ...(category && { category }),
    ...(unused && { unused }),
  }));

/** Whether a category is in several files. */
function mayOverlap(opened: readonly OpenedFile[]): boolean {
  const names = opened.flatMap(({ categories }) => categories.map(({ name }) => name));
  return new Set(names).size < names.length;
}

/** Larger files are not looked through for entries that their responses may be of. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The same, with the entries that responses without an id may be of, in place of that they tell none. */
async function withCandidates(
  { path, blob }: FileRef,
  info: OpenedFile,
  scope: Pick<Scope, 'callOn'>,
): Promise<OpenedFile> {
  const nameless = info.problems.find((one) => one.nameless);
  if (!nameless || blob.size > MOST_BYTES) return info;
  const found = await scope.callOn(0, 'recognise', blob).catch(() => null);
  // One for each response; the notes between them name its candidates.
  const told = found ? problemsOf(found, path).filter((one) => one.nameless && one.fatal) : [];
  // Those that were matched are not used in a file with a name of results: the summary stays.
  if (told.length !== found?.nameless_count) return info;
  return { ...info, problems: [...info.problems.filter((one) => one !== nameless), ...told] };
}

export async function openFiles(
  files: readonly FileRef[],
  scope: Pick<Scope, 'callOn'>,
  second: (files: FileRef[]) => Promise<SecondResponses[]>,
): Promise<OpenedFile[]> {
  const opened = await openOnce(files, scope, second);
  return Promise.all(files.map((file, i) => withCandidates(file, opened[i] as OpenedFile, scope)));
}

async function openOnce(
  files: readonly FileRef[],
  scope: Pick<Scope, 'callOn'>,
  second: (files: FileRef[]) => Promise<SecondResponses[]>,
): Promise<OpenedFile[]> {
  const open = (file: FileRef) => scope.callOn(0, 'openResults', file);
  const opened = await Promise.all(files.map(open));
  if (!mayOverlap(opened) || files.some(({ unused }) => unused)) return opened;
  const changed = new Map<FileRef, string>();
  for (const { file: at, unused, text } of await second([...files])) {
    const file = files[at];
    if (!file) continue;
    changed.set(file, file.key);
    file.unused = [...(file.unused ?? []), ...unused];
    const problem = { file: file.path, line: 0, id: '', message: text, fatal: true };
    file.notes = [...(file.notes ?? []), problem];
  }
  for (const [file, key] of changed) file.key = `${key}-rest`;
  await scope.callOn(0, 'closeResults', [...changed.values()]);
  return Promise.all(files.map((file, i) => (changed.has(file) ? open(file) : opened[i]!)));
}

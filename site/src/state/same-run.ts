// Runs of a model with the files of a run of it that is here already: they would count it twice.
import type { RunFiles } from './run-files.ts';
import type { Run } from './runs.ts';

type Files = readonly { blob: Blob }[];

async function isSame(a: Files, b: Files): Promise<boolean> {
  const bySize = (files: Files) => files.map(({ blob }) => blob).sort((x, y) => x.size - y.size);
  const [xs, ys] = [bySize(a), bySize(b)];
  if (xs.length !== ys.length || xs.some((blob, i) => blob.size !== ys[i]?.size)) return false;
  for (const [i, blob] of xs.entries()) {
    const other = ys[i];
    if (!other || !(await hasBytes(blob, other))) return false;
  }
  return true;
}

async function hasBytes(a: Blob, b: Blob): Promise<boolean> {
  const [x, y] = await Promise.all([a.arrayBuffer(), b.arrayBuffer()]);
  const [xs, ys] = [new Uint8Array(x), new Uint8Array(y)];
  return xs.every((byte, i) => byte === ys[i]);
}

/** The new runs, with the loaded or earlier one that has the same files. */
export async function findSame(
  groups: readonly RunFiles[],
  loaded: readonly Pick<Run, 'name' | 'model' | 'files'>[],
): Promise<Map<RunFiles, string>> {
  const same = new Map<RunFiles, string>();
  for (const [i, group] of groups.entries()) {
    for (const other of [...loaded, ...groups.slice(0, i)]) {
      if (group.model !== other.model || !(await isSame(group.files, other.files))) continue;
      same.set(group, other.name);
      break;
    }
  }
  return same;
}

/** Those that are to be loaded: the reader is asked about the others. */
export async function withoutSame(
  groups: readonly RunFiles[],
  loaded: readonly Pick<Run, 'name' | 'model' | 'files'>[],
): Promise<readonly RunFiles[]> {
  const same = await findSame(groups, loaded);
  if (same.size === 0) return groups;
  const { askSameRun } = await import('../app/ask-same-run.ts');
  return (await askSameRun(same)) ? groups : groups.filter((group) => !same.has(group));
}

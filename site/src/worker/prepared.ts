// What the calls of a worker need before them: open files, and categories of the dataset.
import type { Scorer, ScoreSettings } from '../lib/scorer-types.ts';
import type { FileRef, ReviewCall } from './protocol.ts';

/** The categories of the entries in the files of a request. */
export function reviewedCategories(request: ReviewCall, scorer: Scorer): string[] {
  if (request.action === 'plan' || request.action === 'same') return [];
  const known = new Set(scorer.categories({ own: true }).map(({ name }) => name));
  const files = request.action === 'open' ? [request.file] : request.files;
  const ids = files.flatMap((file) => [...file.matchAll(/^\{"id": ?"([a-z_]+)_\d/gm)]);
  return [...new Set(ids.map(([, name]) => name ?? ''))].filter((name) => known.has(name));
}

/** One after the other: what one loads, the next one has. */
export async function inTurn<T>(
  files: readonly FileRef[],
  open: (file: FileRef) => Promise<T>,
): Promise<T[]> {
  const all: T[] = [];
  for (const file of files) all.push(await open(file));
  return all;
}

interface Model {
  name: string;
  files: FileRef[];
  settings: ScoreSettings;
}

export async function openedModels(
  models: readonly Model[],
  open: (files: FileRef[]) => Promise<number[]>,
) {
  const opened = [];
  for (const { name, files, settings } of models)
    opened.push({ name, handles: await open(files), settings });
  return opened;
}

/** Among whose functions an entry without an id may be. */
export function withCalls(scorer: Scorer): string[] {
  const kinds = new Set(['calls', 'relevance', 'irrelevance', 'executable']);
  return scorer
    .categories()
    .filter(({ name, kind }) => kinds.has(kind) && name !== 'format_sensitivity')
    .map(({ name }) => name);
}

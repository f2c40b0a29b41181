// The published files, each fetched once when it is first needed.
import { readJson } from '../lib/board-file.ts';
import {
  readEarlier,
  readHistory,
  type BoardHistory,
  type PastResult,
} from '../lib/board-history.ts';
import { readLanguages, type BoardLanguages } from '../lib/board-languages.ts';
import {
  SCHEMA,
  answersPath,
  entriesPath,
  modelHistoryPath,
  modelPath,
  type AnswerSlice,
  type AuditFile,
  type BoardIndex,
  type EntrySlice,
  type Ids,
  type ModelFile,
  type OwnIds,
} from '../lib/published.ts';
import type { TagGroups } from '../lib/scorer-types.ts';

const kept = new Map<string, Promise<unknown>>();

async function read(path: string): Promise<unknown> {
  const value = await readJson(new URL(path, document.baseURI), path);
  if (
    typeof value !== 'object' ||
    value === null ||
    (value as { schema?: unknown }).schema !== SCHEMA
  ) {
    throw new Error(`${path} is not part of a published leaderboard of this version`);
  }
  return value;
}

function file<T>(path: string): Promise<T> {
  let asked = kept.get(path);
  if (!asked) {
    asked = read(path);
    kept.set(path, asked);
    asked.catch(() => kept.delete(path));
  }
  return asked as Promise<T>;
}

// What an earlier version wrote has no history.
export const boardHistory = async (board: BoardIndex): Promise<BoardHistory | null> =>
  board.history === true ? readHistory(await file<unknown>('data/history.json')) : null;
export const boardLanguages = async (board: BoardIndex): Promise<BoardLanguages | null> =>
  board.languages === true ? readLanguages(await file<unknown>('data/languages.json')) : null;
export const earlierOf = async (model: string): Promise<PastResult[]> =>
  readEarlier(await file<unknown>(modelHistoryPath(model)));
export const boardIndex = () => file<BoardIndex>('data/index.json');
const idsFile = () => file<{ ids: Ids; own_ids?: OwnIds; tags?: TagGroups }>('data/ids.json');
export const idsOf = async (): Promise<Ids> => (await idsFile()).ids;
/** By id the ids that the author of a benchmark gave entries. */
export const ownIdsOf = async (): Promise<OwnIds> => (await idsFile()).own_ids ?? {};
/** The tags that the entries of an own benchmark weigh by; null: by none. */
export const tagsOf = async (): Promise<TagGroups | null> => (await idsFile()).tags ?? null;
export const auditFile = () => file<AuditFile>('data/audit.json');
// Names that are in no path reject, as a file that is not there.
export const modelFile = async (model: string) => file<ModelFile>(modelPath(model));
export const answerSlice = async (model: string, category: string, slice: number) =>
  file<AnswerSlice>(answersPath(model, category, slice));
export const entrySlice = async (category: string, slice: number) =>
  file<EntrySlice>(entriesPath(category, slice));

// The notes on entries, kept in this browser (OPFS) until they are removed; every tab of the site has the same ones.
import { Atom } from '../lib/atom.ts';
import {
  isEntryId,
  MOST_NOTES,
  MOST_NOTE_BYTES,
  isNotes,
  mergeNotes,
  readNotes,
  writeNotes,
  type Note,
  type Notes,
} from '../lib/notes.ts';

export interface NotesState {
  notes: Notes;
  /** Why they last only until the tab is closed: a sentence; empty where they are kept. */
  problem: string;
}

export const notes = new Atom<NotesState>({ notes: new Map(), problem: '' });

const FOLDER = 'bfclx-notes';
const FILE = 'notes.json';
const NOT_KEPT =
  'This browser cannot store annotations for this page: they are lost when the tab is closed. Export them first.';
const NO_ENTRY = 'This id cannot be an entry of the dataset, so it cannot be annotated.';
const FULL = 'Storage for annotations is full. Export and remove some first.';

/** Not inside another page: a reader's notes are not the host's. */
export const mayNote = (): boolean => window.top === window;

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

async function kept(): Promise<Notes> {
  let text: string;
  try {
    text = await (await (await (await folder()).getFileHandle(FILE)).getFile()).text();
  } catch (error) {
    if ((error as Error | null)?.name === 'NotFoundError') return new Map();
    throw error;
  }
  return new Map(text ? readNotes(text).notes.map((note) => [note.entry, note]) : []);
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(FOLDER);

/** Changes what is kept; no other tab does so meanwhile. What cannot be kept holds in this tab. */
async function change(edit: (before: Notes) => Map<string, Note>): Promise<void> {
  try {
    await navigator.locks.request(FOLDER, async () => {
      const after = edit(await kept());
      const stream = await (
        await (await folder()).getFileHandle(FILE, { create: true })
      ).createWritable();
      await stream.write(writeNotes(after.values()));
      await stream.close();
      notes.set({ notes: after, problem: '' });
    });
    channel?.postMessage('changed');
  } catch {
    notes.set({ notes: edit(notes.value.notes), problem: NOT_KEPT });
  }
}

/** Throws a sentence where there is no room for it, or it could not be read again. */
export async function putNote(note: Note): Promise<void> {
  if (!isEntryId(note.entry)) throw new Error(NO_ENTRY);
  const { notes: before } = notes.value;
  if (!before.has(note.entry) && before.size >= MOST_NOTES) throw new Error(FULL);
  await change((all) => new Map(all).set(note.entry, note));
}

export async function removeNotes(entries: readonly string[]): Promise<void> {
  await change((all) => {
    const left = new Map(all);
    for (const entry of entries) left.delete(entry);
    return left;
  });
}

/** Whether the file is one; only its beginning is read. */
export async function looksLikeNotes(blob: Blob): Promise<boolean> {
  return blob.size <= MOST_NOTE_BYTES && isNotes(await blob.slice(0, 200).text());
}

export interface Taken {
  taken: number;
  /** What was there already, as new or newer. */
  had: number;
  /** No notes, too long, or no room for them. */
  left: number;
}

/** Adds the notes of a file; of two on one entry the newer stands. Throws a sentence where it is none. */
export async function takeNotes(blob: Blob): Promise<Taken> {
  const read = readNotes(await blob.text());
  let taken = 0;
  let full = 0;
  await change((all) => {
    const merged = mergeNotes(all, read.notes);
    taken = merged.taken;
    full = read.notes.filter(({ entry }) => !merged.notes.has(entry)).length;
    return merged.notes;
  });
  return { taken, had: read.notes.length - taken - full, left: read.left + full };
}

/** Brings back what was kept, and follows what other tabs change. */
export async function startNotes(): Promise<void> {
  if (!mayNote()) return;
  const read = async (): Promise<void> => {
    try {
      const found = await kept();
      if (found.size > 0 || notes.value.notes.size > 0) notes.set({ notes: found, problem: '' });
    } catch {
      notes.set({ ...notes.value, problem: NOT_KEPT });
    }
  };
  channel?.addEventListener('message', () => void read());
  await read();
}

// Notes on entries: what a person found out about one, whether its ground truth is wrong, it is ambiguous, the model was
// right after all, or in own words. As a file (JSON, which can be taken in again) and as the text of an issue. Notes of
// strangers are bounded text.

import { fenced, inline } from './fences.ts';
import { count, verdictWord } from './format.ts';

export const NOTE_KINDS = {
  wrong: 'Ground truth incorrect',
  ambiguous: 'Ambiguous',
  right: 'Response correct',
  other: 'Note',
} as const;
export type NoteKind = keyof typeof NOTE_KINDS;

export interface Note {
  /** The id in the dataset. */
  entry: string;
  kind: NoteKind;
  /** Own words; may be empty. */
  text: string;
  /** The run that was looked at; empty: not told. */
  run: string;
  /** The dataset that it was written over: version and hash. */
  dataset: string;
  /** When it was last changed, in milliseconds since 1970. */
  changed: number;
}

export type Notes = ReadonlyMap<string, Note>;

export const MOST_NOTES = 5000;
export const MOST_NOTE_TEXT = 4000;
const MOST_NAME = 200;
/** More is no file of notes. */
export const MOST_NOTE_BYTES = 32_000_000;
const FORMAT = 'bfclx-notes-1';

/** Whether a text is meant as a file of notes, of whatever version; only its beginning is needed. */
export const isNotes = (head: string): boolean =>
  /^\s*\{\s*"format"\s*:\s*"bfclx-notes-/.test(head);

/** As ids of entries are written: `simple_python_7`, `format_sensitivity_0:ret_fmt=python&tool_call_tag=True:simple_python_7`. */
const ENTRY = /^\w[\w.:=&-]*$/;

/** Whether a note on it can be kept: ids of entries are short and of few letters; what a response is called may be anything. */
export const isEntryId = (id: string): boolean => id.length <= MOST_NAME && ENTRY.test(id);

const isKind = (value: unknown): value is NoteKind =>
  typeof value === 'string' && Object.hasOwn(NOTE_KINDS, value);
const short = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MOST_NAME) : '';

/** Not before 1970, and not after today: the newer of two notes stands. */
const dateOf = (value: unknown, now: number): number => {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isFinite(time) ? Math.min(now, Math.max(0, time)) : 0;
};

/** A note of a file; null where it is none. */
function noteOf(value: unknown, now: number): Note | null {
  if (typeof value !== 'object' || value === null) return null;
  const { entry, kind, text = '', run, dataset, changed } = value as Record<string, unknown>;
  if (typeof entry !== 'string' || !isEntryId(entry)) return null;
  if (!isKind(kind) || typeof text !== 'string' || text.length > MOST_NOTE_TEXT) return null;
  return {
    entry,
    kind,
    text,
    run: short(run),
    dataset: short(dataset),
    changed: dateOf(changed, now),
  };
}

/** Throws a sentence where the text is no file of notes. `left`: notes that are none, too long or too many. */
export function readNotes(text: string, now = Date.now()): { notes: Note[]; left: number } {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error('This annotation file is truncated or malformed: it is not JSON.');
  }
  const { format, notes } = file as { format?: unknown; notes?: unknown };
  if (format !== FORMAT)
    throw new Error(
      `The annotations have the format ${JSON.stringify(format).slice(0, 60)}; this page reads ${FORMAT}.`,
    );
  if (!Array.isArray(notes)) throw new Error('This annotation file has no `notes` list.');
  const found = notes.slice(0, MOST_NOTES).flatMap((one) => noteOf(one, now) ?? []);
  return { notes: found, left: notes.length - found.length };
}

export function writeNotes(notes: Iterable<Note>): string {
  const sorted = [...notes].sort((a, b) => (a.entry < b.entry ? -1 : 1));
  const lines = sorted.map(
    (note) => `    ${JSON.stringify({ ...note, changed: new Date(note.changed).toISOString() })}`,
  );
  return `{\n  "format": "${FORMAT}",\n  "notes": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** Of two notes on one entry the newer stands; no more than there is room for. `taken` were new or newer. */
export function mergeNotes(
  mine: Notes,
  others: readonly Note[],
): { notes: Map<string, Note>; taken: number } {
  const notes = new Map(mine);
  let taken = 0;
  for (const note of others) {
    const before = notes.get(note.entry);
    if (before ? before.changed >= note.changed : notes.size >= MOST_NOTES) continue;
    notes.set(note.entry, note);
    taken += 1;
  }
  return { notes, taken };
}

/** The entries with notes of a kind; "any" or of every kind. Undefined: no filter. */
export function notedEntries(
  notes: Notes,
  filter: string | undefined,
): ReadonlySet<string> | undefined {
  if (!filter) return undefined;
  return new Set(
    [...notes.values()]
      .filter(({ kind }) => filter === 'any' || kind === filter)
      .map(({ entry }) => entry),
  );
}

// ---- the text of an issue ----

export interface NotedResponse {
  run: string;
  valid: boolean | null;
  reason: string;
  text: string;
}

export interface NotedEntry {
  note: Note;
  /** Messages of all turns, as text. */
  question: string;
  truth: string;
  responses: readonly NotedResponse[];
  /** Runs whose responses are left out. */
  further: number;
}

export const MOST_RESPONSES = 10;

function noteText({ note, question, truth, responses, further }: NotedEntry): string {
  return [
    `### ${inline(note.entry)}: ${NOTE_KINDS[note.kind].toLowerCase()}`,
    note.text ? fenced(note.text, 'text') : '',
    note.run ? `Annotated in the run ${inline(note.run)}.` : '',
    question ? `**Question**\n\n${fenced(question, 'text')}` : '',
    truth ? `**Ground truth**\n\n${fenced(truth, 'json')}` : '',
    ...responses.map(
      ({ run, valid, reason, text }) =>
        `**Response of ${inline(run)}**, ${verdictWord(valid)}${reason ? `: ${inline(reason)}` : ''}${text ? `\n\n${fenced(text, 'text')}` : ''}`,
    ),
    further > 0
      ? `${count(further)} more ${further === 1 ? 'run has' : 'runs have'} a verdict on it.`
      : '',
    `Dataset: ${inline(note.dataset)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Markdown: each entry with its question, ground truth, responses and note. */
export function issueText(entries: readonly NotedEntry[]): string {
  const title = entries.length === 1 ? '' : `## Notes on ${count(entries.length)} entries\n\n`;
  return `${title}${entries.map(noteText).join('\n\n---\n\n')}\n`;
}

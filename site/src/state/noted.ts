// What belongs to a note in the text of an issue: question, ground truth, and the loaded runs' responses.
import { turnsText } from '../lib/conversation.ts';
import { MOST_RESPONSES, issueText, type Note, type NotedEntry } from '../lib/notes.ts';
import { shortHash } from '../lib/format.ts';
import { answersTo, rowOf, sameDataset } from './answers.ts';
import type { DatasetState } from './dataset.ts';
import { download } from './download.ts';
import { notes } from './notes.ts';
import { messageOf, runs, scopeOf, type Run } from './runs.ts';

/** "BFCL v4, 16e8131": what a note was written over. */
export const datasetName = (dataset: DatasetState | null): string =>
  dataset ? `${dataset.version} (${dataset.kind}, ${shortHash(dataset.hash)})` : '';

async function noted(run: Run, category: string, note: Note): Promise<NotedEntry> {
  // The run that is shown stands first, then that which the note names.
  const rank = (one: Run): number => (one === run ? 0 : one.name === note.run ? 1 : 2);
  const all = runs.value
    .filter((other) => sameDataset(run, other) && rowOf(other, note.entry))
    .sort((a, b) => rank(a) - rank(b));
  const entry = await scopeOf(run).call('entry', category, note.entry);
  const responses = await answersTo(note.entry, all.slice(0, MOST_RESPONSES));
  return {
    note,
    question: entry ? turnsText(entry) : '',
    truth: entry ? (JSON.stringify(entry.ground_truth, null, 1) ?? '') : '',
    responses: responses.map(({ run: { name }, valid, reason, text }) => ({
      run: name,
      valid,
      reason,
      text,
    })),
    further: Math.max(0, all.length - MOST_RESPONSES),
  };
}

/** Markdown over these entries of a run; each has a note. */
export async function issueOf(
  run: Run,
  entries: readonly { category: string; note: Note }[],
): Promise<string> {
  const all: NotedEntry[] = [];
  for (const { category, note } of entries) all.push(await noted(run, category, note));
  return issueText(all);
}

/** Copies the text of an issue about one entry, or saves it where that is not allowed; returns what became of it. */
export async function copyIssue(run: Run, category: string, note: Note): Promise<string> {
  try {
    const text = await issueOf(run, [{ category, note }]);
    try {
      await navigator.clipboard.writeText(text);
      return 'Copied: question, ground truth, responses and annotation.';
    } catch {
      download(`${note.entry}-issue.md`, text, 'text/markdown');
      return 'Saved as a file, because the browser does not allow access to the clipboard.';
    }
  } catch (error) {
    return messageOf(error);
  }
}

/** What the reader noted on an entry; else that its ground truth is incorrect. */
export const noteOn = (run: Run, entry: string): Note =>
  notes.value.notes.get(entry) ?? {
    entry,
    kind: 'wrong',
    text: '',
    run: run.name,
    dataset: datasetName(run.dataset),
    changed: 0,
  };

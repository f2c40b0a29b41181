// Input of which nothing could be used: what is said of it, and what helps.
import { caseColumns } from '../lib/case-columns.ts';
import { isCase } from '../lib/case-files.ts';
import type { Skipped } from '../lib/unpack.ts';

/** What is offered with the message: the case editor, or what can be pasted. */
export type Help = 'cases' | 'forms';

export class UnusableInput extends Error {
  readonly help: Help;
  constructor(message: string, help: Help) {
    super(message);
    this.help = help;
  }
}

/** Of an error that is about something else: none. */
export const helpOf = (error: unknown): Help | null =>
  error instanceof UnusableInput ? error.help : null;

/** No file of an input was one of results. */
export function withoutResults(skipped: readonly Skipped[]): UnusableInput {
  const first = skipped[0];
  const why = first ? ` ${first.path}: ${first.reason}.` : '';
  return new UnusableInput(
    `No result file was found.${why} Results are .json or .jsonl files, alone, in folders, or in a zip or gzip file.`,
    'forms',
  );
}

/** No response of a run was one. `start`: of its first file; `advice`: empty where its problems say what is wrong. */
export function withoutResponses(path: string, start: string, advice: string): UnusableInput {
  const [line = ''] = start.split('\n');
  const table = caseColumns(line);
  if (isCase(line) || table) {
    const lacks = table?.lacks ? ` It has no column ${table.lacks}.` : '';
    return new UnusableInput(
      `This is a case file: ${path}.${lacks} Open it in the case editor.`,
      'cases',
    );
  }
  return new UnusableInput(`No response could be scored.${advice && ` ${advice}`}`, 'forms');
}

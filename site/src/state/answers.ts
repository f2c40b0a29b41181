// What the loaded runs answered to an entry: read from the lines of their verdicts, which are on the page already.
import { breather } from '../lib/breathe.ts';
import { reasonOf, type Answer } from '../lib/answers.ts';
import { entryOf } from '../lib/rows.ts';
import type { AnswerForm } from '../lib/scorer-types.ts';
import { scopeOf, type Row, type Run } from './runs.ts';

const indexes = new WeakMap<Run, { verdicts: number; rows: Map<string, Row> }>();

/** The row of an entry that counts. */
export function rowOf(run: Run, id: string): Row | undefined {
  let index = indexes.get(run);
  if (index?.verdicts !== run.verdicts) {
    index = {
      verdicts: run.verdicts,
      rows: new Map(
        run.rows.filter(({ superseded }) => !superseded).map((row) => [entryOf(row), row]),
      ),
    };
    indexes.set(run, index);
  }
  return index.rows.get(id);
}

/** Scored against the same dataset. */
export const sameDataset = (a: Run, b: Run): boolean => a.dataset?.hash === b.dataset?.hash;

/** The lines of these rows, by row; each chunk of lines is read once. */
async function linesOf(run: Run, wanted: ReadonlySet<Row>): Promise<Map<Row, string>> {
  const found = new Map<Row, string>();
  const byFile = new Map<string, Row[]>();
  for (const row of run.rows) {
    const rows = byFile.get(row.file);
    if (rows) rows.push(row);
    else byFile.set(row.file, [row]);
  }
  for (const [key, rows] of byFile) {
    let from = 0;
    for (const { count, read } of run.lines.get(key) ?? []) {
      const some = rows.slice(from, from + count);
      from += count;
      if (!some.some((row) => wanted.has(row))) continue;
      const texts = (await (await read()).text()).split('\n');
      some.forEach((row, i) => {
        if (wanted.has(row)) found.set(row, texts[i] ?? '');
      });
    }
  }
  return found;
}

const MOST_RAW = 2000;

/** The response as the file has it, for what was not read as calls. */
export async function rawResponse(run: Run, row: Row): Promise<string> {
  const file = run.files.find(({ key }) => key === row.file);
  const record =
    file &&
    (await scopeOf(run)
      .call('record', file, row.line, row.id)
      .catch(() => null));
  const result = record?.['result'];
  const text =
    typeof result === 'string' ? result : result === undefined ? '' : JSON.stringify(result);
  return text.length > MOST_RAW ? `${text.slice(0, MOST_RAW)} …` : text;
}

/** How the answers of these rows are compared and shown, by row. */
async function formsOf(run: Run, rows: ReadonlySet<Row>): Promise<Map<Row, AnswerForm>> {
  const lines = await linesOf(run, rows);
  if (lines.size === 0) return new Map();
  const forms = await scopeOf(run).call('answers', [...lines.values()]);
  return new Map([...lines.keys()].flatMap((row, i) => (forms[i] ? [[row, forms[i]]] : [])));
}

/** Of every run that has a verdict on the entry. */
export async function answersTo(id: string, runs: readonly Run[]): Promise<Answer<Run>[]> {
  const pause = breather();
  for (const run of runs) {
    rowOf(run, id);
    await pause();
  }
  const answers = await Promise.all(
    runs.map(async (run) => {
      const row = rowOf(run, id);
      if (!row) return [];
      const { valid, reason, error_type } = row;
      const form = (await formsOf(run, new Set([row]))).get(row);
      if (form?.meaning) return [{ run, valid, reason, error_type, decoded: true, ...form }];
      const raw = await rawResponse(run, row);
      return [{ run, valid, reason, error_type, decoded: false, meaning: raw, text: raw }];
    }),
  );
  return answers.flat();
}

/** By entry the answers of the runs; raw responses are left out. Lets the page breathe between runs. */
export async function answersToMany(
  ids: ReadonlySet<string>,
  runs: readonly Run[],
  signal: AbortSignal,
): Promise<Map<string, Answer<Run>[]>> {
  const found = new Map<string, Answer<Run>[]>();
  for (const run of runs) {
    const rows = new Set([...ids].flatMap((id) => rowOf(run, id) ?? []));
    for (const [row, { meaning, text }] of await formsOf(run, rows)) {
      const { valid, reason, error_type } = row;
      const why = reasonOf({ reason, error_type, decoded: false });
      const answer = meaning
        ? { run, valid, reason, error_type, decoded: true, meaning, text }
        : { run, valid, reason, error_type, decoded: false, meaning: why, text: why };
      const id = entryOf(row);
      const answers = found.get(id);
      if (answers) answers.push(answer);
      else found.set(id, [answer]);
    }
    if (signal.aborted) break;
    await new Promise((next) => setTimeout(next));
  }
  return found;
}

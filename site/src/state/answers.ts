// What the loaded runs answered to an entry: read from the lines of their verdicts, which are on the page already.
import { answerText, type Answer } from '../lib/answers.ts';
import { shortReason } from '../lib/reason.ts';
import { entryOf } from '../lib/rows.ts';
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

/** The lines of these rows, parsed, by row; each chunk of lines is read once. */
export async function linesOf(run: Run, wanted: ReadonlySet<Row>): Promise<Map<Row, unknown>> {
  const found = new Map<Row, unknown>();
  const byFile = new Map<string, Row[]>();
  for (const row of run.rows) {
    const rows = byFile.get(row.file);
    if (rows) rows.push(row);
    else byFile.set(row.file, [row]);
  }
  for (const [key, rows] of byFile) {
    let from = 0;
    for (const { count, lines } of run.lines.get(key) ?? []) {
      const some = rows.slice(from, from + count);
      from += count;
      if (!some.some((row) => wanted.has(row))) continue;
      const texts = (await lines.text()).split('\n');
      some.forEach((row, i) => {
        if (wanted.has(row)) found.set(row, parsed(texts[i] ?? ''));
      });
    }
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const MOST_RAW = 2000;

/** The reply as the file has it, for what was not read as calls. */
export async function rawReply(run: Run, row: Row): Promise<string> {
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

/** The order of calls does not matter there. */
const unordered = (category: string): boolean => category.includes('parallel');

/** Of every run that has a verdict on the entry. */
export async function answersTo(id: string, runs: readonly Run[]): Promise<Answer<Run>[]> {
  const answers = await Promise.all(
    runs.map(async (run) => {
      const row = rowOf(run, id);
      if (!row) return [];
      const line = (await linesOf(run, new Set([row]))).get(row);
      const text = answerText(line, unordered(row.category)) || (await rawReply(run, row));
      return [{ run, valid: row.valid, reason: shortReason(row.brief), text }];
    }),
  );
  return answers.flat();
}

/** By entry, how often the runs answered what; raw replies are left out. Lets the page breathe between runs. */
export async function answersToMany(
  ids: ReadonlySet<string>,
  runs: readonly Run[],
  signal: AbortSignal,
): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>();
  for (const run of runs) {
    const rows = new Set([...ids].flatMap((id) => rowOf(run, id) ?? []));
    for (const [row, line] of await linesOf(run, rows)) {
      const text = answerText(line, unordered(row.category)) || shortReason(row.brief);
      const id = entryOf(row);
      const counts = found.get(id) ?? new Map<string, number>();
      counts.set(text, (counts.get(text) ?? 0) + 1);
      found.set(id, counts);
    }
    if (signal.aborted) break;
    await new Promise((next) => setTimeout(next));
  }
  return found;
}

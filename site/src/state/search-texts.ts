// Reads the texts that the search looks through: the questions of a run's categories, category by category, then its
// responses, file by file. The workers parse; here they are only put to their rows.
import type { HiddenTexts } from '../lib/rows.ts';
import { entryOf } from '../lib/rows.ts';
import type { QuestionText } from '../worker/protocol.ts';
import { scopeOf, type Row, type Run } from './runs.ts';

/** Rows that get their texts in one task. */
const STEP = 2000;

/** Of the dataset of the run that was searched last, by category. */
let questions: { dataset: string; byCategory: Map<string, Map<string, QuestionText>> } = {
  dataset: '',
  byCategory: new Map(),
};

async function questionsOf(run: Run, isWanted: () => boolean) {
  const dataset = run.dataset?.ref?.key ?? '';
  if (questions.dataset !== dataset) questions = { dataset, byCategory: new Map() };
  const { byCategory } = questions;
  for (const category of run.categories.keys()) {
    if (byCategory.has(category) || !isWanted()) continue;
    const found = await scopeOf(run).call('questionTexts', category);
    byCategory.set(category, new Map(found.map((one) => [one.id, one])));
  }
  return byCategory;
}

const nextTask = (): Promise<void> => new Promise((next) => setTimeout(next));

/** Calls `take` with what is known so far, each time with another map. */
export async function textsOf(
  run: Run,
  take: (texts: ReadonlyMap<Row, HiddenTexts>) => void,
  isWanted: () => boolean,
): Promise<void> {
  const texts = new Map<Row, HiddenTexts>();
  const byCategory = await questionsOf(run, isWanted);
  const questionOf = (row: Row) => byCategory.get(row.category)?.get(entryOf(row));
  const rows = [...run.rows, ...run.missing];
  for (let from = 0; from < rows.length && isWanted(); from += STEP) {
    for (const row of rows.slice(from, from + STEP)) {
      const { question = '', functions = '' } = questionOf(row) ?? {};
      texts.set(row, { question, functions, response: '' });
    }
    await nextTask();
  }
  take(new Map(texts));
  for (const file of run.files) {
    const own = run.rows.filter((row) => row.file === file.key);
    if (own.length === 0 || !isWanted()) continue;
    const parts = run.lines.get(file.key) ?? [];
    const lines = new Blob(await Promise.all(parts.map(({ read }) => read())));
    const found = await scopeOf(run).call('responseTexts', file, lines);
    const byLine = new Map(found.texts.map((one) => [one.line, one]));
    const byId = new Map(found.texts.map((one) => [one.id, one]));
    for (const row of own) {
      const atLine = byLine.get(row.line);
      const response = (atLine?.id === row.id ? atLine : byId.get(row.id))?.text ?? '';
      const { question = '', functions = '' } = texts.get(row) ?? {};
      const called = found.called.get(row.id) ?? '';
      texts.set(row, { question, response, functions: `${functions} ${called}` });
    }
    await nextTask();
  }
  take(texts);
}

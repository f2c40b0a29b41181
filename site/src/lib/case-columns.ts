// Tables of cases, told by their first row: as the module reads them (core/benchmark/case_table.h).
import { parseCsv } from './csv.ts';

/** The first row of a table of cases, with which columns it lacks; null: it is none. */
export function caseColumns(row: string): { lacks: string } | null {
  const [names = []] = parseCsv(row.replaceAll(/[;\t]/g, ','));
  const has = (name: string) => names.some((one) => one.trim() === name);
  const asks = has('question') || has('messages');
  if (!asks && !has('expected')) return null;
  return { lacks: !asks ? 'question (or messages)' : has('expected') ? '' : 'expected' };
}

// The texts that the search of Results looks through: the question of an entry and its functions, what the model responded,
// and which functions it called. In lower case.
import { isObject, parsed } from './json.ts';
import type { EntryDetail, EntrySummary } from './scorer-types.ts';

/** Characters of a response that are searched. */
export const MOST_SEARCHED = 20_000;

export interface ResponseText {
  /** From 1; in a file that is not JSON lines its place in the list. */
  line: number;
  id: string;
  text: string;
}

/** Keys and values of any JSON, one behind the other, however deep: as many characters as are searched. */
function responseText(result: unknown): string {
  const parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length + 1;
  };
  const left: unknown[] = [result];
  while (left.length > 0 && length <= MOST_SEARCHED) {
    const value = left.pop();
    if (Array.isArray(value)) for (let i = value.length; i > 0; --i) left.push(value[i - 1]);
    else if (isObject(value)) {
      const keys = Object.keys(value);
      for (let i = keys.length; i > 0; --i) {
        const key = keys[i - 1] ?? '';
        left.push(value[key], key);
      }
    } else if (typeof value === 'string') add(value);
    else if (value !== null && value !== undefined) add(JSON.stringify(value));
  }
  return parts.join(' ').slice(0, MOST_SEARCHED).toLowerCase();
}

const responseOf = (value: unknown, line: number): ResponseText[] =>
  isObject(value) && typeof value['id'] === 'string' && 'result' in value
    ? [{ line, id: value['id'], text: responseText(value['result']) }]
    : [];

/** Of JSON lines, or of one JSON list. */
export function responseTexts(text: string): ResponseText[] {
  const found = text.split('\n').flatMap((line, i) => responseOf(parsed(line), i + 1));
  if (found.length > 0) return found;
  const all = parsed(text);
  return Array.isArray(all)
    ? (all as unknown[]).flatMap((one, i) => responseOf(one, i + 1))
    : responseOf(all, 1);
}

/** Of an entry of the dataset; without its detail as far as the summary has it. */
export function questionText(
  { id, text, functions, classes = [] }: EntrySummary,
  detail: EntryDetail | null,
) {
  const told = (detail?.question ?? []).flat().map(({ content }) => content);
  const offered = (detail?.functions ?? []).flatMap((doc) => {
    const name = isObject(doc) ? doc['name'] : null;
    return typeof name === 'string' ? [name] : [];
  });
  return {
    id,
    question: (told.length > 0 ? told.join(' ') : text).toLowerCase(),
    functions: [...new Set([...functions, ...offered, ...classes])].join(' ').toLowerCase(),
  };
}

/** Names in what was decoded: of calls `{name: arguments}`, of episodes steps whose calls are texts. */
function namesIn(decoded: unknown, into: Set<string>): void {
  if (Array.isArray(decoded)) for (const one of decoded as unknown[]) namesIn(one, into);
  else if (typeof decoded === 'string') into.add(decoded.split('(', 1)[0] ?? '');
  else if (!isObject(decoded)) return;
  else if (Array.isArray(decoded['calls'])) namesIn(decoded['calls'], into);
  else if ('decode_error' in decoded) return;
  else for (const name of Object.keys(decoded)) into.add(name);
}

/** The functions that each response calls, by id: of lines of verdicts. */
export function calledFunctions(lines: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const verdict = parsed(line);
    if (!isObject(verdict) || typeof verdict['id'] !== 'string') continue;
    const names = new Set<string>();
    namesIn(verdict['decoded'], names);
    found.set(verdict['id'], [...names].join(' ').toLowerCase());
  }
  return found;
}

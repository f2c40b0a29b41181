// What was pasted or dropped, when it is no result lines: one response without an entry waits for one, or opens its
// verdict; of many those that are matched become a file of result lines.
import { Atom } from '../lib/atom.ts';
import { categoryOf, problemsOf, type ResponseProblem } from '../lib/forms.ts';
import type { FoundResponse } from '../lib/scorer-types.ts';
import { pool } from './pool.ts';
import { navigate } from './router.ts';

/** More than this is not looked through on its own: its responses without ids stand among the problems. */
const MOST_BYTES = 32 * 1024 * 1024;

/** One response that waits for its entry. */
export interface InHand {
  text: string;
  response: FoundResponse;
  /** "an OpenAI chat response, read as calls (FC, decoder openai_fc)" */
  said: string;
}
export const inHand = new Atom<InHand | null>(null);
/** What the view of a single call begins with. */
export const handResponse = new Atom('');

/** Shows the verdict of the response that waits, or of another text, against an entry. */
export function scoreAs(id: string, text: string): void {
  inHand.set(null);
  handResponse.set(text);
  navigate('score', { panel: 'call', category: categoryOf(id), entry: id });
}

export type Sorted =
  /** To be opened as a file of results; `problems` come with it. */
  | { blob: Blob; problems: ResponseProblem[] }
  /** One response: `show` opens its verdict, or lets it wait for its entry. */
  | { show: () => void };

/** Looks at a file that may be anything. `pasted`: as text, so a single response opens its verdict. */
export async function sortForms(path: string, blob: Blob, pasted: boolean): Promise<Sorted> {
  if (blob.size > MOST_BYTES) return { blob, problems: [] };
  const found = await pool.callOn(0, 'recognise', blob);
  const [response] = found.nameless;
  if (!response) return { blob, problems: [] };
  if (pasted && found.responses === 1) {
    const text = await blob.text();
    const { id } = response;
    const waits = { text, response, said: found.forms.join('; ') };
    return { show: () => (id ? scoreAs(id, text) : inHand.set(waits)) };
  }
  // Where none was matched, the file tells by itself what it lacks.
  if (found.named > 0 && found.named === found.responses - found.nameless_count)
    return { blob, problems: [] };
  return {
    blob: found.lines,
    problems: problemsOf(found, path),
  };
}

// What the module says of a response in hand, for people.
import type { Problem } from './scorer-types.ts';

/** Begins what the module says of a form; no member tells it from other reservations. */
const RECOGNISED = 'recognised: ';

/** The sentence on what was recognised, without its first word. */
export function saidOf(problems: readonly Problem[]): string {
  return problems
    .map(({ message }) => message)
    .filter((message) => message.startsWith(RECOGNISED))
    .map((message) => message.slice(RECOGNISED.length))
    .join('; ');
}

/** "simple_python_3" is of "simple_python"; "live_simple_1-2-3" of "live_simple". */
export const categoryOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('_')));

/** What was recognised, and entries to choose from: these stand with a problem, or with none, and are none themselves. */
export const isNote = ({ message, fatal, nameless }: Problem): boolean =>
  !fatal && (nameless === true || message.startsWith(RECOGNISED));

/** "file, line 3, id: message", without what is not known. */
export function sentence({ file, line, id, message }: Problem): string {
  const place = [file, line ? `line ${line}` : '', id].filter(Boolean).join(', ');
  return place ? `${place}: ${message}` : message;
}

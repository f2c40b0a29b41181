// What the module says of a response in hand, for people.
import type { FoundResponse, Problem, Recognised } from './scorer-types.ts';

/** A problem, with the response without an id that it is about. */
export type ResponseProblem = Problem & { response?: FoundResponse };

/** "simple_python_3" is of "simple_python"; "live_simple_1-2-3" of "live_simple". */
export const categoryOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('_')));

/** What was recognised, and entries to choose from: these stand with a problem, or with none, and are none themselves. */
export const isNote = ({ fatal, nameless, recognised }: Problem): boolean =>
  !fatal && (nameless === true || recognised === true);

/** "file, line 3, id: message", without what is not known. */
export function sentence({ file, line, id, message }: Problem): string {
  const place = [file, line ? `line ${line}` : '', id].filter(Boolean).join(', ');
  return place ? `${place}: ${message}` : message;
}

/**
 * The problems of what `recognise` found, as those of a file. Those that say why a response has no entry come in the order of
 * the responses: each of the responses that are listed stands with its own.
 */
export function problemsOf(
  {
    nameless,
    nameless_count: total,
    problems,
  }: Pick<Recognised, 'nameless' | 'nameless_count' | 'problems'>,
  file: string,
): ResponseProblem[] {
  const waiting = nameless.filter(({ id }) => id === '');
  const made = problems.map((problem): ResponseProblem => {
    const told = problem.nameless && problem.fatal;
    const response = told ? waiting.shift() : undefined;
    return { ...problem, file, ...(response && { response }) };
  });
  // How many were matched by their functions: the module's last remark, and no problem.
  const last = made[made.length - 1];
  const told = made.filter((one) => one.nameless && one.fatal).length;
  if (last && !last.fatal && told < total) last.nameless = true;
  return made;
}

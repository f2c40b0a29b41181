// Where a verdict points to: the call, and in it the argument.
import type { CallExplanation, Why } from './scorer-types.ts';

export interface CallMark {
  /** Name of the argument; absent: the function's name is what is wrong. */
  argument?: string;
  /** The argument is missing: it is shown as a gap. */
  missing?: boolean;
  /** One sentence. */
  text: string;
  /** What would have passed. */
  expected?: string;
}

/** The mark and the index of its call; null when the reason is not about one call. */
export function markOf(explanation: CallExplanation): { index: number; mark: CallMark } | null {
  const { why, calls } = explanation;
  if (!why || !calls || explanation.valid) return null;
  const index =
    why.path.find((part): part is number => typeof part === 'number') ??
    (calls.length === 1 ? 0 : -1);
  const call = why.path.length > 0 ? calls[index] : undefined;
  if (!call) return null;
  const rest = why.path
    .slice(why.path.indexOf(index) + 1)
    .filter((part): part is string => typeof part === 'string');
  const argument = rest.find((part) => call.arguments.some(({ name }) => name === part));
  const mark = { text: why.text, ...expectedOf(why) };
  if (argument !== undefined) return { index, mark: { ...mark, argument } };
  const missing = rest[rest.length - 1];
  const named =
    missing !== undefined && missing !== call.name && rest.length > (rest[0] === call.name ? 1 : 0);
  return {
    index,
    mark: named && why.found === null ? { ...mark, argument: missing, missing: true } : mark,
  };
}

function expectedOf(why: Why): { expected?: string } {
  const text = why.expected === null ? '' : why.expected_repr;
  // The sentence often says it already, with or without quotes.
  return text && !why.text.includes(text.replace(/^'|'$/g, '')) ? { expected: text } : {};
}

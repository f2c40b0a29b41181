// What the playground shows of a call that ran.
import type { Json } from './scorer-types.ts';

const parsed = (result: string): Json | undefined => {
  try {
    return JSON.parse(result) as Json;
  } catch {
    return undefined;
  }
};

/** The call reported an error: by an exception, or as the services do, with a member "error". */
export function isError(result: string): boolean {
  if (result.startsWith('Error during execution')) return true;
  const value = parsed(result);
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'error' in value;
}

/** JSON of more than a line is indented; everything else stays as it is. */
export function readable(result: string): string {
  if (result.length < 90) return result;
  const value = parsed(result);
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : result;
}

/** Links carry the calls, a line each; longer ones do not fit. */
export const MAX_LINK = 4000;

export const callsOf = (text: string | undefined): string[] =>
  (text ?? '').split('\n').filter((line) => line.trim() !== '');

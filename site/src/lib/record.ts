// The object of a result file that answers one entry, as the file has it: with its inference log, tokens and latency,
// which scoring passes over. Bytes in, the parsed object out; null where the file is of another form.
import { isObject, parsed, type Fields } from './json.ts';

/** Above this a file that is no JSON lines is not read whole for one entry. */
const MOST_WHOLE = 64_000_000;

/** Where line `line` (from 1) lies. */
function lineOf(bytes: Uint8Array, line: number): Uint8Array | null {
  let from = 0;
  for (let at = 1; at < line; at++) {
    from = bytes.indexOf(10, from) + 1;
    if (from === 0) return null;
  }
  const end = bytes.indexOf(10, from);
  return bytes.subarray(from, end < 0 ? bytes.length : end);
}

export function recordAt(bytes: Uint8Array, line: number, id: string): Fields | null {
  const own = line > 0 ? lineOf(bytes, line) : null;
  const one = own && parsed(new TextDecoder().decode(own));
  if (isObject(one) && one['id'] === id) return one;
  if (bytes.length > MOST_WHOLE) return null;
  const all = parsed(new TextDecoder().decode(bytes));
  if (!Array.isArray(all)) return null;
  return (all as unknown[]).filter(isObject).findLast((item) => item['id'] === id) ?? null;
}

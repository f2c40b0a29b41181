// What differs between two JSON values, as the state tree takes it.
import type { Json, PathPart } from './scorer-types.ts';
import type { Difference } from './tree.ts';

type Branch = Json[] | { [key: string]: Json };
const isBranch = (value: Json | undefined): value is Branch =>
  typeof value === 'object' && value !== null;

/** Places where `right` differs from `left`; a side that lacks the place has no member. At most `limit`. */
export function differences(
  left: Json | undefined,
  right: Json | undefined,
  limit = 500,
): Difference[] {
  const found: Difference[] = [];
  compare(left, right, [], found, limit);
  return found;
}

function compare(
  left: Json | undefined,
  right: Json | undefined,
  path: PathPart[],
  found: Difference[],
  limit: number,
): void {
  if (found.length >= limit || Object.is(left, right)) return;
  if (isBranch(left) && isBranch(right) && Array.isArray(left) === Array.isArray(right)) {
    const before = new Map(Object.entries(left));
    const after = new Map(Object.entries(right));
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      compare(before.get(key), after.get(key), [...path, key], found, limit);
    }
    return;
  }
  found.push({ path, ...(left !== undefined && { left }), ...(right !== undefined && { right }) });
}

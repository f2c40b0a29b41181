// What one click removes can be undone for ten seconds: until then its files stay. What is removed meanwhile joins it, and
// the time begins anew.
import { Atom } from '../lib/atom.ts';
import { plural } from '../lib/format.ts';
import { UNDO_TIME } from './removal-marks.ts';

export interface Removal {
  /** One of these, in the words of the notice. */
  kind: 'run' | 'annotation' | 'errata file' | 'table' | 'review';
  name: string;
  /** How many of its kind it is about, if not one. */
  number?: number;
  back(): void | Promise<void>;
  /** It cannot be undone any more. */
  end?(): void;
}

/** The latest last; empty when there is nothing to undo. */
export const removals = new Atom<readonly Removal[]>([]);

let timer: ReturnType<typeof setTimeout> | undefined;
let held = false;

function count(left: number): void {
  clearTimeout(timer);
  if (!held) timer = setTimeout(endRemovals, left);
}

/** Offers to undo it for so many milliseconds. */
export function undoable(removal: Removal, left = UNDO_TIME): void {
  removals.set([...removals.value, removal]);
  count(left);
}

/** As long as somebody is at the notice the time stands still; it begins anew afterwards. */
export function holdRemovals(hold: boolean): void {
  if (held === hold) return;
  held = hold;
  if (removals.value.length > 0) count(UNDO_TIME);
}

function taken(): readonly Removal[] {
  clearTimeout(timer);
  held = false;
  const all = removals.value;
  removals.set([]);
  return all;
}

export function endRemovals(): void {
  for (const { end } of taken()) end?.();
}

/** Everything, the latest first. What cannot be brought back is offered again. */
export async function undoRemovals(): Promise<void> {
  const failed: Removal[] = [];
  for (const removal of [...taken()].reverse()) {
    try {
      await removal.back();
    } catch {
      failed.unshift(removal);
    }
  }
  for (const removal of failed) undoable(removal);
}

/** Whether several things were removed. */
export const severalRemoved = (all: readonly Removal[]): boolean =>
  all.length > 1 || (all[0]?.number ?? 1) > 1;

/** What was removed, as a sentence. */
export function removalText(all: readonly Removal[]): string {
  const [first] = all;
  if (!first) return '';
  const numberOf = (some: readonly Removal[]) =>
    some.reduce((sum, one) => sum + (one.number ?? 1), 0);
  if (numberOf(all) === 1)
    return first.kind === 'run'
      ? `Removed ${first.name}.`
      : `Removed the ${first.kind} ${first.name}.`;
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const numbers = kinds.map((kind) =>
    plural(numberOf(all.filter((one) => one.kind === kind)), kind),
  );
  return `Removed ${numbers.join(', ')}.`;
}

// Corrections of ground truth beside the official score: how an errata file is told, and a run's verdicts by it.
import type { CorrectedRun, JudgedRun } from './scorer-types.ts';

/** More is no errata file of ours. */
export const MOST_ERRATA_BYTES = 20_000_000;

/** Whether a text is meant as an errata file, of whatever version; result lines never are. */
export const isErrata = (head: string): boolean =>
  /^\s*\{\s*"(?:schema|name|corrections)"\s*:/.test(head) &&
  /"schema"\s*:\s*"bfclx-errata-/.test(head);

/** The verdicts with the corrections: void entries are in no count. */
export function correctedRun(
  run: JudgedRun,
  { entries }: Pick<CorrectedRun, 'entries'>,
): JudgedRun {
  const changes = new Map(entries.map(({ id, corrected }) => [id, corrected]));
  const made: JudgedRun = { ...run, entries: {} };
  for (const [category, { ids, right, error_types: types, missing }] of Object.entries(
    run.entries,
  )) {
    const kept = {
      ids: [] as string[],
      right: '',
      error_types: [] as string[],
      ...(missing !== undefined && { missing }),
    };
    let wrong = 0;
    ids.forEach((id, i) => {
      const before = right[i] === '1';
      const type = before ? '' : (types?.[wrong++] ?? '');
      const change = changes.get(id);
      if (change === null) return;
      const now = change ?? before;
      kept.ids.push(id);
      kept.right += now ? '1' : '0';
      if (!now) kept.error_types.push(type || 'errata');
    });
    if (kept.ids.length > 0) made.entries[category] = kept;
  }
  return made;
}

/** Right and all, of the verdicts that count. */
export function tally({ entries }: JudgedRun): { right: number; entries: number } {
  const all = Object.values(entries);
  return {
    right: all.reduce((sum, { right }) => sum + right.replaceAll('0', '').length, 0),
    entries: all.reduce((sum, { ids }) => sum + ids.length, 0),
  };
}

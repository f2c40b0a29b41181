// The entries of one model of a published leaderboard, each with its verdict, from the marks of its file.
import type { Ids, ModelFile, OwnIds } from './published.ts';

export type Verdict = 'failed' | 'passed' | 'skipped';

export interface JudgedEntry {
  id: string;
  /** That the author of a benchmark gave the entry. */
  own_id?: string;
  category: string;
  verdict: Verdict;
  /** Empty where it did not fail. */
  error: string;
}

const VERDICTS: Readonly<Record<string, Verdict>> = { '0': 'failed', '1': 'passed', s: 'skipped' };

/** In the order of the board's categories. Entries without a response, or of unknown verdict, are left out. */
export function judgedEntries(
  { verdicts, types }: ModelFile,
  ids: Ids,
  categories: readonly string[],
  own: OwnIds = {},
): JudgedEntry[] {
  return categories.flatMap((category) => {
    const { marks, errors } = verdicts[category] ?? { marks: '', errors: [] };
    let next = 0;
    return [...marks].flatMap((mark, i) => {
      const verdict = VERDICTS[mark];
      if (!verdict) return [];
      const id = ids[category]?.[i] ?? '';
      const error = verdict === 'failed' ? (types[errors[next++] ?? -1] ?? '') : '';
      const given = Object.hasOwn(own, id) ? own[id] : undefined;
      return [{ id, ...(given && { own_id: given }), category, verdict, error }];
    });
  });
}

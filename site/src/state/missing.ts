// Entries of a run's categories that the run has no reply to.
import { entryOf } from '../lib/rows.ts';
import { sameText } from '../lib/same-text.ts';
import type { Scope } from '../worker/pool.ts';
import type { Row, Run } from './runs.ts';

/** Ids of a category, by dataset: the entries themselves are large, and many runs lack some. */
const ids = new Map<string, Promise<string[]>>();

function idsOf(run: Run, scope: Scope, category: string): Promise<string[]> {
  const key = `${run.dataset?.ref?.key ?? ''} ${category}`;
  let found = ids.get(key);
  if (!found) {
    found = scope
      .call('entries', category)
      .then((entries) => entries.map(({ id }) => sameText(id)));
    found.catch(() => ids.delete(key));
    ids.set(key, found);
  }
  return found;
}

/** A row for each, in the order of the dataset; `scope` are the workers on the dataset of the run. */
export async function missingRows(run: Run, scope: Scope): Promise<Row[]> {
  const some = [...run.categories.values()].filter(({ missing: number }) => number > 0);
  if (some.length === 0) return [];
  const replied = new Set(run.rows.map(entryOf));
  const missing: Row[] = [];
  for (const { category } of some) {
    for (const id of await idsOf(run, scope, category)) {
      if (replied.has(id)) continue;
      missing.push({
        id,
        category,
        file: '',
        line: missing.length,
        valid: null,
        error_type: '',
        rule: '',
        brief: '',
        superseded: false,
        missing: true,
      });
    }
  }
  return missing;
}

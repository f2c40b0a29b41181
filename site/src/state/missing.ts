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

/** Of a sampled run: what it lacks of its sample, by category; null: it is none. */
async function drawnOf(run: Run, scope: Scope): Promise<Map<string, string[]> | null> {
  const { manifest, settings } = run;
  if (!manifest?.sample || !settings) return null;
  const { sample } = manifest;
  const { categories } = await scope.call('missingEntries', run.files, settings, { sample });
  return new Map(categories.map(({ category, missing_ids: ids }) => [category, ids]));
}

/** A row for each, in the order of the dataset; `scope` are the workers on the dataset of the run. */
export async function missingRows(run: Run, scope: Scope): Promise<Row[]> {
  const some = [...run.categories.values()].filter(({ missing: number }) => number > 0);
  if (some.length === 0) return [];
  const replied = new Set(run.rows.map(entryOf));
  const missing: Row[] = [];
  const drawn = await drawnOf(run, scope);
  for (const counts of some) {
    const { category } = counts;
    const ids = drawn ? (drawn.get(category) ?? []) : await idsOf(run, scope, category);
    // What a sample did not draw is not missing.
    if (drawn) counts.missing = ids.length;
    for (const id of ids) {
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

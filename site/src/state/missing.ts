// Entries of a run's categories that the run has no response to.
import { entryOf, missingRow } from '../lib/rows.ts';
import { sameText } from '../lib/same-text.ts';
import { emptyCounts, type CategoryCounts } from '../lib/summary.ts';
import type { Scope } from '../worker/pool.ts';
import type { Row, Run } from './runs.ts';

/** By id the own id of each entry of a category, by dataset: the entries themselves are large, and many runs lack some. */
const ids = new Map<string, Promise<Map<string, string>>>();

function idsOf(run: Run, scope: Scope, category: string): Promise<Map<string, string>> {
  const key = `${run.dataset?.ref?.key ?? ''} ${category}`;
  let found = ids.get(key);
  if (!found) {
    found = scope
      .call('entries', category)
      .then((entries) => new Map(entries.map(({ id, own_id: own = '' }) => [sameText(id), own])));
    found.catch(() => ids.delete(key));
    ids.set(key, found);
  }
  return found;
}

/**
 * Of a sampled run: what it lacks of its sample, by category; null: it is none. A manifest that does not match the
 * responses is ignored, as by the program, and a problem of the run says so.
 */
async function drawnOf(run: Run, scope: Scope): Promise<Map<string, string[]> | null> {
  const { manifest, settings } = run;
  if (!manifest?.sample || !settings) return null;
  const found = await scope.call('missingEntries', run.files, settings, {
    sample: manifest.sample,
  });
  if (found.sample === null) {
    run.manifest = { ...manifest, sample: null, ignored: manifest.sample };
    run.problems.push(...found.problems);
    return null;
  }
  run.manifest = { ...manifest, drawn: found.sample };
  return new Map(found.categories.map(({ category, missing_ids: ids }) => [category, ids]));
}

/** The categories of a run, and those of its sample that have no response, in the order of these. */
function countsOf(run: Run, drawn: ReadonlyMap<string, string[]> | null): CategoryCounts[] {
  for (const [category, ids] of drawn ?? []) {
    const counts = run.categories.get(category) ?? emptyCounts(category, ids.length);
    // What a sample did not draw is not missing.
    counts.missing = ids.length;
    if (ids.length > 0) run.categories.set(category, counts);
  }
  return [...run.categories.values()].filter(({ missing }) => missing > 0);
}

/** A row for each, in the order of the dataset; `scope` are the workers on the dataset of the run. */
export async function missingRows(run: Run, scope: Scope): Promise<Row[]> {
  const drawn = await drawnOf(run, scope);
  const some = countsOf(run, drawn);
  if (some.length === 0) return [];
  const replied = new Set(run.rows.map(entryOf));
  const missing: Row[] = [];
  for (const { category } of some) {
    const its = drawn?.get(category);
    // Only a benchmark of one's own has own ids.
    const known = its && !run.dataset?.own ? null : await idsOf(run, scope, category);
    for (const id of its ?? known?.keys() ?? []) {
      if (!replied.has(id))
        missing.push(missingRow(id, category, missing.length, known?.get(id) ?? ''));
    }
  }
  return missing;
}

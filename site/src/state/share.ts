// Exports a run or an entry as one HTML file, or as a link that carries its data.
import { plural } from '../lib/format.ts';
import { formatRoute } from '../lib/route.ts';
import { ofManifest } from '../lib/run-facts.ts';
import { bareLine, carry, MOST_ADDRESS } from '../lib/share-link.ts';
import { entryOf } from '../lib/rows.ts';
import { errataName, errataNotes } from './basis.ts';
import { refsOf } from './open-files.ts';
import { pool } from './pool.ts';
import { scopeOf, type Row, type Run } from './runs.ts';

function settingsOf({ settings }: Run): NonNullable<Run['settings']> {
  if (!settings) throw new Error('this run is not loaded any more');
  return settings;
}

/** What the module does not know of the run. */
const statedOf = (run: Run) => ({
  name: run.name,
  ...(run.dataset && { dataset_name: `${run.dataset.version}, ${run.dataset.hash}` }),
  notes: errataNotes([run]),
});

/** The page of `bfclx report` about the run. */
export async function sharedRun(run: Run): Promise<string> {
  const { manifest, stop } = run;
  return pool.apart(
    run.dataset?.ref ?? null,
    stop.signal,
    'runPage',
    refsOf(run.files),
    settingsOf(run),
    { ...ofManifest(manifest), ...statedOf(run) },
  );
}

/** Its part about one entry. */
export async function sharedEntry(run: Run, row: Row): Promise<string> {
  const file = row.missing ? null : run.files.find(({ key }) => key === row.file);
  if (file === undefined) throw new Error('the result file of this entry is not loaded any more');
  return scopeOf(run).call(
    'entryPage',
    file,
    row.category,
    row.missing ? entryOf(row) : row.id,
    settingsOf(run),
    statedOf(run),
  );
}

/** More bytes of result lines than this never fit into a link, however they are packed. */
const HOPELESS = 4_000_000;

/** The lines of these rows without their logs; null where they cannot be had as they stand. */
async function bareLines(run: Run, rows: readonly Row[]): Promise<string | null> {
  const lines: string[] = [];
  for (const file of run.files) {
    const here = rows.filter((row) => row.file === file.key && !row.superseded);
    if (here.length === 0) continue;
    if (file.blob.size > HOPELESS && here.length > 1) return null;
    const text = (await file.blob.text()).split('\n');
    for (const { line } of here) {
      const bare = bareLine(text[line - 1] ?? '');
      if (bare === null) return null;
      lines.push(bare);
    }
  }
  return lines.length > 0 ? `${lines.join('\n')}\n` : null;
}

/** The line of one response without its log; null where its file has no lines. */
export const lineOf = (run: Run, row: Row): Promise<string | null> => bareLines(run, [row]);

export type Link = { address: string } | { why: string };

/** A link to this site that carries the run, or one entry of it. */
export async function linkOf(run: Run, row: Row | null): Promise<Link> {
  const lines = await bareLines(run, row ? [row] : run.rows);
  const what = row ? 'This entry' : 'This run';
  if (lines === null || !run.settings) {
    return {
      why:
        lines === null && run.files.some(({ blob }) => blob.size > HOPELESS)
          ? `${what} is too large for a link.`
          : `${what} is in a file that does not have one JSON object per line, so a link cannot contain it.`,
    };
  }
  const { decoder, underscore_to_dot } = run.settings;
  const { version = '', hash = '' } = run.dataset ?? {};
  const url = await carry({
    name: run.name,
    decoder,
    underscore_to_dot,
    dataset: { version, hash },
    errata: errataName(run),
    lines,
  });
  const address = new URL(
    formatRoute({ view: 'results', params: { url, ...(row && { entry: row.id }) } }),
    location.href.replace(/[^/]*$/, ''),
  ).href;
  if (address.length > MOST_ADDRESS) {
    return {
      why: `${what} would make a link of ${plural(address.length, 'character')}; many programs truncate links of more than ${plural(MOST_ADDRESS, 'character')}.`,
    };
  }
  return { address };
}

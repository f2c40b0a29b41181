// Exports a run or an entry as one HTML file, or as a link that carries its data.
import { isoDay, plural } from '../lib/format.ts';
import { entryOf } from '../lib/rows.ts';
import { bareLine, carry, MOST_ADDRESS } from '../lib/share-link.ts';
import { saidOf } from '../lib/overall.ts';
import { sharePage, type PageEntry, type SharedPage } from '../lib/share-page.ts';
import { formatRoute } from '../lib/route.ts';
import { errorTypes } from '../lib/summary.ts';
import { basisOf, errataName } from './basis.ts';
import { findingsWhenKnown } from './diagnosis.ts';
import { overallOf } from './figures.ts';
import { categoryOrder } from './order.ts';
import { description, isApart, pool } from './pool.ts';
import { explainRow, scopeOf, type Row, type Run } from './runs.ts';
import { summaryRows } from './summary-rows.ts';
import { warningsWhenKnown } from './warnings.ts';

/** Failures that a page of a run shows; the others are counted. */
const MOST_FAILURES = 500;

async function entryOfPage(run: Run, row: Row): Promise<PageEntry> {
  const [entry, explanation] = await Promise.all([
    scopeOf(run).call('entry', row.category, entryOf(row)),
    row.missing ? null : explainRow(run, row),
  ]);
  const { id, category, valid, error_type, reason } = row;
  return { id, category, valid, error_type, reason, question: entry?.question ?? [], explanation };
}

const settingsText = ({ settings }: Run): string =>
  settings
    ? `decoder ${settings.decoder}, underscore_to_dot ${settings.underscore_to_dot ? 'yes' : 'no'}`
    : '';
const madeText = (): string =>
  `Made on ${isoDay(new Date())} by bfclx ${description.value?.version.bfclx ?? ''}.`;
const pageOf = (page: SharedPage): Promise<string> => pool.call('document', sharePage(page));

/** The page of a run, with its failures in the order of the categories. */
export async function sharedRun(run: Run): Promise<string> {
  // They have better reasons for some entries.
  const findings = await findingsWhenKnown(run);
  const order = categoryOrder(
    Object.fromEntries([...run.categories.keys()].map((name) => [name, 0])),
  );
  const failed = run.rows.filter(({ valid, superseded }) => valid === false && !superseded);
  failed.sort((a, b) => order.indexOf(a.category) - order.indexOf(b.category));
  const entries: PageEntry[] = [];
  for (const row of failed.slice(0, MOST_FAILURES)) entries.push(await entryOfPage(run, row));
  const categories = order.flatMap((name) => run.categories.get(name) ?? []);
  const lacking = summaryRows(run).filter(({ category }) => !run.categories.has(category));
  return pageOf({
    title: run.name,
    basis: basisOf([run]),
    settings: settingsText(run),
    made: madeText(),
    entries,
    run: {
      overall: saidOf(overallOf(run), false),
      categories,
      apart: new Set(categories.map(({ category }) => category).filter(isApart)),
      not_in_run: lacking.map(({ category }) => category),
      errors: errorTypes(categories),
      warnings: (await warningsWhenKnown(run))?.map(({ text }) => text) ?? [],
      findings,
      left_out: failed.length - entries.length,
      right: categories.reduce((sum, one) => sum + one.right, 0),
      entries: categories.reduce((sum, one) => sum + one.entries, 0),
    },
  });
}

export async function sharedEntry(run: Run, row: Row): Promise<string> {
  return pageOf({
    title: `${row.id}, ${run.name}`,
    basis: basisOf([run]),
    settings: settingsText(run),
    made: madeText(),
    entries: [await entryOfPage(run, row)],
  });
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

export type Link = { address: string } | { why: string };

/** A link to this site that carries the run, or one entry of it. */
export async function linkOf(run: Run, row: Row | null): Promise<Link> {
  const lines = await bareLines(run, row ? [row] : run.rows);
  const what = row ? 'This entry' : 'This run';
  if (lines === null || !run.settings) {
    return {
      why:
        lines === null && run.files.some(({ blob }) => blob.size > HOPELESS)
          ? `${what} is far too large for a link.`
          : `${what} lies in a file that is not one JSON object a line, so a link cannot carry it as it stands.`,
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
      why: `${what} would make a link of ${plural(address.length, 'character')}; links of more than ${plural(MOST_ADDRESS, 'character')} get lost on their way.`,
    };
  }
  return { address };
}

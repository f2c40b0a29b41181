// What Results can save: the program's report and verdicts, the table, the summary. The charts have buttons of their own.
import { html } from 'lit';
import { showDialog } from '../../components/dialog.ts';
import { fixedText } from '../../lib/format.ts';
import { ofManifest } from '../../lib/run-facts.ts';
import { skipsText } from '../../lib/summary.ts';
import { saveTable, type TextTable } from '../../state/save-table.ts';
import { writeNotes } from '../../lib/notes.ts';
import { entryOf, type TableRow } from '../../lib/rows.ts';
import { askOf, resultZip } from '../../state/asks.ts';
import { download } from '../../state/download.ts';
import { mayNote, notes } from '../../state/notes.ts';
import { summaryRows } from '../../state/summary-rows.ts';
import { scopeOf, type Run } from '../../state/runs.ts';

/** The lines of `bfclx score --verdicts`, in the order of the files. */
async function verdicts(run: Run): Promise<Blob> {
  const parts = run.files.flatMap(({ key }) =>
    [...(run.lines.get(key) ?? [])].sort((a, b) => a.from - b.from),
  );
  return new Blob(await Promise.all(parts.map(({ read }) => read())), {
    type: 'application/x-ndjson',
  });
}

function entryTable(rows: readonly TableRow[]): TextTable {
  return {
    columns: ['id', 'category', 'verdict', 'error_type', 'reason'],
    rows: rows.map((row) => [
      row.id,
      row.category,
      row.missing
        ? 'missing'
        : row.skipped
          ? row.skipped
          : row.valid === null
            ? 'not scored'
            : row.valid
              ? 'pass'
              : 'fail',
      row.error_type,
      row.reason,
    ]),
  };
}

function summaryTable(run: Run): TextTable {
  return {
    columns: ['category', 'accuracy', 'low', 'high', 'right', 'entries', 'missing', 'skipped'],
    rows: summaryRows(run).map((counts) => [
      counts.category,
      counts.accuracy === null ? null : Number(fixedText(counts.accuracy * 100, 2)),
      counts.interval ? Number(fixedText(counts.interval.low * 100, 2)) : null,
      counts.interval ? Number(fixedText(counts.interval.high * 100, 2)) : null,
      counts.right,
      counts.entries,
      counts.missing,
      skipsText([counts]),
    ]),
  };
}

export interface Export {
  label: string;
  /** Of these runs. */
  only?: (run: Run) => boolean;
  save: (run: Run, shown: readonly TableRow[]) => void | Promise<void>;
}

async function saveReport(run: Run): Promise<void> {
  if (!run.settings) return;
  const files = run.files.filter(({ entries }) => entries);
  const report = await scopeOf(run).call(
    'report',
    run.name,
    files,
    run.settings,
    run.dataset?.version ?? '',
    ofManifest(run.manifest),
  );
  download(`${run.name}-report.json`, report);
}

const hasNotes = (): boolean => mayNote() && notes.value.notes.size > 0;

async function saveIssue(run: Run, shown: readonly TableRow[]): Promise<void> {
  const noted = shown.flatMap((row) => {
    const note = row.superseded ? undefined : notes.value.notes.get(entryOf(row));
    return note ? [{ category: row.category, note }] : [];
  });
  if (noted.length > 0)
    return download(
      `${run.name}-issue.md`,
      await (await import('../../state/noted.ts')).issueOf(run, noted),
      'text/markdown',
    );
  showDialog(
    'No annotations among these entries',
    html`<p>None of the shown entries has an annotation. Clear the filters, or annotate an entry with <kbd>n</kbd>.</p>`,
  );
}

export const EXPORTS: readonly Export[] = [
  {
    label: 'This run as an HTML page',
    save: async (run) => {
      const { sharedRun } = await import('../../state/share.ts');
      download(`${run.name}.html`, await sharedRun(run), 'text/html');
    },
  },
  {
    label: 'Link that contains this run …',
    save: async (run) => (await import('../../app/share-dialog.ts')).showLink(run, null),
  },
  {
    label: 'Result files (zip)',
    only: (run) => askOf(run) !== undefined,
    save: async (run) => {
      const ask = askOf(run);
      if (ask) download(`${run.name}-results.zip`, await resultZip(ask));
    },
  },
  { label: 'Report, JSON', save: saveReport },
  {
    label: 'All verdicts, JSONL',
    save: async (run) => download(`${run.name}-verdicts.jsonl`, await verdicts(run)),
  },
  {
    label: 'Entries shown, CSV',
    save: (run, shown) => saveTable(`${run.name}-entries`, entryTable(shown)),
  },
  {
    label: 'Entries shown (Markdown)',
    save: (run, shown) => saveTable(`${run.name}-entries`, entryTable(shown), 'markdown'),
  },
  {
    label: 'All annotations, JSON',
    only: hasNotes,
    save: () =>
      download('bfclx-notes.json', writeNotes(notes.value.notes.values()), 'application/json'),
  },
  {
    label: 'Annotations of the listed entries as an issue (Markdown)',
    only: hasNotes,
    save: saveIssue,
  },
  {
    label: 'Categories, CSV',
    save: (run) => saveTable(`${run.name}-categories`, summaryTable(run)),
  },
  {
    label: 'Categories, Markdown',
    save: (run) => saveTable(`${run.name}-categories`, summaryTable(run), 'markdown'),
  },
];

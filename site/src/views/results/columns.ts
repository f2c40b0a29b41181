// The columns of the table of entries, and how a row is said.
import { html, nothing } from 'lit';
import type { Column } from '../../components/table.ts';
import { errorType } from '../../components/error-type.ts';
import { verdictSign } from '../../components/explanation.ts';
import { verdictWord } from '../../lib/format.ts';
import { NOTE_KINDS } from '../../lib/notes.ts';
import { entryOf, type TableRow } from '../../lib/rows.ts';
import { notes } from '../../state/notes.ts';
import type { Row } from '../../state/runs.ts';

export type Shown = Row & TableRow;

export const COLUMNS: readonly Column<Shown>[] = [
  {
    key: 'verdict',
    label: '',
    name: 'Verdict',
    track: '24px',
    sortable: true,
    cell: (row) => verdictSign(row.superseded ? null : row.valid),
  },
  {
    key: 'id',
    label: 'Entry',
    track: 'minmax(22ch, 1.1fr)',
    sortable: true,
    cell: (row) =>
      html`<span class="mono">${row.id}</span>${row.own_id ? html` <span class="muted">${row.own_id}</span>` : nothing}${noteMark(row)}`,
  },
  {
    key: 'category',
    label: 'Category',
    track: 'minmax(12ch, 0.7fr)',
    sortable: true,
    from: 900,
    cell: (row) => row.category,
  },
  {
    key: 'error',
    label: 'Error type',
    track: 'minmax(12ch, 1.2fr)',
    sortable: true,
    from: 340,
    cell: (row) => errorType(row.error_type),
  },
  {
    key: 'reason',
    label: 'Reason',
    track: 'minmax(10ch, 2.2fr)',
    from: 680,
    below: true,
    cell: (row) => reason(row),
  },
];

const noteOn = (row: Shown) => notes.value.notes.get(entryOf(row));

function noteMark(row: Shown) {
  const note = noteOn(row);
  if (!note) return nothing;
  const words = `${NOTE_KINDS[note.kind]}${note.text ? `: ${note.text.slice(0, 200)}` : ''}`;
  return html` <span role="img" aria-label="annotation: ${NOTE_KINDS[note.kind]}" title=${words}>✎</span>`;
}

function reason(row: Shown) {
  if (row.missing) return html`<span class="absent">no response in this run</span>`;
  if (row.skipped && !row.superseded) return html`<code>${row.skipped}</code> ${row.reason}`;
  if (row.superseded) return html`<span class="absent">a later response counts instead</span>`;
  if (row.valid === false && row.turns_total && row.turns_passed !== undefined) {
    return html`<span title=${row.reason}>${row.turns_passed} of ${row.turns_total} turns. ${row.reason}</span>`;
  }
  return html`<span title=${row.reason}>${row.reason}</span>`;
}

/** A row as it is said. */
export const spoken = (row: Shown): string =>
  [
    row.own_id ? `${row.id} (${row.own_id})` : row.id,
    row.skipped ? 'skipped' : verdictWord(row.valid),
    row.error_type,
    row.reason,
    noteOn(row) ? `annotation: ${NOTE_KINDS[noteOn(row)?.kind ?? 'other']}` : '',
  ]
    .filter(Boolean)
    .join(', ');

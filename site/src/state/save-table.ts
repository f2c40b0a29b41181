// Saves a table as a file. The module writes it: the same CSV and Markdown as the program's.
import { html } from 'lit';
import { showDialog } from '../components/dialog.ts';
import type { PlainTable } from '../lib/scorer-types.ts';
import { download } from './download.ts';
import { pool } from './pool.ts';

export type TextTable = Omit<PlainTable, 'form'>;

const FORMS = {
  csv: { ending: 'csv', type: 'text/csv' },
  markdown: { ending: 'md', type: 'text/markdown' },
} as const;

/** `name` of the file without its ending. */
export async function saveTable(
  name: string,
  table: TextTable,
  form: PlainTable['form'] = 'csv',
): Promise<void> {
  const { ending, type } = FORMS[form];
  try {
    download(`${name}.${ending}`, await pool.call('table', { form, ...table }), type);
  } catch (error) {
    showDialog(
      'The table was not saved',
      html`<p>${error instanceof Error ? error.message : String(error)}</p>`,
    );
  }
}

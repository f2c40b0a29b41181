// Tables as CSV (RFC 4180) and Markdown. A cell that a spreadsheet would run as a formula gets a quote in
// front, because replies and file names are nobody's friends.

export type Cell = string | number | null;

export interface TextTable {
  head: string[];
  rows: Cell[][];
}

const plain = (cell: Cell): string => (cell === null ? '' : String(cell));

function csvCell(cell: Cell): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : plain(cell);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export function toCsv({ head, rows }: TextTable): string {
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

const markdownCell = (cell: Cell): string =>
  plain(cell)
    .replace(/[\\`*_[\]<>|]/g, '\\$&')
    .replace(/\r?\n/g, ' ');

export function toMarkdown({ head, rows }: TextTable): string {
  const numeric = head.map(
    (_, i) => rows.length > 0 && rows.every((row) => typeof row[i] !== 'string'),
  );
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  return (
    line(head.map(markdownCell)) +
    line(numeric.map((right) => (right ? '---:' : '---'))) +
    rows.map((row) => line(row.map(markdownCell))).join('')
  );
}

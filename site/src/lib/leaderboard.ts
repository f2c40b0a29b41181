// The leaderboard's table: rows of a data_overall.csv of any version and the user's own runs in one form. What the
// scores come to, their intervals, and the ranks that the differences allow, is the module's.
import { caseColumns } from './case-columns.ts';
import { parseCsv } from './csv.ts';
import { plural } from './format.ts';
import type { LeaderboardName, PartScore, Range, ScoreBasis, ScoredRow } from './scorer-types.ts';

export interface BoardRow {
  /** Unique in the table. */
  key: string;
  name: string;
  link: string;
  organisation: string;
  license: string;
  own: boolean;
  /** The name of the errata by which an own run is scored here: no official score, and no rank among these. */
  errata?: string;
  /** "Overall Acc" as published; null in own runs. */
  published: number | null;
  /** In dollars, for the whole benchmark (version 4) or a thousand calls (older tables). */
  cost: number | null;
  /** Mean, in seconds. */
  latency: number | null;
  /** Median and 95th percentile of the latency of requests, in seconds: of own runs and static boards. */
  p50: number | null;
  p95: number | null;
  /** Published shares by column; null where the table has no number. Empty in own runs. */
  columns: Record<string, number | null>;
}

export interface Board {
  rows: BoardRow[];
  version: LeaderboardName;
}

/** Columns by which a version's table is told, the newest first. */
const MARKS: readonly (readonly [LeaderboardName, readonly string[]])[] = [
  ['v4', ['Web Search Acc', 'Memory Acc']],
  ['v3_executable', ['Multi Turn Acc', 'Live Acc', 'Non-Live Exec Acc']],
  ['v3', ['Multi Turn Acc', 'Live Acc']],
  ['v2', ['Simple AST', 'Simple Exec', 'Irrelevance Detection', 'Relevance Detection']],
  ['v1', ['Simple Function AST', 'Simple Function Exec', 'Relevance Detection']],
];

/** "72.01%" as a share of 1, "6.69" as it is; null for "N/A" and anything else. */
export function figure(text: string | undefined): number | null {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(text ?? '');
  if (!match) return null;
  return Number(match[1]) / (match[2] ? 100 : 1);
}

/** Why a text is no such table: a sentence. */
export class NoTable extends Error {}

/** Where a table of cases belongs, and what it lacks; empty for other tables. */
function casesAdvice(head: readonly string[]): string {
  const table = caseColumns(head.join(','));
  if (!table) return '';
  const lacks = table.lacks ? ` It has no column ${table.lacks}.` : '';
  return ` It looks like a table of cases.${lacks} Open it in the case editor (Dataset).`;
}

/** Reads a data_overall.csv, or the one table of v1 and v2. Throws NoTable. */
export function readBoard(text: string): Board {
  const [head = [], ...lines] = parseCsv(text);
  const at = new Map(head.map((name, i) => [name.trim(), i]));
  if (!at.has('Model') || !at.has('Overall Acc')) {
    throw new NoTable(
      `This is not a data_overall.csv: it has no columns "Model" and "Overall Acc".${casesAdvice(head)}`,
    );
  }
  const version = MARKS.find(([, columns]) => columns.every((name) => at.has(name)))?.[0];
  if (!version)
    throw new NoTable(
      'This is not a data_overall.csv: its columns match no version of the leaderboard, v1 to v4.',
    );
  const taken = new Map<string, number>();
  const rows = lines.flatMap((line): BoardRow[] => {
    const cell = (name: string): string => line[at.get(name) ?? -1]?.trim() ?? '';
    const name = cell('Model');
    if (!name) return [];
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return [
      {
        key: before === 0 ? name : `${name} (${before + 1})`,
        name,
        link: /^https?:\/\//.test(cell('Model Link')) ? cell('Model Link') : '',
        organisation: cell('Organization'),
        license: cell('License'),
        own: false,
        published: share(cell('Overall Acc')),
        cost: figure(cell('Total Cost ($)')) ?? figure(cell('Cost ($ Per 1k Function Calls)')),
        latency: figure(cell('Latency Mean (s)')),
        p50: null,
        p95: null,
        columns: Object.fromEntries(
          [...at.keys()]
            .filter((column) => isShare(column, cell(column)))
            .map((column) => [column, share(cell(column))]),
        ),
      },
    ];
  });
  if (rows.length === 0) throw new NoTable('This table has a header but no rows.');
  return { rows, version };
}

/** "72.01%" as a share from 0 to 1; null for anything else. */
function share(text: string): number | null {
  const value = text.endsWith('%') ? figure(text) : null;
  return value !== null && value >= 0 && value <= 1 ? value : null;
}

const isShare = (column: string, text: string): boolean =>
  text.endsWith('%') || (text === 'N/A' && !/Cost|Latency|Format/.test(column));

/** A row with what the module says of it; without that, nothing is known but what was published. */
export interface Ranked {
  row: BoardRow;
  scored: ScoredRow;
  /** Of categories, where they are known: how many passed of how many. */
  counts?: Readonly<Record<string, { right: number; entries: number }>>;
}

/** The overall score by which a row has its place; null where it has none: partial scores have no order. */
export const placeOf = ({ scored: { score } }: Ranked): number | null =>
  score.basis.kind === 'partial' ? null : score.value;

const bare = (value: number | null): PartScore => ({
  value,
  official: value ?? 0,
  standard_error: null,
  interval_95: null,
  missing: [],
  derived: false,
});
const PUBLISHED: ScoreBasis = {
  kind: 'complete',
  leaderboard: 'v4',
  weight: 1,
  missing: [],
  categories: 0,
  entries: 0,
  missing_entries: 0,
  sample: null,
  runs: 1,
  dataset: null,
  text: '',
  key: '',
};
export const unscored = (row: BoardRow): Ranked => ({
  row,
  scored: {
    score: {
      value: row.published,
      standard_error: null,
      interval_95: null,
      basis: PUBLISHED,
    },
    overall: bare(row.published),
    parts: {},
    rank: null,
    rank_low: null,
    rank_high: null,
  },
});

/** What a column shows of a row: a part of the score, or a figure; for sorting and filtering. */
export function valueOf(one: Ranked, column: string): number | string | null {
  const { row, scored } = one;
  if (column === 'overall') return placeOf(one);
  if (column === 'name') return row.name;
  if (column === 'organisation') return row.organisation;
  if (column === 'cost' || column === 'latency' || column === 'p50' || column === 'p95')
    return row[column];
  return scored.parts[column]?.value ?? null;
}

/** The interval of a part, of own runs: what they are made of is known. */
export const intervalOf = ({ row, scored }: Ranked, column: string): Range | null =>
  row.own ? (scored.parts[column]?.interval_95 ?? null) : null;

const collator = new Intl.Collator('en', { numeric: true });

/** A sorted copy; what has no value comes last either way, but own runs first, where they are seen. */
export function sortRanked(rows: readonly Ranked[], sort: string): Ranked[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace(/^-/, '');
  return [...rows].sort((a, b) => {
    const [x, y] = [valueOf(a, column), valueOf(b, column)];
    if (x === null || y === null) {
      const place = (value: unknown, { own }: BoardRow) => (value !== null ? 1 : own ? 0 : 2);
      return place(x, a.row) - place(y, b.row) || collator.compare(a.row.name, b.row.name);
    }
    return sign * (typeof x === 'string' ? collator.compare(x, String(y)) : x - Number(y));
  });
}

/** Headings of sorted rows, by the key of the row below: where those without a value in the sorted column begin, and those with one after them. Empty where all are alike. */
export function headingsOf(rows: readonly Ranked[], sort: string): Map<string, string> {
  const column = sort.replace(/^-/, '');
  const lacks = rows.map((one) => valueOf(one, column) === null);
  const headings = new Map<string, string>();
  if (!lacks.includes(true) || !lacks.includes(false)) return headings;
  rows.forEach(({ row }, i) => {
    if (lacks[i] === lacks[i - 1]) return;
    const next = lacks.indexOf(!lacks[i], i);
    const n = (next < 0 ? rows.length : next) - i;
    const models = plural(n, 'model');
    const text = lacks[i]
      ? `${models} ${column === 'overall' ? 'not ranked' : 'without a value in this column'}, by name`
      : i > 0
        ? `${models} ${column === 'overall' ? 'by overall score' : 'by this column'}, ${sort.startsWith('-') ? 'highest first' : 'lowest first'}`
        : '';
    if (text) headings.set(row.key, text);
  });
  return headings;
}

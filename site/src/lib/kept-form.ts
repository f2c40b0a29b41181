// The verdicts of a run as a file: the hash of all that follows, a line of JSON with what lists and tables of runs show, and
// a line of JSON with the rows, which is only read when somebody wants rows. The lines of the verdicts lie in a file beside.
import type { Row, Run } from '../state/run.ts';
import type { FileProblem } from '../worker/protocol.ts';
import { breather } from './breathe.ts';
import type { Overall } from './overall.ts';
import { missingRow } from './rows.ts';
import type { ManifestFacts } from './run-facts.ts';
import type { PartScore, RunLatency, RunWarning, ScoreSettings, Settings } from './scorer-types.ts';
import { isShape, nullable, type Shape } from './shape.ts';
import { sameText } from './same-text.ts';
import type { CategoryCounts } from './summary.ts';

/** Of the two files, and of all that the page makes of a run before it is kept. */
export const FORM = 1;
/** A larger file of the verdicts is neither written nor read; of their lines none is written. */
export const MOST_BYTES = 8 << 20;
export const MOST_LINES = 32 << 20;

/** Where the lines of some verdicts lie in their file. */
export interface KeptLines {
  from: number;
  count: number;
  bytes: number;
  sum: string;
}

export interface KeptFile {
  category: string | null;
  categories: { name: string; entries: number }[];
  entries: number;
  problems: FileProblem[];
  notes?: FileProblem[];
  unused?: number[];
  lines: KeptLines[];
}

export interface KeptFigures {
  overall: Overall | null;
  parts: Readonly<Record<string, PartScore>>;
}

type KeptCounts = Omit<CategoryCounts, 'skipped' | 'failures'> & {
  skipped: [string, number][];
  failures: [string, number][];
};

export interface KeptHead {
  /** Everything that the verdicts depend on. */
  key: string;
  manifest: ManifestFacts | null;
  settings: Settings & ScoreSettings;
  files: KeptFile[];
  problems: FileProblem[];
  categories: KeptCounts[];
  expected: [string, number][];
  scored: number;
  /** Of v4; null: they could not be computed. */
  figures: KeptFigures | null;
  /** They name the run; null: nobody has asked for them. */
  warnings: {
    name: string;
    list: readonly RunWarning[];
    latency?: RunLatency | null;
  } | null;
}

/** A row: number of its file, id, line, category and error type by their numbers among the texts, verdict, reason, whatever else it has. */
type Packed = [number, string, number, number, number, 0 | 1 | null, string, object?];

interface KeptRows {
  texts: string[];
  rows: Packed[];
  /** Ids of entries without a response, by category, in the order of the rows; where there are any, their own ids too. */
  missing: ([string, string[]] | [string, string[], string[]])[];
}

// ---- what can be read ----

const RANGE = nullable({ members: { low: 'number', high: 'number' } });
const COUNTED = [{ tuple: ['string', 'number'] }] as const;
const PROBLEM: Shape = {
  members: { file: 'string', line: 'number', id: 'string', message: 'string', fatal: 'boolean' },
};
const FILE: Shape = {
  members: {
    category: nullable('string'),
    categories: [{ members: { name: 'string', entries: 'number' } }],
    entries: 'number',
    problems: [PROBLEM],
    'notes?': [PROBLEM],
    'unused?': ['number'],
    lines: [{ members: { from: 'number', count: 'number', bytes: 'number', sum: 'string' } }],
  },
};
const COUNTS: Shape = {
  members: {
    category: 'string',
    total: nullable('number'),
    entries: 'number',
    right: 'number',
    missing: 'number',
    malformed: 'number',
    unknown: 'number',
    duplicates: 'number',
    skipped: COUNTED,
    accuracy: nullable('number'),
    interval: RANGE,
    failures: COUNTED,
  },
};
export const BASED: Shape = {
  members: {
    value: nullable('number'),
    interval_95: RANGE,
    basis: {
      members: {
        kind: 'string',
        key: 'string',
        text: 'string',
        weight: 'number',
        entries: 'number',
        missing: ['string'],
      },
    },
  },
};
const PART: Shape = {
  members: {
    value: nullable('number'),
    official: 'number',
    interval_95: RANGE,
    missing: ['string'],
  },
};
const FIGURES: Shape = {
  members: {
    overall: nullable({ members: { own: BASED, zero: BASED } }),
    parts: { each: PART },
  },
};
const FIGURES_OF_TIMES = { requests: 'number', p50: 'number', p95: 'number' } as const;
const TIMES = nullable({ members: { p50: 'number', p95: 'number' } });
const LATENCY: Shape = {
  members: {
    ...FIGURES_OF_TIMES,
    categories: { each: { members: FIGURES_OF_TIMES } },
    'streamed?': {
      members: {
        responses: 'number',
        first_token: TIMES,
        between_tokens: TIMES,
        tokens_per_second: nullable('number'),
      },
    },
  },
};
const WARNINGS: Shape = {
  members: {
    name: 'string',
    list: [
      {
        members: {
          kind: 'string',
          text: 'string',
          affects_comparison: 'boolean',
          categories: ['object'],
        },
      },
    ],
    'latency?': nullable(LATENCY),
  },
};
const HEAD: Shape = {
  members: {
    key: 'string',
    manifest: nullable('object'),
    settings: {
      members: {
        decoder: 'string',
        decoder_from: 'string',
        decoder_reason: 'string',
        underscore_to_dot: 'boolean',
        underscore_reason: 'string',
        model_name: 'string',
        today: 'string',
      },
    },
    files: [FILE],
    problems: [PROBLEM],
    categories: [COUNTS],
    expected: COUNTED,
    scored: 'number',
    figures: nullable(FIGURES),
    warnings: nullable(WARNINGS),
  },
};
const MORE: Shape = {
  members: {
    'entry?': 'string',
    'own_id?': 'string',
    'skipped?': 'string',
    'superseded?': 'boolean',
    'turns_passed?': 'number',
    'turns_total?': 'number',
  },
};
const VERDICT: Shape = { either: [{ is: 0 }, { is: 1 }, { is: null }] };
const PACKED = ['number', 'string', 'number', 'number', 'number', VERDICT, 'string'] as const;
const ROWS: Shape = {
  members: {
    texts: ['string'],
    rows: [{ either: [{ tuple: PACKED }, { tuple: [...PACKED, MORE] }] }],
    missing: [
      {
        either: [{ tuple: ['string', ['string']] }, { tuple: ['string', ['string'], ['string']] }],
      },
    ],
  },
};

// ---- rows ----

/** Rows that are made in one step. */
const STEP = 500;

/**
 * As JSON: those of each file behind one another, in the order of its lines, so that two tabs write the same. Without keeping
 * the page busy.
 */
export async function packRows(
  run: Pick<Run, 'rows' | 'missing' | 'files' | 'lines'>,
): Promise<string> {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const byFile = new Map<string, Row[]>(run.files.map(({ key }) => [key, []]));
  for (const row of run.rows) byFile.get(row.file)?.push(row);
  const sorted = run.files.flatMap(({ key }, file) => {
    const own = byFile.get(key) ?? [];
    let at = 0;
    const parts = (run.lines.get(key) ?? []).map(({ from, count }) => ({
      from,
      rows: own.slice(at, (at += count)),
    }));
    return parts
      .sort((a, b) => a.from - b.from)
      .flatMap((part) => part.rows.map((row) => [file, row] as const));
  });
  const missing = new Map<string, { ids: string[]; own: string[] }>();
  for (const { category, id, own_id: own = '' } of run.missing) {
    const its = missing.get(category) ?? { ids: [], own: [] };
    missing.set(category, its);
    its.ids.push(id);
    its.own.push(own);
  }
  const lacked = [...missing].map(([category, { ids, own }]) =>
    own.some(Boolean) ? [category, ids, own] : [category, ids],
  );
  const pause = breather();
  const steps: string[] = [];
  for (let at = 0; at < sorted.length; at += STEP) {
    const some = sorted.slice(at, at + STEP);
    steps.push(some.map(([file, row]) => JSON.stringify(packed(row, file, numberOf))).join());
    await pause();
  }
  const [texts, lacking] = [[...numbers.keys()], lacked].map((part) => JSON.stringify(part));
  return `{"texts":${texts},"rows":[${steps.join()}],"missing":${lacking}}`;
}

function packed(
  { id, line, category, error_type, valid, reason, file: _, ...more }: Row,
  file: number,
  numberOf: (text: string) => number,
): Packed {
  // What the diagnosis made of it, it makes of it again.
  const { superseded, generationError = reason, ...rest } = more;
  const others = superseded ? { superseded, ...rest } : rest;
  const verdict = valid === null ? null : valid ? 1 : 0;
  const type = [numberOf(category), numberOf(error_type)] as const;
  const made: Packed = [file, id, line, ...type, verdict, generationError];
  if (Object.keys(others).length > 0) made.push(others);
  return made;
}

/** `files`: keys of the run's files, in their order. Throws where the text is none of ours. */
export function unpackRows(text: string, files: readonly string[]): Pick<Run, 'rows' | 'missing'> {
  const kept = JSON.parse(text) as KeptRows;
  if (!isShape(ROWS, kept)) throw new Error('this file does not contain kept rows');
  const texts = kept.texts.map(sameText);
  const rows = kept.rows.map(([file, id, line, category, error, verdict, reason, more]): Row => {
    const [key, name, type] = [files[file], texts[category], texts[error]];
    if (key === undefined || name === undefined || type === undefined)
      throw new Error('a kept row has an unknown name');
    return {
      superseded: false,
      ...more,
      id: sameText(id),
      line,
      category: name,
      valid: verdict === null ? null : verdict === 1,
      error_type: type,
      reason: sameText(reason),
      file: key,
    };
  });
  const missing = kept.missing.flatMap(([category, ids, own = []]) =>
    ids.map((id, i) => [sameText(category), sameText(id), own[i] ?? ''] as const),
  );
  return {
    rows,
    missing: missing.map(([category, id, own], line) => missingRow(id, category, line, own)),
  };
}

// ---- counts ----

export const packCounts = (all: ReadonlyMap<string, CategoryCounts>): KeptCounts[] =>
  [...all.values()].map(({ skipped, failures, ...counts }) => ({
    ...counts,
    skipped: [...skipped],
    failures: [...failures],
  }));

export const unpackCounts = (all: readonly KeptCounts[]): Map<string, CategoryCounts> =>
  new Map(
    all.map(({ skipped, failures, ...counts }) => [
      counts.category,
      { ...counts, skipped: new Map(skipped), failures: new Map(failures) },
    ]),
  );

// ---- the file ----

/** SHA-256, in hexadecimal. */
export async function sumOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const SUM = 64;
const END = 10;

/** The key is the first member. */
const beginning = (key: string): string => `\n{"key":${JSON.stringify(key)},`;

/** Whether a file says that it is of this key: little of it is read. */
export async function saysKey(file: Blob, key: string): Promise<boolean> {
  const wanted = beginning(key);
  const { length } = new TextEncoder().encode(wanted);
  return (await file.slice(SUM, SUM + length).text()) === wanted;
}

/** `rows`: as packRows makes them. */
export async function writeKept(head: KeptHead, rows: string): Promise<Blob> {
  const { key, ...more } = head;
  const text = new TextEncoder().encode(`\n${JSON.stringify({ key, ...more })}\n${rows}`);
  return new Blob([await sumOf(text), text]);
}

/** `rows`: still as they were written. */
export interface ReadKept {
  head: KeptHead;
  rows: Uint8Array<ArrayBuffer>;
}

/** Null where the file is damaged, or is none. */
export async function readKept(bytes: Uint8Array<ArrayBuffer>): Promise<ReadKept | null> {
  const text = bytes.subarray(SUM);
  const end = text.indexOf(END, 1);
  if (text[0] !== END || end < 0) return null;
  const sum = new TextDecoder().decode(bytes.subarray(0, SUM));
  if ((await sumOf(text)) !== sum) return null;
  try {
    const head = JSON.parse(new TextDecoder().decode(text.subarray(1, end))) as KeptHead;
    return isShape(HEAD, head) ? { head, rows: text.subarray(end + 1) } : null;
  } catch {
    return null;
  }
}

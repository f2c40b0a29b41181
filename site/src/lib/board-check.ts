// Whether the JSON of a leaderboard, or of a public table, has the shape that pages read. It may come from anywhere: what is
// taken has the right types, plain names and a bounded size; anything else is refused with the place where it stands.
import { SCHEMA, type BoardIndex } from './published.ts';
import { TABLE_SCHEMA, type ListedTable, type TableFile } from './table-file.ts';

export const MOST_ROWS = 20_000;
const MOST_PARTS = 400;
const MOST_DEPTH = 8;
const MOST_TEXT = 20_000;

type Check = (value: unknown, at: string) => void;

const refuse = (at: string, what: string): never => {
  throw new Error(`${at} is not ${what}`);
};
const text: Check = (value, at) => {
  if (typeof value !== 'string') refuse(at, 'a text');
  if ((value as string).length > MOST_TEXT) throw new Error(`${at} is too long`);
};
const number: Check = (value, at) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse(at, 'a number');
};
const atLeast0: Check = (value, at) => {
  number(value, at);
  if ((value as number) < 0) refuse(at, '0 or more');
};
const share: Check = (value, at) => {
  number(value, at);
  // A sum of weights may be a hair over 1.
  if ((value as number) < 0 || (value as number) > 1 + 1e-9) refuse(at, 'from 0 to 1');
};
const flag: Check = (value, at) => {
  if (typeof value !== 'boolean') refuse(at, 'true or false');
};
const anything: Check = () => undefined;
const optional =
  (check: Check): Check =>
  (value, at) => {
    if (value !== undefined && value !== null) check(value, at);
  };
const list =
  (check: Check, most = MOST_ROWS): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return refuse(at, 'a list');
    if (value.length > most) throw new Error(`${at} has more than ${most} items`);
    value.forEach((one, i) => check(one, `${at}[${i}]`));
  };
const entriesOf = (value: unknown, at: string): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : refuse(at, 'an object');
/** By names that no object has by itself. */
const named =
  (check: Check, most = MOST_PARTS): Check =>
  (value, at) => {
    const all = entriesOf(value, at);
    if (all.length > most) throw new Error(`${at} has more than ${most} members`);
    for (const [name, one] of all) {
      if (name in Object.prototype) refuse(`${at}.${name}`, 'a name that can be used');
      check(one, `${at}.${name}`);
    }
  };
const object =
  (members: Record<string, Check>): Check =>
  (value, at) => {
    entriesOf(value, at);
    const own = value as Record<string, unknown>;
    for (const [name, check] of Object.entries(members))
      check(Object.hasOwn(own, name) ? own[name] : undefined, at ? `${at}.${name}` : name);
  };
const range: Check = (value, at) => {
  list(share, 2)(value, at);
  if ((value as unknown[]).length !== 2) refuse(at, 'a range');
};
const oneOf =
  (...values: string[]): Check =>
  (value, at) => {
    if (!values.includes(String(value))) refuse(at, `one of ${values.join(', ')}`);
  };
const plainName: Check = (value, at) => {
  text(value, at);
  if ((value as string) in Object.prototype) refuse(at, 'a name that can be used');
};
const VERSIONS = ['v1', 'v2', 'v3_executable', 'v3', 'v4'];

/** A tree of parts, bounded in depth and number. */
function tree(): Check {
  let parts = 0;
  const at =
    (depth: number): Check =>
    (value, where) => {
      if (depth > MOST_DEPTH) refuse(where, 'a composition of this depth');
      if (++parts > MOST_PARTS) throw new Error(`${where}: the score has too many parts`);
      object({
        name: plainName,
        label: text,
        column: optional(text),
        combining: oneOf('category', 'mean', 'by_entries', 'weights', 'tag_weights'),
        weight: atLeast0,
        share: atLeast0,
        parts: list(at(depth + 1), MOST_PARTS),
      })(value, where);
    };
  return at(0);
}
const composition: Check = (value, at) =>
  object({
    name: oneOf('own', ...VERSIONS),
    overall: tree(),
    apart: list(tree(), MOST_PARTS),
    profile: list(plainName, MOST_PARTS),
  })(value, at);

const basis = object({
  kind: oneOf('complete', 'partial', 'shared', 'missing_as_0'),
  text,
  key: text,
  weight: share,
});
const warning = object({ text, kind: text });
const figures = { requests: atLeast0, p50: atLeast0, p95: atLeast0 };
const times = optional(object({ p50: atLeast0, p95: atLeast0 }));
const latency = object({
  ...figures,
  categories: named(object(figures)),
  streamed: optional(
    object({
      responses: atLeast0,
      first_token: times,
      between_tokens: times,
      tokens_per_second: optional(atLeast0),
    }),
  ),
});
const members = {
  label: text,
  name: text,
  decoder: optional(text),
  sample: optional(text),
  status: optional(object({ name: text, text, second_run: optional(object({ text })) })),
  overall: object({
    weight: share,
    missing: list(text, MOST_PARTS),
    official: number,
    score: optional(share),
    interval_95: optional(range),
    basis: optional(basis),
  }),
  warnings: optional(list(warning, 1000)),
  problems: atLeast0,
  categories: named(
    object({
      right: atLeast0,
      entries: atLeast0,
      interval_95: range,
      missing: atLeast0,
      skipped: atLeast0,
      unknown: optional(flag),
    }),
  ),
  latency: optional(latency),
  groups: optional(named(object({ score: share, interval_95: range }))),
  ranked: optional(
    object({ score: share, interval_95: range, rank: number, rank_low: number, rank_high: number }),
  ),
  repeat_of: optional(text),
};
const figure = object({ value: share, interval_95: object({ low: share, high: share }) });
const repeatsRow = object({
  ...members,
  models: list(text),
  reason: text,
  repeats: object({
    heading: text,
    texts: list(text, MOST_PARTS),
    short_text: text,
    repeats: number,
    lowest: optional(share),
    highest: optional(share),
    pass: list(object({ k: number, pass_at_k: figure, pass_hat_k: figure })),
  }),
});
const index = object({
  title: text,
  program: object({ name: text, version: text }),
  dataset: object({ version: text, hash: text, files: anything }),
  leaderboard: oneOf(...VERSIONS),
  score: optional(object({ name: text, title: text, heading: text })),
  composition: optional(composition),
  slice: number,
  categories: list(object({ name: plainName, entries: atLeast0, scored: flag }), MOST_PARTS),
  ranking: object({
    weight: share,
    entries: atLeast0,
    basis: optional(basis),
    rank_text: optional(text),
  }),
  audit: object({ entries: atLeast0, suspicious: atLeast0 }),
  models: list(object(members)),
  repeats: optional(list(repeatsRow)),
});

const row = object({
  key: text,
  name: text,
  link: optional(text),
  organisation: optional(text),
  license: optional(text),
  cost: optional(atLeast0),
  latency: optional(atLeast0),
  score: optional(share),
  interval_95: optional(range),
  rank: optional(number),
  rank_low: optional(number),
  rank_high: optional(number),
  parts: named((value, at) => {
    list(number, 2)(value, at);
    share((value as unknown[])[0], `${at}[0]`);
  }),
});
const table = object({
  version: oneOf(...VERSIONS),
  date: text,
  rank_text: text,
  composition,
  rows: list(row),
});
/** Names that become part of an address. */
const fileName: Check = (value, at) => {
  text(value, at);
  if (!/^[\w-]{1,80}\.(?:json|csv)$/.test(value as string)) refuse(at, 'a file name');
};

function checked<T>(name: string, schema: string, check: Check, what: string) {
  return (value: unknown, file = name): T => {
    const own = typeof value === 'object' && value !== null ? (value as { schema?: unknown }) : {};
    if (own.schema !== schema) throw new Error(`${file} is not ${what} of this version`);
    try {
      check(value, '');
    } catch (error) {
      throw new Error(`${file} is malformed: ${(error as Error).message}`);
    }
    return value as T;
  };
}

export const checkBoard = checked<BoardIndex>(
  'data/index.json',
  SCHEMA,
  index,
  'part of a published leaderboard',
);
export const checkTable = checked<TableFile>('the table', TABLE_SCHEMA, table, 'a public table');
export function checkTables(value: unknown, file: string): ListedTable[] {
  try {
    const item = object({ version: oneOf(...VERSIONS), date: text, scored: fileName });
    list(item, 100)(value, 'the list');
  } catch (error) {
    throw new Error(`${file} is malformed: ${(error as Error).message}`);
  }
  return value as ListedTable[];
}

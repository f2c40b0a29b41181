// The cases of an own benchmark that are being edited, and their history. What a case becomes and what is wrong with it
// says the module.
import type { CaseFile } from './case-files.ts';
import type { BenchmarkTexts, CaseCells, TurnCells } from './scorer-types.ts';

/** ready: written or confirmed by a person; proposed: from a run, to be confirmed. Only ready ones are saved. */
export type CaseState = 'ready' | 'proposed' | 'rejected';

export interface EditedCase {
  key: number;
  cells: CaseCells;
  state: CaseState;
  /** The entry that it was made from, which is how the same case is found again. */
  entry?: string;
  /** Of a proposed one: the run, and whether its response passed. */
  run?: string;
  passed?: boolean;
  /** A response to try; of several turns one to each. */
  response?: string;
  responses?: readonly string[];
}

export interface CaseList {
  benchmark: BenchmarkTexts;
  cases: readonly EditedCase[];
  /** The key of the open case; 0: none. */
  open: number;
  /** The key of the next new case. */
  next: number;
  /** What a person has to know about the benchmark before it is saved. */
  remarks?: readonly string[];
  /** Files of the benchmark that no case becomes; they are saved with it. */
  files?: readonly CaseFile[];
}

export const CELLS = [
  'id',
  'question',
  'messages',
  'tools',
  'expected',
  'match',
  'order',
  'tags',
] as const;
export const TURN_CELLS = ['question', 'messages', 'expected', 'results'] as const;
export const BENCHMARK = [
  'name',
  'version',
  'licence',
  'citation',
  'language',
  'match',
  'tools',
  'weights',
  'more',
] as const;
/** As many as the module takes at once. */
export const MOST_CASES = 100_000;

export const emptyList = (): CaseList => ({ benchmark: {}, cases: [], open: 0, next: 1 });

export type NewCase = Omit<EditedCase, 'key'>;

/** Behind the others; the first of them is open. */
export function withCases(list: CaseList, more: readonly NewCase[]): CaseList {
  const room = more.slice(0, Math.max(0, MOST_CASES - list.cases.length));
  const added = room.map((one, i) => ({ ...one, key: list.next + i }));
  return {
    ...list,
    cases: [...list.cases, ...added],
    open: added[0]?.key ?? list.open,
    next: list.next + added.length,
  };
}

/** The expected calls of a proposal, in the case as it is. */
function amended(cells: CaseCells, proposed: CaseCells): CaseCells {
  if (!proposed.turns) return { ...cells, expected: proposed.expected ?? '' };
  const turns = proposed.turns.map((turn, i) => ({
    ...turn,
    ...cells.turns?.[i],
    expected: turn.expected ?? '',
    results: turn.results ?? '',
  }));
  return { ...cells, turns };
}

/** A case with one turn as one with several, the second of which is empty. */
export function withTurns({ question, messages, expected, ...rest }: CaseCells): CaseCells {
  const first: TurnCells = {
    ...(question !== undefined && { question }),
    ...(messages !== undefined && { messages }),
    ...(expected !== undefined && { expected }),
  };
  return { ...rest, turns: [first, {}] };
}

/** The first turn as the whole case. */
export function withoutTurns({ turns, ...rest }: CaseCells): CaseCells {
  const { question, messages, expected } = turns?.[0] ?? {};
  return {
    ...rest,
    ...(question !== undefined && { question }),
    ...(messages !== undefined && { messages }),
    ...(expected !== undefined && { expected }),
  };
}

/** A response as the ground truth of the case of its entry, where there is one; else of a new case. */
export function withProposal(list: CaseList, proposal: NewCase): CaseList {
  const same = list.cases.find(({ entry }) => entry !== undefined && entry === proposal.entry);
  if (!same) return withCases(list, [proposal]);
  const cells = amended(same.cells, proposal.cells);
  return { ...withCase(list, same.key, { ...proposal, cells }), open: same.key };
}

export const withCase = (list: CaseList, key: number, changes: Partial<EditedCase>): CaseList => ({
  ...list,
  cases: list.cases.map((one) => (one.key === key ? { ...one, ...changes, key } : one)),
});

/** Without a case; the next one is open, else the one before. */
export function without(list: CaseList, key: number): CaseList {
  const index = list.cases.findIndex((one) => one.key === key);
  if (index < 0) return list;
  const cases = list.cases.filter((one) => one.key !== key);
  const open = list.open === key ? (cases[index] ?? cases[index - 1])?.key : list.open;
  return { ...list, cases, open: open ?? 0 };
}

export const openCase = (list: CaseList): EditedCase | undefined =>
  list.cases.find(({ key }) => key === list.open);

/** The case so many places further, which is open then. */
export function moved(list: CaseList, by: number): CaseList {
  const index = list.cases.findIndex(({ key }) => key === list.open);
  const next = list.cases[Math.min(list.cases.length - 1, Math.max(0, index + by))];
  return next ? { ...list, open: next.key } : list;
}

/** The open case with another state; the next one that waits for a person is open then. */
export function decided(list: CaseList, state: CaseState): CaseList {
  const index = list.cases.findIndex(({ key }) => key === list.open);
  if (index < 0) return list;
  const after = [...list.cases.slice(index + 1), ...list.cases.slice(0, index)];
  const waiting = after.find((one) => one.state === 'proposed');
  return { ...withCase(list, list.open, { state }), open: waiting?.key ?? list.open };
}

export const counts = (list: CaseList): Record<CaseState, number> => {
  const found = { ready: 0, proposed: 0, rejected: 0 };
  for (const { state } of list.cases) found[state] += 1;
  return found;
};

// ---- history ----

const MOST_STEPS = 100;

/** Lists before the one that is shown. Changes of one field in a row are one step. */
export class History {
  private readonly before: CaseList[] = [];
  private field = '';

  /** `field`: what is being typed in; empty for anything else. */
  note(list: CaseList, field: string): void {
    const goesOn = field !== '' && field === this.field;
    this.field = field;
    if (goesOn) return;
    this.before.push(list);
    if (this.before.length > MOST_STEPS) this.before.shift();
  }

  get empty(): boolean {
    return this.before.length === 0;
  }

  undo(): CaseList | undefined {
    this.field = '';
    return this.before.pop();
  }
}

// ---- as a text that is kept ----

const FORMAT = 'bfclx-cases-1';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textsOf<N extends string>(value: unknown, names: readonly N[]): { [K in N]?: string } {
  const texts: { [K in N]?: string } = {};
  if (!isObject(value)) return texts;
  for (const name of names) {
    const text = value[name];
    if (typeof text === 'string') texts[name] = text;
  }
  return texts;
}

const cellsOf = (value: unknown): CaseCells => ({
  ...textsOf(value, CELLS),
  ...(isObject(value) &&
    Array.isArray(value.turns) && {
      turns: value.turns.map((turn: unknown) => textsOf(turn, TURN_CELLS)),
    }),
});

const filesOf = (value: unknown): CaseFile[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).flatMap((one) =>
    isObject(one) && typeof one.path === 'string' && typeof one.text === 'string'
      ? [{ path: one.path, text: one.text }]
      : [],
  );

export const writeList = (list: CaseList): string => JSON.stringify({ format: FORMAT, ...list });

/** Null for a text that is no such list. Members that it does not have are left out. */
export function readList(text: string): CaseList | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(read) || read.format !== FORMAT || !Array.isArray(read.cases)) return null;
  const cases: EditedCase[] = [];
  for (const one of read.cases.slice(0, MOST_CASES) as unknown[]) {
    if (!isObject(one)) continue;
    const state = (['proposed', 'rejected'] as const).find((name) => name === one.state);
    cases.push({
      key: cases.length + 1,
      cells: cellsOf(one.cells),
      state: state ?? 'ready',
      ...textsOf(one, ['entry', 'run', 'response']),
      ...(Array.isArray(one.responses) && {
        responses: one.responses.map((text: unknown) => (typeof text === 'string' ? text : '')),
      }),
      ...(typeof one.passed === 'boolean' && { passed: one.passed }),
    });
  }
  const remarks = (Array.isArray(read.remarks) ? read.remarks.slice(0, 100) : []).filter(
    (remark) => typeof remark === 'string',
  );
  const files = filesOf(read.files);
  const index = (read.cases as unknown[]).findIndex(
    (one) => isObject(one) && one.key === (read as { open?: unknown }).open,
  );
  return {
    benchmark: textsOf(read.benchmark, BENCHMARK),
    cases,
    open: cases[index]?.key ?? cases[0]?.key ?? 0,
    next: cases.length + 1,
    ...(remarks.length > 0 && { remarks }),
    ...(files.length > 0 && { files }),
  };
}

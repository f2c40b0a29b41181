// A published leaderboard (`bfclx report`): the shape of its JSON files, their paths, the addresses of its pages,
// and answers grouped. Nothing in the files is trusted to be more than text; what becomes a path is checked.
import { plural, weightText } from './format.ts';
import type {
  Json,
  JudgedRun,
  Leaderboard,
  LeaderboardName,
  Message,
  Range,
  RunLatency,
  RunWarning,
  ScoreBasis,
  ScoreName,
} from './scorer-types.ts';

export const SCHEMA = 'bfclx-board-1';

type Pair = [number, number];
export interface RankedScore {
  score: number;
  interval_95: Pair;
  rank: number;
  rank_low: number;
  rank_high: number;
}
export interface PartScore {
  right: number;
  entries: number;
  interval_95: Pair;
  missing: number;
  skipped: number;
  /** How many passed is known, which is not. */
  unknown?: boolean;
}
export interface PublishedModel {
  label: string;
  /** Of its files and in addresses. */
  name: string;
  decoder: string;
  /** "scores": official score files, which hold the failures alone. */
  source?: 'results' | 'scores';
  /** How far the results were checked, and what that means; absent in boards of earlier versions. */
  status?: { name: string; text: string; second_run?: { text: string } };
  /** What the generation says of a run that is a sample; empty or absent when it is none. */
  sample?: string;
  overall: {
    weight: number;
    missing: string[];
    official: number;
    score?: number;
    interval_95?: Pair;
    /** What `score` rests on; absent in boards of earlier versions. */
    basis?: ScoreBasis;
  };
  /** What keeps its scores from measuring the model. */
  warnings?: RunWarning[];
  problems: number;
  categories: Record<string, PartScore>;
  /** How long its requests took; absent where its results have no latency, and in boards of earlier versions. */
  latency?: RunLatency;
  /** Groups of categories that the score is made of, those of which nothing is missing; absent in boards of earlier versions. */
  groups?: Record<string, { score: number; interval_95: Pair }>;
  /** Among all rows, over what they share; null when that is nothing, and of repeats, which are ranked by their mean. */
  ranked?: RankedScore | null;
  /** Of a repeat: the name of its row. */
  repeat_of?: string;
}
/** A model with repeats, as one row: its figures are means. Its name is that of the first repeat. */
export interface RepeatsRow extends PublishedModel {
  /** Names of its repeats. */
  models: string[];
  /** How they are recognized. */
  reason: string;
  repeats: RepeatsFigures;
}
export interface RepeatsFigures {
  heading: string;
  texts: string[];
  short_text: string;
  repeats: number;
  /** Null where they share nothing that counts. */
  lowest: number | null;
  highest: number | null;
  pass: {
    k: number;
    pass_at_k: { value: number; interval_95: Range };
    pass_hat_k: { value: number; interval_95: Range };
  }[];
}
export interface BoardIndex {
  schema: string;
  title: string;
  program: { name: string; version: string };
  dataset: { version: string; hash: string; files?: Record<string, string> }; // hashes, without a manifest
  leaderboard: LeaderboardName;
  /** That is shown: the version's overall score, or the accuracy over the `entries` of an own benchmark. */
  score?: { name: ScoreName; title: string; heading: string; entries?: Record<string, number> };
  /** What that score is made of; absent in boards of earlier versions. */
  composition?: Leaderboard;
  /** Entries in a slice. */
  slice: number;
  categories: { name: string; entries: number; scored: boolean }[];
  /** `rank_text`: what the ranges of ranks mean. */
  ranking: { weight: number; entries: number; basis?: ScoreBasis; rank_text?: string };
  audit: { entries: number; suspicious: number };
  /** There is a data/history.json. */
  history?: boolean;
  /** There is a data/languages.json. */
  languages?: boolean;
  models: PublishedModel[];
  /** Models with repeats; absent where there are none. */
  repeats?: RepeatsRow[];
}
/** One row for each model: those with repeats, and the others. */
export const rowsOf = ({ models, repeats = [] }: BoardIndex): (PublishedModel | RepeatsRow)[] => [
  ...repeats,
  ...models.filter(({ repeat_of }) => !repeat_of),
];
export const isRepeated = (row: PublishedModel): row is RepeatsRow => 'repeats' in row;
/** What has responses: with repeats a model has several. */
export const runNoun = ({ repeats }: BoardIndex): string => (repeats ? 'run' : 'model');
/** The row of a model, by its name or that of a repeat. */
export const rowOf = (board: BoardIndex, name: string): PublishedModel | RepeatsRow | undefined =>
  board.repeats?.find(({ models }) => models.includes(name)) ??
  board.models.find((model) => model.name === name);
/** "Overall v4", "Accuracy"; boards of earlier versions name the leaderboard alone. */
export const scoreHeading = ({ score, leaderboard }: BoardIndex): string =>
  score?.heading ?? `Overall ${leaderboard}`;
/** The same within a sentence. */
export const scoreTitle = ({ score, leaderboard }: BoardIndex): string =>
  score?.title ?? `overall ${leaderboard}`;
/** What the ranks of all rows are computed over: "over the 20 entries in 6 categories that all 3 runs have, ...". */
export function rankBasis({ ranking: { basis, entries, weight } }: BoardIndex): string {
  if (basis?.kind === 'shared') return basis.text;
  return `over ${plural(entries, 'entry', 'entries')}, ${basis?.text ?? weightText(weight)}`;
}
/** As requests to the module name it. */
export const scoreAsked = ({ score, leaderboard }: BoardIndex) => ({
  leaderboard: score?.name ?? leaderboard,
  ...(score?.entries && { own_entries: score.entries }),
});
export interface ModelFile extends PublishedModel {
  types: string[];
  /** A mark an entry, in the order of ids.json: 1 right, 0 wrong, s skipped, - absent, ? right or absent; error types of the wrong ones. */
  verdicts: Record<string, { marks: string; errors: number[] }>;
}
export type Ids = Record<string, string[]>;
export type OwnIds = Readonly<Record<string, string>>;
/** Right: [1, answer]; wrong: [0, error type, why, answer, meaning]; ["s"]: skipped; ["?"]: right or absent; null: absent. */
export type AnswerRow = [1, string] | [0, number, string, string, number?] | ['s'] | ['?'] | null;
export interface AnswerSlice {
  first: number;
  types: string[];
  answers: AnswerRow[];
}
export interface PublishedEntry {
  id: string;
  question: Message[][] | null;
  ground_truth: Json;
}
export interface EntrySlice {
  first: number;
  entries: PublishedEntry[];
}
export interface AuditFile {
  audited: number;
  /** What the page begins with. */
  text: string;
  scored: number;
  scored_without: number;
  /** What an audit of so few runs cannot find; absent where there are enough, and in boards of earlier versions. */
  few_runs?: string;
  /** The accuracies are by the weights of `dataset.json`. */
  tag_weights?: true;
  scores: { name: string; all: RankedScore; without: RankedScore }[];
  /** Without the entries whose ground truth is certainly wrong. Absent from boards of earlier versions. */
  certain?: {
    errata: string | null;
    entries: number;
    scored_without: number;
    text: string;
    /** `without` is null where no entry that counts is left. */
    scores: { name: string; without: RankedScore | null }[];
  };
  entries: SuspiciousEntry[];
}
export interface SuspiciousEntry {
  id: string;
  category: string;
  runs: number;
  passes: number;
  /** Absent from boards of earlier versions. */
  list?: 'proof' | 'likely_wrong';
  probability_text?: string;
  alternative_text?: string;
  correction_text?: string;
  /** Evidence, the weightiest first. */
  reasons: { class: string; text: string }[];
  agreed: { answer: string; runs: number } | null;
}

/** From the least that was checked to the most. */
export const STATUSES: readonly string[] = ['claimed', 'validated', 'reproduced'];

/** The statuses that models have; none where all are claimed, which says nothing. */
export function statusesOf(models: Iterable<PublishedModel>): { name: string; text: string }[] {
  const found = new Map<string, string>();
  for (const { status } of models) if (status) found.set(status.name, status.text);
  const all = STATUSES.flatMap((name) => {
    const text = found.get(name);
    return text === undefined ? [] : [{ name, text }];
  });
  return all.some(({ name }) => name !== 'claimed') ? all : [];
}

// ---- paths ----

const isSafe = (name: string): boolean => /^[a-z0-9_][a-z0-9._-]{0,99}$/.test(name);

/** A name as part of a path. Throws where it is none of ours. */
function part(name: string): string {
  if (!isSafe(name)) throw new Error(`unknown file: ${name.slice(0, 100)}`);
  return name;
}
export const modelPath = (model: string): string => `data/models/${part(model)}/model.json`;
export const modelHistoryPath = (model: string): string =>
  `data/models/${part(model)}/history.json`;
export const answersPath = (model: string, category: string, slice: number): string =>
  `data/models/${part(model)}/${part(category)}-${slice}.json`;
export const entriesPath = (category: string, slice: number): string =>
  `data/entries/${part(category)}-${slice}.json`;

// ---- addresses ----

/** Of a page: the fragment's parameters. `view` follows from them. */
export interface Page {
  view: 'models' | 'model' | 'entry' | 'compare' | 'audit' | 'unknown';
  model: string;
  entry: string;
  /** Names of models; see pairNamed. */
  compare: [string, string];
  category: string;
  error: string;
  /** Of the entries that a model's page lists; '' : failed. */
  verdict: string;
}

export function parsePage(fragment: string): Page {
  const query = new URLSearchParams(fragment.replace(/^#/, ''));
  const text = (name: string) => query.get(name) ?? '';
  const [a = '', ...rest] = text('compare').split(',');
  const view = text('entry')
    ? 'entry'
    : query.has('compare')
      ? 'compare'
      : text('model')
        ? 'model'
        : query.has('audit')
          ? 'audit'
          : query.size > 0 && !query.has('models')
            ? 'unknown'
            : 'models';
  return {
    view,
    model: text('model'),
    entry: text('entry'),
    compare: [a, rest.join(',')],
    category: text('category'),
    error: text('error'),
    verdict: text('verdict'),
  };
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/%2C/g, ',').replace(/%3A/g, ':');
export const toModels = '#';
export const toAudit = '#audit';
export const toModel = (model: string, category = '', error = '', verdict = ''): string =>
  `#model=${encoded(model)}${category ? `&category=${encoded(category)}` : ''}${error ? `&error=${encoded(error)}` : ''}${verdict ? `&verdict=${encoded(verdict)}` : ''}`;
/** An address of the pages in a board's folder, from another page. */
export const pageOf = (folder: URL, address: string): string =>
  `${new URL('index.html', folder).href}${address}`;
export const toEntry = (id: string): string => `#entry=${encoded(id)}`;
export const toCompare = (a: string, b: string): string => `#compare=${encoded(`${a},${b}`)}`;

type Named = Pick<PublishedModel, 'name' | 'label'>;
const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The model that an address names: by its own name, else as the table has it, else whatever its case where that is one. */
export function modelNamed<M extends Named>(models: readonly M[], text: string): M | undefined {
  const exact =
    models.find(({ name }) => name === text) ?? models.find(({ label }) => label === text);
  if (exact || !text) return exact;
  const alike = models.filter(({ name, label }) => same(name, text) || same(label, text));
  return alike.length === 1 ? alike[0] : undefined;
}

/** The names of two models that an address has, a comma between them, where both are found: names in the table have commas too. */
export function pairNamed(models: readonly Named[], pair: [string, string]): [string, string] {
  const parts = pair.join(',').split(',');
  for (let i = 1; i < parts.length; i++) {
    const a = modelNamed(models, parts.slice(0, i).join(','));
    const b = modelNamed(models, parts.slice(i).join(','));
    if (a && b) return [a.name, b.name];
  }
  return [
    modelNamed(models, pair[0])?.name ?? pair[0],
    modelNamed(models, pair[1])?.name ?? pair[1],
  ];
}

/** Models that may be meant by a name that none has: those that hold it, or that it holds. */
export function modelsLike<M extends Named>(models: readonly M[], text: string): M[] {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < 2) return [];
  return models.filter(({ name, label }) =>
    [name, label.toLowerCase()].some((one) => one.includes(wanted) || wanted.includes(one)),
  );
}

// ---- what the files say ----

/** Where an entry is; null where no category has it. */
export function placeOf(
  ids: Ids,
  id: string,
  slice: number,
): { category: string; slice: number; index: number } | null {
  for (const [category, all] of Object.entries(ids)) {
    const at = all.indexOf(id);
    if (at >= 0) return { category, slice: Math.floor(at / slice), index: at % slice };
  }
  return null;
}

/** Where a model stands: by its rank; without ranks by its own score where all rest on the same, else by its name. */
export function modelOrder(models: readonly PublishedModel[]) {
  const same = new Set(models.map(({ overall }) => overall.basis?.key)).size === 1;
  return (a: PublishedModel, b: PublishedModel): number =>
    (a.ranked?.rank ?? 0) - (b.ranked?.rank ?? 0) ||
    (same ? (b.overall.score ?? -1) - (a.overall.score ?? -1) : 0) ||
    (a.label < b.label ? -1 : 1);
}

/** The verdicts as the module's statistics take them. */
export function judgedOf(model: ModelFile, ids: Ids): JudgedRun {
  const entries: JudgedRun['entries'] = {};
  for (const [category, { marks, errors }] of Object.entries(model.verdicts)) {
    if (marks.includes('?')) continue;
    const its = ids[category] ?? [];
    const counted = [...marks].flatMap((mark, i) =>
      mark === '0' || mark === '1' ? [{ id: its[i] ?? '', mark }] : [],
    );
    if (counted.length === 0) continue;
    entries[category] = {
      ids: counted.map(({ id }) => id),
      right: counted.map(({ mark }) => mark).join(''),
      error_types: errors.map((error) => model.types[error] ?? ''),
      missing: marks.length - counted.length,
    };
  }
  const { sample, dataset } = model.overall.basis ?? {};
  return {
    name: model.name,
    entries,
    ...(sample && { sample }),
    ...(dataset && { version: dataset }),
  };
}

export interface AnswerGroup {
  right: boolean;
  /** No verdict, or none that is known. */
  skipped: boolean;
  unknown: boolean;
  error: string;
  why: string;
  answer: string;
  models: PublishedModel[];
}

/** Answers of models to one entry, together where they are equal or wrong in the same way; those that pass first, then the commonest. */
export function groupAnswers(
  answers: readonly { model: PublishedModel; row: AnswerRow; types: readonly string[] }[],
): AnswerGroup[] {
  const groups = new Map<string, AnswerGroup>();
  for (const { model, row, types } of answers) {
    if (!row) continue;
    const [mark, first = '', why = '', answer = '', meaning] = row as [
      1 | 0 | 's' | '?',
      (string | number)?,
      string?,
      string?,
      number?,
    ];
    const right = mark === 1;
    const error = mark === 0 ? (types[Number(first)] ?? '') : '';
    const one: AnswerGroup = {
      right,
      skipped: mark === 's' || mark === '?',
      unknown: mark === '?',
      error,
      why: right ? '' : why,
      answer: right ? String(first) : answer,
      models: [model],
    };
    const key = JSON.stringify([
      mark,
      error,
      meaning ?? [one.answer, one.answer === '' ? why : ''],
    ]);
    const known = groups.get(key);
    if (known) known.models.push(model);
    else groups.set(key, one);
  }
  return [...groups.values()].sort(
    (a, b) =>
      Number(b.right) - Number(a.right) ||
      Number(a.skipped) - Number(b.skipped) ||
      b.models.length - a.models.length,
  );
}

// What an embedded scorer and its host page say to each other with postMessage; EMBEDDING.md is the text for
// people. Here: the types, the reading of messages that come from anybody, and the rule about origins.
import { count } from './format.ts';
import type { RunWarning, SettingsRequest } from './scorer-types.ts';

/** Version of the protocol; every message but PING and PONG carries it. */
export const PROTOCOL = 1;

export interface EmbedFile {
  path: string;
  data: string | ArrayBuffer | ArrayBufferView | Blob;
}

export interface ScoreRequest {
  bfclx: typeof PROTOCOL;
  type: 'score';
  /** Chosen by the host; every answer to this request carries it. */
  id: string;
  /** What the run is called. */
  name: string;
  /** One of these: files, or an address that the frame fetches. `text` of a message becomes a file. */
  files: EmbedFile[];
  url?: string;
  settings: SettingsRequest;
  /** Send the verdict of each entry back as JSON lines. */
  verdicts: boolean;
  /** Show the run once it is scored; not wanted where a page scores many. */
  show: boolean;
}

export interface ShowRequest {
  bfclx: typeof PROTOCOL;
  type: 'show';
  id: string;
  /** As in the address of the page: "#results&verdict=fail". */
  fragment: string;
}

export interface RunRequest {
  bfclx: typeof PROTOCOL;
  /** select: shows a run that this page brought; remove: takes it away. */
  type: 'select' | 'remove';
  id: string;
  /** The name in its summary. */
  run: string;
}

export const THEMES = ['system', 'light', 'dark'] as const;
export interface ThemeRequest {
  bfclx: typeof PROTOCOL;
  type: 'theme';
  id: string;
  theme: (typeof THEMES)[number];
}

export type HostRequest = ScoreRequest | ShowRequest | RunRequest | ThemeRequest;

/** The overall score of a version of the leaderboard, shares of 1. */
export interface EmbedOverall {
  /** "own": the accuracy of an own benchmark. */
  leaderboard: 'v4' | 'own';
  /** Over the categories that are there. */
  score: number;
  interval_95: { low: number; high: number };
  /** Share of the score's weight that these categories have. */
  weight: number;
  /** With what is missing as 0, as the official table has it. */
  missing_as_0: number;
  /** What `score` rests on. Scores are comparable where it is complete. */
  basis: {
    kind: 'complete' | 'partial' | 'shared' | 'missing_as_0';
    /** For people: "covers 52.5 % of the weight, sample of 40 entries". */
    text: string;
    /** Categories that are not there, and entries of the others that have no verdict. */
    missing: readonly string[];
    missing_entries: number;
    /** Entries that were drawn; null: the run is not a sample. */
    sample: number | null;
    /** An older version of the dataset that the run was made with: "BFCL_v3"; null: this one. */
    dataset: string | null;
  };
}

export interface EmbedSummary {
  name: string;
  entries: number;
  right: number;
  accuracy: number | null;
  decoder: string;
  underscore_to_dot: boolean;
  dataset: { version: string; hash: string };
  /** Null when no category of that score is there. */
  overall: EmbedOverall | null;
  categories: {
    category: string;
    /** Entries of the dataset; null when not known. */
    total: number | null;
    entries: number;
    right: number;
    missing: number;
    accuracy: number | null;
    interval_95: { low: number; high: number } | null;
    failures: { error_type: string; count: number }[];
  }[];
  /** Reasons why the scores may not reflect the model; null if they could not be computed. */
  warnings:
    | {
        kind: RunWarning['kind'];
        /** Affected responses or entries; `of` is their total in these categories. */
        count: number;
        of: number;
        categories: { category: string; count: number; of: number }[];
        /** For people: "799 of 800 responses in multi_turn_base, ... are generation errors; ...". */
        text: string;
        /** A difference to another run need not be one between the models. */
        affects_comparison: boolean;
      }[]
    | null;
  problems: { file: string; line: number; id: string; message: string }[];
}

export type FrameMessage = { bfclx: typeof PROTOCOL; id: string } & (
  | { type: 'asking' }
  | { type: 'refused' }
  | { type: 'progress'; done: number; total: number }
  | { type: 'result'; summary: EmbedSummary; verdicts?: string }
  | { type: 'shown' }
  | { type: 'selected'; run: string }
  | { type: 'removed'; run: string }
  | { type: 'themed' }
  /** Without a request, so that `id` is empty: the reader opened an entry of a run that this page brought; null: closed it. */
  | { type: 'entry'; run: string; entry: string | null }
  | { type: 'error'; message: string }
);

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** More is no name, no address and no place to look at. */
export const LONGEST = { id: 200, name: 200, fragment: 8192, files: 10_000 } as const;

function fileOf(value: unknown): EmbedFile | null {
  if (!isObject(value) || typeof value['path'] !== 'string') return null;
  const data = value['data'];
  const usable =
    typeof data === 'string' ||
    data instanceof ArrayBuffer ||
    ArrayBuffer.isView(data) ||
    data instanceof Blob;
  return usable ? { path: value['path'], data } : null;
}

function settingsOf(value: unknown): SettingsRequest {
  if (!isObject(value)) return {};
  const { decoder, underscore_to_dot: underscore, model } = value;
  return {
    ...(typeof decoder === 'string' && { decoder }),
    ...(typeof underscore === 'boolean' && { underscore_to_dot: underscore }),
    ...(typeof model === 'string' && { model }),
  };
}

type Wrong = { wrong: string };

function readScore(data: Members, id: string): ScoreRequest | Wrong {
  const given = Array.isArray(data['files']) ? data['files'] : [];
  if (given.length > LONGEST.files)
    return { wrong: `more than ${count(LONGEST.files)} files; pack them into a zip` };
  const files = given.map(fileOf);
  if (files.some((file) => file === null))
    return {
      wrong: 'each of files must be {path: string, data: string, ArrayBuffer, typed array or Blob}',
    };
  const pasted = text(data['text']);
  const all = [
    ...(files as EmbedFile[]),
    ...(pasted ? [{ path: 'results.json', data: pasted }] : []),
  ];
  const url = text(data['url']);
  const name = text(data['name']) || 'embedded';
  if (all.length === 0 && !url) return { wrong: 'text, files or url is required' };
  if (name.length > LONGEST.name)
    return { wrong: `name has more than ${count(LONGEST.name)} characters` };
  if (url.length > LONGEST.fragment)
    return { wrong: `url has more than ${count(LONGEST.fragment)} characters` };
  return {
    bfclx: PROTOCOL,
    type: 'score',
    id,
    name,
    files: all,
    ...(all.length === 0 && { url }),
    settings: settingsOf(data['settings']),
    verdicts: data['verdicts'] === true,
    show: data['show'] !== false,
  };
}

function readShow(data: Members, id: string): ShowRequest | Wrong {
  const fragment = text(data['fragment']);
  if (fragment.length > LONGEST.fragment)
    return { wrong: `fragment has more than ${count(LONGEST.fragment)} characters` };
  return fragment.startsWith('#')
    ? { bfclx: PROTOCOL, type: 'show', id, fragment }
    : { wrong: 'fragment must be a string that begins with #' };
}

const readRun =
  (type: RunRequest['type']) =>
  (data: Members, id: string): RunRequest | Wrong => {
    const run = text(data['run']);
    return run && run.length <= LONGEST.name
      ? { bfclx: PROTOCOL, type, id, run }
      : { wrong: 'run must be the name of a run' };
  };

function readTheme(data: Members, id: string): ThemeRequest | Wrong {
  const theme = THEMES.find((name) => name === data['theme']);
  return theme
    ? { bfclx: PROTOCOL, type: 'theme', id, theme }
    : { wrong: `theme must be one of ${THEMES.join(', ')}` };
}

const READERS = new Map<unknown, (data: Members, id: string) => HostRequest | Wrong>([
  ['score', readScore],
  ['show', readShow],
  ['select', readRun('select')],
  ['remove', readRun('remove')],
  ['theme', readTheme],
]);

/** A request as the host meant it; a sentence when it is a request and wrong; null when it is none of ours. */
export function readRequest(data: unknown): HostRequest | { id: string; wrong: string } | null {
  if (!isObject(data) || !('bfclx' in data)) return null;
  const id = text(data['id']).slice(0, LONGEST.id);
  if (data['bfclx'] !== PROTOCOL)
    return {
      id,
      wrong: `unsupported protocol version: a message needs bfclx: ${PROTOCOL}`,
    };
  const reader = READERS.get(data['type']);
  const read = reader
    ? reader(data, id)
    : { wrong: `type must be one of ${[...READERS.keys()].join(', ')}` };
  return 'wrong' in read ? { id, wrong: read.wrong } : read;
}

export type Trust = 'yes' | 'ask';

/** Whether data of an origin may be used at once. A page without an origin ("null") is always asked about. */
export function trust(origin: string, own: string, allowed: readonly string[]): Trust {
  if (origin === 'null' || origin === '') return 'ask';
  return origin === own || allowed.includes(origin) ? 'yes' : 'ask';
}

/** Where answers go: to that origin alone, unless it has none to name. */
export const targetOf = (origin: string): string =>
  origin === 'null' || origin === '' ? '*' : origin;

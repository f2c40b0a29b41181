// What an embedded scorer and its host page say to each other with postMessage; EMBEDDING.md is the text for
// people. Here: the types, the reading of messages that come from anybody, and the rule about origins.
import type { SettingsRequest } from './scorer-types.ts';

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
}

export interface ShowRequest {
  bfclx: typeof PROTOCOL;
  type: 'show';
  id: string;
  /** As in the address of the page: "#results&verdict=fail". */
  fragment: string;
}

export type HostRequest = ScoreRequest | ShowRequest;

export interface EmbedSummary {
  name: string;
  entries: number;
  right: number;
  accuracy: number | null;
  decoder: string;
  underscore_to_dot: boolean;
  dataset: { version: string; hash: string };
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
  problems: { file: string; line: number; id: string; message: string }[];
}

export type FrameMessage = { bfclx: typeof PROTOCOL; id: string } & (
  | { type: 'asking' }
  | { type: 'refused' }
  | { type: 'progress'; done: number; total: number }
  | { type: 'result'; summary: EmbedSummary; verdicts?: string }
  | { type: 'shown' }
  | { type: 'error'; message: string }
);

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function fileOf(value: unknown): EmbedFile | null {
  if (!isObject(value) || typeof value['path'] !== 'string') return null;
  const data = value['data'];
  const usable = typeof data === 'string' || data instanceof ArrayBuffer || ArrayBuffer.isView(data) || data instanceof Blob;
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

/** A request as the host meant it; a sentence when it is a request and wrong; null when it is none of ours. */
export function readRequest(data: unknown): HostRequest | { id: string; wrong: string } | null {
  if (!isObject(data) || !('bfclx' in data)) return null;
  const id = text(data['id']);
  if (data['bfclx'] !== PROTOCOL) return { id, wrong: `version ${String(data['bfclx'])} of the protocol is not known; this is ${PROTOCOL}` };
  if (data['type'] === 'show') {
    const fragment = text(data['fragment']);
    return fragment.startsWith('#') ? { bfclx: PROTOCOL, type: 'show', id, fragment } : { id, wrong: 'fragment must be a text that begins with #' };
  }
  if (data['type'] !== 'score') return { id, wrong: 'type must be "score" or "show"' };
  const given = Array.isArray(data['files']) ? data['files'] : [];
  const files = given.map(fileOf);
  if (files.some((file) => file === null)) {
    return { id, wrong: 'each of files must be {path: text, data: text, ArrayBuffer, typed array or Blob}' };
  }
  const pasted = text(data['text']);
  const all = [...(files as EmbedFile[]), ...(pasted ? [{ path: 'results.json', data: pasted }] : [])];
  const url = text(data['url']);
  if (all.length === 0 && !url) return { id, wrong: 'one of text, files and url is needed' };
  return {
    bfclx: PROTOCOL, type: 'score', id, name: text(data['name']) || 'embedded', files: all,
    ...(all.length === 0 && { url }), settings: settingsOf(data['settings']), verdicts: data['verdicts'] === true,
  };
}

export type Trust = 'yes' | 'ask';

/** Whether data of an origin may be used at once. A page without an origin ("null") is always asked about. */
export function trust(origin: string, own: string, allowed: readonly string[]): Trust {
  if (origin === 'null' || origin === '') return 'ask';
  return origin === own || allowed.includes(origin) ? 'yes' : 'ask';
}

/** Where answers go: to that origin alone, unless it has none to name. */
export const targetOf = (origin: string): string => (origin === 'null' || origin === '' ? '*' : origin);

// A run, or one entry of it, as an address that carries its data: `carried:` and, packed, a head and result lines. It is
// an address like any other: what comes by it is shown as such and not kept by itself. Nothing of it is trusted: its size
// is bounded before and after unpacking, the head has a fixed form, and the lines are read as any results are.
import { count } from './format.ts';
import { CARRIED } from './carried.ts';
import { readBounded } from './read-bounded.ts';

export { CARRIED };
/** Characters of a whole address that still travels by mail and chat. */
export const MOST_ADDRESS = 8192;
/** What an address of that length may unpack to. */
export const MOST_UNPACKED = 1_000_000;
const MOST_HEAD = 4096;
const MOST_NAME = 200;

export interface Carried {
  name: string;
  decoder: string;
  underscore_to_dot: boolean;
  /** What it was scored against where the link was made. */
  dataset: { version: string; hash: string };
  /** Name of the corrections that were shown beside the score; empty: none. */
  errata: string;
  /** Result lines. */
  lines: string;
}

/** Behind the value that begins at `at`: texts and brackets are skipped as they stand, nothing is parsed. */
function endOfValue(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const c = text[i];
    if (c === '"') {
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++;
    } else if (c === '{' || c === '[') depth += 1;
    else if (c === '}' || c === ']') {
      if (depth === 0) return i;
      depth -= 1;
    } else if (c === ',' && depth === 0) return i;
  }
  return text.length;
}

/** The members of a JSON object as they are written: a number keeps its digits. Empty when it is none. */
export function memberTexts(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = text.indexOf('{') + 1;
  if (at === 0 || text.slice(0, at - 1).trim() !== '') return members;
  while (at < text.length) {
    const name = /\s*("(?:[^"\\]|\\.)*")\s*:\s*/y;
    name.lastIndex = at;
    const found = name.exec(text);
    if (!found) break;
    const end = endOfValue(text, name.lastIndex);
    members.set(JSON.parse(found[1] ?? '""') as string, text.slice(name.lastIndex, end).trim());
    at = end + 1;
  }
  return members;
}

/** A result line with what its verdict rests on, without its log; null when it has no id or no result. */
export function bareLine(text: string): string | null {
  try {
    const members = memberTexts(text);
    const [id, result] = [members.get('id'), members.get('result')];
    return id && result ? `{"id":${id},"result":${result}}` : null;
  } catch {
    return null;
  }
}

function toText(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
}

/** The address that carries it. */
export async function carry({ lines, ...head }: Carried): Promise<string> {
  const stream = new Blob([`${JSON.stringify({ bfclx: 1, ...head })}\n${lines}`])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  return CARRIED + toText(new Uint8Array(await new Response(stream).arrayBuffer()));
}

const text = (value: unknown, most = MOST_NAME): string =>
  typeof value === 'string' ? value.slice(0, most) : '';

function readHead(line: string): Omit<Carried, 'lines'> {
  let head: unknown = null;
  try {
    head = line.length <= MOST_HEAD ? (JSON.parse(line) as unknown) : null;
  } catch {
    // Told below.
  }
  const members = head as Record<string, unknown> | null;
  if (typeof members !== 'object' || members?.['bfclx'] !== 1)
    throw new Error(
      'This link contains nothing that this site can read. It may come from a newer version of the site.',
    );
  const dataset = members['dataset'] as Record<string, unknown> | null | undefined;
  return {
    name: text(members['name']) || 'carried',
    decoder: text(members['decoder']),
    underscore_to_dot: members['underscore_to_dot'] === true,
    dataset: { version: text(dataset?.['version']), hash: text(dataset?.['hash']) },
    errata: text(members['errata']),
  };
}

/** What an address carries. Rejects with a sentence: too long, damaged, too large, of another form. */
export async function unpackCarried(address: string): Promise<Carried> {
  if (address.length > 2 * MOST_ADDRESS)
    throw new Error(`This link is longer than ${2 * MOST_ADDRESS} characters, so it is not read.`);
  let bytes: Uint8Array | null;
  try {
    const packed = toBytes(address.slice(CARRIED.length));
    bytes = await readBounded(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
      MOST_UNPACKED,
    );
  } catch {
    throw new Error(
      'This link is truncated or malformed: its content cannot be unpacked. Ask for it again, or for a file.',
    );
  }
  if (!bytes)
    throw new Error(
      `The content of this link unpacks to more than ${count(MOST_UNPACKED)} bytes, so it is not read.`,
    );
  const whole = new TextDecoder().decode(bytes);
  const end = whole.indexOf('\n');
  return {
    ...readHead(end < 0 ? whole : whole.slice(0, end)),
    lines: end < 0 ? '' : whole.slice(end + 1),
  };
}

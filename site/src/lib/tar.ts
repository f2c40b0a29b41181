// A tar archive in memory: ustar, GNU long names and pax headers. Nothing is written anywhere, so links and other
// special members can only be passed over.

import { tooManyMembers, type Members } from './archive-members.ts';

const BLOCK = 512;
/** Long names and pax headers are no longer than this. */
const MOST_OF_A_HEADER = 1 << 20;

const decoder = new TextDecoder();

function text(header: Uint8Array, at: number, size: number): string {
  const field = header.subarray(at, at + size);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
}

/** Octal digits, or GNU's binary numbers; NaN for what is neither. */
function number(header: Uint8Array, at: number, size: number): number {
  if ((header[at] ?? 0) & 0x80) {
    let value = (header[at] ?? 0) & 0x7f;
    for (const byte of header.subarray(at + 1, at + size)) value = value * 256 + byte;
    return Number.isSafeInteger(value) ? value : Number.NaN;
  }
  const digits = /^ *([0-7]+) *$/.exec(text(header, at, size));
  return digits ? Number.parseInt(digits[1] ?? '', 8) : Number.NaN;
}

function checksum(header: Uint8Array): number {
  let sum = 8 * 32; // its own field counts as spaces
  for (let i = 0; i < BLOCK; ++i) if (i < 148 || i >= 156) sum += header[i] ?? 0;
  return sum;
}

const isHeader = (header: Uint8Array): boolean =>
  header.length === BLOCK && number(header, 148, 8) === checksum(header);

/** Whether the first block is the header of a member. */
export const isTar = (bytes: Uint8Array): boolean =>
  bytes.length >= BLOCK && bytes[0] !== 0 && isHeader(bytes.subarray(0, BLOCK));

/** The records "LENGTH key=value\n" of a pax header. */
function paxRecords(bytes: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(32, at);
    const length = Number(decoder.decode(bytes.subarray(at, Math.max(at, space))));
    if (space < 0 || !(length > space - at + 1) || at + length > bytes.length) break;
    const record = decoder.decode(bytes.subarray(space + 1, at + length - 1));
    const equals = record.indexOf('=');
    if (equals > 0) records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}

function nameOf(header: Uint8Array): string {
  const posix = text(header, 257, 6) === 'ustar' && header[262] === 0;
  const prefix = posix ? text(header, 345, 155) : '';
  return prefix ? `${prefix}/${text(header, 0, 100)}` : text(header, 0, 100);
}

const MALFORMED = 'malformed tar archive; its readable part is used';
const LONG_HEADER = 'has a header larger than 1 MiB';
const TRUNCATED = 'truncated tar archive; its readable part is used';

/** Adds the files of an archive; why it was not read to its end, empty when it was. Reads `most` members. */
export function readTar(bytes: Uint8Array, most: number, members: Members): string {
  let next = new Map<string, string>();
  let read = 0;
  for (let at = 0; at < bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.length === BLOCK && header.every((byte) => byte === 0)) return '';
    const declared = number(header, 124, 12);
    const changed = number(header, 136, 12);
    if (header.length < BLOCK) return TRUNCATED;
    if (!isHeader(header) || Number.isNaN(declared)) return MALFORMED;
    const type = String.fromCharCode(header[156] ?? 0);
    if (!'LxKg'.includes(type) && ++read > most) return tooManyMembers(most);
    const size = /[1-6]/.test(type) ? 0 : Number(next.get('size') ?? declared);
    at += BLOCK;
    if (!(size >= 0 && size <= bytes.length - at)) return TRUNCATED;
    const content = bytes.subarray(at, at + size);
    at += Math.ceil(size / BLOCK) * BLOCK;
    if (type === 'L' || type === 'x') {
      if (size > MOST_OF_A_HEADER) return LONG_HEADER;
      if (type === 'L') next.set('path', text(content, 0, size));
      else next = new Map([...next, ...paxRecords(content)]);
      continue;
    }
    if (type === 'K' || type === 'g') continue;
    const sparse = [...next.keys()].some((key) => key.startsWith('GNU.sparse.'));
    const path = next.get('path') ?? nameOf(header);
    next = new Map();
    if (type !== '5' && members.isNested(path)) continue;
    if (['0', '\0', '7'].includes(type) && !sparse)
      members.add(path, { bytes: content, ...(changed > 0 && { date: changed * 1000 }) });
    else if (type !== '5') members.addSpecial(path);
  }
  return '';
}

// A zip archive in memory, as the program reads it (tools/bfclx/input/zip_archive.cpp): the directory, and members packed
// with deflate or not at all.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Behind the end of the directory there is a comment of at most 64 KB. */
const MOST_BEHIND = 22 + 0xffff;
/** What tools write that tell no date. */
const NO_YEAR = 1980;

export interface ZipMember {
  /** Separated by `/`; some Windows programs write backslashes. */
  path: string;
  /** A symbolic link or device, as Unix programs mark them. */
  special: boolean;
  method: number;
  encrypted: boolean;
  checksum: number;
  size: number;
  packed: Uint8Array;
  /** Local time, as zip has no other. */
  date?: number;
}

export interface ZipArchive {
  members: ZipMember[];
  /** Why some or all are missing; empty when none is. */
  error: string;
}

function dateOf(time: number, day: number): number | undefined {
  const year = NO_YEAR + (day >> 9);
  if (year === NO_YEAR) return undefined;
  return new Date(year, ((day >> 5) & 15) - 1, day & 31, time >> 11, (time >> 5) & 63).getTime();
}

/** By the version that made the member and its external attributes: Unix keeps the mode there. */
function isSpecial(madeBy: number, attributes: number): boolean {
  const [UNIX, FILE, FOLDER] = [3, 8, 4];
  const type = attributes >>> 28;
  return madeBy >>> 8 === UNIX && type !== 0 && type !== FILE && type !== FOLDER;
}

/** Bytes that belong to several members: a bomb, or no archive that a program writes. */
function overlap(places: [number, number][]): boolean {
  const sorted = [...places].sort((a, b) => a[0] - b[0]);
  return sorted.some(([begin], i) => i > 0 && begin < (sorted[i - 1]?.[1] ?? 0));
}

export function readZip(bytes: Uint8Array): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end >= bytes.length - MOST_BEHIND && view.getUint32(end, true) !== END)
    end -= 1;
  const none = (error: string): ZipArchive => ({ members: [], error });
  if (end < 0 || end < bytes.length - MOST_BEHIND)
    return none('truncated or malformed ZIP archive; copy it again');
  const decoder = new TextDecoder();
  const members: ZipMember[] = [];
  const places: [number, number][] = [];
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= bytes.length && view.getUint32(at, true) === ENTRY) {
    const short = (place: number) => view.getUint16(place, true);
    const long = (place: number) => view.getUint32(place, true);
    const begin = long(at + 42);
    if (begin + 30 > bytes.length || long(begin) !== LOCAL) break;
    const data = begin + 30 + short(begin + 26) + short(begin + 28);
    const packed = long(at + 20);
    if (data + packed > bytes.length) break;
    const date = dateOf(short(at + 12), short(at + 14));
    members.push({
      path: decoder.decode(bytes.subarray(at + 46, at + 46 + short(at + 28))).replaceAll('\\', '/'),
      special: isSpecial(short(at + 4), long(at + 38)),
      method: short(at + 10),
      encrypted: (short(at + 8) & 1) !== 0,
      checksum: long(at + 16),
      size: long(at + 24),
      packed: bytes.subarray(data, data + packed),
      ...(date !== undefined && { date }),
    });
    places.push([begin, data + packed]);
    at += 46 + short(at + 28) + short(at + 30) + short(at + 32);
  }
  if (overlap(places)) return none('malformed ZIP archive: its members overlap');
  const all = members.length >= view.getUint16(end + 10, true);
  return {
    members,
    error: all ? '' : 'its directory is malformed or in an unsupported format (ZIP64)',
  };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
  let value = i;
  for (let bit = 0; bit < 8; ++bit) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

function checksumOf(bytes: Uint8Array): number {
  let value = -1;
  for (const byte of bytes) value = (value >>> 8) ^ (CRC_TABLE[(value ^ byte) & 255] ?? 0);
  return ~value >>> 0;
}

const STORED = 0;
const DEFLATED = 8;

/** What a member holds, where it is no larger than it says; a text, to stand behind its name, where that cannot be had. */
export function contentOf(
  member: ZipMember,
  inflate: (packed: Uint8Array, most: number) => Uint8Array,
): Uint8Array | string {
  const { method, encrypted, checksum, size, packed } = member;
  if (encrypted) return 'encrypted; pack it again without a password';
  if (method !== STORED && method !== DEFLATED) return 'unsupported compression method';
  try {
    const bytes = method === STORED ? packed : inflate(packed, size);
    if (bytes.length === size && checksumOf(bytes) === checksum) return bytes;
  } catch {
    // Malformed, too.
  }
  return 'malformed: its CRC-32 or size does not match; it is skipped';
}

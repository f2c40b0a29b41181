// Files as dropped to files as read: gzip, tar and zip are undone, what cannot be result or dataset files is named and
// left out. Bounded: a file may unpack to what unpack-budget.ts says, to MAX_BYTES at most, in MAX_FILES files. A file of an
// archive keeps the archive's name in its path, so that archives with the same files in them stay apart.
import { readBounded, together } from './read-bounded.ts';
import type { NamedBytes } from './scorer-types.ts';
import { Members, tooManyMembers } from './archive-members.ts';
import { inside } from './archive-path.ts';
import { isTar, readTar } from './tar.ts';
import { TooLarge, UnpackBudget } from './unpack-budget.ts';
import { contentOf, readZip, type ZipMember } from './zip.ts';

export const MAX_BYTES = 1 << 30;
export const MAX_FILES = 20_000;

export interface UnpackedFile extends NamedBytes {
  /** When it was last changed, in milliseconds, as its archive has it. */
  date?: number;
}

export interface Unpacked {
  files: UnpackedFile[];
  /** What was left out, with the reason, one sentence each. */
  skipped: Skipped[];
}

export interface Skipped {
  path: string;
  reason: string;
  /** It may be missed: a part of an archive, rather than a file of another kind. */
  lost?: true;
}

const TEXT_FILE = /\.(?:json|jsonl|ndjson|txt)$/i;
const PACKED_FILE = /\.gz$/i;
/** Named as one, whatever is in it. */
const ARCHIVE = /\.(?:zip|eval|gz|tgz|tar)$/i;
const MALFORMED = 'the archive is malformed; pack it again';
const NOISE =
  /(?:^|\/)(?:(?:__MACOSX|\.DS_Store|\.git|node_modules|Thumbs\.db|\.bfclx-lock)(?:\/|$)|\._[^/]*$)/;

/** Logs of inspect: an archive with a file for each sample, packed with deflate or Zstandard. */
const SAMPLE_OF_LOG = /^samples\/.+\.json$/;
const isSample = (path: string): boolean => SAMPLE_OF_LOG.test(path);
const ZSTANDARD = 93;
const PACKED_OTHERWISE =
  'compressed with Zstandard, which is unsupported here; write the log as JSON with "inspect log dump"';

const isGzip = (b: Uint8Array) => b[0] === 0x1f && b[1] === 0x8b;
const isZip = (b: Uint8Array) => b[0] === 0x50 && b[1] === 0x4b && b[2] === 3 && b[3] === 4;

/** Undoes one layer of packing, a tar inside gzip, and gzip inside an archive. Never throws. */
export async function unpack(file: NamedBytes, limit = MAX_BYTES): Promise<Unpacked> {
  if (NOISE.test(file.path)) return { files: [], skipped: [] };
  try {
    const budget = new UnpackBudget(file.bytes.length, limit);
    if (isZip(file.bytes)) return await fromZip(file, budget);
    if (isGzip(file.bytes)) return await fromGzip(file, budget, true);
    if (isTar(file.bytes)) return await fromTar(file, budget);
  } catch (error) {
    const reason = error instanceof TooLarge ? error.message : MALFORMED;
    return { files: [], skipped: [{ path: file.path, reason, lost: true }] };
  }
  if (ARCHIVE.test(file.path))
    return { files: [], skipped: [{ path: file.path, reason: MALFORMED, lost: true }] };
  const skipped = refusal(file);
  return { files: skipped.length > 0 ? [] : [file], skipped };
}

/** Named as results, packed once more; in the program's words. */
const PACKED: readonly [is: (bytes: Uint8Array) => boolean, reason: string][] = [
  [isGzip, 'the file is compressed with gzip; unpack it first'],
  [isZip, 'the file is a ZIP archive; unpack it first'],
  [isTar, 'the file is a tar archive; unpack it first and pass its contents'],
];

/** Why a plain file, of this path outside, is neither results nor dataset; empty when it may be. */
function refusal({ path, bytes }: NamedBytes, outside = path): Skipped[] {
  if (!TEXT_FILE.test(path))
    return [{ path: outside, reason: 'not a .json, .jsonl, .gz, .tar, .zip or .eval file' }];
  const packed = PACKED.find(([is]) => is(bytes));
  if (packed) return [{ path: outside, reason: packed[1], lost: true }];
  return bytes.subarray(0, 4096).includes(0)
    ? [{ path: outside, reason: 'binary data, not text' }]
    : [];
}

/** `archive`: a tar may be inside. */
async function fromGzip(
  file: NamedBytes,
  budget: UnpackBudget,
  archive: boolean,
): Promise<Unpacked> {
  const path = file.path.replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar');
  const bytes = await gunzip(file.bytes, budget);
  if (archive && isTar(bytes)) return fromTar({ path: file.path, bytes }, budget);
  const date = gzipDate(file.bytes);
  const named = {
    path: TEXT_FILE.test(path) ? path : `${path}.json`,
    bytes,
    ...(date > 0 && { date }),
  };
  const skipped = refusal(named, file.path);
  return { files: skipped.length > 0 ? [] : [named], skipped };
}

/** Seconds since 1970 stand in its head; 0: not told. */
const gzipDate = ({ buffer, byteOffset }: Uint8Array): number =>
  new DataView(buffer, byteOffset).getUint32(4, true) * 1000;

async function gunzip(bytes: Uint8Array, budget: UnpackBudget): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  const all = await readBounded(stream, budget.bytesLeft);
  if (!all) budget.refuse();
  budget.pay(all);
  return all;
}

const maybeResults = (path: string): boolean => TEXT_FILE.test(path) || PACKED_FILE.test(path);
const membersOf = (): Members => new Members((path) => !NOISE.test(path), maybeResults);

const lostOf = (path: string, members: Members): Skipped[] =>
  members.problems.map((reason) => ({ path, reason, lost: true }));

/** What a folder would give: text files, those that are compressed with gzip too. */
async function fromMembers(
  archive: string,
  members: Members,
  budget: UnpackBudget,
): Promise<Unpacked> {
  const files: UnpackedFile[] = [];
  const skipped: Skipped[] = [];
  for (const { path, ...packed } of members.list) {
    budget.payMember();
    const member = { ...packed, path: inside(archive, path) };
    if (isGzip(member.bytes)) {
      const { date } = member;
      try {
        const inner = await fromGzip(member, budget, false);
        files.push(...inner.files.map((one) => ({ ...(date && { date }), ...one })));
        skipped.push(...inner.skipped);
      } catch (error) {
        if (error instanceof TooLarge) throw error;
        members.tell(`member ${path}: truncated or malformed gzip file; it is skipped`);
      }
    } else {
      const refused = refusal(member);
      if (refused.length > 0) skipped.push(...refused);
      else files.push(member);
    }
  }
  return { files, skipped: [...lostOf(archive, members), ...skipped] };
}

async function fromTar(file: NamedBytes, budget: UnpackBudget): Promise<Unpacked> {
  const members = membersOf();
  const error = readTar(file.bytes, MAX_FILES, members);
  if (error) members.tell(error);
  return fromMembers(file.path, members, budget);
}

/** Samples of an inspect log, one behind the other: each is a JSON object. */
const LINE_END = Uint8Array.of(10);
const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  together(parts.flatMap((part) => [part, LINE_END]));

/** Bytes that go in at once: what comes out is at most 1,032 times as much. */
const PIECE = 16 << 10;

/** At most `most` bytes and a piece: what says that it is small is not unpacked beyond that. */
function inflated(
  Inflate: typeof import('fflate').Inflate,
  packed: Uint8Array,
  most: number,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((part) => {
    parts.push(part);
    size += part.length;
  });
  for (let at = 0; at < packed.length && size <= most; at += PIECE)
    stream.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
  return together(parts);
}

async function fromZip(file: NamedBytes, budget: UnpackBudget): Promise<Unpacked> {
  const { members: packed, error } = readZip(file.bytes);
  const log = /\.eval$/i.test(file.path);
  const members = log ? new Members(isSample, isSample) : membersOf();
  const skipped: Skipped[] = [];
  const wanted = (member: ZipMember): boolean => {
    const { path } = member;
    if (path.endsWith('/') || NOISE.test(path)) return false;
    if (log && !isSample(path)) return false;
    if (!log && members.isNested(path)) return false;
    if (member.special) {
      members.addSpecial(path);
      return false;
    }
    if (log && member.method === ZSTANDARD) {
      skipped.push({ path, reason: PACKED_OTHERWISE });
      return false;
    }
    if (log || maybeResults(path)) return true;
    skipped.push({ path, reason: 'not a .json, .jsonl or .gz file' });
    return false;
  };
  if (packed.length > MAX_FILES) throw new TooLarge(tooManyMembers(MAX_FILES));
  const few = packed.filter(wanted);
  budget.check(few.reduce((sum, { size }) => sum + size, 0));
  const { Inflate } = await import('fflate');
  for (const member of few) {
    const bytes = contentOf(member, (deflated, most) => inflated(Inflate, deflated, most));
    if (typeof bytes === 'string') {
      members.addUnusable(member.path, bytes);
      continue;
    }
    budget.pay(bytes);
    members.add(member.path, { bytes, ...(member.date && { date: member.date }) });
  }
  if (error) members.tell(error);
  if (log) {
    const samples = members.list.map(({ bytes }) => bytes);
    const files =
      samples.length > 0 ? [{ path: `${file.path}.jsonl`, bytes: joined(samples) }] : [];
    return { files, skipped: [...lostOf(file.path, members), ...skipped.slice(0, 1)] };
  }
  const found = await fromMembers(file.path, members, budget);
  return { files: found.files, skipped: [...skipped, ...found.skipped] };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { together } from '../src/lib/read-bounded.ts';
import { unpack } from '../src/lib/unpack.ts';
import { UNPACK_FLOOR } from '../src/lib/unpack-budget.ts';

/** A tar archive of these files; `extra` are headers and data in front of them. */
function tar(files: Record<string, Uint8Array>, extra: Uint8Array[] = [], type = '0'): Uint8Array {
  const blocks = Object.entries(files).flatMap(([name, data]) => member(name, data, type));
  return together([...extra, ...blocks, new Uint8Array(1024)]);
}

function member(name: string, data: Uint8Array, type: string, size = data.length): Uint8Array[] {
  const header = new Uint8Array(512);
  const put = (at: number, text: string) => header.set(strToU8(text), at);
  put(0, name);
  put(124, `${size.toString(8).padStart(11, '0')}\0`);
  put(148, '        ');
  put(156, type);
  put(257, 'ustar\x0000');
  const sum = header.reduce((all, byte) => all + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  const padded = new Uint8Array(Math.ceil(data.length / 512) * 512);
  padded.set(data);
  return [header, padded];
}

const LONG = `${'d'.repeat(200)}/a.json`;
const LINE = strToU8('{"id": "simple_python_0", "result": "[f()]"}\n');

/** What of archives is lost, as the program says it too (tests/cli/archives_test.py). */
interface LostCase {
  case: string;
  kinds: ('tar' | 'zip')[];
  members: LostMember[];
  /** Names of members, of which no other is read. */
  used: string[];
  messages: string[];
  /** Members that are packed once more, and what is said of each. */
  refused?: Record<string, string>;
}
type Packing = 'gzip' | 'tar' | 'zip' | 'broken';
interface LostMember {
  name: string;
  link?: true;
  wrong?: 'crc' | 'encrypted' | 'method' | 'truncated' | 'header';
  copies?: number;
  /** How its content is packed, the outermost first. */
  holds?: Packing[];
}
const MESSAGES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../tests/data/archive_messages.json'), 'utf-8'),
) as LostCase[];

function archiveOf(kind: 'tar' | 'zip', some: readonly LostMember[]): Uint8Array {
  const members = some.flatMap((one) => Array.from({ length: one.copies ?? 1 }, () => one));
  return kind === 'tar' ? lostTar(members) : lostZip(members);
}

const contentOf = ({ name, link, holds }: LostMember): Uint8Array =>
  holds ? packed(holds) : link || !name.endsWith('.json') ? new Uint8Array() : LINE;

const packed = ([kind, ...inner]: readonly Packing[]): Uint8Array =>
  !kind
    ? LINE
    : kind === 'broken'
      ? strToU8('\x1f\x8bno gzip', true)
      : kind === 'gzip'
        ? gzipSync(packed(inner))
        : archiveOf(kind, [{ name: 'm/BFCL_v4_simple_python_result.json' }]);

function lostTar(members: readonly LostMember[]): Uint8Array {
  const blocks = members.flatMap((one) => {
    const own = member(one.name, contentOf(one), one.link ? '2' : '0');
    return one.wrong === 'header' ? [new Uint8Array(512).fill(120), ...own] : own;
  });
  const all = together(blocks);
  return members.some(({ wrong }) => wrong === 'truncated') ? all.subarray(0, -500) : all;
}

/** Stored members and their directory; fflate writes no name twice. */
function lostZip(members: readonly LostMember[]): Uint8Array {
  const one = (of: LostMember) => zipSync({ [of.name]: [contentOf(of), { level: 0 }] });
  const heads: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  let at = 0;
  for (const of of members) {
    const bytes = one(of);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = bytes.length - 22;
    const begin = view.getUint32(end + 16, true);
    view.setUint32(begin + 42, at, true);
    if (of.link) {
      view.setUint16(begin + 4, 3 << 8, true);
      view.setUint32(begin + 38, 0o120777 * 0x10000, true);
    }
    if (of.wrong === 'encrypted') view.setUint16(begin + 8, 1, true);
    if (of.wrong === 'method') view.setUint16(begin + 10, 19, true);
    if (of.wrong === 'crc') view.setUint32(begin + 16, 1, true);
    heads.push(bytes.subarray(0, begin));
    entries.push(bytes.subarray(begin, end));
    at += begin;
  }
  const last = new Uint8Array(22);
  const view = new DataView(last.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(10, members.length, true);
  view.setUint32(16, at, true);
  return together([...heads, ...entries, last]);
}

describe('a file that is named as an archive and is none', () => {
  it.each(['a.zip', 'a.eval', 'a.json.gz', 'a.tar'])('%s', async (path) => {
    const { files, skipped } = await unpack({ path, bytes: new Uint8Array([0xa1, 0xb6, 0xec, 0]) });
    expect(files).toEqual([]);
    expect(skipped).toEqual([
      { path, reason: 'the archive is malformed; pack it again', lost: true },
    ]);
  });
});

describe('unpack', () => {
  const cases: [string, string, Uint8Array, string[], string[]][] = [
    ['a plain file', 'm/a.json', LINE, ['m/a.json'], []],
    ['gzip', 'm/a.json.gz', gzipSync(LINE), ['m/a.json'], []],
    ['gzip by its first bytes', 'm/a', gzipSync(LINE), ['m/a.json'], []],
    [
      'a zip with folders',
      'r.zip',
      zipSync({ 'm/live/a.json': LINE, 'm/b.jsonl': LINE }),
      ['r/m/live/a.json', 'r/m/b.jsonl'],
      [],
    ],
    ['gzip inside a zip', 'r.zip', zipSync({ 'm/a.json.gz': gzipSync(LINE) }), ['r/m/a.json'], []],
    [
      'noise of other systems',
      'r.zip',
      zipSync({ '__MACOSX/a.json': LINE, '.DS_Store': LINE, 'a.json': LINE }),
      ['r/a.json'],
      [],
    ],
    [
      'a tar',
      'r.tar',
      tar({ 'm/live/a.json': LINE, './m/b.jsonl': LINE }),
      ['r/m/live/a.json', 'r/m/b.jsonl'],
      [],
    ],
    ['a packed tar', 'r.tar.gz', gzipSync(tar({ 'm/a.json': LINE })), ['r/m/a.json'], []],
    [
      'a tgz',
      'r.tgz',
      gzipSync(tar({ 'm/a.json': LINE, 'm/b.json.gz': gzipSync(LINE) })),
      ['r/m/a.json', 'r/m/b.json'],
      [],
    ],
    [
      'names that lead out of a tar',
      'r.tar',
      tar({ '../a.json': LINE, '/b.json': LINE, 'c.json': LINE }),
      ['r/c.json'],
      ['r.tar'],
    ],
    ['links in a tar', 'r.tar', tar({ 'a.json': new Uint8Array() }, [], '2'), [], ['r.tar']],
    [
      'a zip whose names are parted by backslashes',
      'r.zip',
      zipSync({ 'm\\live\\a.json': LINE, '..\\b.json': LINE }),
      ['r/m/live/a.json'],
      ['r.zip'],
    ],
    [
      'a long name of GNU tar',
      'r.tar',
      tar({ 'a.json': LINE }, member('././@LongLink', strToU8(`${LONG}\0`), 'L')),
      [`r/${LONG}`],
      [],
    ],
    [
      'a long name of pax',
      'r.tar',
      tar({ 'a.json': LINE }, member('pax', strToU8(`217 path=${LONG}\n`), 'x')),
      [`r/${LONG}`],
      [],
    ],
    [
      'a size that is not there',
      'r.tar',
      tar({}, member('a.json', LINE, '0', 2 ** 32)),
      [],
      ['r.tar'],
    ],
    [
      'a size below 0',
      'r.tar',
      tar({ 'a.json': LINE }, member('pax', strToU8('14 size=-1024\n'), 'x')),
      [],
      ['r.tar'],
    ],
    [
      'a cut tar',
      'r.tar',
      tar({ 'a.json': LINE, 'b.json': LINE }).subarray(0, 1500),
      ['r/a.json'],
      ['r.tar'],
    ],
    ['a tar in a tar', 'r.tar', tar({ 'b.tar': tar({ 'a.json': LINE }) }), [], ['r.tar']],
    ['a picture in a zip', 'r.zip', zipSync({ 'a.png': LINE }), [], ['a.png']],
    ['a zip in a zip', 'r.zip', zipSync({ 'b.zip': zipSync({ 'a.json': LINE }) }), [], ['r.zip']],
    [
      'a zip in a zip, by its first bytes',
      'r.zip',
      zipSync({ 'b.json': zipSync({ 'a.json': LINE }) }),
      [],
      ['r/b.json'],
    ],
    ['a picture', 'a.png', strToU8('PNG'), [], ['a.png']],
    ['binary data', 'a.json', new Uint8Array([1, 0, 2]), [], ['a.json']],
    ['a damaged gzip', 'a.json.gz', gzipSync(LINE).subarray(0, 20), [], ['a.json.gz']],
    ['a damaged zip', 'a.zip', zipSync({ 'a.json': LINE }).subarray(0, 40), [], ['a.zip']],
    ['names that are HTML', '<img src=x>.json', LINE, ['<img src=x>.json'], []],
  ];
  it.each(cases)('%s', async (_name, path, bytes, files, skipped) => {
    const result = await unpack({ path, bytes });
    expect(result.files.map((file) => file.path)).toEqual(files);
    expect(result.skipped.map((file) => file.path)).toEqual(skipped);
    for (const file of result.files) expect(file.bytes).toEqual(LINE);
    for (const { reason } of result.skipped) expect(reason).not.toBe('');
  });

  it.each(MESSAGES)('says as the program what is lost: $case', async (one) => {
    for (const kind of one.kinds) {
      const path = `runs.${kind}`;
      const { files, skipped } = await unpack({ path, bytes: archiveOf(kind, one.members) });
      expect(files.map((file) => file.path)).toEqual(one.used.map((name) => `runs/${name}`));
      // Of a member that is there several times that which can be read is used.
      for (const file of files) expect(file.bytes).toEqual(LINE);
      const lost = skipped.filter((each) => each.lost);
      const refused = Object.entries(one.refused ?? {});
      expect(lost).toEqual([
        ...one.messages.map((reason) => ({ path, reason, lost: true })),
        ...refused.map(([name, reason]) => ({ path: `runs/${name}`, reason, lost: true })),
      ]);
    }
  });

  it('loses of an archive only what cannot be read', async () => {
    const path = 'r.tar';
    const bytes = tar({ 'm/b.json': LINE, 'm/c.json': gzipSync(LINE).subarray(0, 12) });
    const { files, skipped } = await unpack({ path, bytes });
    expect(files.map((file) => file.path)).toEqual(['r/m/b.json']);
    const reason = 'member m/c.json: truncated or malformed gzip file; it is skipped';
    expect(skipped).toEqual([{ path, reason, lost: true }]);
  });

  it('says that a zip is cut', async () => {
    const path = 'r.zip';
    const bytes = zipSync({ 'm/a.json': LINE, 'm/b.json': LINE }).subarray(0, 60);
    const reason = 'truncated or malformed ZIP archive; copy it again';
    expect(await unpack({ path, bytes })).toEqual({
      files: [],
      skipped: [{ path, reason, lost: true }],
    });
  });

  it('does not unpack a member beyond the size that it declares', async () => {
    const large = zipSync({ 'm/a.json': [new Uint8Array(40 << 20).fill(32), { level: 9 }] });
    const view = new DataView(large.buffer, large.byteOffset, large.byteLength);
    view.setUint32(Buffer.from(large).lastIndexOf('PK\u0001\u0002') + 24, 10, true);
    const { files, skipped } = await unpack({ path: 'r.zip', bytes: large });
    expect(files).toEqual([]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'member m/a.json: malformed: its CRC-32 or size does not match; it is skipped',
    ]);
  });
  it('has the dates of archives, where they tell them', async () => {
    const made = new Date(2026, 4, 3, 12, 30);
    const dates = async (path: string, bytes: Uint8Array) =>
      (await unpack({ path, bytes })).files.map(({ date }) => date);
    expect(
      await dates(
        'r.zip',
        zipSync({ 'a.json': [LINE, { mtime: made }], 'b.json': [LINE, { mtime: '1980-01-01' }] }),
      ),
    ).toEqual([made.getTime(), undefined]);
    expect(await dates('a.json.gz', gzipSync(LINE, { mtime: made }))).toEqual([made.getTime()]);
    expect(await dates('a.json.gz', gzipSync(LINE, { mtime: 0 }))).toEqual([undefined]);
    expect(await dates('a.json', LINE)).toEqual([undefined]);
  });

  it('stops at the limit', async () => {
    const large = new Uint8Array(1 << 20).fill(32);
    for (const [path, bytes] of [
      ['a.json.gz', gzipSync(large)],
      ['a.zip', zipSync({ 'a.json': large })],
    ] as const) {
      const { files, skipped } = await unpack({ path, bytes }, 1 << 18);
      expect(files).toEqual([]);
      expect(skipped[0]?.reason).toContain('more than 262,144 bytes');
    }
  });

  it('holds what is small to what it may become', async () => {
    const bombs: [string, Uint8Array][] = [
      ['zeros.json.gz', gzipSync(new Uint8Array(UNPACK_FLOOR + 1))],
      ['list.json.gz', gzipSync(strToU8('[],'.repeat(2_000_000)))],
      ['zeros.zip', zipSync({ 'a.json': new Uint8Array(UNPACK_FLOOR + 1) })],
      ['zeros.tar.gz', gzipSync(tar({ 'a.json': new Uint8Array(UNPACK_FLOOR + 1) }))],
      ['zeros.eval', zipSync({ 'samples/a.json': new Uint8Array(UNPACK_FLOOR + 1) })],
      [
        'many.tar.gz',
        gzipSync(
          tar(Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`${i}.json`, LINE]))),
        ),
      ],
      [
        'nested.zip',
        zipSync(
          Object.fromEntries(
            [1, 2, 3].map((i) => [`${i}.json.gz`, gzipSync(new Uint8Array(20 << 20))]),
          ),
        ),
      ],
    ];
    for (const [path, bytes] of bombs) {
      const { files, skipped } = await unpack({ path, bytes });
      expect(files, path).toEqual([]);
      expect(skipped[0]?.reason, path).toMatch(
        /(unpacks to (more|too many)|holds too many files) .*; if you trust it, unpack it/,
      );
    }
    const honest = strToU8(
      Array.from(
        { length: 20_000 },
        (_, i) => `{"id": "simple_python_${i}", "result": "[f(a=${i * 7919})]"}\n`,
      ).join(''),
    );
    expect(
      (await unpack({ path: 'a.json.gz', bytes: gzipSync(honest) })).files[0]?.bytes.length,
    ).toBe(honest.length);
  });
});

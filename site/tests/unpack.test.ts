import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpack } from '../src/lib/unpack.ts';
import { UNPACK_FLOOR } from '../src/lib/unpack-budget.ts';

/** A tar archive of these files; `extra` are headers and data in front of them. */
function tar(files: Record<string, Uint8Array>, extra: Uint8Array[] = [], type = '0'): Uint8Array {
  const blocks = [...extra];
  for (const [name, data] of Object.entries(files)) blocks.push(...member(name, data, type));
  blocks.push(new Uint8Array(1024));
  const all = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
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
    ['a tar in a tar', 'r.tar', tar({ 'b.tar': tar({ 'a.json': LINE }) }), [], ['r/b.tar']],
    ['a picture in a zip', 'r.zip', zipSync({ 'a.png': LINE }), [], ['a.png']],
    ['a zip in a zip', 'r.zip', zipSync({ 'b.zip': zipSync({ 'a.json': LINE }) }), [], ['r/b.zip']],
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

  it('names what of an archive is lost, in the words of the program', async () => {
    const WORSE = strToU8('{"id": "simple_python_0", "result": "no"}\n');
    const whole = zipSync({ 'm/a.json': [WORSE, { level: 0 }], 'm/b.json': [LINE, { level: 0 }] });
    /** A change where the text is found, from the front or from the back. */
    const changed = (text: string, by: number, to: number, last = false): Uint8Array => {
      const bytes = whole.slice();
      const found = Buffer.from(bytes);
      bytes[(last ? found.lastIndexOf(text) : found.indexOf(text)) + by] = to;
      return bytes;
    };
    const twice = Buffer.from(whole.slice());
    for (let at = twice.indexOf('m/b'); at >= 0; at = twice.indexOf('m/b', at))
      twice.write('m/a', at);
    /** With another last byte in what is stored. */
    const broken = (zip: Buffer, stored: Uint8Array): Uint8Array => {
      const bytes = new Uint8Array(zip);
      bytes[zip.indexOf(stored) + stored.length - 1] = 32;
      return bytes;
    };
    const cases: [string, Uint8Array, string[], string[]][] = [
      [
        'r.zip',
        new Uint8Array(twice),
        ['r/m/a.json'],
        ['its m/a.json is there twice; the last one is used'],
      ],
      [
        'r.zip',
        changed('no"', 0, 111),
        ['r/m/b.json'],
        ['its m/a.json is malformed: its CRC-32 or size does not match; it is skipped'],
      ],
      [
        'r.zip',
        changed('PK\u0001\u0002', 10, 14, true),
        ['r/m/a.json'],
        ['its m/b.json uses an unsupported compression method'],
      ],
      [
        'r.zip',
        changed('PK\u0001\u0002', 8, 1, true),
        ['r/m/a.json'],
        ['its m/b.json is encrypted; pack it again without a password'],
      ],
      [
        'r.zip',
        zipSync({
          'm/a.json': LINE,
          'm/b.json': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 * 0x10000 }],
        }),
        ['r/m/a.json'],
        ['skipped links and special files: m/b.json'],
      ],
      [
        'r.tar',
        tar(
          { 'm//a.json': WORSE, 'm/a.json': LINE, '/b.json': LINE },
          member('l.json', new Uint8Array(), '1'),
        ),
        ['r/m/a.json'],
        [
          'its m/a.json is there twice; the last one is used',
          'skipped members with names that lead out of the archive: /b.json',
          'skipped links and special files: l.json',
        ],
      ],
      [
        'r.tar',
        tar({ '/b.json': LINE }),
        [],
        ['skipped members with names that lead out of the archive: /b.json'],
      ],
      [
        'r.tar',
        tar({
          '/1.json': LINE,
          '../2.json': LINE,
          '/3.json': LINE,
          '/4.json': LINE,
          '/5.json': LINE,
        }),
        [],
        [
          'skipped members with names that lead out of the archive: /1.json, ../2.json, /3.json and 2 more',
        ],
      ],
      // Of a member twice that which can be read is used.
      [
        'r.zip',
        broken(twice, WORSE),
        ['r/m/a.json'],
        [
          'its m/a.json is malformed: its CRC-32 or size does not match; it is skipped',
          'its m/a.json is there twice; the last one is used',
        ],
      ],
      [
        'r.zip',
        broken(twice, LINE),
        ['r/m/a.json'],
        [
          'its m/a.json is malformed: its CRC-32 or size does not match; it is skipped; the earlier copy is used',
        ],
      ],
      // Only that member is lost.
      [
        'r.tar',
        tar({ 'm/b.json': LINE, 'm/c.json': gzipSync(LINE).subarray(0, 12) }),
        ['r/m/b.json'],
        ['its m/c.json is a truncated or malformed gzip file'],
      ],
      [
        'r.zip',
        whole.subarray(0, 60),
        [],
        ['is a truncated or malformed ZIP archive; copy it again'],
      ],
    ];
    for (const [path, bytes, files, reasons] of cases) {
      const result = await unpack({ path, bytes });
      expect(result.files.map((file) => file.path)).toEqual(files);
      expect(result.skipped).toEqual(reasons.map((reason) => ({ path, reason, lost: true })));
      for (const file of result.files) {
        if (!reasons.some((reason) => /CRC|encrypted|unsupported/.test(reason)))
          expect(file.bytes).toEqual(LINE);
      }
    }
  });

  it('does not unpack a member beyond the size that it declares', async () => {
    const large = zipSync({ 'm/a.json': [new Uint8Array(40 << 20).fill(32), { level: 9 }] });
    const view = new DataView(large.buffer, large.byteOffset, large.byteLength);
    view.setUint32(Buffer.from(large).lastIndexOf('PK\u0001\u0002') + 24, 10, true);
    const { files, skipped } = await unpack({ path: 'r.zip', bytes: large });
    expect(files).toEqual([]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'its m/a.json is malformed: its CRC-32 or size does not match; it is skipped',
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

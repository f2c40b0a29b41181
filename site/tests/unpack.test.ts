import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpack } from '../src/lib/unpack.ts';

const LINE = strToU8('{"id": "simple_python_0", "result": "[f()]"}\n');

describe('unpack', () => {
  const cases: [string, string, Uint8Array, string[], string[]][] = [
    ['a plain file', 'm/a.json', LINE, ['m/a.json'], []],
    ['gzip', 'm/a.json.gz', gzipSync(LINE), ['m/a.json'], []],
    ['gzip by its first bytes', 'm/a', gzipSync(LINE), ['m/a.json'], []],
    [
      'a zip with folders',
      'r.zip',
      zipSync({ 'm/live/a.json': LINE, 'm/b.jsonl': LINE }),
      ['m/live/a.json', 'm/b.jsonl'],
      [],
    ],
    ['gzip inside a zip', 'r.zip', zipSync({ 'm/a.json.gz': gzipSync(LINE) }), ['m/a.json'], []],
    [
      'noise of other systems',
      'r.zip',
      zipSync({ '__MACOSX/a.json': LINE, '.DS_Store': LINE, 'a.json': LINE }),
      ['a.json'],
      [],
    ],
    ['a picture in a zip', 'r.zip', zipSync({ 'a.png': LINE }), [], ['a.png']],
    ['a zip in a zip', 'r.zip', zipSync({ 'b.zip': zipSync({ 'a.json': LINE }) }), [], ['b.zip']],
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

  it('stops at the limit', async () => {
    const large = new Uint8Array(1 << 20).fill(32);
    for (const [path, bytes] of [
      ['a.json.gz', gzipSync(large)],
      ['a.zip', zipSync({ 'a.json': large })],
    ] as const) {
      const { files, skipped } = await unpack({ path, bytes }, 1 << 18);
      expect(files).toEqual([]);
      expect(skipped[0]?.reason).toContain('more than 262144 bytes');
    }
  });
});

// Where a dataset comes from, versions by file names, and builds without a manifest.
import { mkdtempSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { copyData } from '../build-tools/data.ts';
import { differences, provenanceOf } from '../src/lib/provenance.ts';

const OFFICIAL = 'sha256:16e81316eea623df99d26c080d5b5202328bb5b0e66595df3dea69c18175009c';

describe('provenance', () => {
  it.each([
    ['official', OFFICIAL, '✓', 'v4 official'],
    ['own', OFFICIAL, '✓', 'v4 official'],
    ['official', 'sha256:0', '!', 'unknown copy'],
    ['own', 'sha256:0', '!', 'own copy'],
    ['sample', 'sha256:0', '–', 'sample'],
  ] as const)('%s %s', (kind, hash, sign, label) => {
    expect(provenanceOf(kind, hash)).toMatchObject({ sign, label });
  });

  it('names what differs', () => {
    const official = { hash: 'a', entries: { simple_python: 400, multiple: 200, parallel: 200 } };
    expect(
      differences({ hash: 'b', entries: { simple_python: 399, parallel: 200, sql: 3 } }, official),
    ).toEqual(['simple_python has 399 entries, not 400', 'multiple is missing', 'sql is added']);
    expect(differences({ ...official, hash: 'b' }, official)).toEqual([
      'the same categories and numbers of entries, other contents',
    ]);
    expect(differences(official, official)).toEqual([]);
  });
});

describe('a build', () => {
  const root = join(import.meta.dirname, '../..');
  const before = process.env['BFCLX_DATASET'];
  afterEach(() => {
    if (before === undefined) delete process.env['BFCLX_DATASET'];
    else process.env['BFCLX_DATASET'] = before;
  });
  const build = () => {
    const emitted: string[] = [];
    const { generateBundle } = copyData(root);
    (generateBundle as () => void).call({
      emitFile: ({ fileName }: { fileName: string }) => emitted.push(fileName),
    } as never);
    return emitted;
  };

  it('fails where the dataset has no manifest, or is not there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bfclx-'));
    mkdirSync(join(folder, 'data'));
    process.env['BFCLX_DATASET'] = folder;
    expect(build).toThrow(/has no manifest\.json/);
    process.env['BFCLX_DATASET'] = join(folder, 'nowhere');
    expect(build).toThrow(/is not there/);
  });

  it('carries the sample alone when that is asked for', () => {
    process.env['BFCLX_DATASET'] = 'none';
    expect(build()).toContain('sample/index.json');
  });
});

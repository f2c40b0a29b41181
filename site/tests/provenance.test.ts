// Where a dataset comes from, versions by file names, and builds without a manifest.
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { copyData } from '../build-tools/data.ts';
import { hashOfFiles } from '../src/lib/dataset-hash.ts';
import { datasetPath } from '../src/lib/dataset-path.ts';
import { differences, provenanceOf } from '../src/lib/provenance.ts';

const OFFICIAL = 'sha256:16e81316eea623df99d26c080d5b5202328bb5b0e66595df3dea69c18175009c';

describe('provenance', () => {
  it.each([
    ['official', OFFICIAL, '✓', 'v4 official', 'v4'],
    ['own', OFFICIAL, '✓', 'v4 official', 'v4'],
    ['official', 'sha256:0', '!', 'unknown copy', 'copy'],
    ['own', 'sha256:0', '!', 'own copy', 'copy'],
    ['sample', 'sha256:0', '–', 'sample', 'sample'],
  ] as const)('%s %s', (kind, hash, sign, label, word) => {
    expect(provenanceOf(kind, hash)).toMatchObject({ sign, label, word });
  });

  it('is that of a benchmark by its name, which warns of nothing', () =>
    expect(provenanceOf('own', 'sha256:0', 'shop 2')).toEqual({
      sign: '',
      tone: 'muted',
      label: 'shop 2',
      word: 'shop 2',
    }));

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

describe('the hash of files', () => {
  const file = (path: string, text: string) => ({ path, blob: new Blob([text]) });
  const files = [file('data/b.json', '{}'), file('data/a.json', '[]')];

  it('is over what they hold, in the order of their paths, and not over a claim', async () => {
    const hash = await hashOfFiles(files);
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await hashOfFiles([...files].reverse())).toBe(hash);
    const claim = file('manifest.json', JSON.stringify({ hash: OFFICIAL }));
    expect(await hashOfFiles([...files, claim])).toBe(hash);
    expect(await hashOfFiles([file('data/b.json', '{ }'), file('data/a.json', '[]')])).not.toBe(
      hash,
    );
  });

  const shared = process.env['BFCLX_SHARED_DIR'] ?? join(import.meta.dirname, '../../../shared');
  const official = join(shared, 'bfcl-data');
  it.skipIf(!existsSync(official))('knows the official data without a manifest', async () => {
    const paths = readdirSync(official, { recursive: true }).map((path) => String(path));
    const dropped = paths.flatMap((path) => {
      const inner = datasetPath(`bfcl-data/${path}`);
      return inner ? [{ path: inner, blob: new Blob([readFileSync(join(official, path))]) }] : [];
    });
    expect(await hashOfFiles(dropped)).toBe(OFFICIAL);
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

  it('fails where the files are not those of the manifest', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bfclx-'));
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data/BFCL_v4_simple_python.json'), '{}\n');
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ version: 'x', hash: OFFICIAL }));
    process.env['BFCLX_DATASET'] = folder;
    expect(build).toThrow(/are not those that its manifest\.json lists/);
  });

  it('carries the sample alone when that is asked for', () => {
    process.env['BFCLX_DATASET'] = 'none';
    expect(build()).toContain('sample/index.json');
  });
});

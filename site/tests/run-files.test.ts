// Files as runs, with the module's own rules: which belong together, what they are called, which do not count.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadScorer, wasmUrl } from 'bfclx';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Scorer } from '../src/lib/scorer-types.ts';

const stand = vi.hoisted(() => ({ scorer: null as unknown }));
vi.mock('../src/state/pool.ts', () => ({
  pool: {
    call: async (method: 'groupFiles' | 'runNames' | 'readManifest', given: never) => {
      const scorer = stand.scorer as Scorer;
      if (method !== 'readManifest') return scorer[method](given);
      return scorer.readManifest(new Uint8Array(await (given as Blob).arrayBuffer()));
    },
  },
}));

const { leftOut, runsOf } = await import('../src/state/run-files.ts');

beforeAll(async () => {
  const wasm = await readFile(fileURLToPath(wasmUrl()));
  stand.scorer = await loadScorer({ wasm });
});

const file = (path: string, text = '{}', date?: number) => ({
  path,
  blob: new Blob([text]),
  ...(date !== undefined && { date }),
});
const SIMPLE = 'non_live/BFCL_v4_simple_python_result.json';
const LIVE = 'live/BFCL_v4_live_simple_result.json';

test('folders of one model are runs of their own, with the shortest names that tell them apart', async () => {
  const paths = ['v1/result/m/', 'v1-fixes/result/m/', 'v1/result/other/'];
  const files = paths.flatMap((folder) => [file(folder + SIMPLE), file(folder + LIVE)]);
  const runs = await runsOf(files, [], 'dropped', false, []);
  expect(runs.map(({ name, path, files: own }) => [name, path, own.length])).toEqual([
    ['v1/m', 'v1/result/m', 2],
    ['v1-fixes/m', 'v1-fixes/result/m', 2],
    ['other', 'v1/result/other', 2],
  ]);
});

test('a folder that comes later is told apart from what is loaded', async () => {
  const loaded = [{ name: 'm', path: 'v1/m', model: 'm' }];
  const [run] = await runsOf([file(`v2/m/${SIMPLE}`)], [], 'dropped', false, loaded);
  expect([run?.name, run?.path]).toEqual(['v2/m', 'v2/m']);
  // What came without a path does not lengthen the names of others.
  const pasted = [{ name: 'm', path: '', model: 'm' }];
  expect((await runsOf([file(`v2/m/${SIMPLE}`)], [], '', false, pasted))[0]?.name).toBe('m');
});

test('two files of one category in a run are a conflict: one counts, the other is named', async () => {
  const second = 'm/BFCL_v4_simple_python_result.json';
  const [run, ...more] = await runsOf([file(second), file(`m/${SIMPLE}`)], [], 'x', false, []);
  expect(more).toEqual([]);
  expect(run?.files.map(({ path }) => path)).toEqual([`m/${SIMPLE}`]);
  expect(run?.problems).toMatchObject([{ file: second, fatal: true }]);
  expect(run?.problems[0]?.message).toContain(`m/${SIMPLE}`);
});

test('the version that files are named for is that of the files that are used', async () => {
  const paths = [
    'm/BFCL_v3_simple_result.json',
    `m/${SIMPLE}`,
    'm/gorilla_openfunctions_v1_test_simple_result.json',
  ];
  const runs = await runsOf(
    paths.map((path) => file(path)),
    [],
    'x',
    false,
    [],
  );
  expect(runs.map(({ files, madeFor }) => [files.map(({ path }) => path), madeFor])).toEqual([
    [[`m/${SIMPLE}`], ''],
  ]);
  const old = paths.filter((path) => path !== `m/${SIMPLE}`);
  expect(
    (
      await runsOf(
        old.map((path) => file(path)),
        [],
        'x',
        false,
        [],
      )
    )[0]?.madeFor,
  ).toBe('v3');
});

test('files with names of their own are a run each, or one where one name is given for them', async () => {
  const files = [file('a.jsonl'), file('b.jsonl')];
  const names = async (together: boolean, some = files) =>
    (await runsOf(some, [], 'mine', together, [])).map(({ name, files: own }) => [
      name,
      own.length,
    ]);
  expect(await names(false)).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  expect(await names(true)).toEqual([['mine', 2]]);
  expect(await names(false, [file('a.jsonl')])).toEqual([['mine', 1]]);
});

test('a manifest tells when a run was generated, and that it is a sample', async () => {
  const manifest = file(
    'm/bfclx_manifest.json',
    JSON.stringify({
      started: '2026-11-02T06:30:00Z',
      settings: { sample: { entries: 40, seed: 7 } },
    }),
  );
  const at = Date.UTC(2026, 0, 5);
  const [run, other] = await runsOf(
    [file(`m/${SIMPLE}`, '{}', at), file(`n/${SIMPLE}`, '{}', at)],
    [manifest],
    'x',
    false,
    [],
  );
  expect(run?.made).toEqual({ at: Date.UTC(2026, 10, 2, 6, 30), by: 'manifest' });
  expect(run?.manifest?.sample).toMatchObject({ entries: 40, seed: 7 });
  expect(other).toMatchObject({ made: { at, by: 'files' }, manifest: null });
});

test('an older version of the benchmark is told by the names of the files', async () => {
  const [run] = await runsOf([file('m/BFCL_v3_simple_result.json')], [], 'x', false, []);
  expect(run?.madeFor).toBe('v3');
});

test('what an archive lost is told of each run that came out of it', async () => {
  const files = [file(`a/m/${SIMPLE}`), file(`b/x/${SIMPLE}`), file(`b/y/${SIMPLE}`)];
  const groups = await runsOf(files, [], 'dropped', false, []);
  const skipped = [
    { path: 'notes.png', reason: 'no results' },
    { path: 'b.tar', reason: 'skipped links and special files: 1', lost: true as const },
  ];
  expect(
    leftOut(skipped, groups).map((all) => all.map(({ file: of, fatal }) => [of, fatal])),
  ).toEqual([[['notes.png', false]], [['b.tar', true]], [['b.tar', true]]]);
});

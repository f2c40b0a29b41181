import { expect, test } from 'vitest';
import {
  MOST_FETCHED,
  choose,
  readAddress,
  readList,
  readRefs,
  refusal,
  type Source,
} from '../src/lib/addresses.ts';

const BASE = 'https://site.test/sub/';
const folder = (address: string): Extract<Source, { kind: 'folder' }> => {
  const source = readAddress(address, BASE);
  if (typeof source === 'string' || source.kind !== 'folder')
    throw new Error(`${address} is no folder`);
  return source;
};

test.each([
  [
    'hf://datasets/o/n/result',
    'https://huggingface.co/api/datasets/o/n/tree/main/result?recursive=true',
    'result',
  ],
  ['hf://datasets/o/n', 'https://huggingface.co/api/datasets/o/n/tree/main?recursive=true', ''],
  [
    'hf://datasets/o/n@v1/a%20b',
    'https://huggingface.co/api/datasets/o/n/tree/v1/a%20b?recursive=true',
    'a b',
  ],
  [
    'https://huggingface.co/datasets/o/n/tree/main/a/b',
    'https://huggingface.co/api/datasets/o/n/tree/main/a/b?recursive=true',
    'a/b',
  ],
  [
    'https://huggingface.co/datasets/o/n',
    'https://huggingface.co/api/datasets/o/n/tree/main?recursive=true',
    '',
  ],
  [
    'https://github.com/o/n/tree/2025-11/result/m',
    'https://api.github.com/repos/o/n/git/trees/2025-11?recursive=1',
    'result/m',
  ],
  ['https://github.com/o/n.git', 'https://api.github.com/repos/o/n/git/trees/HEAD?recursive=1', ''],
  [
    'https://huggingface.co/datasets/o/n/tree/refs%2Fpr%2F1/a',
    'https://huggingface.co/api/datasets/o/n/tree/refs%2Fpr%2F1/a?recursive=true',
    'a',
  ],
  [
    'hf://datasets/o/n@refs/convert/parquet/a',
    'https://huggingface.co/api/datasets/o/n/tree/refs%2Fconvert%2Fparquet/a?recursive=true',
    'a',
  ],
])('%s is a folder', (address, list, below) =>
  expect(folder(address)).toMatchObject({ list, folder: below }),
);

test.each([
  [
    'hf://datasets/o/n/a/x_result.json',
    'https://huggingface.co/datasets/o/n/resolve/main/a/x_result.json',
    'huggingface.co',
  ],
  [
    'https://github.com/o/n/blob/main/a/x.json',
    'https://raw.githubusercontent.com/o/n/main/a/x.json',
    'raw.githubusercontent.com',
  ],
  [
    'https://huggingface.co/datasets/o/n/blob/main/x.zip',
    'https://huggingface.co/datasets/o/n/resolve/main/x.zip',
    'huggingface.co',
  ],
  [
    'https://github.com/o/n/releases/download/v1/x.zip',
    'https://github.com/o/n/releases/download/v1/x.zip',
    'github.com',
  ],
  [
    'https://github.com.evil.test/o/n/tree/main',
    'https://github.com.evil.test/o/n/tree/main',
    'github.com.evil.test',
  ],
  [
    'https://github.com/o/n/blob/main/results/LATEST',
    'https://raw.githubusercontent.com/o/n/main/results/LATEST',
    'raw.githubusercontent.com',
  ],
  [
    'https://github.com/o/n/raw/feature/x/a.json',
    'https://raw.githubusercontent.com/o/n/feature/x/a.json',
    'raw.githubusercontent.com',
  ],
  [
    'https://huggingface.co/datasets/o/n/blob/main/results/LATEST',
    'https://huggingface.co/datasets/o/n/resolve/main/results/LATEST',
    'huggingface.co',
  ],
  ['x/r.json', 'https://site.test/sub/x/r.json', 'site.test'],
])('%s is a file', (address, url, host) =>
  expect(readAddress(address, BASE)).toEqual({ kind: 'file', url, hosts: [host] }),
);

test.each([
  ['hf://spaces/o/n', /hf:\/\/datasets\/owner\/name/],
  ['hf://datasets/o', /hf:\/\/datasets/],
  ['hf://datasets/../n/x', /hf:\/\/datasets/],
  ['hf://datasets/o/n/..%2f..%2fx', /hf:\/\/datasets/],
  ['hf://datasets/o/n@a%2f..%2f../x', /hf:\/\/datasets/],
  ['hf://datasets/o/n@/x', /hf:\/\/datasets/],
  ['javascript:alert(1)', /cannot be fetched/],
  ['data:text/html,x', /cannot be fetched/],
  ['file:///etc/passwd', /cannot be fetched/],
  ['http://[', /not an address/],
])('%s ends in a sentence', (address, said) => expect(readAddress(address, BASE)).toMatch(said));

test('a branch with slashes: what the address means by the names that there are', () => {
  const { refs } = folder('https://github.com/o/n/tree/feature/x/result/a');
  const api = 'https://api.github.com/repos/o/n/git';
  expect(refs?.repository).toBe('o/n');
  expect(refs?.lists).toEqual([
    `${api}/matching-refs/heads/feature/x`,
    `${api}/matching-refs/tags/feature/x`,
  ]);
  const meant = (...names: string[]) => refs?.meant(names);
  expect(meant('feature/x', 'feature/xy', 'feature/x/result/b')).toMatchObject({
    list: `${api}/trees/feature%2Fx?recursive=1`,
    folder: 'result/a',
  });
  expect(meant('feature/x/result')).toMatchObject({
    list: `${api}/trees/feature%2Fx%2Fresult?recursive=1`,
    folder: 'a',
  });
  expect(meant('feature/xy')).toBeNull();
  expect(folder('https://github.com/o/n').refs).toBeUndefined();
});

test('names of branches are read from what GitHub lists, and nothing else', () => {
  const list = [{ ref: 'refs/heads/a/b' }, { ref: 'refs/tags/c/d' }, { ref: 7 }, null, 'x'];
  expect(readRefs(list)).toEqual(['a/b', 'c/d']);
  expect(readRefs({ message: 'x' })).toEqual([]);
});

const tree = (paths: string[], more = {}) => ({
  tree: paths.map((path) => ({ path, type: 'blob', size: 10 })),
  ...more,
});

test('of a list the files below the folder are taken, and nothing that climbs', () => {
  const source = folder('https://github.com/o/n/tree/main/result');
  const { files, cut } = readList(
    tree(
      [
        'result/m/a_result.json',
        'result2/b_result.json',
        'x',
        'result/../c_result.json',
        'result/\u0000',
      ],
      { truncated: true },
    ),
    source,
  );
  expect(files).toEqual([{ path: 'result/m/a_result.json', bytes: 10 }]);
  expect(cut).toBe(true);
  expect(
    readList(
      {
        tree: [
          { path: 'result', type: 'tree' },
          null,
          7,
          { type: 'blob' },
          { path: 'result/a', type: 'commit' },
        ],
      },
      source,
    ).files,
  ).toEqual([]);
  expect(
    readList([{ path: 'r/a.json', type: 'file', size: 'x' }], folder('hf://datasets/o/n/r')).files,
  ).toEqual([{ path: 'r/a.json', bytes: 0 }]);
  expect(
    readList(
      Array.from({ length: 1000 }, (_, i) => ({ path: `${i}`, type: 'file' })),
      folder('hf://datasets/o/n'),
    ).cut,
  ).toBe(true);
  for (const value of [null, 'x', { tree: 3 }, { message: 'no' }])
    expect(() => readList(value, source)).toThrow(/unknown format/);
});

test('results by name come before other JSON; score files never do; there are bounds', () => {
  const source = folder('hf://datasets/o/n');
  const files = (paths: string[], bytes = 1) => paths.map((path) => ({ path, bytes }));
  expect(
    choose(files(['a_result.json', 'b.json', 'c_score.json', 'd_result.jsonl.gz']), source).map(
      ({ path }) => path,
    ),
  ).toEqual(['a_result.json', 'd_result.jsonl.gz']);
  expect(
    choose(files(['b.json', 'c_score.json', 'score/x.json', 'e.txt', 'f.eval']), source).map(
      ({ path }) => path,
    ),
  ).toEqual(['b.json', 'f.eval']);
  expect(() => choose(files(['README.md']), source)).toThrow(/no result file/);
  expect(() =>
    choose(files(Array.from({ length: MOST_FETCHED + 1 }, (_, i) => `${i}_result.json`)), source),
  ).toThrow(/601 result files; the limit is 600/);
  expect(() => choose(files(['a_result.json'], 2e9), source)).toThrow(/2,000 MB/);
});

test.each([
  [
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1795392000' },
    /refuses further requests from your network until \d\d:\d\d \(HTTP 403\)/,
  ],
  [429, {}, /refuses further requests .* for a while/],
  [403, { 'x-ratelimit-reset': '1e300' }, /for a while/],
  [404, {}, /returned HTTP 404: it has no such file/],
  [401, {}, /requires an account/],
  [500, {}, /returned HTTP 500/],
])('%i %j is told', (status, headers: Record<string, string>, said) =>
  expect(
    refusal(
      status === 403 ? 'api.github.com' : 'huggingface.co',
      status,
      (name) => headers[name] ?? null,
      'such file',
    ),
  ).toMatch(said),
);

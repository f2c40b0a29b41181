// Files of the dataset over stand-ins for the browser's cache and locks: each is fetched once, whoever asks at once.
import { beforeEach, expect, test, vi } from 'vitest';
import { readDatasetFiles } from '../src/worker/dataset-files.ts';

const kept = new Map<string, Uint8Array<ArrayBuffer>>();
const cache = {
  match: async (address: string) => kept.has(address) && new Response(kept.get(address)),
  put: async (address: string, response: Response) =>
    void kept.set(address, new Uint8Array(await response.arrayBuffer())),
};
const lines = new Map<string, Promise<unknown>>();
const locks = {
  request: <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const mine = (lines.get(name) ?? Promise.resolve()).then(work);
    lines.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  },
};
const fetching = vi.fn();
vi.stubGlobal('caches', { open: async () => cache });
vi.stubGlobal('fetch', fetching);

const dataset = {
  key: 'k',
  files: { 'data/a.json': 1, 'data/b.json': 1 },
  base: 'https://site.test/dataset/',
  cache: 'c',
};
const read = async (path: string) => {
  const [file] = await readDatasetFiles(dataset, [path]);
  return new TextDecoder().decode(file?.bytes);
};
const asked = () => fetching.mock.calls.map(([address]) => String(address).split('/').pop());

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('navigator', { locks, onLine: true });
  fetching.mockReset().mockImplementation(async (address: string) => {
    await new Promise((done) => setTimeout(done, 5));
    return new Response(`bytes of ${address.split('/').pop()}`);
  });
});

test('what page and workers ask for at once is fetched once', async () => {
  const all = await Promise.all(
    ['data/a.json', 'data/a.json', 'data/b.json', 'data/a.json'].map(read),
  );
  expect(all).toEqual([...'aaba'].map((name) => `bytes of ${name}.json`));
  expect(asked()).toEqual(['a.json', 'b.json']);
  expect(await read('data/b.json')).toBe('bytes of b.json');
  expect(asked()).toHaveLength(2);
});

test('what failed is asked for again by the next one', async () => {
  fetching.mockResolvedValueOnce(new Response('', { status: 503 }));
  const [first, second] = await Promise.allSettled([read('data/a.json'), read('data/a.json')]);
  expect(String((first as PromiseRejectedResult).reason)).toMatch(/the server returned HTTP 503/);
  expect((second as PromiseFulfilledResult<string>).value).toBe('bytes of a.json');
});

test('without locks each asks for itself', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  await Promise.all([read('data/a.json'), read('data/a.json')]);
  expect(asked()).toEqual(['a.json', 'a.json']);
});

// The runs that stay in the browser, over a stand-in for its files: what is brought back, and what is taken away.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Run } from '../src/state/runs.ts';

const state = vi.hoisted(() => ({ addRun: vi.fn(), route: { params: {} } }));
vi.mock('../src/state/router.ts', () => ({ route: { value: state.route } }));
vi.mock('../src/state/runs.ts', async () => {
  const { Atom } = await import('../src/lib/atom.ts');
  return { addRun: state.addRun, runs: new Atom<unknown[]>([]) };
});

/** A file of OPFS; one may be unreadable. */
interface Kept {
  text: string;
  age?: number;
  fault?: Error;
}
const MINUTE = 60_000;
let disk: Record<string, Record<string, Kept>> = {};

const fileOf = ({ text, age = 0, fault }: Kept) => ({
  async getFile() {
    if (fault) throw fault;
    return Object.assign(new Blob([text]), { lastModified: Date.now() - age });
  },
});
const place = (name: string) => ({
  name,
  async getFileHandle(file: string) {
    const found = disk[name]?.[file];
    if (!found) throw new DOMException('no such file', 'NotFoundError');
    return fileOf(found);
  },
  async *values() {
    for (const file of Object.values(disk[name] ?? {})) yield fileOf(file);
  },
});
const folder = {
  async *values() {
    for (const name of Object.keys(disk)) yield place(name);
  },
  async removeEntry(name: string) {
    delete disk[name];
  },
};
vi.stubGlobal('navigator', {
  storage: { getDirectory: async () => ({ getDirectoryHandle: async () => folder }) },
});
const own: { top?: unknown } = {};
vi.stubGlobal('window', (own.top = own));

const { shelf, startShelf } = await import('../src/state/shelf.ts');
const { runs } = await import('../src/state/runs.ts');

const card = (name: string, date: number, files: object[]) =>
  JSON.stringify({ name, date, source: { kind: 'paste' }, request: {}, files });
const left = async () => {
  await startShelf();
  await new Promise((done) => setTimeout(done, 20));
  return Object.keys(disk);
};

beforeEach(() => {
  disk = {};
  state.route.params = {};
  runs.set([]);
  state.addRun.mockReset().mockImplementation(({ name, source }) => {
    const run = { name, source } as Run;
    runs.set([...runs.value, run]);
    return { run };
  });
});

test('kept runs come back in their order, behind whatever the reader brings', async () => {
  const old = { 'run.json': { text: card('old', 1, [{ path: 'a' }]) }, '0': { text: 'one' } };
  const files = [
    { path: 'b', size: 3 },
    { path: 'c', size: 2 },
  ];
  disk = { y: { 'run.json': { text: card('new', 2, files) }, data: { text: 'twoto' } }, x: old };
  expect(await left()).toEqual(['y', 'x']);
  const made = state.addRun.mock.calls.map(([one]) => one).reverse();
  expect(made.map(({ name, later }) => [name, later])).toEqual([
    ['old', true],
    ['new', true],
  ]);
  expect(runs.value.map(({ name }) => name)).toEqual(['old', 'new']);
  const texts = made.flatMap((one) => one.files.map(({ blob }: { blob: Blob }) => blob.text()));
  expect(await Promise.all(texts)).toEqual(['one', 'two', 'to']);
});

test('what was half written long ago goes; what a tab may be writing, or cannot be read now, stays', async () => {
  const data = { text: 'x', age: 11 * MINUTE };
  disk = {
    leftover: { data },
    writing: { data: { text: 'x', age: MINUTE } },
    begun: {},
    unreadable: {
      'run.json': { ...data, fault: new DOMException('not now', 'NotReadableError') },
      data,
    },
    newer: { 'run.json': { text: '{"form": 9, "name": "my run"}', age: 11 * MINUTE }, data },
    broken: { 'run.json': { text: '{"name', age: 11 * MINUTE } },
    other: {
      'run.json': { ...data, text: card('of parts', 1, [{ path: 'a', size: 1 }]) },
      part: data,
    },
    cut: { 'run.json': { text: card('cut', 1, [{ path: 'a', size: 9 }]) }, data },
  };
  const all = Object.keys(disk);
  expect(await left()).toEqual(all.filter((name) => name !== 'leftover'));
  expect(state.addRun).not.toHaveBeenCalled();
  const said = shelf.value.unread.map(({ name, why, data: kept }) => [name, why, kept?.size]);
  expect(said).toEqual([
    ['unreadable', 'it cannot be read now (NotReadableError)', 1],
    ['my run', 'its run.json has a format that this version of the page cannot read', 1],
    ['broken', 'its run.json is not JSON', undefined],
    ['of parts', 'its file data is missing', undefined],
    ['cut', 'its results have 1 bytes instead of 9', 1],
  ]);
});

test('the runs that the address names are scored first, and stand where they stood', async () => {
  const kept = (name: string, date: number) => ({
    'run.json': { text: card(name, date, [{ path: 'a', size: 0 }]) },
    data: { text: '' },
  });
  const names = ['a', 'b', 'c', 'd'];
  let lot = 0;
  for (const [params, order] of [
    [{ run: 'b' }, ['b', 'a', 'c', 'd']],
    [{ with: 'c b' }, ['b', 'c', 'a', 'd']],
    [{ run: 'of a link' }, ['d', 'a', 'b', 'c']],
    [{}, ['d', 'a', 'b', 'c']],
  ] as const) {
    // What is taken out of the list is forgotten: its folder has another name.
    runs.set([]);
    lot += 1;
    disk = Object.fromEntries(names.map((name, i) => [`${lot} ${name}`, kept(name, i)]));
    state.route.params = params;
    state.addRun.mockClear();
    await left();
    expect(state.addRun.mock.calls.map(([{ name }]) => name)).toEqual(order);
    expect(runs.value.map(({ name }) => name)).toEqual(names);
  }
});

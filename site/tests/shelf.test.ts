// The runs that stay in the browser, over a stand-in for its files: what is brought back, and what is taken away.
import { beforeEach, expect, test, vi } from 'vitest';

const state = vi.hoisted(() => ({ addRun: vi.fn(), runs: [] as unknown[] }));
vi.mock('../src/state/runs.ts', () => ({
  addRun: state.addRun,
  runs: { value: state.runs, subscribe: () => undefined },
}));

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

const { startShelf } = await import('../src/state/shelf.ts');

const card = (name: string, date: number, files: object[]) =>
  JSON.stringify({ name, date, source: { kind: 'paste' }, request: {}, files });
const left = async () => {
  await startShelf();
  await new Promise((done) => setTimeout(done, 20));
  return Object.keys(disk);
};

beforeEach(() => {
  disk = {};
  state.runs.length = 0;
  state.addRun.mockReset().mockImplementation(({ name, source }) => {
    const run = { name, source };
    state.runs.push(run);
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
  const made = state.addRun.mock.calls.map(([one]) => one);
  expect(made.map(({ name, later }) => [name, later])).toEqual([
    ['old', true],
    ['new', true],
  ]);
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
    newer: { 'run.json': { text: '{"form": 9}', age: 11 * MINUTE }, data },
  };
  expect(await left()).toEqual(['writing', 'begun', 'unreadable', 'newer']);
  expect(state.addRun).not.toHaveBeenCalled();
});

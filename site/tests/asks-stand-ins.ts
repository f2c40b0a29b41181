// What the tests of generating in a tab stand on: real runs over stand-ins for the workers, the dataset and the
// browser's files. Imported before anything else.
import { beforeEach, vi } from 'vitest';
import type { FromWorker, ToWorker } from '../src/asking/protocol.ts';

const pool = vi.hoisted(() => ({
  size: 1,
  callOn: vi.fn(),
  call: vi.fn(),
  scope: vi.fn(),
  closeResults: vi.fn(),
  fetchDeferred: vi.fn(),
  parts: vi.fn(),
}));
vi.mock('../src/state/pool.ts', () => ({
  pool,
  describe: async () => undefined,
  categoryInfo: () => undefined,
  isDeferred: () => false,
  description: { value: null },
}));
const datasets = vi.hoisted(() => ({ started: vi.fn() }));
vi.mock('../src/state/dataset.ts', () => ({
  dataset: { value: { ref: { key: 'd' }, hash: 'd', entries: { simple_python: 9 } } },
  startDataset: datasets.started,
  offeredDataset: async () => null,
}));

export { datasets, pool };

/** A file or folder of OPFS; a file may be unreadable. */
export type Entry = { text: string; date: number; fault?: Error } | { [name: string]: Entry };
export const files: { disk: Record<string, Entry> } = { disk: {} };
export const missing = (): Error => new DOMException('no such file', 'NotFoundError');

function directory(at: Record<string, Entry>): unknown {
  return {
    async getDirectoryHandle(name: string, { create = false } = {}) {
      if (!(name in at) && !create) throw missing();
      return directory((at[name] ??= {}) as Record<string, Entry>);
    },
    async getFileHandle(name: string, { create = false } = {}) {
      if (!(name in at) && !create) throw missing();
      const file = (at[name] ??= { text: '', date: Date.now() }) as {
        text: string;
        date: number;
        fault?: Error;
      };
      return {
        async getFile() {
          if (file.fault) throw file.fault;
          return { size: file.text.length, lastModified: file.date, text: async () => file.text };
        },
        createWritable: async () => ({
          write: async (text: string) => void (file.text = text),
          close: async () => undefined,
        }),
      };
    },
    async removeEntry(name: string) {
      delete at[name];
    },
    async *entries() {
      for (const name of Object.keys(at))
        yield [name, directory(at[name] as Record<string, Entry>)];
    },
  };
}

export class StandIn {
  static all: StandIn[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  heard: ToWorker[] = [];
  constructor() {
    StandIn.all.push(this);
  }
  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.onmessage = null;
  }
}

vi.stubGlobal('navigator', { storage: { getDirectory: async () => directory(files.disk) } });
vi.stubGlobal(
  'window',
  (() => {
    const own: { top?: unknown } = {};
    return (own.top = own);
  })(),
);
vi.stubGlobal('location', { pathname: '/' });
vi.stubGlobal('Worker', StandIn);
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 0));

const { asks, unread } = await import('../src/state/asks.ts');
const { removeRun, runs } = await import('../src/state/runs.ts');

export const SPEC = {
  base: 'http://localhost:1/v1',
  settings: { model: 'm', api: 'chat' as const, fc: true, today: '2026-11-22' },
  categories: ['simple_python'],
  ids: [],
  sample: 0,
  seed: 1,
  concurrency: 0,
  dataset: 'd',
};
export const CARD = JSON.stringify({ name: 'm', date: 1, spec: SPEC, decoder: null });
export const answer = (id: string) => ({
  id,
  category: 'simple_python',
  prerequisite: false,
  path: 'simple.json',
  ending: 'answered' as const,
  line: JSON.stringify({ id }),
  memory: null,
  tokens: 1,
  error: '',
});
export const LINES = `${JSON.stringify(answer('simple_python_0'))}\n${JSON.stringify(answer('simple_python_1'))}\n`;
export const OLD = Date.now() - 3_600_000;
export const file = (text: string, date = OLD, fault?: Error) => ({
  text,
  date,
  ...(fault && { fault }),
});
export const kept = () => Object.keys((files.disk['bfclx-asks'] ?? {}) as object);

beforeEach(() => {
  for (const run of runs.value) removeRun(run);
  asks.set([]);
  unread.set([]);
  StandIn.all = [];
  files.disk = { 'bfclx-asks': {} };
  datasets.started.mockReset().mockResolvedValue(undefined);
  pool.scope.mockReturnValue(pool);
  pool.parts.mockReset().mockResolvedValue({});
  pool.call.mockResolvedValue([]);
  pool.closeResults.mockResolvedValue(undefined);
  pool.callOn
    .mockReset()
    .mockImplementation(
      async (
        _worker: number,
        method: string,
        at: { blob: Blob; category: string },
        _settings: unknown,
        from = 0,
        count = 0,
      ) => {
        if (method === 'proposeSettings')
          return {
            decoder: '',
            decoder_from: 'detected',
            decoder_reason: '',
            confidence: 1,
            underscore_to_dot: true,
            underscore_from: 'detected',
            underscore_reason: '',
            registry_entry: null,
          };
        const ids = (await at.blob.text())
          .split('\n')
          .filter(Boolean)
          .map((line) => (JSON.parse(line) as { id: string }).id);
        if (method === 'openResults')
          return {
            categories: [{ name: at.category, entries: ids.length }],
            entries: ids.length,
            problems: [],
          };
        const rows = ids.slice(from, from + count).map((id) => ({
          id,
          category: at.category,
          valid: true,
          error_type: '',
          reason: '',
          superseded: false,
        }));
        return { rows, lines: new Blob() };
      },
    );
});

export const PLAN = {
  decoder: null,
  folder: 'm',
  expected: [['simple_python', 2]] as [string, number][],
  total: 2,
};
export const begun = async (many = 1) =>
  vi.waitUntil(() => StandIn.all.length === many && StandIn.all.at(-1)?.heard.length === 1);
export const say = (data: FromWorker) => StandIn.all.at(-1)?.onmessage?.({ data });
export const moment = (milliseconds: number) =>
  new Promise((done) => setTimeout(done, milliseconds));

export const figures = (withoutResult: number, notRegenerated = 0) => ({
  inFlight: 0,
  allowed: 1,
  wait: 0,
  message: '',
  keyRefused: false,
  withoutResult,
  lost: [['simple_python', withoutResult]] as [string, number][],
  reason: 'https://h.example: status 500, oops',
  notRegenerated: {
    entries: notRegenerated,
    reason: notRegenerated > 0 ? 'https://h.example: status 500, oops' : '',
  },
});

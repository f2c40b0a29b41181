// The pool over stand-ins for workers: when they get the parts of the module, and what happens where one is missing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pool } from '../src/worker/pool.ts';
import type { Failure, FirstParts, WorkerAnswer, Request } from '../src/worker/protocol.ts';

vi.mock('bfclx', () => ({
  wasmUrl: () => new URL('https://site.test/primary'),
  deferredUrl: () => new URL('https://site.test/deferred'),
}));

const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
/** What the workers were asked, and what of the module they had then. */
let asked: string[] = [];
/** What a method fails with. */
let refuses: (method: string) => Failure['kind'] | null = () => null;
let missing: string[] = [];
/** How the start of a worker fails, if it does. */
let fails: Failure | null = null;
const fetched = vi.fn(async (address: URL) => {
  const name = address.pathname.slice(1);
  return new Response(EMPTY, { status: missing.includes(name) ? 404 : 200 });
});

class StandIn {
  static made = 0;
  onmessage: ((event: { data: WorkerAnswer }) => void) | null = null;
  private has: 'primary' | 'both' | null = null;
  private ended = false;
  constructor() {
    StandIn.made += 1;
  }
  postMessage({ id, method, args }: Request): void {
    setTimeout(() => {
      if (this.ended) return;
      if (method === 'start') this.has = (args[0] as FirstParts).deferred ? 'both' : 'primary';
      else asked.push(`${method} ${this.has ?? 'none'}`);
      const kind = this.has && method !== 'start' && refuses(method);
      const failure = method === 'start' ? fails : kind ? { kind, message: kind } : null;
      const response = failure ? { id, failure } : { id, value: this.has };
      this.onmessage?.({ data: response as WorkerAnswer });
    }, 1);
  }
  terminate(): void {
    this.ended = true;
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', StandIn);
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
  asked = [];
  missing = [];
  fails = null;
  refuses = () => null;
  StandIn.made = 0;
});
afterEach(() => vi.unstubAllGlobals());

const fetches = () => fetched.mock.calls.map(([address]) => address.pathname.slice(1));

test('a first call waits for the primary part alone', async () => {
  const pool = new Pool(2);
  await Promise.all([pool.call('describe'), pool.call('models')]);
  expect(asked.toSorted()).toEqual(['describe primary', 'models primary']);
  expect(fetches()).toEqual(['primary']);
});

test('the deferred part is fetched with the second verdict, and handed over before the next call', async () => {
  const pool = new Pool(1);
  await pool.call('scoreOne', 'c', 'id', 'r', {} as never);
  expect(await pool.call('models')).toBe('primary');
  expect(fetches()).toEqual(['primary']);
  await pool.call('scoreOne', 'c', 'id', 'r', {} as never);
  expect(fetches()).toEqual(['primary', 'deferred']);
  await pool.fetchDeferred();
  expect(await pool.call('models')).toBe('both');
  expect(await pool.call('models')).toBe('both');
  expect(asked.slice(2)).toEqual(['scoreOne primary', 'models both', 'models both']);
  expect(fetches()).toEqual(['primary', 'deferred']);
});

test('where the deferred part cannot be had, the work goes on, and it is fetched again later', async () => {
  missing = ['deferred'];
  const pool = new Pool(1);
  await pool.fetchDeferred();
  expect(await pool.call('models')).toBe('primary');
  await expect(pool.parts()).rejects.toMatchObject({ kind: 'network' });
  missing = [];
  await pool.fetchDeferred();
  expect(await pool.call('models')).toBe('both');
});

test('a worker that could not fetch what it needs is replaced', async () => {
  const pool = new Pool(1);
  refuses = () => 'deferred';
  await expect(pool.call('models')).rejects.toMatchObject({
    kind: 'deferred',
    message: expect.stringContaining('could not be fetched') as string,
  });
  refuses = () => null;
  expect(await pool.call('models')).toBe('primary');
  expect(StandIn.made).toBe(2);
});

test('a worker whose module stopped is replaced, and begins with what is there now', async () => {
  const pool = new Pool(1);
  await pool.fetchDeferred();
  expect(await pool.call('models')).toBe('both');
  refuses = () => 'module';
  await expect(pool.call('models')).rejects.toMatchObject({ kind: 'module' });
  refuses = () => null;
  expect(await pool.call('models')).toBe('both');
  expect(StandIn.made).toBe(2);
});

test('a script that could not be loaded is told from other failures, whatever the words', async () => {
  fails = { kind: 'script', message: 'the script of the module could not be loaded: gone' };
  const pool = new Pool(1);
  await expect(pool.call('models')).rejects.toMatchObject({
    kind: 'network',
    message: expect.stringContaining('could not be started') as string,
  });
  fails = { kind: 'module', message: 'the module could not be loaded: import object field' };
  await expect(pool.call('models')).rejects.toMatchObject({ kind: 'module' });
  fails = null;
  expect(await pool.call('models')).toBe('primary');
});

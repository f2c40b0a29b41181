// The pool over stand-ins for workers: which build of the module does what is asked, and when a larger one takes over.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pool } from '../src/worker/pool.ts';
import type { Build, Failure, WorkerAnswer, Request } from '../src/worker/protocol.ts';

vi.mock('bfclx', () => ({
  wasmUrl: ({ lean, full }: { lean: boolean; full: boolean }) =>
    new URL(`https://site.test/${full ? 'full' : lean ? 'lean' : 'core'}`),
}));

const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
/** What the workers were asked, each line by the build that was there then. */
let asked: string[] = [];
/** What a build refuses a method with. */
let refuses: (build: Build, method: string) => Failure['kind'] | null = () => null;
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
  private build: Build | null = null;
  private ended = false;
  constructor() {
    StandIn.made += 1;
  }
  postMessage({ id, method, args }: Request): void {
    setTimeout(() => {
      if (this.ended) return;
      if (method === 'start') this.build = (args[0] as { build: Build }).build;
      else asked.push(`${method} ${this.build ?? 'none'}`);
      const kind = this.build && method !== 'start' && refuses(this.build, method);
      const failure = method === 'start' ? fails : kind ? { kind, message: kind } : null;
      const response = failure ? { id, failure } : { id, value: this.build };
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

test('the lean build is enough for most', async () => {
  const pool = new Pool(2);
  await Promise.all([pool.call('describe'), pool.call('models')]);
  expect(asked.toSorted()).toEqual(['describe lean', 'models lean']);
  expect(fetches()).toEqual(['lean']);
});

test('what a build refuses the next larger one does, and all that follows', async () => {
  refuses = (build, method) =>
    build === 'lean' ? 'core' : build === 'core' && method === 'simulators' ? 'full' : null;
  const pool = new Pool(1);
  expect(await pool.call('models')).toBe('core');
  expect(await pool.call('simulators')).toBe('full');
  expect(await pool.call('models')).toBe('full');
  expect(asked).toEqual([
    ...['models lean', 'models core', 'simulators core', 'simulators full', 'models full'],
  ]);
  expect(fetches()).toEqual(['lean', 'core', 'full']);
});

test('one call may need both, and what no build does is said', async () => {
  refuses = (build) => (build === 'lean' ? 'core' : build === 'core' ? 'full' : null);
  expect(await new Pool(1).call('models')).toBe('full');
  refuses = (build) => (build === 'lean' ? 'core' : 'full');
  await expect(new Pool(1).call('models')).rejects.toMatchObject({ kind: 'full' });
  refuses = () => 'argument';
  asked = [];
  await expect(new Pool(1).call('models')).rejects.toMatchObject({ kind: 'argument' });
  expect(asked).toEqual(['models lean']);
});

test('for much the small build takes over once it is there; calls under way end with what they began', async () => {
  const pool = new Pool(1);
  const first = pool.call('models');
  const ready = pool.useCore();
  expect(await first).toBe('lean');
  await ready;
  expect(await pool.call('models')).toBe('core');
  const other = new Pool(1);
  other.useFull();
  fetched.mockClear();
  await other.useCore();
  expect(await other.call('models')).toBe('full');
  expect(fetches()).toEqual(['full']);
});

test('where the small build cannot be had, the lean one goes on; what needs it says so, and asks again', async () => {
  missing = ['core'];
  const pool = new Pool(1);
  await pool.useCore();
  expect(await pool.call('models')).toBe('lean');
  refuses = (build) => (build === 'lean' ? 'core' : null);
  await expect(pool.call('models')).rejects.toMatchObject({ kind: 'network' });
  missing = [];
  expect(await pool.call('models')).toBe('core');
});

test('a worker whose module stopped is replaced, and begins with the build that is wanted now', async () => {
  const pool = new Pool(1);
  refuses = (build) => (build === 'lean' ? 'core' : null);
  expect(await pool.call('models')).toBe('core');
  refuses = () => 'module';
  await expect(pool.call('models')).rejects.toMatchObject({ kind: 'module' });
  refuses = () => null;
  expect(await pool.call('models')).toBe('core');
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
  expect(await pool.call('models')).toBe('lean');
});

// The live page of a run: what is read of it, and how it is followed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  durationText,
  liveAddress,
  liveLine,
  liveLink,
  phaseText,
  readLive,
} from '../src/lib/live.ts';
import { follow, forgetLive, isFollowing, live } from '../src/state/live.ts';

const ENTRIES = {
  planned: 260,
  had_result: 0,
  with_response: 60,
  without_response: 1,
  not_needed: 0,
  left: 199,
  errors: 0,
  at_token_limit: 0,
};

const page = (run: object = {}, more: object = {}) => ({
  format: 1,
  program: 'bfclx',
  version: '0.1.0',
  run: {
    model: 'm',
    api: 'chat',
    dataset: 'v4',
    shard: '',
    number: 1,
    of: 1,
    phase: 'running',
    why: '',
    started: 1000,
    now: 1303,
    ...run,
  },
  entries: ENTRIES,
  requests: { sent: 70, retried: 9, in_flight: 32, allowed: 32, retrying: '', batches: '' },
  speed: { entries_per_minute: 42.4, tokens_per_second: 812.6, seconds_left: 64 },
  spend: {
    input: 10,
    cached: 5,
    output: 2,
    cost: 0.0031,
    max_cost: null,
    max_tokens: null,
    max_seconds: null,
  },
  categories: [
    {
      name: 'multiple',
      entries: ENTRIES,
      requests: 3,
      tokens: { input: 1, cached: 0, output: 1 },
      score: null,
    },
  ],
  endpoints: [
    {
      server: 'http://a',
      state: 'available',
      in_flight: 1,
      allowed: 2,
      requests: 3,
      retried: 1,
      outcomes: { success: 2, timeout: 1 },
      seconds: { count: 2, p50: 0.4, p95: null },
    },
  ],
  endpoint_count: 1,
  reasons: [],
  failures: [],
  findings: [],
  messages: [],
  ...more,
});

test('a state is read, and its line is that of the terminal', () => {
  const state = readLive(JSON.stringify(page()));
  expect(liveLine(state)).toBe(
    '61 of 260 entries, 32 in flight (of 32), 812 tokens/s, 42 entries/min, 1:04 min left',
  );
  expect(phaseText(state)).toBe('running for 5:03 min');
  expect(state.endpoints[0]?.outcomes).toEqual({ success: 2, timeout: 1 });
  expect(durationText(7300)).toBe('2:01 h');
});

test('requests that wait for the budget are named', () => {
  const requests = { ...page().requests, in_flight: 0, waiting_for_budget: 3 };
  expect(liveLine(readLive(JSON.stringify(page({}, { requests }))))).toContain(
    ', 0 in flight (of 32), 3 waiting for the budget, ',
  );
  for (const other of [0, 'x', null]) {
    const state = readLive(
      JSON.stringify(page({}, { requests: { ...requests, waiting_for_budget: other } })),
    );
    expect(liveLine(state)).not.toContain('budget');
  }
});

test('what is no state is refused, and what is wrong in one does no harm', () => {
  for (const bad of [
    '',
    '[]',
    '{}',
    '{"program": "other", "format": 1}',
    'null',
    '{"program": "bfclx", "format": 2}',
  ])
    expect(() => readLive(bad)).toThrow();
  const state = readLive(
    JSON.stringify(
      page(
        { phase: {}, model: 5, started: 'x' },
        {
          entries: null,
          speed: { seconds_left: '1' },
          endpoints: [null, 3],
          categories: 'x',
          messages: Array(5000).fill({ text: 'y'.repeat(5000) }),
        },
      ),
    ),
  );
  expect(state.run.model).toBe('');
  expect(state.speed.seconds_left).toBe(null);
  expect(state.endpoints).toHaveLength(2);
  expect(state.messages).toHaveLength(1000);
  expect(state.messages[0]?.text).toHaveLength(2000);
});

test('only addresses of this machine are followed', () => {
  expect(liveAddress(' http://LOCALHOST:80/ ')).toBe('localhost:80');
  for (const bad of [
    '',
    '127.0.0.1',
    'example.org:80',
    '127.0.0.1:0',
    '127.0.0.1:99999',
    'localhost:80@example.org',
    '127.0.0.1.example.org:80',
    'https://localhost:80',
    '10.0.0.1:80',
  ])
    expect(liveAddress(bad)).toBe('');
  const key = '0123456789abcdef0123456789abcdef';
  expect(liveLink(`bfclx: open the site with #live&at=127.0.0.1:9465&key=${key}`)).toEqual({
    at: '127.0.0.1:9465',
    key,
  });
  expect(liveLink(`#live&at=example.org:1&key=${key}`)).toBe(null);
});

const answers: (() => Response | Promise<Response>)[] = [];
const asked: RequestInit[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    asked.push(init);
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return Promise.resolve().then(() => next?.());
  });
});
afterEach(() => {
  forgetLive();
  answers.length = 0;
  asked.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const says = (value: object) => () => new Response(JSON.stringify(value));
const gone = () => {
  throw new TypeError('Failed to fetch');
};
const until = async (see: () => boolean) => {
  for (let i = 0; i < 200 && !see(); ++i) await vi.advanceTimersByTimeAsync(500);
  expect(see()).toBe(true);
};

test('a run is followed over a tunnel that breaks, to its end', async () => {
  answers.push(
    says(page()),
    gone,
    gone,
    says(page({ number: 1, of: 2, phase: 'ended' })),
    says(page({ phase: 'ended' })),
  );
  void follow('127.0.0.1:1', 'k');
  expect(live.value.phase).toBe('connecting');
  await until(() => live.value.phase === 'following');
  await until(() => live.value.phase === 'lost');
  expect(live.value.state?.run.model).toBe('m');
  await until(() => live.value.state?.run.of === 2);
  expect(live.value.phase).toBe('following');
  await until(() => live.value.phase === 'ended');
  const { length } = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(length);
  expect(isFollowing()).toBe(false);
  expect(asked[0]?.headers).toEqual({ Authorization: 'Bearer k' });
  expect(asked[0]?.credentials).toBe('omit');
});

test('a key of another run is asked for once', async () => {
  answers.push(() => new Response('no', { status: 401 }));
  void follow('127.0.0.1:1', 'k');
  await until(() => live.value.phase === 'refused');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  expect(live.value.problem).toContain('This key belongs to another run');
});

test('a page that never ends is no state', async () => {
  let sent = 0;
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (to) => void ((sent += 65536), to.enqueue(new Uint8Array(65536))),
      }),
    );
  answers.push(endless, gone);
  void follow('127.0.0.1:1', 'k');
  await until(() => live.value.phase === 'lost');
  expect(sent).toBeLessThan(8 * 1024 * 1024);
});

// The page's driver over the module itself, with servers that exist only here and a clock that only they move. The
// scenarios are those of the scheduler (tests/data/generation): natively, as WebAssembly and here the same comes out.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Asker } from '../src/asking/asker.ts';
import type { Came } from '../src/asking/exchange.ts';
import type { Answer, Figures } from '../src/asking/protocol.ts';
import type { ConversationPlan, Scorer } from '../src/lib/scorer-types.ts';
import { SETTINGS, idOf, planned } from './scheduling.ts';

interface Rule {
  from?: number;
  to?: number;
  entries?: number[];
  every?: number;
  first?: number;
  check?: boolean;
  status?: number;
  failure?: string;
  headers?: [string, string][];
  body?: string;
  malformed?: boolean;
  seconds: number;
}
interface Scenario {
  name: string;
  entries: number;
  depends?: Record<string, number[]>;
  settings: { concurrency: number; automatic?: boolean; patience?: number } & Record<
    string,
    unknown
  >;
  stop_at?: number;
  server: Rule[];
}

const data = resolve(import.meta.dirname, '../../tests/data/generation');
const scenarios = JSON.parse(readFileSync(resolve(data, 'scenarios.json'), 'utf8')) as Scenario[];
const outcomes = readFileSync(resolve(data, 'scenarios.txt'), 'utf8')
  .split(/^# .*\n/m)
  .slice(1);

const bytes = (text: string) => new TextEncoder().encode(text);
const GOOD = JSON.stringify({
  choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'no' } }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
});

let scorer: Scorer;
let plan: ConversationPlan;

beforeAll(async () => {
  ({ scorer, plan } = await planned(Math.max(...scenarios.map(({ entries }) => entries))));
});

/** The entry that a request is of. */
const entryOf = (body: Uint8Array | null): number =>
  Number(/"name": ?"f(\d+)"/.exec(new TextDecoder().decode(body ?? new Uint8Array()))?.[1]);

interface Served {
  entries: number;
  depends?: Record<string, number[]> | undefined;
  /** 0: automatic. */
  concurrency: number;
  patience?: number | undefined;
  stopAt?: number | undefined;
  /** Entries with a response already; those of `again` are regenerated. */
  known?: number[];
  again?: number[];
  /** What comes of a request of the entry, and after how many seconds. */
  serve: (entry: number, now: number, nth: number) => { came: Came; seconds: number };
  watch?: (figures: Figures) => void;
}

/** Runs to its end; waiting moves the clock to the next response, or as far as is waited. */
async function run({
  entries,
  depends,
  concurrency,
  patience,
  stopAt,
  known = [],
  again = [],
  serve,
  watch,
}: Served) {
  const answers: Answer[] = [];
  const coming: { time: number; arrive: () => void }[] = [];
  const nth = new Map<number, number>();
  let clock = 0;
  let sent = 0;
  const asker = new Asker(
    {
      scorer,
      now: () => clock,
      answered: (answer) => void answers.push(answer),
      patience: patience ?? 1800,
      send: ({ body }) => {
        sent += 1;
        const entry = entryOf(body);
        const count = (nth.get(entry) ?? 0) + 1;
        nth.set(entry, count);
        const { came, seconds } = serve(entry, clock, count);
        return new Promise((done) =>
          coming.push({ time: clock + seconds, arrive: () => done(came) }),
        );
      },
      sleep: async (seconds) => {
        coming.sort((a, b) => a.time - b.time);
        const until = clock + seconds;
        const due = coming[0] && coming[0].time <= until ? coming.shift() : undefined;
        clock = due?.time ?? until;
        due?.arrive();
        if (stopAt !== undefined && clock >= stopAt) asker.pause(false);
        watch?.(asker.figures);
        await new Promise((done) => setImmediate(done));
      },
    },
    {
      base: 'https://h.example',
      settings: SETTINGS,
      categories: ['simple_python'],
      ids: [],
      sample: 0,
      seed: 1,
      concurrency,
      dataset: 'd',
    },
    '',
    known.map((entry) => ({
      id: idOf(entry),
      category: 'simple_python',
      prerequisite: false,
      path: 'simple.json',
      ending: 'answered' as const,
      line: '{}',
      memory: null,
      tokens: 1,
      error: '',
    })),
  );
  const chosen = plan.entries.slice(0, entries).map((entry, i) => ({
    ...entry,
    depends_on: (depends?.[i] ?? []).map(idOf),
  }));
  const { problem, left } = await asker.run({ ...plan, entries: chosen }, new Set(again.map(idOf)));
  return { answers, problem, left, sent, figures: asker.figures };
}

const response = (status: number, body: string, headers: [string, string][] = []): Came => ({
  kind: 'answer',
  status,
  headers,
  body: bytes(body),
});

const KINDS: Record<string, Came['kind']> = { connect: 'unreachable', timeout: 'timeout' };

/** A page has neither the official retries nor a server that it started, and gives what is in flight all its time; a check is a request of some entry. */
const OTHERS = ['official_retries', 'wait_for_start', 'stop_timeout'];
const mine = scenarios.flatMap((scenario, i) =>
  OTHERS.some((name) => name in scenario.settings) || scenario.server.some(({ check }) => check)
    ? []
    : [[scenario.name, scenario, outcomes[i] as string] as const],
);

test.each(mine)('%s', async (_, scenario, outcome) => {
  const { settings, server, stop_at: stopAt } = scenario;
  const serve = (entry: number, now: number) => {
    const rule = server.find(
      ({ from = 0, to = Infinity, entries, every, first }) =>
        now >= from &&
        now < to &&
        (entries?.includes(entry) ?? true) &&
        (!every || entry % every === 3) &&
        (!first || entry < first),
    ) as Rule;
    const { status, failure, headers, body, malformed, seconds } = rule;
    const came: Came = failure
      ? ({ kind: KINDS[failure] ?? 'gone' } as Came)
      : response(
          status ?? 0,
          malformed ? '{"choices": [' : (body ?? (status === 200 ? GOOD : '')),
          headers,
        );
    return { came, seconds };
  };
  const { answers, problem, sent } = await run({
    ...scenario,
    concurrency: settings.automatic ? 0 : settings.concurrency,
    patience: settings.patience,
    stopAt,
    serve,
  });
  const results = Number(/(\d+) results/.exec(outcome)?.[1]);
  const why = /ended: (.*)/.exec(outcome)?.[1] ?? '';
  const timeless = (text: string) =>
    text
      .replace(/for \d+ (s|min)/, 'for N')
      // A browser does not say why.
      .replace('connection refused', 'no connection')
      .replace(', or the response has no CORS headers', '');
  expect(timeless(problem)).toBe(stopAt === undefined ? timeless(why) : '');
  expect(answers.length).toBe(results);
  // The retries of a real conversation are more than those of the simulated one.
  const requests = Number(/(\d+) requests, \d+ repeated/.exec(outcome)?.[1]);
  expect(sent).toBeLessThanOrEqual(4 * requests + 20);
});

const three = (came: Came) =>
  run({
    entries: 12,
    concurrency: 1,
    serve: (entry, _, nth) => ({
      came: entry < 3 && nth === 1 ? response(200, GOOD) : came,
      seconds: 0.1,
    }),
  });

test.each([
  [401, '{"error": "no such key"}', /status 401, no such key. Check the API key/],
  [402, '{"error": "pay first"}', /status 402, pay first. The account has no credit left/],
  [403, '{"error": "not for you"}', /status 403, not for you/],
  [407, 'proxy', /status 407, proxy. A proxy requires a password/],
  [404, '{"error": "no such model"}', /status 404, no such model/],
  [429, '{"error": {"message": "Sorry", "code": "insufficient_quota"}}', /429, Sorry.*no credit/],
  [400, '{"error": {"message": "Your credit balance is too low to go on."}}', /400.*no credit/],
])('%d after three responses ends the run and is no response', async (status, body, says) => {
  const { answers, problem, left } = await three(response(status, body));
  expect(answers.map(({ id, ending }) => `${id} ${ending}`)).toEqual(
    [0, 1, 2].map((i) => `${idOf(i)} answered`),
  );
  expect(left).toBe(9);
  expect(problem).toMatch(says);
});

test('an ordinary 400 is what the model answers, officially', async () => {
  const { answers, problem, left } = await three(response(400, '{"error": "too long"}'));
  expect(answers.filter(({ ending }) => ending === 'failed')).toHaveLength(9);
  expect({ problem, left }).toEqual({ problem: '', left: 0 });
});

test('an entry that is retried is named, and so is its trouble', async () => {
  const messages: string[] = [];
  await run({
    entries: 2,
    concurrency: 1,
    serve: (entry, _, nth) => ({
      came: entry === 1 && nth < 4 ? response(500, 'oops') : response(200, GOOD),
      seconds: 0.1,
    }),
    watch: ({ message }) => messages.push(message),
  });
  expect(messages).toContain('1 entry is being retried: https://h.example: status 500, oops');
  expect(messages.at(-1)).toBe('');
});

test('what ended without a result is counted as the schedule counts it', async () => {
  const { answers, problem, left, figures } = await run({
    entries: 6,
    depends: { 4: [1] },
    concurrency: 1,
    serve: (entry) => ({
      came: entry === 1 ? response(500, 'oops') : response(200, GOOD),
      seconds: 0.1,
    }),
  });
  expect([answers.length, problem, left]).toEqual([4, '', 2]);
  expect(figures).toMatchObject({
    inFlight: 0,
    withoutResult: 2,
    lost: [['simple_python', 2]],
    reason: 'https://h.example: status 500, oops',
    notRegenerated: { entries: 0, reason: '' },
  });
});

test('an entry that could not be regenerated has its earlier response, so it is not without one', async () => {
  const { answers, problem, left, figures } = await run({
    entries: 3,
    concurrency: 1,
    known: [0, 1],
    again: [0, 1, 2],
    serve: (entry) => ({
      came: entry === 0 ? response(200, GOOD) : response(500, `oops ${entry}`),
      seconds: 0.1,
    }),
  });
  expect([answers.map(({ id }) => id), problem, left]).toEqual([[idOf(0)], '', 1]);
  expect(figures).toMatchObject({
    withoutResult: 1,
    lost: [['simple_python', 1]],
    reason: 'https://h.example: status 500, oops 2',
    notRegenerated: { entries: 1, reason: 'https://h.example: status 500, oops 1' },
  });
});

test.each([401, 403])('a key that is refused (%d) is told with the figures', async (status) => {
  const { problem, figures } = await run({
    entries: 3,
    concurrency: 1,
    serve: () => ({ came: response(status, 'no'), seconds: 0.1 }),
  });
  expect(problem).toMatch(/Check the API key/);
  expect(figures?.keyRefused).toBe(true);
});

test('a key that worked for what was sent later is not refused', async () => {
  const { figures } = await run({
    entries: 4,
    concurrency: 1,
    serve: (entry) => ({
      came: entry === 1 ? response(403, 'blocked') : response(200, GOOD),
      seconds: 0.1,
    }),
  });
  expect(figures).toMatchObject({ withoutResult: 1, keyRefused: false });
});

test('a redirect ends the run with what to do', async () => {
  const { problem } = await run({
    entries: 3,
    concurrency: 1,
    serve: () => ({ came: { kind: 'redirect' }, seconds: 0.1 }),
  });
  expect(problem).toMatch(/https:\/\/h\.example: the server redirects to another address/);
});

test('what is given up at once ends at once', async () => {
  let clock = 0;
  const asker: Asker = new Asker(
    {
      scorer,
      now: () => clock,
      answered: () => expect.unreachable(),
      send: (_, signal) =>
        new Promise((done) => signal.addEventListener('abort', () => done({ kind: 'gone' }))),
      sleep: async (seconds) => {
        clock += seconds;
        if (clock > 5) asker.pause(true);
        await new Promise((done) => setImmediate(done));
      },
    },
    {
      base: 'https://h.example',
      settings: SETTINGS,
      categories: [],
      ids: [],
      sample: 0,
      seed: 1,
      concurrency: 2,
      dataset: 'd',
    },
    '',
    [],
  );
  const { problem, left } = await asker.run(
    { ...plan, entries: plan.entries.slice(0, 4) },
    new Set(),
  );
  expect({ problem, left }).toEqual({ problem: '', left: 4 });
});

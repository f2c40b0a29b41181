// A conversation that was cut goes on where it was: what was answered is given to the module again and not asked.
import { beforeAll, expect, test } from 'vitest';
import { Asker } from '../src/asking/asker.ts';
import { Steps, digestOf, readSteps, type Step } from '../src/asking/steps.ts';
import { StepFile, type SyncFile } from '../src/asking/store.ts';
import type { Ask, ConversationPlan, Scorer } from '../src/lib/scorer-types.ts';
import { planned, scheduled } from './scheduling.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);

const SPEC = {
  base: 'https://h.example/v1',
  settings: { model: 'm', api: 'chat' as const, fc: true, today: '2026-11-22' },
  categories: ['multi_turn_base'],
  ids: [],
  sample: 0,
  seed: 1,
  concurrency: 1,
  dataset: 'd',
};
let real: Scorer;
let plan: ConversationPlan;
beforeAll(async () => {
  ({ scorer: real, plan } = await planned(1));
});
const ID = 'simple_python_0';

/** A conversation of `turns` requests, each of which has in it what was answered before; the line tells all. */
function talking(turns = 4): Scorer {
  let said: string[] = [];
  const next = (): Ask =>
    said.length < turns
      ? ({
          kind: 'model',
          wait: 0,
          jitter: 0,
          accepted: true,
          method: 'POST',
          path: '/chat/completions',
          headers: [],
          body: bytes(JSON.stringify(said)),
        } as unknown as Ask)
      : ({
          kind: 'finished',
          ending: 'answered',
          line: bytes(JSON.stringify(said)),
          memory: null,
          error: '',
        } as unknown as Ask);
  return scheduled(real, {
    startConversation: () => {
      said = [];
      return 1;
    },
    nextAsk: next,
    answerAsk: (_: number, { body, seconds }: { body: Uint8Array; seconds: number }) => {
      if (text(body) === 'throw') throw new Error('the module refuses it');
      said.push(`${text(body)} ${seconds}`);
      return next();
    },
    failAsk: () => ({ kind: 'finished', ending: 'transport', error: '' }) as unknown as Ask,
  } as Partial<Scorer>);
}

/** Asks with a server that breaks off after `good` answers; what it was asked, and the line. */
async function ask(steps: Steps, good: number, again: string[] = [], word = 'r') {
  const sent: string[] = [];
  let line = '';
  let clock = 0;
  const asker = new Asker(
    {
      scorer: talking(),
      steps,
      now: () => clock,
      sleep: async () => undefined,
      answered: (answer) => void (line = answer.line),
      send: async ({ body }) => {
        clock += 2;
        if (sent.length >= good) return { kind: 'gone' };
        sent.push(text(body ?? bytes('')));
        return {
          kind: 'answer',
          status: 200,
          headers: [['x', 'y']],
          body: bytes(`${word}${sent.length}`),
        };
      },
    },
    SPEC,
    '',
    [],
  );
  const { left } = await asker.run(plan, new Set(again));
  return { sent: sent.length, line, left };
}

test('after a cut only what is missing is asked; the line is that of an uncut conversation', async () => {
  const written: Step[] = [];
  expect(await ask(new Steps([], (step) => written.push(step)), 2)).toMatchObject({
    sent: 2,
    left: 1,
  });
  expect(written.map(({ id, n, body, seconds }) => [id, n, body, seconds])).toEqual([
    [ID, 0, 'r1', 2],
    [ID, 1, 'r2', 2],
  ]);
  const file = written.map((step) => `${JSON.stringify(step)}\n`).join('');
  const later = await ask(new Steps(readSteps(file)), 9, [], 's');
  expect(later).toEqual({ sent: 2, left: 0, line: '["r1 2","r2 2","s1 2","s2 2"]' });
  // An entry that is asked once more begins anew.
  expect(await ask(new Steps(readSteps(file)), 9, [ID])).toMatchObject({ sent: 4, left: 0 });
});

test('an answer to another request does not count, nor what came after it', async () => {
  const steps = (change: Partial<Step>): Step[] => {
    const made = ['r1', 'r2'].map((body, n) => ({
      id: ID,
      n,
      request: digestOf(bytes(JSON.stringify(n === 0 ? [] : ['r1 2']))),
      status: 200,
      headers: [],
      body,
      seconds: 2,
    }));
    return made.map((step, n) => (n === 0 ? { ...step, ...change } : step));
  };
  expect(await ask(new Steps(steps({})), 9)).toMatchObject({ sent: 2 });
  expect(await ask(new Steps(steps({ request: 'other' })), 9, [], 's')).toMatchObject({
    sent: 4,
    line: '["s1 2","s2 2","s3 2","s4 2"]',
  });
  expect(await ask(new Steps(steps({ n: 5 })), 9)).toMatchObject({ sent: 4 });
  // What the module refuses is not given to it twice.
  const refused = new Steps(steps({ body: 'throw' }));
  expect(await ask(refused, 9)).toMatchObject({ sent: 0, left: 1 });
  expect(await ask(refused, 9)).toMatchObject({ sent: 4, left: 0 });
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"id": 3}',
  '{"id": "a", "n": 0.5, "request": "", "status": 200}',
])('a line that is none is as if it were not there: %s', (line) =>
  expect(readSteps(`${line}\n${line}`)).toEqual([]),
);

test('answers that are no text are not kept', () => {
  const kept: Step[] = [];
  const steps = new Steps([], (step) => kept.push(step));
  const response = {
    kind: 'answer' as const,
    status: 200,
    headers: [],
    body: new Uint8Array([255]),
  };
  steps.add('a', 0, null, response, 1);
  expect(kept).toEqual([]);
  expect(steps.at('a', 0, null)).toBe(null);
});

/** A file in memory. */
function fileOf(content = '') {
  let held = bytes(content);
  const file: SyncFile = {
    getSize: () => held.length,
    read: (to) => (to.set(held), held.length),
    write: (from, { at }) => {
      const grown = new Uint8Array(Math.max(held.length, at + from.length));
      grown.set(held);
      grown.set(from, at);
      held = grown;
      return from.length;
    },
    truncate: (size) => void (held = held.slice(0, size)),
    flush: () => undefined,
    close: () => undefined,
  };
  return { file, ids: () => readSteps(text(held)).map(({ id, n }) => `${id}${n}`) };
}

const stepOf = (id: string, n: number): Step => ({
  id,
  n,
  request: digestOf(null),
  status: 200,
  headers: [],
  body: 'x',
  seconds: 1,
});

test('the file of steps stays small: what is at its end makes room, and nothing stays of all that is', () => {
  const { file, ids } = fileOf();
  const room = 4.5 * JSON.stringify(stepOf('a', 0)).length;
  const kept = new StepFile(file, room);
  const steps = new Steps(
    kept.read(() => true),
    (step) => kept.keep(step, () => steps.live()),
  );
  const add = (id: string, n: number) =>
    steps.add(id, n, null, { kind: 'answer', status: 200, headers: [], body: bytes('x') }, 1);
  for (const n of [0, 1, 2]) add('a', n);
  add('b', 0);
  steps.forget('a');
  add('b', 1);
  expect(ids()).toEqual(['b0', 'b1']);
  // Where all is needed, what has no room is asked again.
  for (const n of [2, 3, 4, 5]) add('b', n);
  expect(ids()).toEqual(['b0', 'b1', 'b2', 'b3']);
  kept.close(steps.live());
  expect(ids()).toHaveLength(4);
  steps.forget('b');
  kept.close(steps.live());
  expect(ids()).toEqual([]);
});

test('of the file of before only conversations that are open go on; cut lines are passed over', () => {
  const lines = [stepOf('a', 0), stepOf('b', 0), stepOf('a', 1)].map((step) =>
    JSON.stringify(step),
  );
  const { file, ids } = fileOf(`${lines.join('\n')}\n${lines[0]?.slice(0, 9)}`);
  const steps = new StepFile(file).read((id) => id === 'a');
  expect(steps).toEqual([stepOf('a', 0), stepOf('a', 1)]);
  expect(ids()).toEqual(['a0', 'a1']);
});

test('a file of steps that is larger than any of ours is not read, and goes', () => {
  const line = JSON.stringify(stepOf('a', 0));
  const { file, ids } = fileOf(`${line}\n${line}\n`);
  const held: number[] = [];
  const read = (to: Uint8Array) => held.push(to.length);
  expect(new StepFile({ ...file, read }, 1.5 * line.length).read(() => true)).toEqual([]);
  expect(held).toEqual([0]);
  expect(ids()).toEqual([]);
});

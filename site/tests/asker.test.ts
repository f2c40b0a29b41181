// What the asking makes of what servers say: refusals are no answers of a model, also in the middle of a run.
import { expect, test } from 'vitest';
import { Asker } from '../src/asking/asker.ts';
import type { Answer } from '../src/asking/protocol.ts';
import type { Ask, ConversationPlan, Scorer } from '../src/lib/scorer-types.ts';

const SPEC = {
  base: 'https://h.example/v1',
  settings: { model: 'm', api: 'chat' as const, fc: true, today: '2026-11-22' },
  categories: ['simple_python'],
  ids: [],
  sample: 0,
  seed: 1,
  concurrency: 1,
  dataset: 'd',
};
const bytes = (text: string) => new TextEncoder().encode(text);

/** Conversations of one question each, which take whatever answer is given. */
const scorer = {
  startConversation: () => 1,
  nextAsk: (): Ask => ({
    kind: 'model',
    wait: 0,
    jitter: 0,
    method: 'POST',
    path: '/chat/completions',
    headers: [],
    body: bytes('{}'),
  }),
  answerAsk: (_handle: number, { status }: { status: number }) => ({
    kind: 'finished',
    ending: status < 400 ? 'answered' : 'failed',
    line: bytes('{}'),
    memory: null,
    error: String(status),
  }),
  closeConversation: () => undefined,
} as unknown as Scorer;

const plan = {
  entries: ['a', 'b', 'c', 'd', 'e'].map((id) => ({
    id,
    category: 'simple_python',
    prerequisite: false,
    path: 'p.json',
    depends_on: [],
  })),
} as unknown as ConversationPlan;

/** Three good answers, then `status` with `body`; what it came to. */
async function afterThree(status: number, body: string, good = 3) {
  const answers: Answer[] = [];
  let sent = 0;
  let clock = 0;
  const asker = new Asker(
    {
      scorer,
      now: () => clock,
      answered: (answer) => void answers.push(answer),
      sleep: async (seconds) => void (clock += seconds),
      send: async () =>
        ++sent <= good
          ? { kind: 'answer', status: 200, headers: [], body: bytes('{}') }
          : { kind: 'answer', status, headers: [], body: bytes(body) },
    },
    SPEC,
    '',
    [],
  );
  const { problem, left } = await asker.run(plan, new Set());
  return {
    endings: answers.map(({ id, ending }) => `${id} ${ending}`),
    problem,
    left,
    sent,
    unanswered: asker.figures.unanswered,
    reason: asker.figures.reason,
  };
}

const THREE = ['a answered', 'b answered', 'c answered'];

test.each([
  [401, '{"error": "no such key"}', /no such key/],
  [402, '{"error": "pay first"}', /nothing left.*402.*pay first/],
  [403, '{"error": "not for you"}', /not for you/],
  [407, 'proxy', /407/],
  [429, '{"error": {"message": "Sorry", "code": "insufficient_quota"}}', /nothing left.*429/],
  [400, '{"error": {"message": "Your credit balance is too low to go on."}}', /nothing left.*400/],
])('%d after three answers ends the asking, and is no answer', async (status, body, says) => {
  const came = await afterThree(status, body);
  expect(came).toMatchObject({ endings: THREE, left: 2, sent: 4 });
  expect(came.problem).toMatch(says);
});

test.each([404, 405])(
  '%d after three answers leaves the entry for the next time',
  async (status) => {
    const came = await afterThree(status, '{"error": "no such model"}');
    expect(came).toMatchObject({ endings: THREE, left: 2, sent: 5, problem: '', unanswered: 2 });
    expect(came.reason).toMatch(/no such model/);
    expect((await afterThree(status, '', 0)).problem).toMatch(/no such address or model/);
  },
);

test('a 429 without such words is asked again, and a 400 is what the model answers, officially', async () => {
  expect(await afterThree(429, 'slower')).toMatchObject({
    endings: THREE,
    left: 2,
    problem: '',
    sent: 3 + 2 * 8,
  });
  expect(await afterThree(400, 'too long')).toMatchObject({
    endings: [...THREE, 'd failed', 'e failed'],
    left: 0,
    problem: '',
  });
});

/** One request at a time; the entries of `gone` get no response at all, as their body says. */
async function withoutResponse(gone: string) {
  const answers: Answer[] = [];
  let clock = 0;
  let asked = '';
  const asker = new Asker(
    {
      scorer: {
        ...scorer,
        startConversation: (id: string) => ((asked = id), 1),
      } as Scorer,
      now: () => clock,
      answered: (answer) => void answers.push(answer),
      sleep: async (seconds) => void (clock += seconds),
      send: async () =>
        gone.includes(asked)
          ? { kind: 'gone' }
          : { kind: 'answer', status: 200, headers: [], body: bytes('{}') },
    },
    SPEC,
    '',
    [],
  );
  const { problem, left } = await asker.run(plan, new Set());
  return { answered: answers.map(({ id }) => id).join(''), problem, left };
}

test('an entry that gets no response does not end the asking of the others', async () => {
  expect(await withoutResponse('b')).toEqual({ answered: 'acde', problem: '', left: 1 });
});

test('different entries without any response, and none that succeeds: the server is gone', async () => {
  const { answered, problem, left } = await withoutResponse('cde');
  expect({ answered, left }).toEqual({ answered: 'ab', left: 3 });
  expect(problem).toMatch(/does not answer any more/);
});

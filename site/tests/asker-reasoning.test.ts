// Reasoning at the start of responses, in the tab: the module separates it by the rule of the program, and the page counts it.
import { expect, test } from 'vitest';
import { Asker } from '../src/asking/asker.ts';
import { readKept } from '../src/asking/kept.ts';
import type { Answer } from '../src/asking/protocol.ts';
import type { AskSettings } from '../src/lib/scorer-types.ts';
import { reasoningText } from '../src/state/ask-reasoning.ts';
import type { Ask } from '../src/state/asks.ts';
import { SETTINGS, idOf, planned } from './scheduling.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The answer to the one entry, whose response is this message. */
async function answerTo(message: object, more: Partial<AskSettings> = {}) {
  const { scorer } = await planned(1);
  const settings = { ...SETTINGS, ...more };
  const plan = scorer.planConversations({ settings, categories: ['simple_python'] });
  const answers: Answer[] = [];
  const body = { choices: [{ finish_reason: 'stop', message: { role: 'assistant', ...message } }] };
  const asker = new Asker(
    {
      scorer,
      send: async () => ({
        kind: 'answer',
        status: 200,
        headers: [],
        body: bytes(JSON.stringify(body)),
      }),
      answered: (answer) => answers.push(answer),
      now: () => 0,
      sleep: async () => undefined,
    },
    {
      base: 'https://h.example',
      settings,
      categories: ['simple_python'],
      ids: [],
      sample: 0,
      seed: 0,
      concurrency: 1,
      dataset: 'd',
    },
    '',
    [],
  );
  await asker.run(plan, new Set());
  const [answer] = answers;
  if (!answer) throw new Error('no answer');
  return { answer, plan, line: JSON.parse(answer.line) as Record<string, unknown> };
}

test('reasoning before the response is kept apart, and counted', async () => {
  const { answer, plan, line } = await answerTo({ content: '<think>hm, 1</think>\n[f0(x=1)]' });
  expect(line).toMatchObject({
    id: idOf(0),
    result: '[f0(x=1)]',
    reasoning_content: 'hm, 1',
  });
  expect(answer.reasoning).toBe(1);
  const ask = {
    answers: new Map([[answer.id, answer]]),
    plan: { reasoning: plan.reasoning_text },
  } as unknown as Ask;
  expect(reasoningText(ask)).toBe(
    'Some responses begin with reasoning, such as <think>...</think>: it is stored as reasoning_content, and is not scored. In this run: 1 response.',
  );
});

test('reasoning that the server keeps apart is stored, and nothing is said', async () => {
  const { answer, line } = await answerTo({ content: '[f0(x=1)]', reasoning_content: 'hm, 2' });
  expect(line).toMatchObject({ result: '[f0(x=1)]', reasoning_content: 'hm, 2' });
  expect(answer.reasoning).toBe(0);
});

test('a run that keeps reasoning in its responses has it there', async () => {
  const content = '<think>hm</think>\n[f0(x=1)]';
  const { plan, line, answer } = await answerTo({ content }, { reasoning: 'keep' });
  expect([line['result'], plan.reasoning_text, answer.reasoning]).toEqual([content, '', 0]);
});

test('a run of an earlier version of the page goes on as it began', async () => {
  const folder = (settings: object) => {
    const card = {
      name: 'm',
      date: 0,
      spec: { base: 'https://h.example', settings, categories: ['simple_python'] },
    };
    const file = { text: async () => JSON.stringify(card), size: 1, lastModified: 0 };
    return {
      getFileHandle: async (name: string) => {
        if (name !== 'ask.json') throw new DOMException('no such file', 'NotFoundError');
        return { getFile: async () => file };
      },
    } as unknown as FileSystemDirectoryHandle;
  };
  const settingsOf = async (settings: object) =>
    (await readKept('p', folder(settings)))?.card.spec.settings;
  expect(await settingsOf({ model: 'm' })).toEqual({ model: 'm', reasoning: 'keep' });
  const parse = { model: 'm', reasoning: 'parse' };
  expect(await settingsOf(parse)).toEqual(parse);
});

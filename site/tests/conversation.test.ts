import { expect, test } from 'vitest';
import { talkOf, textOf } from '../src/lib/conversation.ts';
import { recordAt } from '../src/lib/record.ts';
import type { EntryDetail, Explanation } from '../src/lib/scorer-types.ts';

const ENTRY = {
  id: 'a_0',
  question: [[{ role: 'user', content: 'Ring the bell.' }]],
} as unknown as EntryDetail;
const LOG = {
  id: 'a_0',
  result: [[[{ ring: '{"times": 2}' }], 'Done.']],
  input_token_count: [[10, 20]],
  output_token_count: [[3, 4]],
  latency: [[0.5, 1]],
  reasoning_content: [['I ring.', '']],
  inference_log: [
    [{ role: 'state_info', class_name: 'Bell', content: { rung: 0 } }],
    {
      begin_of_turn_query: [{ role: 'user', content: [{ type: 'text', text: 'Ring the bell.' }] }],
      step_0: [
        { role: 'inference_input', content: { messages: [] } },
        { role: 'assistant', content: [{ ring: '{"times": 2}' }] },
        { role: 'handler_log', content: 'decoded', model_response_decoded: ['ring(times=2)'] },
        { role: 'tool', content: '{"rung": 2}' },
      ],
      step_1: [
        { role: 'assistant', content: 'Done.' },
        { role: 'handler_log', content: 'No calls.', error: 'invalid syntax' },
      ],
    },
    [{ role: 'state_info', class_name: 'Bell', content: { rung: 2 } }],
  ],
};

test('a log is told as it went, with figures', () => {
  const { source, turns, cut } = talkOf(ENTRY, null, LOG);
  expect([source, turns.length, cut]).toEqual(['log', 1, false]);
  expect(turns[0]?.parts).toEqual([
    { kind: 'folded', label: 'State of Bell', text: '{\n  "rung": 0\n}' },
    { kind: 'message', role: 'user', text: 'Ring the bell.' },
    { kind: 'folded', label: 'What was sent', text: '{\n  "messages": []\n}' },
    {
      kind: 'response',
      text: 'ring({"times": 2})',
      reasoning: 'I ring.',
      calls: ['ring(times=2)'],
      note: '',
      tokensIn: 10,
      tokensOut: 3,
      seconds: 0.5,
    },
    { kind: 'result', call: '', text: '{"rung": 2}' },
    {
      kind: 'response',
      text: 'Done.',
      reasoning: '',
      calls: [],
      note: 'No calls. invalid syntax',
      tokensIn: 20,
      tokensOut: 4,
      seconds: 1,
    },
    { kind: 'folded', label: 'State of Bell', text: '{\n  "rung": 2\n}' },
  ]);
});

test('without a log an episode is its replay, a single response its question and calls', () => {
  const episode = {
    type: 'episode',
    turns: [
      {
        index: 0,
        messages: [{ role: 'user', content: 'Ring.' }],
        offered: ['ring'],
        steps: [
          { calls: [{ text: 'ring()', result: 'None', marked: false }], raw: '[ring()]' },
          {
            calls: [],
            raw: 'Done',
            decode_error: { kind: 'SyntaxError', message: 'no', text: null },
          },
          {
            calls: [],
            raw: 'Hm',
            decode_error: { kind: 'SyntaxError', message: 'no', text: 'No call.' },
          },
        ],
      },
    ],
  } as unknown as Explanation;
  const { source, turns } = talkOf(ENTRY, episode, { id: 'a_0', latency: [[2, 3]] });
  expect(source).toBe('replay');
  expect(turns[0]?.parts.map(({ kind }) => kind)).toEqual([
    'message',
    'folded',
    'response',
    'result',
    'response',
    'response',
  ]);
  expect(turns[0]?.parts[5]).toMatchObject({ note: 'No call. The turn ends.' });
  expect(turns[0]?.parts[4]).toMatchObject({
    note: 'No call could be read from it, which ends the turn: no',
    seconds: 3,
  });
  const single = {
    type: 'calls',
    raw: '[f()]',
    calls: [{ text: 'f()' }],
    decode_error: null,
  } as unknown as Explanation;
  expect(talkOf(ENTRY, single, { latency: 1.5 }).turns[0]?.parts).toMatchObject([
    { kind: 'message', text: 'Ring the bell.' },
    { kind: 'response', text: '[f()]', calls: ['f()'], seconds: 1.5 },
  ]);
  expect(talkOf(ENTRY, null, null)).toMatchObject({
    source: 'asked',
    turns: [{ parts: [{ kind: 'message' }] }],
  });
});

test('what is long or of a foreign shape is bounded, and nothing throws', () => {
  expect(textOf('x'.repeat(100_000)).length).toBeLessThan(41_000);
  const step = Array.from({ length: 5000 }, () => ({ role: 'tool', content: 'x' }));
  const long = {
    inference_log: [
      {
        begin_of_turn_query: [],
        step_0: [{ role: 'assistant', content: '' }, ...step],
        step_1: step,
      },
    ],
  };
  const talk = talkOf(null, null, long);
  expect([talk.cut, talk.turns[0]?.parts.length]).toEqual([true, 400]);
  for (const log of [
    7,
    'text',
    [7, null, 'x'],
    [[7]],
    [{ begin_of_turn_query: 7, step_0: 7, step_1: [null, 7, { role: 7 }] }],
    { a: 1 },
  ]) {
    for (const figures of [null, 'x', [null], { a: 1 }]) {
      expect(
        talkOf(ENTRY, null, {
          inference_log: log,
          latency: figures,
          reasoning_content: figures,
          input_token_count: figures,
        }).turns.length,
      ).toBeGreaterThan(0);
    }
  }
});

test('a record is found on its line, in a list, and nowhere else', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const lines = bytes('{"id": "a_0", "n": 1}\n\n{"id": "a_1", "n": 2}');
  expect(recordAt(lines, 3, 'a_1')).toMatchObject({ n: 2 });
  expect(recordAt(lines, 1, 'a_1')).toBeNull();
  expect(recordAt(lines, 9, 'a_1')).toBeNull();
  expect(
    recordAt(bytes('[{"id": "a_0", "n": 1},\n{"id": "a_0", "n": 3}]'), 1, 'a_0'),
  ).toMatchObject({ n: 3 });
  expect(recordAt(bytes('{"id": "a_0", "x": NaN}'), 1, 'a_0')).toBeNull();
});

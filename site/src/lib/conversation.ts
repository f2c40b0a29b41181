// What a model was asked and what it answered, turn by turn: from the inference log where the results carry one, else
// from the dataset's question and the replay. All of it is text that strangers wrote: cut at bounds, never markup.
import { isObject, type Fields } from './json.ts';
import { count } from './format.ts';
import type { DecodeError, EntryDetail, EpisodeTurn, Explanation } from './scorer-types.ts';

export type Part =
  /** A message that the model was given; of the dataset, of the user or a system. */
  | { kind: 'message'; role: string; text: string }
  | {
      kind: 'response';
      text: string;
      reasoning: string;
      calls: string[];
      /** What became of it, where that is not plain: no call, not readable, stopped. */
      note: string;
      tokensIn: number | null;
      tokensOut: number | null;
      seconds: number | null;
    }
  /** What a call gave; `call` where it is one of several. */
  | { kind: 'result'; call: string; text: string }
  /** What folds: the request as sent, the state of a class. */
  | { kind: 'folded'; label: string; text: string };

export interface Turn {
  parts: Part[];
}

export interface Talk {
  /** log: as it went; replay: the calls of the results on the simulated services; asked: there is no response. */
  source: 'log' | 'replay' | 'asked';
  turns: Turn[];
  /** Some of it is left out. */
  cut: boolean;
}

const MOST_TEXT = 40_000;
const MOST_PARTS = 400;
const MOST_TURNS = 100;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const bounded = (text: string): string =>
  text.length > MOST_TEXT
    ? `${text.slice(0, MOST_TEXT)}\n… ${count(text.length - MOST_TEXT)} more characters`
    : text;

/** A content as text: blocks of text joined, anything else as JSON. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return bounded(content);
  if (content === null || content === undefined) return '';
  const blocks = listOf(content);
  const texts = blocks.map((block) =>
    isObject(block) && typeof block['text'] === 'string' ? block['text'] : block,
  );
  if (blocks.length > 0 && texts.every((text) => typeof text === 'string'))
    return bounded(texts.join('\n'));
  return bounded(JSON.stringify(content, null, 2));
}

/** The messages of all turns as one text. */
export const turnsText = ({ question }: Pick<EntryDetail, 'question'>): string =>
  question
    .map((turn, i) =>
      [
        ...(question.length > 1 ? [`turn ${i + 1}`] : []),
        ...turn.map(({ role, content }) => `${role}: ${textOf(content)}`),
      ].join('\n'),
    )
    .join('\n\n');

/** A response of function calls, `[{name: JSON text of the arguments}]`, as text; anything else as it is. */
function responseText(content: unknown): string {
  const items = listOf(content);
  const calls = items.flatMap((item) =>
    isObject(item) ? Object.entries(item).map(([name, given]) => `${name}(${textOf(given)})`) : [],
  );
  return items.length > 0 && calls.length >= items.length
    ? bounded(calls.join('\n'))
    : textOf(content);
}

/** A response as explanations have it: text, or JSON. */
function rawText(raw: string): string {
  if (!raw.startsWith('[')) return bounded(raw);
  try {
    return responseText(JSON.parse(raw));
  } catch {
    return bounded(raw);
  }
}

const unreadable = ({ text, message }: DecodeError, ends: boolean): string =>
  text
    ? `${text}${ends ? ' The turn ends.' : ''}`
    : `No call could be read from it${ends ? ', which ends the turn' : ''}: ${message}`;

const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** A figure of a step: `[turn][step]`, of a single response the value itself. */
function figure(record: Fields, name: string, turn: number, step: number): number | null {
  const all = record[name];
  return Array.isArray(all)
    ? number(listOf(all[turn])[step])
    : turn === 0 && step === 0
      ? number(all)
      : null;
}

const figures = (record: Fields | null, turn: number, step: number) => ({
  tokensIn: record && figure(record, 'input_token_count', turn, step),
  tokensOut: record && figure(record, 'output_token_count', turn, step),
  seconds: record && figure(record, 'latency', turn, step),
});

function reasoningOf(record: Fields | null, turn: number, step: number): string {
  const all = record?.['reasoning_content'];
  return textOf(Array.isArray(all) ? listOf(all[turn])[step] : turn === 0 && step === 0 ? all : '');
}

const messages = (turn: unknown): Part[] =>
  listOf(turn).flatMap((one) =>
    isObject(one)
      ? [
          {
            kind: 'message',
            role: textOf(one['role']) || 'user',
            text: textOf(one['content']),
          } as const,
        ]
      : [],
  );

const stateOf = (item: Fields): Part => ({
  kind: 'folded',
  label: `State of ${textOf(item['class_name']) || 'a service'}`,
  text: textOf(item['content']),
});

/** The parts of one step of the log. */
function stepParts(log: readonly unknown[], record: Fields, turn: number, step: number): Part[] {
  const parts: Part[] = [];
  let response: Extract<Part, { kind: 'response' }> | null = null;
  let answered = 0;
  for (const item of log.slice(0, MOST_PARTS)) {
    if (!isObject(item)) continue;
    const role = textOf(item['role']);
    if (role === 'inference_input')
      parts.push({ kind: 'folded', label: 'What was sent', text: textOf(item['content']) });
    else if (role === 'state_info') parts.push(stateOf(item));
    else if (role === 'assistant') {
      const reasoning = textOf(item['reasoning_content']) || reasoningOf(record, turn, step);
      response = {
        kind: 'response',
        text: responseText(item['content']),
        reasoning,
        calls: [],
        note: '',
        ...figures(record, turn, step),
      };
      answered = 0;
      parts.push(response);
    } else if (role === 'handler_log' && response) {
      const calls = listOf(item['model_response_decoded']).map(textOf);
      if (calls.length > 0) response.calls = calls;
      const error = textOf(item['error']);
      const words = textOf(item['content']);
      if (error || calls.length === 0) response.note = [words, error].filter(Boolean).join(' ');
    } else if (role === 'tool') {
      parts.push({
        kind: 'result',
        call: (response && response.calls.length > 1 && response.calls[answered++]) || '',
        text: textOf(item['content']),
      });
    } else parts.push({ kind: 'message', role: role || 'log', text: textOf(item['content']) });
  }
  return parts;
}

/** Of an episode: turns and, before and between them, states. */
function episodeOf(log: readonly unknown[], record: Fields): Talk {
  const turns: Turn[] = [];
  let before: Part[] = [];
  let cut = log.length > 3 * MOST_TURNS;
  for (const item of log.slice(0, 3 * MOST_TURNS)) {
    const states = listOf(item).filter(isObject).map(stateOf);
    const last = turns.at(-1);
    if (states.length > 0) {
      if (last) last.parts.push(...states);
      else before = states;
      continue;
    }
    if (!isObject(item)) continue;
    const steps = Object.keys(item).filter((name) => /^step_\d+$/.test(name));
    const parts = [...before, ...messages(item['begin_of_turn_query'])];
    before = [];
    steps.forEach((name, step) =>
      parts.push(...stepParts(listOf(item[name]), record, turns.length, step)),
    );
    cut ||= parts.length > MOST_PARTS;
    turns.push({ parts: parts.slice(0, MOST_PARTS) });
  }
  return { source: 'log', turns, cut };
}

function fromLog(record: Fields, entry: EntryDetail | null): Talk | null {
  const log = listOf(record['inference_log']);
  if (log.length === 0) return null;
  if (log.some((item) => isObject(item) && 'begin_of_turn_query' in item))
    return episodeOf(log, record);
  const parts = [...listOf(entry?.question).flatMap(messages), ...stepParts(log, record, 0, 0)];
  const replied = parts.some(({ kind }) => kind === 'response');
  if (!replied && 'result' in record) {
    parts.push({
      kind: 'response',
      text: responseText(record['result']),
      reasoning: reasoningOf(record, 0, 0),
      calls: [],
      note: '',
      ...figures(record, 0, 0),
    });
  }
  return {
    source: 'log',
    turns: [{ parts: parts.slice(0, MOST_PARTS) }],
    cut: parts.length > MOST_PARTS,
  };
}

function replayedTurn(turn: EpisodeTurn, record: Fields | null): Turn {
  const parts = messages(turn.messages);
  if (turn.offered.length > 0)
    parts.push({
      kind: 'folded',
      label: 'Functions offered from here on',
      text: turn.offered.join('\n'),
    });
  turn.steps.forEach((step, at) => {
    const none = step.decode_error
      ? unreadable(step.decode_error, true)
      : step.calls.length === 0
        ? 'No call: the turn ends.'
        : '';
    parts.push({
      kind: 'response',
      text: rawText(step.raw),
      reasoning: reasoningOf(record, turn.index, at),
      calls: step.calls.map(({ text }) => text),
      note: none,
      ...figures(record, turn.index, at),
    });
    for (const { text, result } of step.calls) {
      parts.push({
        kind: 'result',
        call: step.calls.length > 1 ? text : '',
        text:
          result === null
            ? 'It was not executed, because the episode had already failed.'
            : bounded(result),
      });
    }
  });
  return { parts: parts.slice(0, MOST_PARTS) };
}

/** `record` is the entry's object of the result file, where it could be read (`lib/record.ts`). */
export function talkOf(
  entry: EntryDetail | null,
  explanation: Explanation | null,
  record: Fields | null,
): Talk {
  const logged = record && fromLog(record, entry);
  if (logged) return logged;
  if (explanation?.type === 'episode') {
    return {
      source: 'replay',
      turns: explanation.turns.slice(0, MOST_TURNS).map((turn) => replayedTurn(turn, record)),
      cut: false,
    };
  }
  const asked = (entry?.question ?? [])
    .slice(0, MOST_TURNS)
    .map((turn): Turn => ({ parts: messages(turn) }));
  if (!explanation) return { source: 'asked', turns: asked, cut: false };
  const turns = asked.length > 0 ? asked : [{ parts: [] }];
  const error = explanation.decode_error;
  turns.at(-1)?.parts.push({
    kind: 'response',
    text: rawText(explanation.raw),
    reasoning: reasoningOf(record, 0, 0),
    calls: (explanation.calls ?? []).map(({ text }) => text),
    note: error ? unreadable(error, false) : '',
    ...figures(record, 0, 0),
  });
  return { source: 'replay', turns, cut: false };
}

// The state of a run that `bfclx generate --live` serves (core/generation/run_state_json.h): read from JSON that is not
// trusted, and its sentences.
import { count, plural } from './format.ts';

export interface LiveEntries {
  planned: number;
  had_result: number;
  with_response: number;
  without_response: number;
  not_needed: number;
  left: number;
  errors: number;
  at_token_limit: number;
}

export interface LiveScore {
  scored: number;
  passed: number;
  low: number;
  high: number;
}

export interface LiveCategory {
  name: string;
  entries: LiveEntries;
  requests: number;
  tokens: { input: number; cached: number; output: number };
  score: LiveScore | null;
}

export interface LiveEndpoint {
  server: string;
  state: string;
  in_flight: number;
  allowed: number;
  requests: number;
  retried: number;
  outcomes: Readonly<Record<string, number>>;
  seconds: { count: number; p50: number | null; p95: number | null };
}

export interface Counted {
  name: string;
  count: number;
}

export interface LiveState {
  version: string;
  run: {
    model: string;
    api: string;
    dataset: string;
    shard: string;
    number: number;
    of: number;
    phase: string;
    why: string;
    started: number;
    now: number;
  };
  entries: LiveEntries;
  requests: {
    sent: number;
    retried: number;
    in_flight: number;
    allowed: number;
    waiting_for_budget: number;
    retrying: string;
    batches: string;
  };
  speed: {
    entries_per_minute: number | null;
    tokens_per_second: number | null;
    seconds_left: number | null;
  };
  spend: {
    input: number;
    cached: number;
    output: number;
    cost: number | null;
    max_cost: number | null;
    max_tokens: number | null;
    max_seconds: number | null;
  };
  categories: readonly LiveCategory[];
  endpoints: readonly LiveEndpoint[];
  endpoint_count: number;
  reasons: readonly Counted[];
  failures: readonly Counted[];
  findings: readonly { severity: string; code: string; text: string }[];
  messages: readonly { time: number; text: string }[];
}

/** More than any state has; a page of more is none of ours. */
export const MOST_BYTES = 4 * 1024 * 1024;
const MOST_ROWS = 1000;
const FORMAT = 1;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Json => (isObject(value) ? value : {});
const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;
const maybe = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 2000) : '');
const rows = (value: unknown): Json[] =>
  Array.isArray(value) ? value.slice(0, MOST_ROWS).map(object) : [];
const counted = (value: unknown): Counted[] =>
  rows(value).map((row) => ({ name: text(row.name), count: number(row.count) }));

function entriesOf(value: unknown): LiveEntries {
  const of = object(value);
  return {
    planned: number(of.planned),
    had_result: number(of.had_result),
    with_response: number(of.with_response),
    without_response: number(of.without_response),
    not_needed: number(of.not_needed),
    left: number(of.left),
    errors: number(of.errors),
    at_token_limit: number(of.at_token_limit),
  };
}

const tokensOf = (value: unknown) => {
  const of = object(value);
  return { input: number(of.input), cached: number(of.cached), output: number(of.output) };
};

function categoryOf(row: Json): LiveCategory {
  const score = isObject(row.score) ? row.score : null;
  return {
    name: text(row.name),
    entries: entriesOf(row.entries),
    requests: number(row.requests),
    tokens: tokensOf(row.tokens),
    score: score && {
      scored: number(score.scored),
      passed: number(score.passed),
      low: number(score.low),
      high: number(score.high),
    },
  };
}

function endpointOf(row: Json): LiveEndpoint {
  const seconds = object(row.seconds);
  const outcomes = Object.entries(object(row.outcomes)).slice(0, 50);
  return {
    server: text(row.server),
    state: text(row.state),
    in_flight: number(row.in_flight),
    allowed: number(row.allowed),
    requests: number(row.requests),
    retried: number(row.retried),
    outcomes: Object.fromEntries(outcomes.map(([name, many]) => [text(name), number(many)])),
    seconds: { count: number(seconds.count), p50: maybe(seconds.p50), p95: maybe(seconds.p95) },
  };
}

function runOf(value: unknown): LiveState['run'] {
  const of = object(value);
  return {
    model: text(of.model),
    api: text(of.api),
    dataset: text(of.dataset),
    shard: text(of.shard),
    number: number(of.number),
    of: number(of.of),
    phase: text(of.phase),
    why: text(of.why),
    started: number(of.started),
    now: number(of.now),
  };
}

/** What a program says of its run; throws where it is no state, or one of a later version. */
export function readLive(bytes: string): LiveState {
  const page = object(JSON.parse(bytes));
  if (page.program !== 'bfclx') throw new Error('This address is not the live page of bfclx.');
  if (page.format !== FORMAT)
    throw new Error(`The program (${text(page.version)}) has another version than this site.`);
  const [requests, speed, spend] = [object(page.requests), object(page.speed), object(page.spend)];
  return {
    version: text(page.version),
    run: runOf(page.run),
    entries: entriesOf(page.entries),
    requests: {
      sent: number(requests.sent),
      retried: number(requests.retried),
      in_flight: number(requests.in_flight),
      allowed: number(requests.allowed),
      waiting_for_budget: number(requests.waiting_for_budget),
      retrying: text(requests.retrying),
      batches: text(requests.batches),
    },
    speed: {
      entries_per_minute: maybe(speed.entries_per_minute),
      tokens_per_second: maybe(speed.tokens_per_second),
      seconds_left: maybe(speed.seconds_left),
    },
    spend: {
      ...tokensOf(spend),
      cost: maybe(spend.cost),
      max_cost: maybe(spend.max_cost),
      max_tokens: maybe(spend.max_tokens),
      max_seconds: maybe(spend.max_seconds),
    },
    categories: rows(page.categories).map(categoryOf),
    endpoints: rows(page.endpoints).map(endpointOf),
    endpoint_count: number(page.endpoint_count),
    reasons: counted(page.reasons),
    failures: counted(page.failures),
    findings: rows(page.findings).map((row) => ({
      severity: text(row.severity),
      code: text(row.code),
      text: text(row.text),
    })),
    messages: rows(page.messages).map((row) => ({ time: number(row.time), text: text(row.text) })),
  };
}

/**
 * The address of a live page as it was typed or linked: "127.0.0.1:9465", "localhost:9465". Only this machine, as the key
 * goes there; empty where it is none.
 */
export function liveAddress(typed: string): string {
  const match = /^(?:http:\/\/)?(127\.0\.0\.1|localhost):(\d{1,5})\/?$/i.exec(typed.trim());
  const port = Number(match?.[2]);
  return match && port > 0 && port < 65536 ? `${match[1]?.toLowerCase()}:${port}` : '';
}

/** Address and key of the end of a link that the program prints, wherever it stands in what was pasted. */
export function liveLink(pasted: string): { at: string; key: string } | null {
  const match = /#live&at=([^&\s]+)&key=([0-9a-f]{32})\b/.exec(pasted);
  const at = liveAddress(match?.[1] ?? '');
  return match && at ? { at, key: match[2] ?? '' } : null;
}

/** "12 s", "5:03 min", "2:15 h" */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}:${two(whole % 60)} min`;
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)} h`;
}

/** "$4.97", "$0.0031" */
export const dollars = (cost: number): string =>
  `$${cost.toFixed(cost >= 0.1 || cost <= 0 ? 2 : 4)}`;

/** "0.42 s", "12 s" */
export const secondsText = (seconds: number | null): string =>
  seconds === null
    ? '–'
    : `${seconds < 9.95 ? seconds.toFixed(seconds < 1 ? 2 : 1) : Math.round(seconds)} s`;

export const ended = ({ entries }: LiveState): number =>
  entries.with_response + entries.without_response + entries.not_needed;

/** "61 of 260 entries, 32 in flight (of 32), 812 tokens/s, 42 entries/min, 1:04 min left" */
export function liveLine(state: LiveState): string {
  const { entries, requests, speed } = state;
  const parts = [`${count(ended(state))} of ${plural(entries.planned, 'entry', 'entries')}`];
  if (state.run.phase === 'ended') return parts[0] ?? '';
  if (requests.batches) parts.push(requests.batches);
  else parts.push(`${count(requests.in_flight)} in flight (of ${count(requests.allowed)})`);
  if (requests.waiting_for_budget > 0)
    parts.push(`${count(requests.waiting_for_budget)} waiting for the budget`);
  if (speed.tokens_per_second !== null)
    parts.push(`${count(Math.floor(speed.tokens_per_second))} tokens/s`);
  if (speed.entries_per_minute !== null && speed.entries_per_minute >= 0.1)
    parts.push(
      `${speed.entries_per_minute.toFixed(speed.entries_per_minute < 9.95 ? 1 : 0)} entries/min`,
    );
  if (speed.seconds_left !== null) parts.push(`${durationText(speed.seconds_left)} left`);
  return parts.join(', ');
}

/** "running for 5:03 min", "waiting for the server", "ended after 12:00 min" */
export function phaseText({ run }: LiveState): string {
  const time = durationText(run.now - run.started);
  const known: Readonly<Record<string, string>> = {
    running: `running for ${time}`,
    waiting: `waiting for the server, running for ${time}`,
    stopping: 'stopping: open conversations may finish',
    ended: `ended after ${time}`,
  };
  return known[run.phase] ?? run.phase;
}

// Queries a model for what is planned. The module's schedule decides what is sent when and what a response means for
// the run (core/generation/scheduler.h); this starts conversations, sends their requests and keeps what comes.
import type {
  Ask,
  ConversationPlan,
  PlannedEntry,
  RequestOutcome,
  ScheduleEvent,
  ScheduleFigures,
  Scorer,
} from '../lib/scorer-types.ts';
import { MOST_BYTES, MOST_SECONDS, type Came, type Sent } from './exchange.ts';
import type { Answer, AskSpec, Figures } from './protocol.ts';
import { Steps } from './steps.ts';

type ModelAsk = Extract<Ask, { kind: 'model' }>;
type EventOf<T extends ScheduleEvent> = T extends unknown ? Omit<T, 'now'> : never;

/** Seconds without any response that end the run. */
const PATIENCE = 300;
/** Browsers have six connections to a host of HTTP/1.1; more would wait where nobody sees it. */
const MOST_PLAIN = 6;
const MOST = 32;
const UNCHANGED = 2 ** 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface Means {
  scorer: Scorer;
  send: (sent: Sent, signal: AbortSignal) => Promise<Came>;
  /** Keeps and tells it; done when it is kept. */
  answered: (answer: Answer) => void;
  /** Seconds of a clock. */
  now: () => number;
  sleep: (seconds: number, signal: AbortSignal) => Promise<void>;
  patience?: number;
  /** Answers of conversations that were cut. */
  steps?: Steps;
}

/** Tokens that the server counted, of a line of any shape. */
function outputTokens(line: string): number {
  try {
    const { output_token_count: counted } = JSON.parse(line) as { output_token_count?: unknown };
    const sum = (value: unknown): number =>
      Array.isArray(value)
        ? value.reduce((all: number, one) => all + sum(one), 0)
        : typeof value === 'number'
          ? value
          : 0;
    return sum(counted);
  } catch {
    return 0;
  }
}

/** A conversation that has begun. */
interface Talk {
  planned: PlannedEntry;
  handle: number;
  ask: Ask;
  /** Requests that were answered. */
  steps: number;
}

/** What the schedule looks at. `base` names the server. */
function outcomeOf(came: Came, base: string): Omit<RequestOutcome, 'unix_now'> {
  if (came.kind === 'answer') return came;
  const { failure, error } = {
    gone: {
      failure: 'cut' as const,
      error: 'the connection broke, or the response has no CORS headers',
    },
    unreachable: { failure: 'connect' as const, error: 'no connection' },
    timeout: {
      failure: 'timeout' as const,
      error: `no response within ${MOST_SECONDS / 60} minutes`,
    },
    too_large: {
      failure: 'too_large' as const,
      error: `the response is larger than ${MOST_BYTES / 1e6} MB`,
    },
    redirect: {
      failure: 'redirect' as const,
      error: 'the server redirects to another address. Enter that one: a key is never forwarded',
    },
  }[came.kind];
  return { failure, error: `${base}: ${error}` };
}

export class Asker {
  private readonly answers: Map<string, Answer>;
  /** Results that are generated again: they stay until there is a new one. */
  private earlier: ReadonlySet<string> = new Set();
  /** Entries without a result, and why. */
  private readonly lost = new Map<string, { planned: PlannedEntry; why: string }>();
  private readonly giveUp = new AbortController();
  private readonly talks = new Map<number, Talk>();
  private readonly steps: Steps;
  private readonly most: number;
  private pausing = false;
  /** Of the schedule, while the run lasts. */
  private handle: number | null = null;
  /** Once it is over. */
  private last: ScheduleFigures | null = null;
  private planned: PlannedEntry[] = [];
  /** The smallest request that had a 2xx response. */
  private knownGood: ModelAsk | null = null;
  private wake = new AbortController();
  private message = '';
  private failure: unknown = null;

  constructor(
    private readonly means: Means,
    private readonly spec: AskSpec,
    private readonly key: string,
    known: readonly Answer[],
  ) {
    this.most = spec.concurrency || (spec.base.startsWith('https:') ? MOST : MOST_PLAIN);
    this.answers = new Map(known.map((answer) => [answer.id, answer]));
    this.steps = means.steps ?? new Steps();
  }

  /** Nothing new begins; with `now` what is in flight is given up too. */
  pause(now: boolean): void {
    this.pausing = true;
    if (now) this.giveUp.abort();
    if (this.handle !== null) this.event({ type: 'stop' });
    this.wake.abort();
  }

  /** Of the schedule, also once it is closed. */
  get figures(): Figures {
    const { scorer, now } = this.means;
    const runs = this.handle !== null;
    const figures = runs ? scorer.scheduleFigures(this.handle as number, now()) : this.last;
    const all = [...this.lost.values()];
    const without = all.filter(({ planned }) => !this.earlier.has(planned.id));
    const notRegenerated = all.filter(({ planned }) => this.earlier.has(planned.id));
    const lost = new Map<string, number>();
    for (const { planned } of without) {
      if (!planned.prerequisite) lost.set(planned.category, (lost.get(planned.category) ?? 0) + 1);
    }
    return {
      inFlight: runs ? (figures?.in_flight ?? 0) : 0,
      allowed: figures?.allowed ?? this.most,
      wait: figures?.wait ?? 0,
      message: figures && !figures.paused ? figures.retrying : this.message,
      withoutResult: without.length,
      lost: [...lost],
      reason: without[0]?.why ?? '',
      notRegenerated: {
        entries: notRegenerated.length,
        reason: notRegenerated[0]?.why ?? '',
      },
      keyRefused: figures?.key_refused ?? false,
    };
  }

  /** With `again` these alone, else what has no answer. Resolves when nothing is left, or it was paused or ended early: why it ended, and how many are left. */
  async run(
    { entries }: ConversationPlan,
    again: ReadonlySet<string>,
  ): Promise<{ problem: string; left: number }> {
    const { scorer } = this.means;
    this.planned = entries.filter(({ id }) =>
      again.size > 0 ? again.has(id) : !this.answers.has(id),
    );
    this.earlier = new Set([...again].filter((id) => this.answers.has(id)));
    for (const id of again) {
      this.answers.delete(id);
      this.steps.forget(id);
    }
    const { spec } = this;
    const handle = scorer.openSchedule({
      entries: this.planned,
      settings: {
        server: spec.base,
        concurrency: this.most,
        automatic: spec.concurrency === 0,
        patience: this.means.patience ?? PATIENCE,
        // As long as what is in flight needs.
        stop_timeout: null,
      },
      seed: Math.floor(Math.random() * UNCHANGED),
    });
    this.handle = handle;
    try {
      if (this.pausing) this.event({ type: 'stop' });
      const why = await this.follow(handle);
      return {
        problem: this.pausing ? '' : why,
        left: entries.filter(({ id }) => !this.answers.has(id) && !this.earlier.has(id)).length,
      };
    } finally {
      this.last = scorer.scheduleFigures(handle, this.means.now());
      this.handle = null;
      for (const talk of this.talks.values()) scorer.closeConversation(talk.handle);
      this.talks.clear();
      scorer.closeSchedule(handle);
    }
  }

  /** Does what the schedule says until it is finished: why it ended early. */
  private async follow(handle: number): Promise<string> {
    const { scorer, now, sleep } = this.means;
    while (!this.giveUp.signal.aborted) {
      if (this.failure !== null) throw this.failure;
      const action = scorer.nextAction(handle, now());
      this.hear(action.messages);
      if (action.kind === 'begin') this.begin(action.entry);
      else if (action.kind === 'send') this.inBackground(this.request(action.entry));
      else if (action.kind === 'check') this.inBackground(this.check());
      else if (action.kind === 'finished') return action.why;
      else {
        this.wake = new AbortController();
        await sleep(Math.max(0, action.until - now()), this.wake.signal);
        this.event({ type: 'tick' });
      }
    }
    return '';
  }

  /** A fault of the module there ends the run. */
  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => (this.failure = error)).finally(() => this.wake.abort());
  }

  private hear(messages: readonly string[]): void {
    this.message = messages.at(-1) ?? this.message;
  }

  private event(event: EventOf<ScheduleEvent>) {
    const { scorer, now } = this.means;
    const answer = scorer.scheduleEvent(
      this.handle as number,
      {
        ...event,
        now: now(),
      } as ScheduleEvent,
    );
    this.hear(answer.messages);
    return answer;
  }

  private begin(entry: number): void {
    const { scorer } = this.means;
    const planned = this.planned[entry] as PlannedEntry;
    const before = planned.depends_on.at(-1);
    const memory = before === undefined ? null : (this.answers.get(before)?.memory ?? null);
    try {
      const handle = scorer.startConversation(
        planned.id,
        this.spec.settings,
        memory === null ? undefined : encoder.encode(memory),
      );
      const talk = { planned, handle, ask: scorer.nextAsk(handle), steps: 0 };
      this.talks.set(entry, talk);
      this.advance(entry, talk);
    } catch (error) {
      this.lose(entry, error instanceof Error ? error.message : String(error));
    }
  }

  /** What was answered before is given to the conversation; then its next request waits for its turn. */
  private advance(entry: number, talk: Talk): void {
    const { scorer } = this.means;
    const { id } = talk.planned;
    while (talk.ask.kind === 'model') {
      const before = this.steps.at(id, talk.steps, talk.ask.body);
      if (!before) {
        const { wait, jitter } = talk.ask;
        this.event({ type: 'wants_request', entry, wait, jitter });
        return;
      }
      try {
        talk.ask = scorer.answerAsk(talk.handle, before);
      } catch (error) {
        this.steps.forget(id);
        throw error;
      }
      talk.steps += 1;
    }
    if (talk.ask.kind !== 'finished') {
      this.lose(entry, 'it needs a search or an embedding, which is not available in a browser');
    } else if (talk.ask.ending === 'transport') {
      this.lose(entry, talk.ask.error || 'no response');
    } else {
      this.finish(entry, talk.planned, talk.ask);
    }
  }

  private send({ method, path, headers, body }: ModelAsk): Promise<Came> {
    const url = this.spec.base + path;
    return this.means.send({ method, url, headers, body, key: this.key }, this.giveUp.signal);
  }

  private async request(entry: number): Promise<void> {
    const { scorer, now } = this.means;
    const talk = this.talks.get(entry);
    if (talk?.ask.kind !== 'model') return;
    const { ask } = talk;
    this.event({ type: 'sent', entry });
    const sent = now();
    const came = await this.send(ask);
    if (this.handle === null || this.giveUp.signal.aborted) return;
    const seconds = now() - sent;
    const outcome = { ...outcomeOf(came, this.spec.base), unix_now: Date.now() / 1000 };
    const { decision, good, error } = this.event({ type: 'received', entry, ...outcome });
    if (decision === 'end') this.lose(entry, error ?? '');
    if (decision !== 'deliver') return;
    if (good && (this.knownGood?.body.length ?? Infinity) > ask.body.length) this.knownGood = ask;
    try {
      talk.ask =
        came.kind === 'answer'
          ? scorer.answerAsk(talk.handle, { ...came, seconds })
          : scorer.failAsk(talk.handle, seconds, came.kind === 'timeout');
    } catch (fault) {
      this.lose(entry, fault instanceof Error ? fault.message : String(fault));
      return;
    }
    const { ask: next, planned } = talk;
    if (next.kind === 'model' && next.accepted && came.kind === 'answer') {
      this.event({ type: 'accepted', entry });
      this.steps.add(planned.id, talk.steps, ask.body, came, seconds);
      talk.steps += 1;
    }
    this.advance(entry, talk);
  }

  /** A request that is known to succeed tells a server that fails from entries that do. */
  private async check(): Promise<void> {
    const ask = this.knownGood;
    if (!ask) {
      this.event({ type: 'no_known_good' });
      return;
    }
    this.event({ type: 'check_sent' });
    const came = await this.send(ask);
    if (this.handle === null || this.giveUp.signal.aborted) return;
    const outcome = { ...outcomeOf(came, this.spec.base), unix_now: Date.now() / 1000 };
    if (!this.event({ type: 'check_received', ...outcome }).good) this.knownGood = null;
  }

  private close(entry: number): void {
    const talk = this.talks.get(entry);
    if (talk) this.means.scorer.closeConversation(talk.handle);
    this.talks.delete(entry);
  }

  /** An entry without a result, and those that cannot begin without it. */
  private lose(entry: number, why: string): void {
    const { lost = [], error } = this.event({ type: 'ended', entry, has_result: false });
    const without = (index: number, reason: string): void => {
      const planned = this.planned[index] as PlannedEntry;
      this.lost.set(planned.id, { planned, why: reason });
    };
    const { id } = this.planned[entry] as PlannedEntry;
    without(entry, error || why);
    for (const one of lost) without(one, `needs ${id}, which has no result`);
    this.close(entry);
  }

  private finish(
    entry: number,
    { id, category, prerequisite, path }: PlannedEntry,
    ask: Extract<Ask, { kind: 'finished' }>,
  ): void {
    const line = decoder.decode(ask.line);
    const answer: Answer = {
      id,
      category,
      prerequisite,
      path,
      ending: ask.ending as Answer['ending'],
      line,
      memory: ask.memory,
      tokens: outputTokens(line),
      error: ask.ending === 'failed' ? ask.error : '',
      reasoning: ask.reasoning_parsed,
    };
    this.steps.forget(id);
    this.answers.set(id, answer);
    this.event({ type: 'ended', entry, has_result: true });
    this.close(entry);
    this.means.answered(answer);
  }
}

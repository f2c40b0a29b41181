// Asks what is planned, as many at once as the server bears. What answers 429 or 5xx, or not at all, is asked again,
// slower; what can never pass ends the asking with a sentence. A failure of the transport is no answer of the model.
import { messageIn } from '../lib/endpoint.ts';
import { Pace, retryAfter } from '../lib/pace.ts';
import type { Ask, ConversationPlan, PlannedEntry, Scorer } from '../lib/scorer-types.ts';
import type { Came, Sent } from './exchange.ts';
import type { Answer, AskSpec, Figures } from './protocol.ts';
import { Steps } from './steps.ts';

type ModelAsk = Extract<Ask, { kind: 'model' }>;
type Response = Extract<Came, { kind: 'answer' }>;

/** Ends the asking as a whole. */
class Stop extends Error {}
/** Ends one entry without an answer. */
class Unanswered extends Error {}

const TRIES = 8;
/**
 * The server is gone when requests of different entries get no response, one after another and over so many seconds, and
 * none succeeds. An entry that fails alone says nothing about the server: its own tries decide. The whole rule is
 * `ServerHealth` (core/generation/server_health.h): it also tells a 5xx of one entry from an overloaded server, sends
 * probes, and bounds 429. It should decide here too once the module offers it; until then this is the part that a page needs.
 */
const GONE = 3;
const DIFFERENT = 2;
const PATIENCE = 20;
/** Browsers have six connections to a host of HTTP/1.1; more would wait where nobody sees it. */
const MOST_PLAIN = 6;
const MOST = 32;

/** Statuses of a key that does not do, and those whose body may tell that an account has no money left. */
const REFUSED = new Set([401, 403]);
const MAY_BE_SPENT = new Set([400, 429]);
/** How services say so: waiting does not help. */
const SPENT = [
  'insufficient_quota',
  'billing_hard_limit',
  'credit balance is too low',
  'Insufficient Balance',
  'exceeded your current quota, please check your plan',
];
const SAID_WITHIN = 4096;

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
  /** Seconds until a server that is gone ends the asking. */
  patience?: number;
  /** Answers of conversations that were cut. */
  steps?: Steps;
}

function isSpent(body: Uint8Array): boolean {
  const text = decoder.decode(body.subarray(0, SAID_WITHIN));
  return SPENT.some((words) => text.includes(words));
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

export class Asker {
  private readonly pace: Pace;
  private readonly answers: Map<string, Answer>;
  private readonly lost = new Map<string, string>();
  private readonly giveUp = new AbortController();
  private pausing = false;
  private problem = '';
  private inFlight = 0;
  private gone = 0;
  private readonly failing = new Set<string>();
  private goneSince = 0;
  private answeredOnce = false;
  private readonly steps: Steps;

  constructor(
    private readonly means: Means,
    private readonly spec: AskSpec,
    private readonly key: string,
    known: readonly Answer[],
  ) {
    const most = spec.concurrency || (spec.base.startsWith('https:') ? MOST : MOST_PLAIN);
    this.pace = new Pace(most, spec.concurrency > 0);
    this.answers = new Map(known.map((answer) => [answer.id, answer]));
    this.steps = means.steps ?? new Steps();
  }

  /** Nothing new is asked; with `now` what is under way is given up too. */
  pause(now: boolean): void {
    this.pausing = true;
    if (now) this.giveUp.abort();
  }

  get figures(): Figures {
    const [reason = ''] = this.lost.values();
    return {
      inFlight: this.inFlight,
      allowed: this.pace.allowed,
      wait: this.pace.wait(this.means.now()),
      unanswered: this.lost.size,
      reason,
    };
  }

  /** With `again` these alone, else what has no answer. Resolves when nothing is left to ask, or it was paused or stopped: why, if not by hand, and how many are left. */
  async run(
    { entries }: ConversationPlan,
    again: ReadonlySet<string>,
  ): Promise<{ problem: string; left: number }> {
    const waiting = entries.filter(({ id }) =>
      again.size > 0 ? again.has(id) : !this.answers.has(id),
    );
    for (const id of again) {
      this.answers.delete(id);
      this.steps.forget(id);
    }
    const talks = new Set<Promise<void>>();
    while (!this.pausing && !this.problem) {
      while (talks.size < this.pace.allowed) {
        const index = waiting.findIndex(({ depends_on }) =>
          depends_on.every((id) => this.answers.has(id)),
        );
        const [planned] = index < 0 ? [] : waiting.splice(index, 1);
        if (!planned) break;
        const talk: Promise<void> = this.talk(planned).finally(() => talks.delete(talk));
        talks.add(talk);
      }
      if (talks.size === 0) break;
      await Promise.race(talks);
    }
    await Promise.all(talks);
    return {
      problem: this.problem,
      left: entries.filter(({ id }) => !this.answers.has(id)).length,
    };
  }

  private async talk(planned: PlannedEntry): Promise<void> {
    const { scorer } = this.means;
    let handle: number | null = null;
    try {
      const before = planned.depends_on.at(-1);
      const memory = before === undefined ? null : (this.answers.get(before)?.memory ?? null);
      handle = scorer.startConversation(
        planned.id,
        this.spec.settings,
        memory === null ? undefined : encoder.encode(memory),
      );
      let ask = scorer.nextAsk(handle);
      for (let n = 0; ask.kind === 'model'; n++) ask = await this.step(planned.id, handle, ask, n);
      this.steps.forget(planned.id);
      this.finish(planned, ask);
    } catch (error) {
      if (error instanceof Stop) this.problem ||= error.message;
      else if (!this.giveUp.signal.aborted)
        this.lost.set(planned.id, error instanceof Error ? error.message : String(error));
    } finally {
      if (handle !== null) scorer.closeConversation(handle);
    }
  }

  /** One request and its answer: that of before where the same was asked, else a new one, kept if the conversation goes on. */
  private async step(id: string, handle: number, ask: ModelAsk, n: number): Promise<Ask> {
    const { scorer, now, sleep } = this.means;
    const before = this.steps.at(id, n, ask.body);
    if (before) {
      const { status, headers, body, seconds } = before;
      try {
        return scorer.answerAsk(handle, { status, headers, body, seconds });
      } catch (error) {
        this.steps.forget(id);
        throw error;
      }
    }
    if (ask.wait > 0) await sleep(ask.wait + Math.random() * ask.jitter, this.giveUp.signal);
    const sent = now();
    const response = await this.asked(id, ask);
    const seconds = now() - sent;
    const { status, headers, body } = response;
    const next = scorer.answerAsk(handle, { status, headers, body, seconds });
    if (next.kind === 'model') this.steps.add(id, n, ask.body, response, seconds);
    return next;
  }

  private finish(
    { id, category, prerequisite, path }: PlannedEntry,
    ask: Exclude<Ask, ModelAsk>,
  ): void {
    if (ask.kind !== 'finished')
      throw new Unanswered('a search or an embedding is asked for, which a page cannot have');
    if (ask.ending === 'transport') throw new Unanswered(ask.error || 'no answer came');
    const line = decoder.decode(ask.line);
    const answer: Answer = {
      id,
      category,
      prerequisite,
      path,
      ending: ask.ending,
      line,
      memory: ask.memory,
      tokens: outputTokens(line),
      error: ask.ending === 'failed' ? ask.error : '',
    };
    this.answers.set(id, answer);
    this.means.answered(answer);
  }

  /** The response to a request that the conversation takes; asked again while it may pass. */
  private async asked(id: string, ask: ModelAsk): Promise<Response> {
    const { now, sleep, send } = this.means;
    const { signal } = this.giveUp;
    let last = '';
    for (let tries = 0; tries < TRIES; tries++) {
      for (let wait = this.pace.wait(now()); wait > 0; wait = this.pace.wait(now())) {
        if (this.pausing) throw new Unanswered('paused');
        await sleep(wait, signal);
      }
      if (this.problem) throw new Unanswered(this.problem);
      const sent = now();
      this.inFlight += 1;
      const came = await send(
        {
          method: ask.method,
          url: this.spec.base + ask.path,
          headers: ask.headers,
          body: ask.body,
          key: this.key,
        },
        signal,
      );
      this.inFlight -= 1;
      signal.throwIfAborted();
      if (came.kind === 'answer') {
        this.gone = 0;
        this.failing.clear();
        if (this.isAnswer(came)) return came;
        last = `the server answers ${came.status}: ${messageIn(decoder.decode(came.body))}`;
        this.pace.refused(
          sent,
          now(),
          retryAfter(
            came.headers.find(([name]) => name === 'retry-after')?.[1] ?? null,
            Date.now(),
          ),
        );
        continue;
      }
      if (came.kind === 'redirect')
        throw new Stop(
          'The server sends on to another address. Give that one: a key is never sent along.',
        );
      if (came.kind === 'too_large') throw new Unanswered('the answer is larger than 16 MB');
      last =
        came.kind === 'timeout' ? 'no answer came within ten minutes' : 'the server did not answer';
      if (this.gone === 0) this.goneSince = now();
      this.gone += 1;
      this.failing.add(id);
      if (
        this.gone >= GONE &&
        this.failing.size >= DIFFERENT &&
        now() - this.goneSince >= (this.means.patience ?? PATIENCE)
      )
        throw new Stop(
          'The server does not answer any more. What was answered is kept: go on when it is back.',
        );
      this.pace.refused(sent, now(), null);
    }
    throw new Unanswered(last);
  }

  /** Something for the conversation, rather than a refusal that may pass. Throws where the server refuses to answer at all: no model said that. */
  private isAnswer({ status, body }: Response): boolean {
    const said = () => messageIn(decoder.decode(body));
    if (REFUSED.has(status))
      throw new Stop(`The server refuses the key (${status}). It says: ${said()}`);
    if (status === 402 || (MAY_BE_SPENT.has(status) && isSpent(body))) {
      throw new Stop(
        `The account has nothing left, says the server (${status}): ${said()}. What was answered is kept: go on when that has changed.`,
      );
    }
    if (status === 407)
      throw new Stop(
        `Something between here and the server wants a password (407). It says: ${said()}`,
      );
    if (status === 404 || status === 405) {
      const says = `The server knows no such address or model (${status}). It says: ${said()}`;
      throw this.answeredOnce ? new Unanswered(says) : new Stop(says);
    }
    if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500)
      return false;
    if (status < 400) this.answeredOnce = true;
    this.pace.answered();
    return true;
  }
}

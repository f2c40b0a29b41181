// A question about many runs whose answer may take a while: asked again when its key is another, shown while it is worked
// on, and stopped.
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import '../components/working.ts';
import { Question } from './question.ts';

/** What takes no longer, in milliseconds, is not announced. */
const SOON = 500;

export class Stoppable<T> implements ReactiveController {
  private readonly question: Question<T>;
  private stop = new AbortController();
  private key = '';
  private attempt = 0;
  private began = 0;
  private number = 0;
  private soon: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
    this.question = new Question(host);
  }

  hostDisconnected(): void {
    this.end();
    this.key = '';
  }

  /** About `number` runs. The signal is aborted when the question is stopped, or is another one. */
  ask(key: string, number: number, compute: (signal: AbortSignal) => Promise<T>): void {
    const next = JSON.stringify([key, this.attempt]);
    if (next === this.key) return;
    this.end();
    this.stop = new AbortController();
    this.key = next;
    this.began = performance.now();
    this.number = number;
    this.soon = setTimeout(() => this.host.requestUpdate(), SOON);
    const { signal } = this.stop;
    this.question.ask(next, () =>
      compute(signal).catch((error: unknown) => {
        throw signal.aborted ? new Error('it was stopped') : error;
      }),
    );
  }

  private end(): void {
    clearTimeout(this.soon);
    this.stop.abort();
  }

  /** Null while it is not known. */
  get answer(): T | null {
    return this.question.answer;
  }

  /** The last answer, if only to an older question. */
  get latest(): T | null {
    return this.question.latest;
  }

  /** Why there is no answer; empty while it is computed, and once it is there. */
  get error(): string {
    return this.question.error;
  }

  readonly again = (): void => {
    this.attempt += 1;
    this.host.requestUpdate();
  };

  /** That it is worked on; `label` names the bar, `text` says what is computed. Nothing before the first question. */
  notice(label: string, text: string) {
    const works = this.key !== '' && !this.error && !this.answer;
    if (!works || performance.now() - this.began < SOON) return nothing;
    return html`<bx-working label=${label} .began=${this.began} .total=${this.number} @stop=${() => this.stop.abort()}>${text}</bx-working>`;
  }
}

// The scores over what all shown runs have: computed for these runs and this version, shown while it takes a while, and
// stopped.
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import '../../components/working.ts';
import { plural } from '../../lib/format.ts';
import type { BasedScore, JudgedRun, LeaderboardName } from '../../lib/scorer-types.ts';
import { sharedScores } from '../../state/figures.ts';
import { Question } from '../../state/question.ts';
import type { Run } from '../../state/runs.ts';
import { keyOf, judged } from '../../state/statistics.ts';

/** What takes no longer, in milliseconds, is not announced. */
const SOON = 500;

export class Sharing implements ReactiveController {
  private readonly question: Question<readonly BasedScore[]>;
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

  /** Of these runs, in their order; null while they are not known. `verdicts`: of each run, those that `rest` names. */
  of(
    sharers: readonly Run[],
    version: LeaderboardName,
    rest = '',
    verdicts: (run: Run) => JudgedRun = judged,
  ): readonly BasedScore[] | null {
    const key = keyOf(sharers, version, rest, String(this.attempt));
    if (key !== this.key) this.begin(key, sharers.map(verdicts), version);
    return this.question.answer;
  }

  /** Why there are none; empty while they are computed, and once they are. */
  get error(): string {
    return this.question.error;
  }

  private begin(key: string, sharers: readonly JudgedRun[], version: LeaderboardName): void {
    this.end();
    this.stop = new AbortController();
    this.key = key;
    this.began = performance.now();
    this.number = sharers.length;
    this.soon = setTimeout(() => this.host.requestUpdate(), SOON);
    const { signal } = this.stop;
    this.question.ask(key, () =>
      sharedScores(sharers, version, signal).catch((error: unknown) => {
        throw signal.aborted ? new Error('it was stopped') : error;
      }),
    );
  }

  private end(): void {
    clearTimeout(this.soon);
    this.stop.abort();
  }

  private readonly again = (): void => {
    this.attempt += 1;
    this.host.requestUpdate();
  };

  /** What there is to say of it: that it works, or why not. */
  notice() {
    if (this.error)
      return html`<p><span class="fail" aria-hidden="true">✕</span> The scores over what these runs share could not be computed: ${this.error.replace(/\.$/, '')}. <button @click=${this.again}>Compute again</button></p>`;
    if (this.question.answer || performance.now() - this.began < SOON) return nothing;
    return html`<bx-working label="Shared scores computed" .began=${this.began} .total=${this.number} @stop=${() => this.stop.abort()}>Computing the scores over what ${this.number === 2 ? 'both runs' : `all ${plural(this.number, 'run')}`} share</bx-working>`;
  }
}

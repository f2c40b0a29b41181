// The scores over what all shown runs have: computed for these runs and this version, shown while it takes a while, and
// stopped.
import { html, type ReactiveControllerHost } from 'lit';
import { plural } from '../../lib/format.ts';
import type { BasedScore, JudgedRun, LeaderboardName } from '../../lib/scorer-types.ts';
import { sharedScores } from '../../state/figures.ts';
import type { Run } from '../../state/runs.ts';
import { keyOf, judged } from '../../state/statistics.ts';
import { Stoppable } from '../../state/stoppable.ts';

export class Sharing {
  private readonly scores: Stoppable<readonly BasedScore[]>;
  private number = 0;

  constructor(host: ReactiveControllerHost) {
    this.scores = new Stoppable(host);
  }

  /** Of these runs, in their order; null while they are not known. `verdicts`: of each run, those that `rest` names. */
  of(
    sharers: readonly Run[],
    version: LeaderboardName,
    rest = '',
    verdicts: (run: Run) => JudgedRun = judged,
  ): readonly BasedScore[] | null {
    this.number = sharers.length;
    this.scores.ask(keyOf(sharers, version, rest), sharers.length, (signal) =>
      sharedScores(sharers.map(verdicts), version, signal),
    );
    return this.scores.answer;
  }

  /** Why there are none; empty while they are computed, and once they are. */
  get error(): string {
    return this.scores.error;
  }

  /** What there is to say of it: that it works, or why not. */
  notice() {
    if (this.error)
      return html`<p><span class="fail" aria-hidden="true">✕</span> The scores over the shared entries could not be computed: ${this.error.replace(/\.$/, '')}. <button @click=${this.scores.again}>Compute again</button></p>`;
    const all = this.number === 2 ? 'both runs' : `all ${plural(this.number, 'run')}`;
    return this.scores.notice(
      'Shared scores computed',
      `Computing the scores over the entries that ${all} have`,
    );
  }
}

// The scores over what all shown runs have: computed for these runs and this version, shown while it takes a while, and
// stopped.
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { plural } from '../../lib/format.ts';
import type { BasedScore, JudgedRun, LeaderboardName } from '../../lib/scorer-types.ts';
import { sharedScores } from '../../state/figures.ts';
import { keepShared, keptShared } from '../../state/kept-shared.ts';
import type { Run } from '../../state/runs.ts';
import { judgedAll, keyOf } from '../../state/statistics.ts';
import { Stoppable } from '../../state/stoppable.ts';

/** What the shared scores rest on, above the table: a narrow window has no room for it in the head. */
export const sharedBasis = (score: BasedScore | null | undefined) =>
  score ? html`<p class="basis muted small">Scores ${score.basis.text}</p>` : nothing;

export class Sharing {
  private readonly scores: Stoppable<readonly BasedScore[]>;
  private number = 0;

  constructor(host: ReactiveControllerHost) {
    this.scores = new Stoppable(host);
  }

  /** Of these runs, in their order; null while they are not known. */
  of(sharers: readonly Run[], version: LeaderboardName): readonly BasedScore[] | null {
    return this.ask(sharers, keyOf(sharers, version), async (signal) => {
      const kept = keptShared(sharers, version);
      if (kept) return kept;
      const scores = await sharedScores(await judgedAll(sharers), version, signal);
      keepShared(sharers, version, scores);
      return scores;
    });
  }

  /** The same of other verdicts, which `rest` names. */
  ofOthers(
    sharers: readonly Run[],
    version: LeaderboardName,
    rest: string,
    verdicts: (run: Run) => JudgedRun,
  ): readonly BasedScore[] | null {
    return this.ask(sharers, keyOf(sharers, version, rest), (signal) =>
      sharedScores(sharers.map(verdicts), version, signal),
    );
  }

  private ask(
    sharers: readonly Run[],
    key: string,
    compute: (signal: AbortSignal) => Promise<readonly BasedScore[]>,
  ): readonly BasedScore[] | null {
    this.number = sharers.length;
    this.scores.ask(key, sharers.length, compute);
    return this.scores.answer;
  }

  /** Why there are none; empty while they are computed, and once they are. */
  get error(): string {
    return this.scores.error;
  }

  /** What there is to say of it: that it works, unless the runs are still `scoring`, which has its own bar; or why not. */
  notice(scoring: boolean) {
    if (this.error)
      return html`<p><span class="fail" aria-hidden="true">✕</span> The scores over the shared entries could not be computed: ${this.error.replace(/\.$/, '')}. <button @click=${this.scores.again}>Compute again</button></p>`;
    if (scoring) return nothing;
    const all = this.number === 2 ? 'both runs' : `all ${plural(this.number, 'run')}`;
    return this.scores.notice(
      'Shared scores computed',
      `Computing the scores over the entries that ${all} have`,
    );
  }
}

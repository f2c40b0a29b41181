// Two models by the means of their repeats. Where there are any, they are the verdict of Compare.
import { html, nothing, type ReactiveControllerHost } from 'lit';
import type { LeaderboardName, MeansComparison, RepeatsAnswer } from '../../lib/scorer-types.ts';
import { Question } from '../../state/question.ts';
import { askRepeats, mayRepeat } from '../../state/repeats.ts';
import type { Run } from '../../state/runs.ts';
import { isSettled, keyOf } from '../../state/statistics.ts';

/** All runs of both models, those of the first before the others. */
function repeatsOf(a: Run, b: Run, runs: readonly Run[]): Run[] {
  const all = mayRepeat(runs);
  const like = (one: Run): Run[] => {
    const key = one.manifest?.repeat?.key;
    return [one, ...all.filter((run) => run !== one && run.manifest?.repeat?.key === key)];
  };
  return [...new Set([...like(a), ...like(b)])];
}

export class Means {
  private readonly question: Question<RepeatsAnswer>;

  constructor(host: ReactiveControllerHost) {
    this.question = new Question(host);
  }

  /** 'computing' until it is known, 'none' where neither model has repeats. */
  of(
    a: Run,
    b: Run,
    runs: readonly Run[],
    version: LeaderboardName,
  ): MeansComparison | 'computing' | 'none' {
    const asked = repeatsOf(a, b, runs);
    if (asked.length < 3) return 'none';
    if (!asked.every(isSettled)) return 'computing';
    this.question.ask(keyOf(asked, version), () => askRepeats(asked, version));
    if (this.question.error) return 'none';
    const { answer } = this.question;
    return answer ? (answer.comparisons[0] ?? 'none') : 'computing';
  }

  notice() {
    const { error } = this.question;
    return error
      ? html`<p role="alert"><span class="fail" aria-hidden="true">✕</span> The means of repeats could not be computed: ${error}</p>`
      : nothing;
  }
}

// The score by corrected ground truth, beside the official one: one line for each run that the view shows. Named, and
// marked as not official, wherever it stands.
import { LitElement, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { tally } from '../lib/errata.ts';
import { count, plural } from '../lib/format.ts';
import { saidScore, type SaidScore } from '../lib/overall.ts';
import { points, rangeText } from '../lib/paired.ts';
import { versionOf } from '../lib/scores.ts';
import type { JudgedRun, Range } from '../lib/scorer-types.ts';
import { correctionsOf, errata } from '../state/errata.ts';
import { pool } from '../state/pool.ts';
import { Question } from '../state/question.ts';
import { route } from '../state/router.ts';
import { runs, type Run } from '../state/runs.ts';
import { isSettled, judged, keyOf, numberOf } from '../state/statistics.ts';
import { Watch } from '../state/watch.ts';
import { base } from '../styles/base.ts';
import { figureTable } from '../styles/parts.ts';
import { comparedRuns } from '../state/compared.ts';
import { shownRun } from './run-picker.ts';

/** Overall scores of one run, by the dataset and by the corrections; null: too little of it is there. */
interface Both {
  official: SaidScore | null;
  second: SaidScore | null;
}
interface Answer {
  runs: Both[];
  /** Of the first two, where there are two: B - A. */
  difference: { official: number; second: number; interval: Range } | null;
}

@customElement('bx-errata-bar')
export class ErrataBar extends LitElement {
  static override styles = [
    base,
    figureTable,
    css`
      :host {
        display: block;
        padding: 8px 16px;
        border-bottom: 1px solid var(--line);
        background: var(--surface);
        max-height: 40dvh;
        overflow: auto;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 16px;
      }
      p {
        overflow-wrap: anywhere;
      }
      table {
        width: auto;
        min-width: min(100%, 480px);
      }
      th[scope='row'] {
        min-width: 14ch;
        overflow-wrap: anywhere;
      }
      summary {
        min-height: 24px;
        cursor: pointer;
      }
      @media (max-width: 600px) {
        th,
        td {
          padding: 3px 4px;
        }
        thead th.num {
          white-space: normal;
        }
      }
    `,
  ];

  private readonly scores = new Question<Answer>(this);

  constructor() {
    super();
    new Watch(this, route, runs, errata);
  }

  /** Those whose figures the view shows. */
  private get shown(): readonly Run[] {
    const { view, params } = route.value;
    if (view === 'compare') return comparedRuns(params.with).filter(isSettled);
    if (view === 'results')
      return [shownRun()].filter(
        (run) => run !== undefined && run !== null && isSettled(run),
      ) as Run[];
    return view === 'leaderboard' || view === 'runs' ? runs.value.filter(isSettled) : [];
  }

  override render() {
    const file = errata.value;
    if (!file) return nothing;
    const shown = this.shown;
    const states = shown.map((run) => ({ run, state: correctionsOf(run) }));
    const failed = states.find(({ state }) => state?.phase === 'failed')?.state;
    const done = states.flatMap(({ run, state }) =>
      state?.phase === 'done' ? [{ run, ...state }] : [],
    );
    const [first] = done;
    const remove = html`<button @click=${() => errata.set(null)}>Remove the errata</button>`;
    if (failed?.phase === 'failed') {
      return html`<div class="head" role="alert"><p><span class="fail">✕</span> ${file.path} corrects nothing: ${failed.error}</p><span class="grow"></span>${remove}</div>`;
    }
    if (!first) {
      const why =
        shown.length > 0
          ? 'Scoring with the corrections …'
          : runs.value.length > 0
            ? 'Its score is shown next to the official one in Runs, Results, Compare and Leaderboard.'
            : 'Its score is shown next to the official one of the runs that you load.';
      return html`<div class="head" role="status"><p>Errata ${file.path}. <span class="muted">${why}</span></p><span class="grow"></span>${remove}</div>`;
    }
    const { name, corrections } = first.corrected;
    const applied = Math.max(...done.map(({ corrected }) => corrected.applied));
    const problems = [...new Set(done.flatMap(({ corrected }) => corrected.problems))];
    this.ask(done);
    return html`<div class="head">
        <p><strong>With the errata “${name}”</strong> (${count(applied)} of ${plural(corrections, 'correction')} ${applied === 1 ? 'applies' : 'apply'} here): <strong>not an official score</strong></p>
        <span class="grow"></span>${remove}
      </div>
      ${
        problems.length > 0
          ? html`<details>
            <summary><span class="warn">!</span> ${plural(problems.length, 'correction')} left out</summary>
            <ul>${problems.slice(0, 100).map((problem) => html`<li>${problem}</li>`)}</ul>
          </details>`
          : nothing
      }
      <div class="scroll" tabindex="0" role="region" aria-label="Scores with the errata">${this.table(done)}</div>
      ${this.difference()}`;
  }

  private ask(done: readonly { run: Run; judged: JudgedRun }[]): void {
    const version = versionOf(route.value.params.leaderboard);
    const key = keyOf(
      done.map(({ run }) => run),
      version,
      String(numberOf(errata.value ?? this)),
      route.value.view,
    );
    this.scores.ask(key, async () => {
      const overall = async (one: JudgedRun): Promise<SaidScore | null> => {
        const scores = await pool.call('overallScores', { leaderboard: version, runs: [one] });
        return saidScore(scores.runs[0]?.score);
      };
      const all = await Promise.all(
        done.map(async ({ run, judged: second }) => ({
          official: await overall(judged(run)),
          second: await overall(second),
        })),
      );
      const [a, b] = done;
      if (route.value.view !== 'compare' || !a || !b) return { runs: all, difference: null };
      const pair = async (x: JudgedRun, y: JudgedRun) =>
        (await pool.call('compare', { leaderboard: version, runs: [x, y] })).comparisons[0]
          ?.overall;
      const [official, second] = await Promise.all([
        pair(judged(a.run), judged(b.run)),
        pair(a.judged, b.judged),
      ]);
      if (
        typeof official?.difference !== 'number' ||
        typeof second?.difference !== 'number' ||
        !second.interval_95
      )
        return { runs: all, difference: null };
      return {
        runs: all,
        difference: {
          official: official.difference,
          second: second.difference,
          interval: second.interval_95,
        },
      };
    });
  }

  private table(done: readonly { run: Run; judged: JudgedRun }[]) {
    const version = versionOf(route.value.params.leaderboard);
    const { answer, error } = this.scores;
    const share = (said: SaidScore | null | undefined) =>
      said === undefined ? (error ? '✕' : '…') : (said?.value ?? '–');
    return html`<table>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col" class="num">overall ${version}, official</th>
            <th scope="col" class="num">with errata</th>
            <th scope="col" class="num">passed, official</th>
            <th scope="col" class="num">with errata</th>
          </tr>
        </thead>
        <tbody>
          ${done.map(({ run, judged: second }, i) => {
            const [was, now] = [tally(judged(run)), tally(second)];
            return html`<tr>
              <th scope="row">${run.name}</th>
              <td class="num" title=${answer?.runs[i]?.official?.basis ?? nothing}>${share(answer?.runs[i]?.official)}</td>
              <td class="num"><strong>${share(answer?.runs[i]?.second)}</strong></td>
              <td class="num">${count(was.right)} of ${count(was.entries)}</td>
              <td class="num"><strong>${count(now.right)} of ${count(now.entries)}</strong></td>
            </tr>`;
          })}
        </tbody>
      </table>
      ${error ? html`<p class="fail">${error}</p>` : nothing}`;
  }

  private difference() {
    const difference = this.scores.answer?.difference;
    if (!difference) return nothing;
    return html`<p>B − A: official ${points(difference.official)}, with errata <strong>${points(difference.second)}</strong> points (${rangeText(difference.interval)}, 95 %)</p>`;
  }
}

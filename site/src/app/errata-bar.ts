// The score by corrected ground truth, beside that of the dataset, on the basis that the view has: one line for each run
// that it shows. Named, and marked as not official, wherever it stands.
import { LitElement, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { folded } from '../components/folded.ts';
import { tally } from '../lib/errata.ts';
import { count, plural } from '../lib/format.ts';
import { basisFor, saidScore, wordsOf, type Basis, type SaidScore } from '../lib/overall.ts';
import { sharersOf } from '../lib/matrix.ts';
import { listOf } from '../lib/route.ts';
import { points, rangeText } from '../lib/paired.ts';
import { versionOf } from '../lib/scores.ts';
import type { JudgedRun, Range } from '../lib/scorer-types.ts';
import { correctionsOf, errata, removeErrata } from '../state/errata.ts';
import { pool } from '../state/pool.ts';
import { Question } from '../state/question.ts';
import { route } from '../state/router.ts';
import { runs, type Run } from '../state/runs.ts';
import { chosenBasis, isZero, overallOf } from '../state/figures.ts';
import { isSettled, judged, judgedAll, keyOf, numberOf, packed } from '../state/statistics.ts';
import { Watch } from '../state/watch.ts';
import { term } from '../components/term.ts';
import { base } from '../styles/base.ts';
import { figureTable } from '../styles/parts.ts';
import { comparedRuns } from '../state/compared.ts';
import { shownRun } from './run-picker.ts';
import { askedScore, scoreTitle } from '../state/own-score.ts';

/** Overall scores of one run, by the dataset and by the corrections; null: too little of it is there. */
interface Both {
  first: SaidScore | null;
  second: SaidScore | null;
}
interface Answer {
  runs: Both[];
  /** Of the first two, where there are two: B − A. */
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
        th[scope='row'] {
          min-width: 11ch;
        }
        thead th.num,
        td.num {
          white-space: normal;
        }
      }
    `,
  ];

  private readonly scores = new Question<Answer>(this);

  constructor() {
    super();
    new Watch(this, route, runs, errata, chosenBasis);
  }

  /** Those whose figures the view shows. */
  private get shown(): readonly Run[] {
    const { view, params } = route.value;
    if (view === 'compare') return comparedRuns(params.with).filter(isSettled);
    if (view === 'results')
      return [shownRun()].filter(
        (run) => run !== undefined && run !== null && isSettled(run),
      ) as Run[];
    if (view !== 'leaderboard' && view !== 'runs') return [];
    const settled = runs.value.filter(isSettled);
    return view === 'runs' && this.basis === 'shared'
      ? sharersOf(settled, listOf(params.chosen), params.q)
      : settled;
  }

  /** That of the overall scores in the view. */
  private get basis(): Basis {
    const { view, params } = route.value;
    if (view === 'compare') return 'shared';
    if (view !== 'runs') return isZero() ? 'zero' : 'complete';
    const version = versionOf(params.leaderboard);
    const settled = runs.value.filter(isSettled);
    return basisFor(
      chosenBasis.value,
      settled.map((run) => overallOf(run, version)),
    );
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
    const remove = html`<button @click=${removeErrata}>Remove the errata</button>`;
    if (failed?.phase === 'failed') {
      return html`<div class="head" role="alert"><p><span class="fail">✕</span> ${file.path} corrects nothing: ${failed.error}</p><span class="grow"></span>${remove}</div>`;
    }
    const working = states.filter(({ state }) => state?.phase === 'working').length;
    // The figures of some of them would be computed again with each that is done.
    if (!first || working > 0) {
      const scored = shown.length - working;
      const why =
        shown.length > 0
          ? `Scoring with the corrections${shown.length > 1 ? `: ${count(scored)} of ${plural(shown.length, 'run')}` : ''} …`
          : runs.value.length > 0
            ? 'Its score is shown next to the official one in Runs, Results, Compare and Leaderboard.'
            : 'Its score is shown next to the official one of the runs that you load.';
      return html`<div class="head" role="status"><p>${term('errata', 'Errata')} ${file.path}. <span class="muted">${why}</span></p>${working > 1 ? html`<progress aria-label="Runs scored with the errata" max=${shown.length} .value=${shown.length - working}></progress>` : nothing}<span class="grow"></span>${remove}</div>`;
    }
    const { name, corrections } = first.corrected;
    const applied = Math.max(...done.map(({ corrected }) => corrected.applied));
    const problems = [...new Set(done.flatMap(({ corrected }) => corrected.problems))];
    this.ask(done);
    return html`<div class="head">
        <p><strong>With the ${term('errata', 'errata')} “${name}”</strong> (${count(applied)} of ${plural(corrections, 'correction')} ${corrections === 1 ? 'applies' : 'apply'} here): <strong>not an official score</strong></p>
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
      ${folded(
        done.length,
        `Scores of ${plural(done.length, 'run')}, without and with the errata`,
        this.table(done),
      )}
      ${this.difference()}`;
  }

  private ask(done: readonly { run: Run; judged: JudgedRun }[]): void {
    const version = versionOf(route.value.params.leaderboard);
    const { basis } = this;
    const key = keyOf(
      done.map(({ run }) => run),
      version,
      basis,
      String(numberOf(errata.value ?? this)),
      route.value.view,
    );
    this.scores.ask(key, async () => {
      const overall = async (some: readonly JudgedRun[]): Promise<(SaidScore | null)[]> => {
        const scores = await pool.call('overallScores', {
          ...askedScore(version),
          basis: wordsOf(basis).asked,
          runs: some.map(packed),
        });
        return scores.runs.map(({ score }) => saidScore(score));
      };
      const [was, now] = await Promise.all([
        judgedAll(done.map(({ run }) => run)).then(overall),
        overall(done.map(({ judged: second }) => second)),
      ]);
      const all = done.map((_, i) => ({ first: was[i] ?? null, second: now[i] ?? null }));
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

  /** The best first. */
  private table(done: readonly { run: Run; judged: JudgedRun }[]) {
    const version = versionOf(route.value.params.leaderboard);
    const { answer, error } = this.scores;
    const share = (said: SaidScore | null | undefined) =>
      said === undefined ? (error ? '✕' : '…') : (said?.value ?? '–');
    const score = (i: number) => answer?.runs[i]?.second?.score ?? -1;
    const order = done.map((_, i) => i).sort((i, j) => score(j) - score(i));
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Scores with the errata"><table>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col" class="num">${scoreTitle(version)}, ${wordsOf(this.basis).column}</th>
            <th scope="col" class="num">with errata</th>
            <th scope="col" class="num">passed</th>
            <th scope="col" class="num">with errata</th>
          </tr>
        </thead>
        <tbody>
          ${order.map((i) => {
            const { run, judged: second } = done[i] as (typeof done)[number];
            const [was, now] = [tally(judged(run)), tally(second)];
            return html`<tr>
              <th scope="row">${run.name}</th>
              <td class="num" title=${answer?.runs[i]?.first?.basis ?? nothing}>${share(answer?.runs[i]?.first)}</td>
              <td class="num"><strong>${share(answer?.runs[i]?.second)}</strong></td>
              <td class="num">${count(was.right)} of ${count(was.entries)}</td>
              <td class="num"><strong>${count(now.right)} of ${count(now.entries)}</strong></td>
            </tr>`;
          })}
        </tbody>
      </table></div>
      ${error ? html`<p class="fail">${error}</p>` : nothing}`;
  }

  private difference() {
    const difference = this.scores.answer?.difference;
    if (!difference) return nothing;
    return html`<p>B − A: official ${points(difference.official)}, with errata <strong>${points(difference.second)}</strong> points (${rangeText(difference.interval)}, 95 %)</p>`;
  }
}

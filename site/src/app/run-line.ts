// The line below the top bar: which run is shown, and its numbers. Results has it as its head.
import { LitElement, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { count, plural } from '../lib/format.ts';
import { basisFor, saidOf } from '../lib/overall.ts';
import { versionOf } from '../lib/scores.ts';
import { base } from '../styles/base.ts';
import { findingsOf } from '../state/diagnosis.ts';
import { chosenBasis, isZero, overallOf } from '../state/figures.ts';
import { description } from '../state/pool.ts';
import { route, routeTo } from '../state/router.ts';
import { runs, type Run } from '../state/runs.ts';
import { isSettled } from '../state/statistics.ts';
import { Watch } from '../state/watch.ts';
import { factMarks, markStyles } from './run-marks.ts';
import { errorSign, shownRun } from './run-picker.ts';
import { scoreTitle } from '../state/own-score.ts';

@customElement('bx-run-line')
export class RunLine extends LitElement {
  static override styles = [
    base,
    markStyles,
    css`
      nav {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 20px;
        min-height: 40px;
        padding: 3px 16px;
        border-bottom: 1px solid var(--line);
        font-variant-numeric: tabular-nums;
      }
      bx-run-picker {
        font-weight: 600;
      }
      nav a {
        line-height: 24px;
        margin-left: auto;
      }
      .marks {
        display: contents;
      }
      /* The basis says it. */
      .less {
        display: none;
      }
      /* The menu behind the name leads to the matrix too. */
      @media (max-width: 600px) {
        nav a,
        .more {
          display: none;
        }
        .less {
          display: contents;
        }
      }
    `,
  ];

  constructor() {
    super();
    new Watch(this, runs, route, chosenBasis, description);
  }

  override render() {
    const run = shownRun();
    if (!run) return nothing;
    return html`<nav aria-label="Loaded runs">
      <bx-run-picker></bx-run-picker>${this.figures(run)}
      ${runs.value.length > 1 && route.value.view !== 'runs' ? html`<a href=${routeTo('runs')}>all ${count(runs.value.length)} runs</a>` : nothing}
    </nav>`;
  }

  /** The matrix of Runs has scores over what all of its runs share: the run's own would contradict it. */
  private elsewhere(): boolean {
    if (route.value.view !== 'runs' || runs.value.length < 2) return false;
    const version = versionOf(route.value.params.leaderboard);
    const overalls = runs.value.filter(isSettled).map((one) => overallOf(one, version));
    return basisFor(chosenBasis.value, overalls) === 'shared';
  }

  private figures(run: Run) {
    const said = this.elsewhere() ? null : saidOf(overallOf(run), isZero());
    const all = [...run.categories.values()];
    const entries = all.reduce((sum, one) => sum + one.entries, 0);
    const right = all.reduce((sum, one) => sum + one.right, 0);
    const found = findingsOf(run).length;
    return html`${
      said
        ? html`<span class="muted">${scoreTitle('v4')} <strong>${said.value}</strong> ${said.range}${said.complete ? nothing : html`<span class="more">, ${said.basis}</span>`} ${errorSign(run)}</span>`
        : nothing
    }
    <span class=${said && !said.complete ? 'less' : 'marks'}>${factMarks(run)}</span>
    ${entries > 0 ? html`<span class="muted${said ? ' more' : ''}"><strong>${count(right)}</strong> of ${count(entries)} passed</span>` : nothing}
    ${found > 0 ? html`<span class="muted more">${plural(found, 'finding')}</span>` : nothing}`;
  }
}

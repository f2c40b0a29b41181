// The summary of a run: accuracy by category with its interval, and why entries failed. Both filter.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../components/bars.ts';
import '../../components/interval.ts';
import { term } from '../../components/term.ts';
import { base } from '../../styles/base.ts';
import { chartRows } from '../../styles/parts.ts';
import { count, percent } from '../../lib/format.ts';
import type { ChartRequest } from '../../lib/scorer-types.ts';
import { endsOf, FEW_ENTRIES, shareText } from '../../lib/share.ts';
import { APART, errorTypes, skippedOf, skipsText, type CategoryCounts } from '../../lib/summary.ts';
import { basisOf } from '../../state/basis.ts';
import { isApart } from '../../state/pool.ts';
import { chartButtons } from '../../state/save-chart.ts';
import { route, setParams } from '../../state/router.ts';
import type { Run } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { summaryRows } from '../../state/summary-rows.ts';

/** More absent categories than this stand behind one line. */
const FEW = 4;
/** Error types that are shown at once. */
const COMMON = 7;

/** Accuracy by category; of few entries the counts alone. */
function accuracyChart(run: Run, categories: readonly CategoryCounts[]): ChartRequest {
  const rows = categories.map(({ category: name, accuracy: value, interval, right, entries }) => {
    if (value === null) return { name, points: [], absent: 'not in this run', texts: [] };
    const counts = `${count(right)}/${count(entries)}`;
    const texts = entries < FEW_ENTRIES ? [shareText(right, entries)] : [percent(value), counts];
    return { name, points: [{ value, ...(interval ?? { low: value, high: value }) }], texts };
  });
  return { kind: 'intervals', title: `Accuracy of ${run.name}`, notes: basisOf([run]), rows };
}

@customElement('bx-summary')
export class Summary extends LitElement {
  static override styles = [
    base,
    chartRows,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 2.1fr) minmax(280px, 1fr);
        gap: 8px 32px;
      }
      :host([single]) {
        grid-template-columns: minmax(0, 1fr);
      }
      .head {
        padding: 0 8px 4px;
        display: flex;
        gap: 12px;
        align-items: center;
        flex-wrap: wrap;
      }
      .categories {
        column-width: 420px;
        column-gap: 24px;
      }
      li {
        break-inside: avoid;
      }
      li button {
        grid-template-columns: minmax(10ch, 22ch) minmax(80px, 1fr) 6ch 7ch var(--note, 0);
        gap: 0 10px;
      }
      .nothere {
        display: grid;
        grid-template-columns: minmax(10ch, 22ch) 1fr;
        gap: 10px;
        padding: 0 9px;
        min-height: 24px;
        align-items: center;
        color: var(--absent);
      }
      button.more {
        min-height: 24px;
        margin: 2px 8px;
      }
      .apart {
        overflow-wrap: anywhere;
        white-space: normal;
      }
      .accuracy {
        font-weight: 600;
      }
      /* The counts alone take the place of share and counts. */
      .few {
        grid-column: span 2;
      }
      @media (max-width: 900px) {
        :host {
          grid-template-columns: minmax(0, 1fr);
          gap: 24px;
        }
      }
      @media (max-width: 600px) {
        .categories {
          column-width: auto;
        }
        .head .muted {
          order: 1;
          flex-basis: 100%;
        }
        /* The chart has a line of its own, below name and numbers. */
        li button {
          grid-template-columns: minmax(0, 1fr) 6ch 10ch;
          column-gap: 8px;
          padding: 4px 8px;
        }
        bx-interval {
          grid-area: 2 / 1 / 3 / -1;
        }
      }
      @media (pointer: coarse) {
        .nothere {
          min-height: 40px;
        }
      }
      .note {
        justify-self: end;
      }
      /* With a column more, two beside each other would leave no room for the plots. */
      .noted {
        --note: 9ch;
        column-width: 540px;
      }
      @media (max-width: 600px) {
        .noted {
          column-width: auto;
        }
        .note {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  @property({ attribute: false }) run: Run | null = null;
  /** The run changes inside; its version redraws. */
  @property({ type: Number }) version = 0;
  @state() private all = false;
  @state() private allErrors = false;

  constructor() {
    super();
    new Watch(this, route);
  }

  override render() {
    const { run } = this;
    if (!run) return nothing;
    const rows = summaryRows(run);
    const present = rows.filter(({ category }) => run.categories.has(category));
    const absent = rows.length - present.length;
    const shown = this.all || absent <= FEW ? rows : present;
    const noted = present.some(
      (counts) =>
        counts.unknown > 0 || skippedOf(counts) > 0 || (counts.missing > 0 && run.phase === 'done'),
    );
    const skips = skipsText(run.categories.values());
    const errors = errorTypes(run.categories.values());
    this.toggleAttribute('single', errors.length === 0);
    return html`<section aria-labelledby="categories">
        <div class="head"><h2 id="categories">Categories</h2><span class="muted small grow">accuracy in %, ${term('95--ci', '95 % CI')}, axis 0 to 100</span>${chartButtons(`${run.name}-accuracy`, () => accuracyChart(run, shown))}</div>
        <ul class="categories ${noted ? 'noted' : ''}">${shown.map((counts) => this.category(counts, run))}</ul>
        ${skips ? html`<p class="small warn">Skipped, not counted in the accuracy: ${skips}. The list below has each with its reason.</p>` : nothing}
        ${
          absent > FEW
            ? html`<button class="link more small" @click=${() => (this.all = !this.all)}>
              ${this.all ? 'hide' : 'show'} ${count(absent)} categories that are not in this run
            </button>`
            : nothing
        }
      </section>
      ${
        errors.length === 0
          ? nothing
          : html`<section aria-labelledby="errors">
            <div class="head"><h2 id="errors" class="grow">Why entries failed</h2>${chartButtons(`${run.name}-errors`, () => ({ kind: 'bars', title: `Why entries of ${run.name} failed`, notes: basisOf([run]), bars: errors }))}</div>
            <bx-bars
              label="Error types"
              .bars=${this.allErrors ? errors : errors.filter(({ name }, i) => i < COMMON || name === route.value.params.error)}
              .picked=${route.value.params.error ?? ''}
              @pick=${(event: CustomEvent<string>) => setParams({ error: event.detail || undefined, verdict: undefined })}
            ></bx-bars>
            ${
              errors.length > COMMON
                ? html`<button class="link more small" @click=${() => (this.allErrors = !this.allErrors)}>
                  ${this.allErrors ? 'the commonest' : `${count(errors.length - COMMON)} more`}
                </button>`
                : nothing
            }
          </section>`
      }`;
  }

  private category(counts: CategoryCounts, run: Run) {
    const { category, accuracy, interval, right, entries, missing, unknown } = counts;
    if (!run.categories.has(category)) {
      return html`<li class="nothere"><span class="name cut">${category}</span><span>not in this run</span></li>`;
    }
    const picked = route.value.params.category === category;
    const range = interval ? `, 95 % CI ${endsOf(interval)}` : '';
    const words =
      accuracy === null
        ? 'nothing scored'
        : `${category}: ${shareText(right, entries)}${entries < FEW_ENTRIES ? '' : ' %'}${range}`;
    const points =
      accuracy === null
        ? []
        : [
            {
              value: accuracy,
              low: interval?.low ?? accuracy,
              high: interval?.high ?? accuracy,
              label: words,
            },
          ];
    const skipped = skippedOf(counts);
    const partly = missing > 0 && run.phase !== 'scoring' && run.phase !== 'opening';
    return html`<li>
      <button aria-pressed=${picked} title=${isApart(category) ? `${words}; not counted in the overall score` : words} @click=${() => setParams({ category: picked ? undefined : category })}>
        <span class="name ${isApart(category) ? 'apart' : 'cut'}">${isApart(category) ? html`${category} <span class="muted">${APART}</span>` : category}</span>
        <bx-interval .points=${points}></bx-interval>
        <span class="num accuracy ${entries < FEW_ENTRIES ? 'few' : ''}">${shareText(right, entries)}</span>
        ${entries < FEW_ENTRIES ? nothing : html`<span class="num muted small">${count(right)}/${count(entries)}</span>`}
        ${
          unknown > 0
            ? html`<span class="note warn small">${count(unknown)} unknown</span>`
            : skipped > 0
              ? html`<span class="note warn small" title=${skipsText([counts])}>${count(skipped)} skipped</span>`
              : partly
                ? html`<span class="note absent small">${count(missing)} missing</span>`
                : nothing
        }
      </button>
    </li>`;
  }
}

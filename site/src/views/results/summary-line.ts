// The summary in one line, while an entry is open and on phones: categories that filter, and the way to the charts.
import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { styles } from '../../components/styles.ts';
import { base } from '../../styles/base.ts';
import { shades } from '../../styles/parts.ts';
import { count } from '../../lib/format.ts';
import { shareAmong } from '../../lib/share.ts';
import type { CategoryCounts } from '../../lib/summary.ts';
import { route, setParams } from '../../state/router.ts';
import type { Run } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { summaryRows } from '../../state/summary-rows.ts';

@customElement('bx-summary-line')
export class SummaryLine extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 4px 16px 4px 8px;
        border-bottom: 1px solid var(--line);
      }
      ul {
        flex: 1;
        min-width: 0;
        display: flex;
        gap: 4px;
        overflow-x: auto;
        padding: 2px;
      }
      li button {
        min-height: 26px;
        padding: 0 6px;
        border-color: transparent;
        background: none;
        color: var(--ink);
        font-size: var(--s13);
      }
      li button[aria-pressed='true'] {
        border-color: var(--accent);
      }
      @media (max-width: 600px) {
        :host {
          flex-wrap: wrap;
          gap: 0;
        }
        ul {
          flex-basis: 100%;
          ${shades}
        }
      }
      @media print {
        ul {
          flex-wrap: wrap;
        }
      }
      .name {
        font-family: var(--mono);
      }
      .bar {
        display: block;
        width: 40px;
        height: 8px;
        background: var(--line);
        border-radius: 2px;
        overflow: hidden;
      }
      .bar > span {
        display: block;
        height: 100%;
        background: var(--pass);
      }
    `,
  ];

  @property({ attribute: false }) run: Run | null = null;
  @property({ type: Number }) version = 0;
  /** The charts are shown below. */
  @property({ type: Boolean }) charts = false;

  constructor() {
    super();
    new Watch(this, route);
  }

  override render() {
    const { run } = this;
    const rows = run ? summaryRows(run).filter(({ category }) => run.categories.has(category)) : [];
    const sizes = rows.map(({ entries }) => entries);
    return html`<ul aria-label="Categories">${rows.map((counts) => this.category(counts, sizes))}</ul>
      <button class="plain" aria-expanded=${this.charts} @click=${() => this.dispatchEvent(new CustomEvent('toggle-charts'))}>
        findings, charts <span aria-hidden="true">${this.charts ? '▴' : '▾'}</span>
      </button>`;
  }

  private category(
    { category, right, entries, accuracy }: CategoryCounts,
    sizes: readonly number[],
  ) {
    const picked = route.value.params.category === category;
    return html`<li>
      <button
        aria-pressed=${picked}
        title="${count(right)} of ${count(entries)} passed"
        @click=${() => setParams({ category: picked ? undefined : category })}
      >
        <span class="name">${category}</span>
        <span class="bar" aria-hidden="true"><span ${styles({ width: `${(accuracy ?? 0) * 100}%` })}></span></span>
        <span class="num">${shareAmong(right, entries, sizes)}</span>
      </button>
    </li>`;
  }
}

// Named counts as bars that filter: emits `pick` with the name, or with '' when the picked one is clicked
// again.
import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { chartRows } from '../styles/parts.ts';
import { errorType, errorTypes } from './error-type.ts';
import { styles } from './styles.ts';
import { count } from '../lib/format.ts';

export interface Bar {
  name: string;
  count: number;
}

@customElement('bx-bars')
export class Bars extends LitElement {
  static override styles = [
    base,
    chartRows,
    errorTypes,
    css`
      li button {
        grid-template-columns: minmax(0, 36ch) minmax(96px, 1fr) 5ch;
        gap: 12px;
      }
      .bar {
        display: block;
        height: 10px;
        background: var(--fail);
        border-radius: 0 2px 2px 0;
        min-width: 2px;
      }
      /* The bar below its name, as wide as the column. */
      @media (max-width: 600px) {
        li button {
          grid-template-columns: minmax(0, 1fr) 5ch;
          gap: 4px 12px;
        }
        li button > :nth-child(2) {
          grid-area: 2 / 1 / 2 / -1;
        }
      }
    `,
  ];

  @property({ attribute: false }) bars: readonly Bar[] = [];
  @property() picked = '';
  @property() label = '';

  override render() {
    const most = Math.max(1, ...this.bars.map((bar) => bar.count));
    return html`<ul aria-label=${this.label}>
      ${this.bars.map(
        (bar) => html`<li>
          <button aria-pressed=${bar.name === this.picked} title=${bar.name} @click=${() => this.pick(bar.name)}>
            <span class="name cut">${errorType(bar.name)}</span>
            <span aria-hidden="true"><span class="bar" ${styles({ width: `${(100 * bar.count) / most}%` })}></span></span>
            <span class="num">${count(bar.count)}</span>
          </button>
        </li>`,
      )}
    </ul>`;
  }

  private pick(name: string): void {
    const detail = name === this.picked ? '' : name;
    this.dispatchEvent(new CustomEvent('pick', { detail, bubbles: true, composed: true }));
  }
}

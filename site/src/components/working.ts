// Work of a worker that takes a while: what it does, how much is done where that is known, for how long, and Stop.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { count, plural } from '../lib/format.ts';

/** Fewer runs are not worth a hint. */
const MANY = 40;

@customElement('bx-working')
export class Working extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        padding: 8px 16px;
        color: var(--muted);
      }
      .what {
        flex-basis: 100%;
      }
      .num {
        min-width: 4ch;
        text-align: left;
      }
    `,
  ];

  /** Of the bar, for screen readers. */
  @property() label = '';
  /** When it began, in milliseconds of the page's clock. */
  @property({ type: Number }) began = 0;
  /** Runs that are done; null where the work does not say. */
  @property({ attribute: false }) done: number | null = null;
  /** All runs of the work. */
  @property({ type: Number }) total = 0;

  private ticking: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.ticking);
  }

  override render() {
    clearTimeout(this.ticking);
    // An update that was pending at the disconnect comes after it.
    if (this.isConnected) this.ticking = setTimeout(() => this.requestUpdate(), 1000);
    const { done, total } = this;
    const seconds = Math.floor((performance.now() - this.began) / 1000);
    return html`<span class="what" role="status"><slot></slot> …</span>
      ${
        done === null
          ? html`<progress aria-label=${this.label}></progress>`
          : html`<progress aria-label=${this.label} max=${total} .value=${done}></progress>
            <span class="num">${count(done)} of ${plural(total, 'run')}</span>`
      }
      <span class="num" aria-hidden="true">${seconds < 2 ? nothing : `${count(seconds)} s`}</span>
      <button @click=${() => this.dispatchEvent(new CustomEvent('stop'))}>Stop</button>
      ${total > MANY ? html`<span>To make it shorter, filter or select runs.</span>` : nothing}`;
  }
}

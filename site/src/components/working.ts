// Work of a worker that takes a while: what it does, how much is done where that is known, for how long, and Stop.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { count, plural } from '../lib/format.ts';
import './notice.ts';

/** Fewer runs are not worth a hint. */
const MANY = 40;

@customElement('bx-working')
export class Working extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
      }
      p {
        padding: 0 16px;
      }
      .done {
        font-variant-numeric: tabular-nums;
      }
      progress {
        margin: 0 16px;
        max-width: calc(100% - 32px);
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
    return html`<bx-notice kind="loading"><slot></slot></bx-notice>
      ${
        done === null
          ? html`<progress aria-label=${this.label}></progress>`
          : html`<p class="done">${count(done)} of ${plural(total, 'run')}</p>
            <progress aria-label=${this.label} max=${total} .value=${done}></progress>`
      }
      <p><button @click=${() => this.dispatchEvent(new CustomEvent('stop'))}>Stop</button> <span class="num muted" aria-hidden="true">${seconds < 2 ? nothing : `${count(seconds)} s`}</span> ${total > MANY ? html`<span class="muted">Filter or select runs to make it shorter.</span>` : nothing}</p>`;
  }
}

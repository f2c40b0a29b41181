// Empty, loading, error and offline states: one calm block, the same everywhere. With `pre` line ends stay.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';

const SIGNS = { empty: '', loading: '', error: '✕', warn: '!', info: '' } as const;

@customElement('bx-notice')
export class Notice extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        padding: 24px 16px;
        color: var(--muted);
        max-width: 72ch;
      }
      :host([kind='error']),
      :host([kind='warn']) {
        color: var(--ink);
      }
      p {
        color: var(--ink);
        font-weight: 600;
      }
      :host([pre]) .body {
        white-space: pre-line;
      }
      .error {
        color: var(--fail);
      }
      .warn {
        color: var(--warn);
      }
      .loading::after {
        content: ' …';
      }
    `,
  ];

  @property({ reflect: true }) kind: keyof typeof SIGNS = 'empty';
  @property() heading = '';

  override render() {
    const role = this.kind === 'error' ? 'alert' : 'status';
    return html`<div role=${role}>
      ${
        this.heading
          ? html`<p><span class=${this.kind} aria-hidden="true">${SIGNS[this.kind]}</span> ${this.heading}</p>`
          : nothing
      }
      <div class="body ${this.kind === 'loading' ? 'loading' : ''}"><slot></slot></div>
    </div>`;
  }
}

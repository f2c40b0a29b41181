// Says that a newer build waits, and loads it when asked.
import { LitElement, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { Watch } from '../state/watch.ts';
import { update } from './register.ts';

@customElement('bx-update-bar')
export class UpdateBar extends LitElement {
  static override styles = [
    base,
    css`
      div {
        position: fixed;
        right: 16px;
        bottom: 16px;
        z-index: 9;
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 8px 8px 8px 16px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--bg);
        box-shadow: var(--float);
      }
    `,
  ];

  constructor() {
    super();
    new Watch(this, update);
  }

  override render() {
    const load = update.value;
    if (!load) return nothing;
    return html`<div role="status">
      A newer version is ready.
      <button @click=${load}>Load it</button>
      <button class="plain" aria-label="Not now" @click=${() => update.set(null)}>✕</button>
    </div>`;
  }
}

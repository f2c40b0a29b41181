// Says, while files are dragged over the page, that they may be dropped anywhere.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { base } from '../styles/base.ts';

@customElement('bx-drop-veil')
export class DropVeil extends LitElement {
  static override styles = [
    base,
    css`
      div {
        position: fixed;
        inset: 8px;
        z-index: 20;
        display: grid;
        place-items: center;
        border: 2px dashed var(--accent);
        border-radius: var(--radius);
        background: color-mix(in srgb, var(--bg) 88%, transparent);
        font-size: var(--s20);
        pointer-events: none;
      }
    `,
  ];

  @state() private over = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('dragenter', (event) => {
      if (event.dataTransfer?.types.includes('Files')) this.over = true;
    });
    document.addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) this.over = false;
    });
    document.addEventListener('drop', () => (this.over = false));
  }

  override render() {
    return this.over
      ? html`<div>Drop result files, folders or archives (.zip, .tar, .gz)</div>`
      : nothing;
  }
}

// A modal dialog: `showDialog('Title', html`...`)`. Closes with Esc, its button, or a click outside.
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { dialogFrame } from '../styles/parts.ts';

@customElement('bx-dialog')
export class Dialog extends LitElement {
  static override styles = [
    base,
    dialogFrame,
    css`
      dialog {
        width: min(640px, calc(100vw - 32px));
        max-height: calc(100dvh - 64px);
      }
      /* No header element, which would be a second banner of the page. */
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
        padding: 8px 8px 8px 16px;
        border-bottom: 1px solid var(--line);
      }
      .head button {
        width: var(--control);
        padding: 0;
      }
      section {
        padding: 16px;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 16px;
        overflow-wrap: anywhere;
      }
      table {
        border-collapse: collapse;
      }
      th,
      td {
        text-align: left;
        vertical-align: top;
        font-weight: normal;
        padding: 4px 16px 4px 0;
      }
      /* Tables below each other have their columns in line. */
      th {
        min-width: 12ch;
        white-space: nowrap;
      }
      label.wide {
        display: grid;
        gap: 8px;
      }
      label.wide textarea {
        width: 100%;
        overflow-wrap: anywhere;
      }
      li + li {
        margin-top: 8px;
      }
      dl {
        display: grid;
        grid-template-columns: max-content 1fr;
        gap: 4px 16px;
      }
      dt {
        color: var(--muted);
      }
      dd {
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property() heading = '';
  @property({ attribute: false }) content: TemplateResult | (() => TemplateResult) = html``;

  override firstUpdated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    dialog?.showModal();
    dialog?.addEventListener('close', () => {
      this.dispatchEvent(new CustomEvent('closed'));
      this.remove();
    });
  }

  close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  override render() {
    const content = typeof this.content === 'function' ? this.content() : this.content;
    return html`<dialog aria-labelledby="heading" @click=${this.outside}>
      <div class="head">
        <h2 id="heading">${this.heading}</h2>
        <button class="plain" aria-label="Close" @click=${this.close}>✕</button>
      </div>
      <section>${content}</section>
    </dialog>`;
  }

  private outside(event: Event): void {
    if (event.target === event.currentTarget) this.close();
  }
}

/** Shows a dialog; the returned element can be closed, or redrawn with `requestUpdate`. */
export function showDialog(heading: string, content: Dialog['content']): Dialog {
  const dialog = document.createElement('bx-dialog') as Dialog;
  dialog.heading = heading;
  dialog.content = content;
  document.body.append(dialog);
  return dialog;
}

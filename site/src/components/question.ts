// What was asked: the messages of a turn, the user's plain, others with their role.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import type { Json, Message } from '../lib/scorer-types.ts';

const text = (content: Json): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

@customElement('bx-question')
export class Question extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
      }
      p {
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      p + p {
        margin-top: 8px;
      }
      .role {
        color: var(--muted);
        font-size: var(--s12);
        margin-right: 6px;
      }
    `,
  ];

  @property({ attribute: false }) messages: readonly Message[] = [];

  override render() {
    const alone = this.messages.length === 1;
    return this.messages.map(
      // No white space of the template may get into a paragraph, which keeps the message's own.
      ({ role, content }) =>
        html`<p>${alone && role === 'user' ? nothing : html`<span class="role">${role}</span>`}${text(content)}</p>`,
    );
  }
}

// What was asked: the messages of a turn, the user's plain, others with their role.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import type { Json, Message } from '../lib/scorer-types.ts';

const text = (content: Json): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

/** All turns, numbered where there are several. */
export const questionTurns = (turns: readonly (readonly Message[])[]) =>
  turns.map(
    (messages, i) =>
      html`<bx-question .messages=${messages} .turn=${turns.length > 1 ? i + 1 : 0}></bx-question>`,
  );

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
      .turn {
        margin-top: 8px;
        color: var(--muted);
        font-size: var(--s12);
      }
      .turn + p {
        margin-top: 0;
      }
      .role {
        color: var(--muted);
        font-size: var(--s12);
        margin-right: 6px;
      }
    `,
  ];

  @property({ attribute: false }) messages: readonly Message[] = [];
  /** Its number; 0 of the only one. */
  @property({ attribute: false }) turn = 0;

  override render() {
    const alone = this.messages.length === 1;
    const number = this.turn > 0 ? html`<p class="turn">turn ${this.turn}</p>` : nothing;
    const said = this.messages.map(
      // No white space of the template may get into a paragraph, which keeps the message's own.
      ({ role, content }) =>
        html`<p>${alone && role === 'user' ? nothing : html`<span class="role">${role}</span>`}${text(content)}</p>`,
    );
    return html`${number}${said}`;
  }
}

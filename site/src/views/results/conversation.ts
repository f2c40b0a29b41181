// The conversation of an entry: what the model was told, what it answered, what its calls gave, turn by turn.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Part, Talk } from '../../lib/conversation.ts';
import { count } from '../../lib/format.ts';
import { base } from '../../styles/base.ts';

const SOURCES: Record<Talk['source'], string> = {
  log: 'From the inference log in the results.',
  replay:
    'These results have no log of this entry. This shows the question from the dataset, the responses, and the results of replaying the calls.',
  asked: 'The question from the dataset; this run has no response.',
};

@customElement('bx-conversation')
export class Conversation extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
      }
      h3 {
        padding: 16px 0 4px;
      }
      .part {
        display: grid;
        grid-template-columns: 8.5ch minmax(0, 1fr);
        gap: 0 12px;
        padding: 8px 0;
        border-top: 1px solid var(--line);
      }
      .source {
        padding: 8px 0;
      }
      .role {
        color: var(--muted);
        font-size: var(--s12);
        padding-top: 2px;
        overflow-wrap: anywhere;
      }
      .response .role {
        color: var(--ink);
        font-weight: 600;
      }
      .text {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        unicode-bidi: plaintext;
        max-height: 320px;
        overflow: auto;
      }
      .mono {
        font-size: var(--s13);
      }
      .result .text {
        color: var(--muted);
      }
      ol {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      .facts {
        color: var(--muted);
        font-size: var(--s12);
        font-variant-numeric: tabular-nums;
      }
      details > .text {
        margin-top: 4px;
      }
      summary {
        cursor: pointer;
        color: var(--accent);
        font-size: var(--s13);
        min-height: 24px;
      }
      @media (max-width: 520px) {
        .part {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  @property({ attribute: false }) talk: Talk | null = null;

  override render() {
    const { talk } = this;
    if (!talk) return nothing;
    return html`<p class="source muted small">${SOURCES[talk.source]}${talk.cut ? ' It is long: the rest is left out.' : ''}</p>
      ${talk.turns.map(
        ({ parts }, i) => html`
        ${talk.turns.length > 1 ? html`<h3>Turn ${i + 1}</h3>` : nothing}
        <ol>${parts.map((part) => html`<li class="part ${part.kind}">${this.row(part)}</li>`)}</ol>
      `,
      )}`;
  }

  // No white space of the template may get into a text, which keeps its own.
  private row(part: Part) {
    if (part.kind === 'message') {
      const text = html`<div class="text" tabindex="0" role="group" aria-label=${part.role}>${part.text}</div>`;
      return html`<span class="role">${part.role}</span>${part.role === 'system' ? html`<details><summary>System message</summary>${text}</details>` : text}`;
    }
    if (part.kind === 'folded') {
      return html`<span class="role"></span><details><summary>${part.label}</summary><div class="text mono" tabindex="0" role="group" aria-label=${part.label}>${part.text}</div></details>`;
    }
    if (part.kind === 'result') {
      return html`<span class="role">gives</span><div>
        ${part.call ? html`<div class="mono muted">${part.call}</div>` : nothing}
        <div class="text mono" tabindex="0" role="group" aria-label="Result">${part.text}</div>
      </div>`;
    }
    return html`<span class="role">model</span><div>
      ${part.reasoning ? html`<details><summary>Reasoning</summary><div class="text" tabindex="0" role="group" aria-label="Reasoning">${part.reasoning}</div></details>` : nothing}
      <div class="text mono" tabindex="0" role="group" aria-label="Response">${part.text || '(empty)'}</div>
      ${part.note ? html`<div class="small muted">${part.note}</div>` : nothing}
      ${this.facts(part)}
    </div>`;
  }

  private facts({ tokensIn, tokensOut, seconds }: Extract<Part, { kind: 'response' }>) {
    const facts = [
      tokensIn === null ? '' : `${count(tokensIn)} tokens in`,
      tokensOut === null ? '' : `${count(tokensOut)} out`,
      seconds === null ? '' : `${seconds.toFixed(2)} s`,
    ].filter(Boolean);
    return facts.length === 0 ? nothing : html`<div class="facts">${facts.join(', ')}</div>`;
  }
}

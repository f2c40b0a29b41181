// A decoded call, an argument a line, with the offending part underlined and, below it, why.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { code } from '../styles/parts.ts';
import type { CallMark } from '../lib/marks.ts';
import type { DecodedCall } from '../lib/scorer-types.ts';

@customElement('bx-call')
export class Call extends LitElement {
  static override styles = [
    base,
    code,
    css`
      .marked {
        text-decoration: underline wavy var(--fail) 1px;
        text-underline-offset: 3px;
        background: var(--fail-soft);
        border-radius: 2px;
      }
      .why {
        margin: 4px 0 8px;
        padding: 4px 0 4px 10px;
        border-left: 2px solid var(--fail);
        font-family: var(--text);
        font-size: var(--s13);
      }
      .gap {
        color: var(--fail);
        border: 1px dashed var(--fail);
        border-radius: 3px;
        padding: 0 4px;
      }
    `,
  ];

  @property({ attribute: false }) call: DecodedCall | null = null;
  @property({ attribute: false }) mark: CallMark | null = null;

  override render() {
    const { call, mark } = this;
    if (!call) return nothing;
    const onName = mark !== null && mark.argument === undefined;
    const inline = call.arguments.length === 0 || (call.text.length < 60 && !mark);
    return html`<div>
        <span class="name ${onName ? 'marked' : ''}">${call.name}</span>(${inline ? call.arguments.map((a, i) => html`${i ? ', ' : ''}${a.name}=${a.repr}`) : nothing}${inline && !mark?.missing ? ')' : nothing}
      </div>
      ${onName ? this.why(mark) : nothing}
      ${
        inline
          ? nothing
          : html`<div class="args">
            ${call.arguments.map((argument) => {
              const marked = mark?.argument === argument.name && !mark.missing;
              return html`<div>${argument.name}=<span class=${marked ? 'marked' : ''}>${argument.repr}</span>,</div>
                ${marked ? this.why(mark) : nothing}`;
            })}
          </div>`
      }
      ${
        mark?.missing
          ? html`<div class="args"><span class="gap">${mark.argument} is missing</span></div>${this.why(mark)}`
          : nothing
      }
      ${inline && !mark?.missing ? nothing : html`<div>)</div>`}`;
  }

  private why(mark: CallMark) {
    return html`<div class="why">
      ${mark.text} ${mark.expected ? html`<div>expected <code>${mark.expected}</code></div>` : nothing}
    </div>`;
  }
}

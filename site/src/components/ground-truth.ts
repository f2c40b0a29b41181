// The possible answers of an entry: each call with the values that pass for each parameter.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { code } from '../styles/parts.ts';
import { possibleCalls, turnCalls } from '../lib/ground-truth.ts';
import type { Json } from '../lib/scorer-types.ts';

@customElement('bx-ground-truth')
export class GroundTruth extends LitElement {
  static override styles = [
    base,
    code,
    css`
      .or {
        font-family: var(--text);
        color: var(--muted);
      }
    `,
  ];

  @property({ attribute: false }) value: Json = null;

  override render() {
    const calls = possibleCalls(this.value);
    if (calls) {
      return calls.map(
        ({ name, parameters }) => html`<div>
          <span class="name">${name}</span>(${parameters.length === 0 ? ')' : nothing}
          ${
            parameters.length === 0
              ? nothing
              : html`<div class="args">
                  ${parameters.map(
                    ({ parameter, values, optional }) => html`<div>
                      ${parameter}=${values.map((value, i) => html`${i > 0 ? html` <span class="or">or</span> ` : nothing}${value}`)}
                      ${optional ? html`<span class="or">${values.length > 0 ? 'or ' : ''}omitted</span>` : nothing}
                    </div>`,
                  )}
                </div>
                <div>)</div>`
          }
        </div>`,
      );
    }
    const turns = turnCalls(this.value);
    if (turns)
      return turns.map(
        (calls, i) => html`<div class="or">turn ${i + 1}</div>
          ${calls.length === 0 ? html`<div class="or">no call</div>` : calls.map((call) => html`<div>${call}</div>`)}`,
      );
    if (this.value === null)
      return html`<span class="or">none: what counts is whether a call was made</span>`;
    return html`<pre>${JSON.stringify(this.value, null, 2)}</pre>`;
  }
}

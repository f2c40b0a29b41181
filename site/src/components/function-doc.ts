// A function that the model was offered: name, description, parameters.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { functionDoc } from '../lib/function-docs.ts';
import type { Json } from '../lib/scorer-types.ts';

@customElement('bx-function')
export class FunctionElement extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        padding: 8px 0;
      }
      :host(:not(:last-child)) {
        border-bottom: 1px solid var(--line);
      }
      .name {
        font-family: var(--mono);
        font-weight: 600;
        font-size: var(--s13);
        overflow-wrap: anywhere;
      }
      dl {
        display: grid;
        gap: 4px;
        margin-top: 8px;
      }
      dt {
        font-family: var(--mono);
        font-size: var(--s13);
        overflow-wrap: anywhere;
      }
      dd {
        padding-left: 16px;
        font-size: var(--s13);
        color: var(--muted);
      }
    `,
  ];

  @property({ attribute: false }) doc: Json = null;

  override render() {
    const { name, description, parameters } = functionDoc(this.doc);
    return html`<p class="name">${name}</p>
      <p>${description}</p>
      <dl>
        ${parameters.map(
          (
            p,
          ) => html`<dt>${p.name}: ${p.type}${p.required ? '' : html`<span class="muted">, optional</span>`}</dt>
            <dd>
              ${p.description}
              ${p.allowed.length > 0 ? html`<div>one of <code>${p.allowed.join(', ')}</code></div>` : nothing}
              ${p.fallback !== null ? html`<div>default <code>${p.fallback}</code></div>` : nothing}
            </dd>`,
        )}
      </dl>`;
  }
}

// Why a response passes or fails: decoded calls with the offending argument marked in place, the rule, the
// official error text, and the ground truth. For responses of single turns; episodes have their own view.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { sections } from '../styles/sections.ts';
import { markOf } from '../lib/marks.ts';
import type { CallExplanation, DecodeError, Json, Why } from '../lib/scorer-types.ts';
import './call.ts';
import './ground-truth.ts';

/** The official error as text: a list is joined by lines, anything else is JSON. */
export function officialText(error: Json): string {
  const one = (part: Json) => (typeof part === 'string' ? part : JSON.stringify(part, null, 2));
  return Array.isArray(error) ? error.map(one).join('\n') : one(error);
}

/** Why there are no calls. Python's words stay with the official error where the core has better ones. */
export const undecodedText = (error: DecodeError, why: Why | null): string =>
  error.text ??
  (why?.rule === 'decoder_failed'
    ? why.text
    : `It could not be decoded. ${error.kind}: ${error.message}`);

/** Signs of verdicts, with the class of their colour. */
export const verdictSign = (valid: boolean | null) =>
  valid === null
    ? html`<span class="absent" role="img" aria-label="not scored">–</span>`
    : valid
      ? html`<span class="pass" role="img" aria-label="passed">✓</span>`
      : html`<span class="fail" role="img" aria-label="failed">✕</span>`;

@customElement('bx-explanation')
export class ExplanationElement extends LitElement {
  static override styles = [
    base,
    sections,
    css`
      bx-call + bx-call {
        margin-top: 8px;
      }
    `,
  ];

  @property({ attribute: false }) value: CallExplanation | null = null;
  /** Leaves the raw response out: it stands beside already. */
  @property({ type: Boolean }) brief = false;

  override render() {
    const { value } = this;
    if (!value) return nothing;
    return html`
      ${this.brief ? nothing : html`<section><h3>Response</h3><pre class="raw" tabindex="0">${value.raw}</pre></section>`}
      <section>
        <h3>Decoded by <span class="mono">${value.settings.decoder}</span>${value.settings.underscore_to_dot ? ', function names use _ for .' : ''}</h3>
        ${this.calls(value)} ${this.official(value)}
      </section>
      <section>
        <h3>Ground truth</h3>
        <bx-ground-truth .value=${value.possible_answers}></bx-ground-truth>
      </section>
    `;
  }

  private calls(value: CallExplanation) {
    const marked = markOf(value);
    const { why } = value;
    const apart = why && !marked && !value.valid && !value.decode_error;
    return html`${
      apart
        ? html`<div class="why">${why.text}${why.expected === null || why.text.includes(why.expected_repr) ? nothing : html`<div>expected <code>${why.expected_repr}</code></div>`}</div>`
        : nothing
    }
    ${
      value.decode_error
        ? html`<div class="why">${undecodedText(value.decode_error, why)}</div>`
        : nothing
    }
    ${value.not_scored ? html`<div class="muted">${value.not_scored}</div>` : nothing}
    ${
      value.calls === null
        ? value.decoded_repr !== null
          ? html`<pre>${value.decoded_repr}</pre>`
          : nothing
        : value.calls.length === 0
          ? html`<p class="muted">no call</p>`
          : html`<div>${value.calls.map((call, i) => html`<bx-call .call=${call} .mark=${marked?.index === i ? marked.mark : null}></bx-call>`)}</div>`
    }`;
  }

  private official(value: CallExplanation) {
    if (value.valid !== false) return nothing;
    return html`<details>
      <summary>Rule and official error</summary>
      ${value.why ? html`<p><code>${value.why.rule}</code> ${value.why.explanation}</p>` : nothing}
      <p><code>${value.error_type}</code></p>
      <pre class="raw" tabindex="0">${officialText(value.error)}</pre>
    </details>`;
  }
}

// The turns of the open case: the question, the expected calls and their results of each. Emits `turns` with the turns and
// the field that is being typed in, and `single` for a case of the first turn alone.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../../styles/base.ts';
import { fields } from '../../styles/parts.ts';
import type { TurnCells } from '../../lib/scorer-types.ts';
import { caseParts } from './cases-styles.ts';

/** As many as a case can have. */
const MOST = 100;

@customElement('bx-case-turns')
export class CaseTurns extends LitElement {
  static override styles = [
    base,
    fields,
    caseParts,
    css`
      fieldset {
        display: grid;
        gap: 12px;
        min-width: 0;
        margin: 0;
        padding: 8px 12px 12px;
        border: 1px solid var(--line);
        border-radius: var(--radius, 4px);
      }
      fieldset + fieldset,
      fieldset + .row {
        margin-top: 12px;
      }
      legend {
        padding: 0 4px;
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) value: readonly TurnCells[] = [];

  focusFirst(): void {
    this.renderRoot.querySelector<HTMLElement>('textarea')?.focus();
  }

  private send(turns: TurnCells[], field = ''): void {
    this.dispatchEvent(new CustomEvent('turns', { detail: { turns, field } }));
  }

  private readonly cell = (index: number, name: keyof TurnCells) => (event: Event) => {
    const text = (event.target as HTMLTextAreaElement).value;
    const turns = this.value.map((turn, i) => (i === index ? { ...turn, [name]: text } : turn));
    this.send(turns, `turns ${index} ${name}`);
  };

  private without(index: number): void {
    this.send(this.value.filter((_, i) => i !== index));
  }

  /** Behind the others, with the question open. */
  private add(): void {
    this.send([...this.value, {}]);
    void this.updateComplete.then(() => {
      const all = this.renderRoot.querySelectorAll<HTMLElement>('textarea.prose');
      all[all.length - 1]?.focus();
    });
  }

  override render() {
    const { value } = this;
    return html`${value.map((turn, i) => this.turn(turn, i))}
      <div class="row wrap">
        <button ?disabled=${value.length >= MOST} @click=${this.add}>Add a turn</button>
        ${value.length === 1 ? html`<button @click=${() => this.dispatchEvent(new CustomEvent('single'))}>Back to one turn</button>` : nothing}
      </div>`;
  }

  private turn(turn: TurnCells, index: number) {
    const number = index + 1;
    return html`<fieldset>
      <legend>Turn ${number}</legend>
      <label>Question of the user
        <textarea class="prose" rows="2" .value=${turn.question ?? ''} @input=${this.cell(index, 'question')}></textarea>
      </label>
      <label>Expected calls: Python calls, JSON, or none
        <textarea rows="4" spellcheck="false" .value=${turn.expected ?? ''} placeholder=${index === 0 ? "get_weather(city='Paris')" : 'none'} @input=${this.cell(index, 'expected')}></textarea>
      </label>
      <details ?open=${Boolean(turn.messages || turn.results)}>
        <summary>Messages and results of this turn</summary>
        <div class="form">
          <label>Results: what each expected call returns, a JSON list
            <textarea rows="2" spellcheck="false" .value=${turn.results ?? ''} placeholder='[{"celsius": 20}]' @input=${this.cell(index, 'results')}></textarea>
          </label>
          <label>Messages instead of the question, as JSON
            <textarea rows="3" spellcheck="false" .value=${turn.messages ?? ''} placeholder='[{"role": "user", "content": "…"}]' @input=${this.cell(index, 'messages')}></textarea>
          </label>
        </div>
      </details>
      ${
        this.value.length > 1
          ? html`<div class="row wrap"><button aria-label="Remove turn ${number}" @click=${() => this.without(index)}>Remove</button></div>`
          : nothing
      }
    </fieldset>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'bx-case-turns': CaseTurns;
  }
}

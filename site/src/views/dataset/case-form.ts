// The fields of the open case, and of its benchmark. Emits `cells` with ChangedCells, and `member` of the benchmark with
// {name, text}.
import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../../styles/base.ts';
import { fields } from '../../styles/parts.ts';
import './case-turns.ts';
import { withTurns, withoutTurns, type EditedCase } from '../../lib/case-list.ts';
import type { BenchmarkTexts, CaseCells, TurnCells } from '../../lib/scorer-types.ts';
import { caseParts } from './cases-styles.ts';

/** `field`: what is being typed in; empty for anything else. */
export interface ChangedCells {
  cells: CaseCells;
  field: string;
}

const MATCHES = ['official', 'schema', 'exact'];
const ORDERS = ['any', 'given'];

const textOf = (event: Event): string =>
  (event.target as HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement).value;

@customElement('bx-case-form')
export class CaseForm extends LitElement {
  static override styles = [base, fields, caseParts];

  @property({ attribute: false }) value: EditedCase | null = null;
  @property({ attribute: false }) benchmark: BenchmarkTexts = {};

  focusFirst(): void {
    const turns = this.renderRoot.querySelector('bx-case-turns');
    if (turns) turns.focusFirst();
    else this.renderRoot.querySelector<HTMLElement>('#question')?.focus();
  }

  private sendCells(cells: CaseCells, field = ''): void {
    this.dispatchEvent(new CustomEvent<ChangedCells>('cells', { detail: { cells, field } }));
  }

  private readonly cell = (name: keyof CaseCells) => (event: Event) =>
    this.sendCells({ ...this.value?.cells, [name]: textOf(event) }, name);
  private readonly member = (name: keyof BenchmarkTexts) => (event: Event) =>
    this.dispatchEvent(new CustomEvent('member', { detail: { name, text: textOf(event) } }));

  override render() {
    return html`${this.value ? this.form(this.value) : nothing} ${this.ofBenchmark()}`;
  }

  private form({ cells, key }: EditedCase) {
    const { turns } = cells;
    const more = Boolean(cells.messages || cells.match || cells.order);
    return html`<section class="form" aria-label="Case">
      ${
        turns
          ? html`<bx-case-turns
            .value=${turns}
            @turns=${({ detail }: CustomEvent<{ turns: TurnCells[]; field: string }>) =>
              this.sendCells({ ...cells, turns: detail.turns }, detail.field)}
            @single=${() => this.sendCells(withoutTurns(cells))}
          ></bx-case-turns>`
          : html`<label>Question of the user
              <textarea id="question" class="prose" rows="3" .value=${cells.question ?? ''} @input=${this.cell('question')}></textarea>
            </label>
            <label>Expected calls: Python calls, JSON, or none
              <textarea rows="8" spellcheck="false" .value=${cells.expected ?? ''} placeholder="get_weather(city='Paris')" @input=${this.cell('expected')}></textarea>
            </label>
            <div class="row wrap"><button @click=${() => this.sendCells(withTurns(cells))}>Add a turn</button></div>`
      }
      <div class="pair">
        <label>Your own id<input .value=${cells.id ?? ''} @input=${this.cell('id')} /></label>
        <label>Tags, separated by semicolons<input .value=${cells.tags ?? ''} @input=${this.cell('tags')} /></label>
      </div>
      <details ?open=${more} data-key=${key}>
        <summary>${turns ? 'Tools, match and order of this case' : 'Messages, tools, match and order of this case'}</summary>
        <div class="form">
          ${
            turns
              ? nothing
              : html`<label>Messages instead of the question, as JSON
                <textarea rows="4" spellcheck="false" .value=${cells.messages ?? ''} placeholder='[{"role": "user", "content": "…"}]' @input=${this.cell('messages')}></textarea>
              </label>`
          }
          <label>Tools instead of those of the benchmark: names separated by semicolons, or JSON
            <textarea rows="4" spellcheck="false" .value=${cells.tools ?? ''} @input=${this.cell('tools')}></textarea>
          </label>
          <div class="pair">
            ${this.choice('Match', 'as the benchmark', MATCHES, cells.match, this.cell('match'))}
            ${this.choice('Order of calls', 'default', ORDERS, cells.order, this.cell('order'))}
          </div>
        </div>
      </details>
    </section>`;
  }

  private choice(
    label: string,
    none: string,
    names: readonly string[],
    chosen: string | undefined,
    change: (event: Event) => void,
  ) {
    // A value of a file that is none of these stays, and the module says what is wrong with it.
    const all = chosen && !names.includes(chosen) ? [chosen, ...names] : names;
    return html`<label>${label}
      <select @change=${change}>
        ${none ? html`<option value="" ?selected=${!chosen}>${none}</option>` : nothing}
        ${all.map((name) => html`<option ?selected=${name === chosen}>${name}</option>`)}
      </select>
    </label>`;
  }

  private ofBenchmark() {
    const { benchmark } = this;
    return html`<section>
      <details ?open=${!benchmark.tools && !this.value?.cells.tools}>
        <summary>Benchmark: tools, name, version, licence, citation, weights</summary>
        <div class="form">
          <label>Tools: OpenAI, Anthropic, Gemini, MCP, JSON Schema or BFCL
            <textarea id="tools" rows="8" spellcheck="false" .value=${benchmark.tools ?? ''} placeholder='[{"name": "get_weather", "parameters": {…}}]' @input=${this.member('tools')}></textarea>
          </label>
          <div class="pair">
            <label>Name<input .value=${benchmark.name ?? ''} placeholder="my-bench" @input=${this.member('name')} /></label>
            <label>Version<input .value=${benchmark.version ?? ''} placeholder="0.1.0" @input=${this.member('version')} /></label>
            <label>Licence<input .value=${benchmark.licence ?? ''} @input=${this.member('licence')} /></label>
            <label>Language<input .value=${benchmark.language ?? ''} placeholder="en" @input=${this.member('language')} /></label>
            ${this.choice('Match', '', MATCHES, benchmark.match ?? 'official', this.member('match'))}
          </div>
          <label>Citation, as text or BibTeX
            <textarea rows="2" spellcheck="false" .value=${benchmark.citation ?? ''} @input=${this.member('citation')}></textarea>
          </label>
          <label>Weights of tags, as JSON
            <textarea id="weights" rows="2" spellcheck="false" .value=${benchmark.weights ?? ''} placeholder='{"weather": 2, "time": 1}' @input=${this.member('weights')}></textarea>
          </label>
          ${
            benchmark.more
              ? html`<label>Other members of dataset.json, as JSON
                <textarea rows="2" spellcheck="false" .value=${benchmark.more} @input=${this.member('more')}></textarea>
              </label>`
              : nothing
          }
        </div>
      </details>
    </section>`;
  }
}

// Beside the open case, as it is written: what it becomes, every fault as the module says it, and the verdict of a
// response, of several turns for each. Emits `response` with its text, or `responses` with those of all turns.
import { LitElement, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../components/explanation.ts';
import '../../components/function-doc.ts';
import '../../components/ground-truth.ts';
import { verdictSign } from '../../components/explanation.ts';
import { base } from '../../styles/base.ts';
import { fields } from '../../styles/parts.ts';
import { verdictWord } from '../../lib/format.ts';
import type { EditedCase } from '../../lib/case-list.ts';
import type { BenchmarkTexts, ReadCase } from '../../lib/scorer-types.ts';
import { categoryInfo, describe, description, pool } from '../../state/pool.ts';
import { messageOf } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { caseParts } from './cases-styles.ts';

/** After the last key. */
const SETTLED = 120;

@customElement('bx-case-live')
export class CaseLive extends LitElement {
  static override styles = [base, fields, caseParts];

  @property({ attribute: false }) value: EditedCase | null = null;
  @property({ attribute: false }) benchmark: BenchmarkTexts = {};
  /** What is wrong with it among the other cases, such as a duplicate id. */
  @property() among = '';
  @state() private read: ReadCase | null = null;
  @state() private error = '';
  @state() private decoder = '';
  private asked = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    new Watch(this, description);
    void describe().catch((error: unknown) => (this.error = messageOf(error)));
  }

  override willUpdate(): void {
    const { value, benchmark, decoder } = this;
    if (!value) return;
    const { key: id, cells, response, responses } = value;
    const key = JSON.stringify([id, cells, response, responses, benchmark, decoder]);
    if (key === this.asked) return;
    const other = JSON.parse(this.asked || '[0]')[0] !== value.key;
    this.asked = key;
    clearTimeout(this.timer);
    if (other) void this.ask(key);
    else this.timer = setTimeout(() => void this.ask(key), SETTLED);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.asked = '';
  }

  private async ask(key: string): Promise<void> {
    const { value, benchmark, decoder } = this;
    if (!value) return;
    try {
      const read = await pool.callOn(0, 'readCase', {
        benchmark,
        cells: value.cells,
        response: value.response ?? '',
        ...(value.cells.turns && { responses: [...(value.responses ?? [])] }),
        ...(decoder && { decoder }),
      });
      if (key !== this.asked) return;
      this.read = read;
      this.error = '';
    } catch (error) {
      if (key === this.asked) this.error = messageOf(error);
    }
  }

  override render() {
    if (!this.value) return nothing;
    return html`${this.becomes()} ${this.response()}`;
  }

  private becomes() {
    const { read, error, among } = this;
    if (error) return html`<section><p class="fail" role="alert">${error}</p></section>`;
    if (!read)
      return html`<section><h2>Entry</h2><p class="muted" role="status">Reading the case …</p></section>`;
    const { entry, faults } = read;
    const all = among && !faults.includes(among) ? [...faults, among] : faults;
    const info = entry && categoryInfo(entry.category);
    return html`<section aria-label="Entry">
      <h2>Entry</h2>
      <div role="status">
        ${entry ? html`<p class="category"><code>${entry.category}</code>${info ? html` <span class="muted">Judged: ${info.judged_by}</span>` : nothing}</p>` : nothing}
        ${
          all.length === 0
            ? nothing
            : html`<ul class="faults" aria-label="Faults">
              ${all.map((fault) => html`<li><span class="fail" aria-hidden="true">✕</span><span>${fault}</span></li>`)}
            </ul>`
        }
        ${read.remarks.map((remark) => html`<p class="remark"><span class="warn" aria-hidden="true">!</span> ${remark}</p>`)}
      </div>
      ${
        entry
          ? html`<div>
              <h3>Ground truth</h3>
              <bx-ground-truth .value=${entry.ground_truth}></bx-ground-truth>
            </div>
            <details>
              <summary>Functions, ${entry.functions.length}</summary>
              ${entry.functions.map((doc) => html`<bx-function .doc=${doc}></bx-function>`)}
            </details>`
          : nothing
      }
    </section>`;
  }

  private response() {
    const { value, read, decoder } = this;
    const turns = value?.cells.turns;
    return html`<section aria-label="Response">
      <h2>${turns ? 'Try responses' : 'Try a response'}</h2>
      ${
        turns
          ? turns.map((_, i) => this.ofTurn(i, turns.length))
          : html`<label>Text, calls, or the JSON of an API
            <textarea rows="4" spellcheck="false" .value=${value?.response ?? ''} @input=${(
              event: Event,
            ) =>
              this.dispatchEvent(
                new CustomEvent('response', {
                  detail: (event.target as HTMLTextAreaElement).value,
                }),
              )}></textarea>
          </label>`
      }
      <label>Decoder
        <select @change=${(event: Event) => (this.decoder = (event.target as HTMLSelectElement).value)}>
          <option value="" ?selected=${!decoder}>automatic</option>
          ${description.value?.decoders.map(({ name, summary }) => html`<option value=${name} ?selected=${decoder === name} title=${summary}>${name}</option>`)}
        </select>
      </label>
      ${this.verdict(read)}
    </section>`;
  }

  /** Whether there is something to judge. */
  private get tried(): boolean {
    const { value } = this;
    return value?.cells.turns ? (value.responses ?? []).some(Boolean) : Boolean(value?.response);
  }

  private ofTurn(index: number, count: number) {
    const said = this.value?.responses ?? [];
    const { verdict } = this.read ?? {};
    const turn = this.tried && verdict?.type === 'episode' ? verdict.turns[index] : undefined;
    return html`<div class="form">
      <label>Response to turn ${index + 1}
        <textarea rows="2" spellcheck="false" .value=${said[index] ?? ''} @input=${(
          event: Event,
        ) => {
          const { value: text } = event.target as HTMLTextAreaElement;
          const all = Array.from({ length: count }, (_, i) =>
            i === index ? text : (said[i] ?? ''),
          );
          this.dispatchEvent(new CustomEvent('responses', { detail: all }));
        }}></textarea>
      </label>
      ${
        turn && turn.ok !== null
          ? html`<p class="of-turn" role="status">${verdictSign(turn.ok)} <span>${turn.failure ?? verdictWord(turn.ok)}</span></p>`
          : nothing
      }
    </div>`;
  }

  private verdict(read: ReadCase | null) {
    const verdict = read?.verdict;
    if (!verdict || !this.tried)
      return html`<p class="muted" role="status">${read && !read.entry && this.tried ? 'The verdict appears when the case has no fault.' : 'The verdict appears here while you type.'}</p>`;
    return html`<p class="verdict" role="status">
        ${verdictSign(verdict.valid)} ${verdictWord(verdict.valid)}
        ${verdict.error_type ? html`<code class="small">${verdict.error_type}</code>` : nothing}
      </p>
      ${verdict.type === 'calls' ? html`<bx-explanation brief .value=${verdict}></bx-explanation>` : nothing}
      <p class="muted small">Decoder ${verdict.settings.decoder}.</p>`;
  }
}

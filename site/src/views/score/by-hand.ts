// A single call: pick an entry, type a response, and see the verdict change while typing.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import '../../components/explanation.ts';
import '../../components/function-doc.ts';
import '../../components/notice.ts';
import { questionTurns } from '../../components/question.ts';
import { verdictSign } from '../../components/explanation.ts';
import { base } from '../../styles/base.ts';
import { fields } from '../../styles/parts.ts';
import { isoDay, verdictWord } from '../../lib/format.ts';
import type { EntryDetail, EntrySummary, Explanation } from '../../lib/scorer-types.ts';
import { dataset } from '../../state/dataset.ts';
import { categoryInfo, describe, description, isDeferred, pool } from '../../state/pool.ts';
import { route, routeTo, setParams } from '../../state/router.ts';
import { messageOf } from '../../state/runs.ts';
import { handResponse } from '../../state/forms.ts';
import { Watch } from '../../state/watch.ts';
import { categoryOrder } from '../../state/order.ts';

const FIRST = 'simple_python';

@customElement('bx-by-hand')
export class ByHand extends LitElement {
  static override styles = [
    base,
    fields,
    css`
      :host {
        display: block;
        max-width: 1320px;
        margin: 0 auto;
        padding: 16px 16px 64px;
        width: 100%;
      }
      .top {
        padding-bottom: 16px;
      }
      .top a {
        line-height: 24px;
      }
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 32px;
      }
      .group {
        display: grid;
        gap: 8px;
        align-content: start;
      }
      .group + .group {
        margin-top: 24px;
      }
      .pick {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        gap: 8px;
      }
      textarea {
        width: 100%;
        min-height: 140px;
        resize: vertical;
      }
      .verdict {
        font-size: var(--s20);
        font-weight: 600;
        min-height: 32px;
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        align-items: baseline;
      }
      .verdict code {
        font-weight: 400;
      }
      @media (max-width: 900px) {
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (max-width: 380px) {
        .pick {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  @state() private entries: EntrySummary[] = [];
  @state() private entry: EntryDetail | null = null;
  @state() private explanation: Explanation | null = null;
  @state() private response = handResponse.value;
  @state() private error = '';
  @state() private reason = '';
  /** What form the response has. */
  @state() private recognised = '';
  private shownCategory = '';
  private shownEntry = '';
  private shownDataset = '';
  private asked = 0;

  constructor() {
    super();
    new Watch(this, route, dataset, description);
    void describe().catch((error: unknown) => (this.error = messageOf(error)));
  }

  private get category(): string {
    return route.value.params.category ?? FIRST;
  }

  override willUpdate(): void {
    if (!description.value || dataset.value.phase !== 'ready') return;
    const { hash } = dataset.value;
    if (this.category !== this.shownCategory || hash !== this.shownDataset) {
      this.shownCategory = this.category;
      this.shownDataset = hash;
      this.shownEntry = '';
      void this.loadCategory(this.category);
    }
    const wanted = route.value.params.entry ?? this.entries[0]?.id;
    if (wanted && wanted !== this.shownEntry && this.entries.some(({ id }) => id === wanted)) {
      this.shownEntry = wanted;
      void this.loadEntry(wanted);
    }
  }

  private async loadCategory(category: string): Promise<void> {
    if (isDeferred(category)) void pool.fetchDeferred();
    try {
      const entries = await pool.call('entries', category);
      if (category !== this.category) return;
      this.entries = entries;
      const { entry } = route.value.params;
      this.error =
        entry && !entries.some(({ id }) => id === entry)
          ? `The dataset has no entry ${entry} in ${category}.`
          : '';
    } catch (error) {
      this.entries = [];
      this.error = messageOf(error);
    }
  }

  private async loadEntry(id: string): Promise<void> {
    this.entry = await pool.call('entry', this.category, id).catch((error: unknown) => {
      this.error = messageOf(error);
      return null;
    });
    this.explanation = null;
    if (this.response.trim()) void this.judge();
  }

  /** Asks for the verdict; an answer that is overtaken by a later question is dropped. */
  private async judge(): Promise<void> {
    const { response, category, shownEntry: id } = this;
    const asked = ++this.asked;
    if (!response.trim() || !id) {
      this.explanation = null;
      return;
    }
    try {
      const settings = await this.settings(id, response);
      const explanation = await pool.call('scoreOne', category, id, response, settings);
      if (asked !== this.asked) return;
      this.explanation = explanation;
      this.error = '';
    } catch (error) {
      if (asked === this.asked) this.error = messageOf(error);
    }
  }

  private async settings(id: string, response: string) {
    const { decoder, underscore } = route.value.params;
    const found = await pool.callOn(0, 'recognise', new Blob([response]), id);
    this.recognised = found.forms.join('; ');
    const blob =
      found.named === 1 ? found.lines : new Blob([JSON.stringify({ id, result: response })]);
    const file = { key: `hand-${this.asked}`, path: 'response.json', blob };
    const proposed = await pool.callOn(0, 'proposeSettings', [file], {
      ...(decoder && { decoder }),
      ...(underscore && { underscore_to_dot: underscore === 'yes' }),
    });
    void pool.callOn(0, 'closeResults', [file.key]);
    this.reason = `Decoder ${proposed.decoder}, ${proposed.decoder_reason}.`;
    return { ...proposed, model_name: 'by-hand', today: isoDay(new Date()) };
  }

  override render() {
    const { params } = route.value;
    const names = categoryOrder().filter((name) => categoryInfo(name)?.supported !== false);
    return html`<div class="row top">
        <a href=${routeTo('score')}>Score</a><span class="muted" aria-hidden="true">/</span>
        <h1>Score a single call</h1>
      </div>
      ${this.error ? html`<bx-notice kind="error" heading=${this.error}></bx-notice>` : nothing}
      <div class="columns">
        <div>
          <div class="group">
            <div class="pick">
              <label>Category
                <select @change=${(event: Event) => setParams({ category: (event.target as HTMLSelectElement).value, entry: undefined })}>
                  ${names.map((name) => html`<option ?selected=${name === this.category}>${name}</option>`)}
                </select>
              </label>
              <label>Entry
                <select @change=${(event: Event) => setParams({ entry: (event.target as HTMLSelectElement).value })}>
                  ${this.entries.map(
                    ({ id, text }) =>
                      html`<option value=${id} ?selected=${id === this.shownEntry}>${id}: ${text.slice(0, 80)}</option>`,
                  )}
                </select>
              </label>
            </div>
          </div>
          <div class="group">
            <label>Response of the model: text, calls, or the JSON of an API
              <textarea
                spellcheck="false"
                .value=${this.response}
                placeholder=${this.example()}
                @input=${(event: Event) => {
                  this.response = (event.target as HTMLTextAreaElement).value;
                  handResponse.set(this.response);
                  void this.judge();
                }}
              ></textarea>
            </label>
            <div class="row wrap">
              <label>Decoder
                <select @change=${(event: Event) => this.set({ decoder: (event.target as HTMLSelectElement).value || undefined })}>
                  <option value="" ?selected=${!params.decoder}>automatic</option>
                  ${description.value?.decoders.map(
                    ({ name, summary }) =>
                      html`<option value=${name} ?selected=${params.decoder === name} title=${summary}>${name}</option>`,
                  )}
                </select>
              </label>
              <label><span>Function names use <code>_</code> for <code>.</code></span>
                <select @change=${(event: Event) => this.set({ underscore: (event.target as HTMLSelectElement).value || undefined })}>
                  ${[
                    ['', 'automatic'],
                    ['yes', 'yes'],
                    ['no', 'no'],
                  ].map(
                    ([value, text]) =>
                      html`<option value=${value} ?selected=${(params.underscore ?? '') === value}>${text}</option>`,
                  )}
                </select>
              </label>
            </div>
            <p class="muted small">${this.explanation ? [this.recognised && `Recognised: ${this.recognised}.`, this.reason].filter(Boolean).join(' ') : ''}</p>
          </div>
          ${this.result()}
        </div>
        <div>${this.question()}</div>
      </div>`;
  }

  private set(changes: { decoder?: string | undefined; underscore?: string | undefined }): void {
    setParams(changes);
    void this.judge();
  }

  private example(): string {
    const name = this.entries.find(({ id }) => id === this.shownEntry)?.functions[0] ?? 'function';
    return this.entry?.kind === 'multi_turn' ? '[[["' + name + '(...)"]]]' : `[${name}(...)]`;
  }

  private result() {
    const { explanation } = this;
    if (!explanation)
      return html`<p class="muted" role="status">The verdict appears here while you type.</p>`;
    return html`<div class="group">
      <h2 class="sr">Verdict</h2>
      <p class="verdict" role="status">
        ${verdictSign(explanation.valid)} ${verdictWord(explanation.valid)}
        ${explanation.error_type ? html`<code class="small">${explanation.error_type}</code>` : nothing}
      </p>
      ${
        explanation.type === 'calls'
          ? html`<bx-explanation brief .value=${explanation}></bx-explanation>`
          : html`<p>${explanation.why?.text ?? ''}</p>
            <p class="muted">${explanation.turns_total ? `${explanation.turns_passed} of ${explanation.turns_total} turns passed.` : 'No turn was executed.'}</p>`
      }
    </div>`;
  }

  private question() {
    const { entry } = this;
    if (!entry)
      return this.error ? nothing : html`<bx-notice kind="loading">Loading the entry</bx-notice>`;
    return html`<div class="group">
        <h2>Question</h2>
        ${questionTurns(entry.question)}
      </div>
      <div class="group">
        <h2>Functions</h2>
        <div>${entry.functions.map((doc) => html`<bx-function .doc=${doc}></bx-function>`)}</div>
      </div>`;
  }
}

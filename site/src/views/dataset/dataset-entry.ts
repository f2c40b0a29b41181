// An entry of the dataset: what is asked, which functions are offered, and what passes. Of episodes the
// turns with their calls, the classes, and the state before the first turn.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../components/function-doc.ts';
import '../../components/ground-truth.ts';
import '../../components/notice.ts';
import { questionTurns } from '../../components/question.ts';
import '../../components/state-tree.ts';
import { detail, detailHead } from '../../components/detail.ts';
import { base } from '../../styles/base.ts';
import { functionDoc } from '../../lib/function-docs.ts';
import type { EntryDetail, Json } from '../../lib/scorer-types.ts';
import { buildTree } from '../../lib/tree.ts';
import type { TruthRow } from '../../state/catalogue.ts';
import { dataset } from '../../state/dataset.ts';
import { categoryInfo, pool } from '../../state/pool.ts';
import { routeTo } from '../../state/router.ts';
import { messageOf } from '../../state/runs.ts';
import { OUTCOMES, whyText } from './outcomes.ts';

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

@customElement('bx-dataset-entry')
export class DatasetEntry extends LitElement {
  static override styles = [
    base,
    detail,
    css`
      .facts {
        padding: 12px 0;
        display: grid;
        gap: 8px;
      }
      .turns {
        display: grid;
        gap: 16px;
      }
      .turns li {
        display: grid;
        grid-template-columns: 3ch minmax(0, 1fr);
        gap: 4px 8px;
      }
      .turns .index {
        color: var(--muted);
        font-variant-numeric: tabular-nums;
      }
      .calls {
        grid-column: 2;
        font-family: var(--mono);
        font-size: var(--s13);
        overflow-wrap: anywhere;
        padding-left: 10px;
        border-left: 2px solid var(--line);
      }
      .offered {
        grid-column: 2;
        color: var(--muted);
        font-size: var(--s13);
      }
      .why {
        border-color: var(--warn);
      }
    `,
  ];

  @property() entryId = '';
  /** Empty: not known yet, or there is none. */
  @property() category = '';
  /** The category may still turn up. */
  @property({ type: Boolean }) waiting = false;
  @property({ attribute: false }) failure: TruthRow | null = null;
  @state() private entry: EntryDetail | null = null;
  @state() private error = '';
  private asked = '';

  override willUpdate(): void {
    const key = `${dataset.value.hash} ${this.category} ${this.entryId}`;
    if (!this.category || key === this.asked) return;
    this.asked = key;
    this.error = '';
    void this.load(key);
  }

  private async load(key: string): Promise<void> {
    try {
      const entry = await pool.callOn(0, 'entry', this.category, this.entryId);
      if (key === this.asked) this.entry = entry;
    } catch (error) {
      if (key === this.asked) this.error = messageOf(error);
    }
  }

  override render() {
    return html`${detailHead(this, this.entryId)}
      ${this.body()}`;
  }

  private body() {
    const { entry } = this;
    if (this.error)
      return html`<bx-notice kind="error" heading="This entry cannot be shown">${this.error}</bx-notice>`;
    if (!this.category && !this.waiting) {
      return html`<bx-notice heading="The dataset has no such entry">Another version may have it: the dataset is named in the top bar.</bx-notice>`;
    }
    if (entry?.id !== this.entryId)
      return html`<bx-notice kind="loading">Loading the entry</bx-notice>`;
    return html`${this.facts(entry)} ${this.cannotPass()}
      ${entry.kind === 'multi_turn' ? this.episode(entry) : this.single(entry)}
      <section>
        <details ?open=${entry.functions.length <= 4}>
          <summary>Functions, ${entry.functions.length}</summary>
          ${entry.functions.map((doc) => html`<bx-function .doc=${doc}></bx-function>`)}
        </details>
      </section>`;
  }

  private facts(entry: EntryDetail) {
    const info = categoryInfo(entry.category);
    const classes = entry.involved_classes ?? [];
    const scored = info?.supported !== false && info?.kind !== undefined;
    return html`<div class="facts">
      <p><code>${entry.category}</code>${info ? html`<span class="muted">, ${entry.language}. Judged: ${info.judged_by}</span>` : nothing}</p>
      <div class="row wrap">
        ${scored ? html`<a class="button" href=${routeTo('score', { panel: 'call', category: entry.category, entry: entry.id })}>Try a response</a>` : nothing}
        ${classes.length > 0 ? html`<a class="button" href=${routeTo('playground', { entry: entry.id })}>Open in the playground</a>` : nothing}
      </div>
    </div>`;
  }

  private cannotPass() {
    const { failure } = this;
    if (!failure) return nothing;
    return html`<section>
      <div class="why">
        <p><span class="warn" aria-hidden="true">!</span> Ground truth ${OUTCOMES[failure.outcome].label}: ${whyText(failure)}</p>
        <p class="muted">${OUTCOMES[failure.outcome].meaning} Rule <code>${failure.rule}</code>.</p>
      </div>
    </section>`;
  }

  private single(entry: EntryDetail) {
    return html`<section>
        <h3>Question</h3>
        ${questionTurns(entry.question)}
      </section>
      <section>
        <h3>Ground truth</h3>
        <bx-ground-truth .value=${entry.ground_truth}></bx-ground-truth>
      </section>`;
  }

  private episode(entry: EntryDetail) {
    const truth = Array.isArray(entry.ground_truth) ? entry.ground_truth : [];
    const held = isObject(entry.missed_function) ? entry.missed_function : {};
    return html`<section>
        <h3>Turns, with the calls of the ground truth</h3>
        <ol class="turns">
          ${entry.question.map((messages, i) => {
            const calls = truth[i];
            const docs = held[String(i)];
            return html`<li>
              <span class="index"><span class="sr">Turn </span>${i + 1}</span>
              <div>${messages.length === 0 ? html`<span class="muted">The user says nothing new.</span>` : html`<bx-question .messages=${messages}></bx-question>`}</div>
              ${Array.isArray(docs) ? html`<span class="offered">offered from here on: <code>${docs.map((doc) => functionDoc(doc).name || String(doc)).join(', ')}</code></span>` : nothing}
              <div class="calls">
                ${Array.isArray(calls) && calls.length > 0 ? calls.map((call) => html`<div>${call}</div>`) : html`<span class="muted">no call</span>`}
              </div>
            </li>`;
          })}
        </ol>
      </section>
      ${(entry.involved_classes ?? []).length > 0 ? this.state(entry) : nothing}`;
  }

  private state(entry: EntryDetail) {
    const config = isObject(entry.initial_config) ? entry.initial_config : {};
    return html`<section>
        <h3>State before the first turn</h3>
        ${(entry.involved_classes ?? []).map((name) =>
          config[name] === undefined
            ? html`<p><code>${name}</code> <span class="muted">starts empty</span></p>`
            : html`<bx-state-tree .tree=${buildTree(name, config[name], [])} .depth=${3}></bx-state-tree>`,
        )}
      </section>`;
  }
}

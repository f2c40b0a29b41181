// Generate: requests model responses from this tab. A form for the endpoint and the entries; above it a card for each
// model, with progress, pause and continue.
import { LitElement, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import '../../components/notice.ts';
import { base } from '../../styles/base.ts';
import { firstScreen } from '../../styles/first-screen.ts';
import { keyProblem, readEndpoint } from '../../lib/endpoint.ts';
import { asks, dropUnread, mayAsk, startAsk, unread } from '../../state/asks.ts';
import { probeServer } from '../../state/probe-server.ts';
import { dataset } from '../../state/dataset.ts';
import { categoryOrder } from '../../state/order.ts';
import { categoryInfo, description } from '../../state/pool.ts';
import { runs } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import type { Probed } from '../../asking/protocol.ts';
import './ask-card.ts';
import { askStyles } from './styles.ts';

type Kind = 'single-turn' | 'multi-turn' | 'memory' | 'other';

const kindOf = (name: string): Kind => {
  const kind = categoryInfo(name)?.kind;
  return kind === 'multi_turn'
    ? 'multi-turn'
    : kind === 'agentic'
      ? 'memory'
      : categoryInfo(name)?.scored
        ? 'single-turn'
        : 'other';
};

/** Why a page cannot generate a category; empty where it can. */
function obstacle(name: string, fc: boolean): string {
  const info = categoryInfo(name);
  if (name === 'format_sensitivity' && fc) return 'prompt mode only';
  if (info?.needed_for !== 'asking') return '';
  return info.needs === 'embeddings'
    ? 'needs embeddings'
    : info.needs === 'nothing'
      ? ''
      : 'needs the network of services';
}

@customElement('bx-ask')
export class AskView extends LitElement {
  static override styles = [base, firstScreen, askStyles];

  @state() private says = '';
  @state() private wrong = false;
  @state() private probing = false;
  @state() private found: Probed | null = null;
  @state() private fc = true;
  /** By the user; null: all single-turn categories. */
  @state() private chosen: ReadonlySet<string> | null = null;
  @query('#endpoint') private endpoint!: HTMLInputElement;
  @query('#key') private key!: HTMLInputElement;
  @query('#model') private model!: HTMLInputElement;

  constructor() {
    super();
    new Watch(this, asks, dataset, description, runs, unread);
  }

  private get categories(): string[] {
    return categoryOrder().filter(
      (name) => categoryInfo(name)?.supported && categoryInfo(name)?.kind !== 'executable',
    );
  }

  private get wanted(): string[] {
    const { chosen } = this;
    return this.categories.filter(
      (name) =>
        !obstacle(name, this.fc) && (chosen ? chosen.has(name) : kindOf(name) === 'single-turn'),
    );
  }

  override render() {
    if (!mayAsk()) {
      return html`<h1 class="sr">Generate</h1><bx-notice heading="Responses cannot be generated inside another page">Open this site in its own tab: a key must not be typed into a frame.</bx-notice>`;
    }
    const ended = [...asks.value].reverse();
    return html`<div class="page">
      <header>
        <h1>Generate model responses</h1>
        <p class="lead">Requests go from this tab to your endpoint and nowhere else. Responses are scored as they arrive and stay in this browser. The key stays in this tab.</p>
      </header>
      ${unread.value.map(({ place, says }) => html`<p class="says fail" role="alert">${says} <button class="link" @click=${() => this.drop(place)}>Remove</button></p>`)}
      ${ended.map((ask) => html`<bx-ask-card .ask=${ask}></bx-ask-card>`)}
      ${this.form()}
    </div>`;
  }

  private form() {
    const { wanted } = this;
    return html`<form novalidate @submit=${this.submit} autocomplete="off">
      <div class="row">
        <label class="wide">Endpoint
          <input id="endpoint" name="endpoint" inputmode="url" spellcheck="false" placeholder="http://localhost:8000/v1" @change=${this.look} />
        </label>
        <label>API key, if required
          <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="stays in this tab" />
        </label>
        <button type="button" aria-busy=${this.probing} @click=${this.look}>${this.probing ? 'Connecting …' : 'Connect'}</button>
      </div>
      <p role="status" class="says ${this.wrong ? 'fail' : ''}">${this.says || nothing}</p>
      <div class="row">
        <label class="wide">Model
          <input id="model" list="models" spellcheck="false" placeholder="name on the server" />
          <datalist id="models">${this.found?.models.map((name) => html`<option value=${name}></option>`)}</datalist>
        </label>
        <label>Mode
          <select id="form" @change=${(event: Event) => (this.fc = (event.target as HTMLSelectElement).value === 'fc')}>
            <option value="fc" ?selected=${this.fc}>tool calling (FC)</option>
            <option value="prompt" ?selected=${!this.fc}>prompt mode</option>
          </select>
        </label>
        <label>Protocol
          <select id="api"><option value="chat">chat completions</option><option value="responses">responses</option></select>
        </label>
      </div>
      ${this.choice(wanted)}
      <div class="row">
        <label>Sample size <input id="sample" type="number" min="0" step="1" value="100" title="Stratified sample of this many entries; 0: all entries" /></label>
        <label>Seed <input id="seed" type="number" min="0" step="1" value="1" /></label>
        <label>Temperature <input id="temperature" type="number" min="0" max="2" step="any" value="0.001" /></label>
        <label>Max. tokens <input id="tokens" type="number" min="0" step="1" placeholder="server default" /></label>
        <label>Concurrency <input id="concurrency" type="number" min="0" max="256" step="1" placeholder="automatic" /></label>
      </div>
      <details>
        <summary>Specific entries</summary>
        <label>Ids, separated by spaces or lines. They replace the sample
          <textarea id="ids" rows="3" spellcheck="false"></textarea>
        </label>
      </details>
      <div class="row"><button class="primary" ?disabled=${wanted.length === 0}>Start</button></div>
    </form>`;
  }

  private choice(wanted: readonly string[]) {
    const { categories } = this;
    const kinds = (['single-turn', 'multi-turn', 'memory', 'other'] as const).filter((kind) =>
      categories.some((name) => kindOf(name) === kind),
    );
    const all = (kind: Kind) =>
      categories.filter((name) => kindOf(name) === kind && !obstacle(name, this.fc));
    return html`<details class="categories">
      <summary>${wanted.length === 0 ? 'No categories' : `${wanted.length} of ${categories.length} categories`}${this.chosen ? nothing : ': all single-turn'}</summary>
      ${kinds.map(
        (kind) => html`<fieldset>
        <legend>${kind === 'memory' ? 'agentic' : kind}
          <button type="button" class="link" @click=${() => this.choose(new Set([...wanted, ...all(kind)]))}>all</button>
          <button type="button" class="link" @click=${() => this.choose(new Set(wanted.filter((name) => kindOf(name) !== kind)))}>none</button>
        </legend>
        ${categories
          .filter((name) => kindOf(name) === kind)
          .map((name) => {
            const why = obstacle(name, this.fc);
            return html`<label class="check"><input type="checkbox" .checked=${wanted.includes(name)} ?disabled=${why !== ''} @change=${() => this.toggle(name)} />
            <span class="mono">${name}</span> ${why ? html`<span class="muted small">${why}</span>` : nothing}</label>`;
          })}
      </fieldset>`,
      )}
    </details>`;
  }

  /** Responses were paid for: not without a question. */
  private async drop(place: string): Promise<void> {
    const { ask } = await import('../../app/ask.ts');
    const yes = await ask(
      'Remove unreadable responses?',
      html`<p>They may become readable later. Removing them is permanent.</p>`,
      'Remove',
      'Keep',
    );
    if (yes) await dropUnread(place);
  }

  private choose(names: ReadonlySet<string>): void {
    this.chosen = names;
  }

  private toggle(name: string): void {
    const next = new Set(this.wanted);
    if (!next.delete(name)) next.add(name);
    this.chosen = next;
  }

  private refuse(says: string): null {
    this.says = says;
    this.wrong = true;
    return null;
  }

  /** The address and key as typed; null where they cannot be used. */
  private typed(): { base: string; key: string } | null {
    const read = readEndpoint(this.endpoint.value, location.href);
    if (read.problem !== undefined) return this.refuse(read.problem);
    const key = this.key.value.trim();
    const problem = keyProblem(key);
    return problem ? this.refuse(problem) : { base: read.base, key };
  }

  private looking: { at: string; found: Promise<Probed> } | null = null;

  private readonly look = async (): Promise<Probed | null> => {
    const typed = this.typed();
    if (!typed) return null;
    const at = JSON.stringify(typed);
    // Leaving the field and pressing a button look once.
    if (this.looking?.at === at) return this.looking.found;
    const found = probeServer(typed.base, typed.key, this.model.value.trim());
    const looking = { at, found };
    this.looking = looking;
    this.probing = true;
    this.wrong = false;
    this.says = `Requesting the models of ${new URL(typed.base).host} …`;
    const answer = await found;
    if (this.looking !== looking) return answer;
    this.looking = null;
    this.probing = false;
    this.found = answer;
    this.says = answer.says;
    this.wrong = answer.base === null;
    const [first] = answer.models;
    // Not under the hands of somebody who types there.
    const typing = this.model.matches(':focus');
    if (!this.model.value && !typing && first) this.model.value = first;
    return answer;
  };

  private number(id: string): number {
    const value = Number(this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.value || NaN);
    return Number.isFinite(value) && value >= 0 ? value : 0;
  }

  private readonly submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const typed = this.typed();
    if (!typed) return;
    const found = await this.look();
    if (!found?.base) return;
    const model = this.model.value.trim() || found.models[0];
    if (!model) {
      this.refuse('Enter the name of a model.');
      this.model.focus();
      return;
    }
    const text = (id: string) =>
      this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.value ?? '';
    const tokens = Math.floor(this.number('tokens'));
    await startAsk(
      {
        base: found.base,
        settings: {
          model,
          api: text('api') === 'responses' ? 'responses' : 'chat',
          fc: this.fc,
          today: '',
          temperature: this.number('temperature'),
          ...(tokens > 0 && { max_tokens: tokens }),
        },
        categories: this.wanted,
        ids: text('ids')
          .split(/[\s,]+/)
          .filter(Boolean),
        sample: Math.floor(this.number('sample')),
        seed: Math.floor(this.number('seed')),
        concurrency: Math.min(256, Math.floor(this.number('concurrency'))),
      },
      typed.key,
    );
    this.key.value = '';
    this.says = '';
    await this.updateComplete;
    const card = this.renderRoot.querySelector<LitElement>('bx-ask-card');
    await card?.updateComplete;
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
  };
}

// Generate: requests model responses from this tab. A form for the endpoint and the entries; above it a card for each
// model, with progress, pause and continue.
import { LitElement, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import '../../components/notice.ts';
import { base } from '../../styles/base.ts';
import { firstScreen } from '../../styles/first-screen.ts';
import { keyProblem, readEndpoint } from '../../lib/endpoint.ts';
import { readNumber, type NumberField } from '../../lib/number-field.ts';
import { asks, dropUnread, mayAsk, startAsk, unread } from '../../state/asks.ts';
import { probeServer } from '../../state/probe-server.ts';
import { dataset } from '../../state/dataset.ts';
import { categoryOrder } from '../../state/order.ts';
import { isOwn } from '../../state/own-score.ts';
import { categoryInfo, description } from '../../state/pool.ts';
import { runs } from '../../state/runs.ts';
import { routeTo } from '../../state/router.ts';
import { Watch } from '../../state/watch.ts';
import type { Probed } from '../../asking/protocol.ts';
import './ask-card.ts';
import { askStyles } from './styles.ts';

/** The fields with numbers: what is typed in them at first, and what an empty one means. */
const NUMBERS: Readonly<Record<string, NumberField & { initial: string; empty: string }>> = {
  sample: { label: 'Sample size', least: 1, initial: '100', empty: 'all entries' },
  seed: { label: 'Seed', least: 0, initial: '1', empty: '0' },
  temperature: {
    label: 'Temperature',
    least: 0,
    most: 2,
    fraction: true,
    initial: '0.001',
    empty: '0.001',
  },
  tokens: { label: 'Max. tokens', least: 1, initial: '', empty: 'server default' },
  concurrency: { label: 'Concurrency', least: 1, most: 256, initial: '', empty: 'automatic' },
};

type Kind = 'single-turn' | 'multi-turn' | 'memory' | 'other';

const kindOf = (name: string): Kind => {
  const kind = categoryInfo(name)?.kind;
  return kind === 'multi_turn'
    ? 'multi-turn'
    : kind === 'agentic'
      ? 'memory'
      : kind === 'relevance' || categoryInfo(name)?.scored
        ? 'single-turn'
        : 'other';
};

/** Why a page cannot generate a category; empty where it can. */
function obstacle(name: string, fc: boolean): string {
  const info = categoryInfo(name);
  if (name === 'format_sensitivity' && fc) return 'prompt mode only';
  if (info?.needed_for !== 'generation') return '';
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
  /** What is wrong with a number, by field. */
  @state() private faults: Readonly<Record<string, string>> = {};
  @state() private probing = false;
  @state() private found: Probed | null = null;
  @state() private fc = true;
  /** By the user; null: all single-turn categories, of the reader's own benchmark all. */
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
        !obstacle(name, this.fc) &&
        (chosen ? chosen.has(name) : isOwn() || kindOf(name) === 'single-turn'),
    );
  }

  override render() {
    if (!mayAsk()) {
      return html`<h1 class="sr">Generate</h1><bx-notice heading="Responses cannot be generated inside another page">Open this site in its own tab: a key must not be typed into a frame.</bx-notice>`;
    }
    const ended = asks.value.filter(({ run }) => runs.value.includes(run)).reverse();
    return html`<div class="page">
      <header>
        <h1>Generate model responses</h1>
        <p class="lead">Requests go from this tab to your endpoint and nowhere else. Responses are scored as they arrive and stay in this browser. The key stays in this tab. To watch a run of the program instead, open <a href=${routeTo('live')}>Live</a>.</p>
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
        ${Object.keys(NUMBERS).map((id) => this.numberField(id))}
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
      <summary>${wanted.length === 0 ? 'No categories' : `${wanted.length} of ${categories.length} categories`}${this.chosen ? nothing : isOwn() ? ': all of the benchmark' : ': all single-turn'}</summary>
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

  private numberField(id: string) {
    const { label, least, most, fraction, initial, empty } = NUMBERS[
      id
    ] as (typeof NUMBERS)[string];
    const fault = this.faults[id];
    return html`<label>${label}
      <input id=${id} type="number" min=${least} max=${most ?? nothing} step=${fraction ? 'any' : 1} value=${initial} placeholder=${empty}
        title=${id === 'sample' ? 'Stratified sample of this many entries; empty: all entries' : nothing}
        aria-invalid=${fault ? 'true' : nothing} aria-errormessage=${fault ? `${id}-fault` : nothing}
        @input=${() => (this.faults = { ...this.faults, [id]: '' })} />
      ${fault ? html`<span id="${id}-fault" class="fail" role="alert">${fault}</span>` : nothing}
    </label>`;
  }

  /** The numbers as typed, null where nothing is; with the fields at fault marked, null in place of all. */
  private numbers(): ((id: string) => number | null) | null {
    const input = (id: string) => this.renderRoot.querySelector<HTMLInputElement>(`#${id}`);
    const read = Object.entries(NUMBERS).map(([id, field]) => {
      const typed = input(id);
      return [
        id,
        readNumber(field, typed?.validity.badInput ? null : (typed?.value ?? '')),
      ] as const;
    });
    this.faults = Object.fromEntries(read.map(([id, { problem }]) => [id, problem]));
    const first = read.find(([, { problem }]) => problem);
    if (first) input(first[0])?.focus();
    const values = new Map(read.map(([id, { value }]) => [id, value]));
    return first ? null : (id) => values.get(id) ?? null;
  }

  private readonly submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const typed = this.typed();
    const number = this.numbers();
    if (!typed || !number) return;
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
    const tokens = number('tokens');
    await startAsk(
      {
        base: found.base,
        settings: {
          model,
          api: text('api') === 'responses' ? 'responses' : 'chat',
          fc: this.fc,
          today: '',
          temperature: number('temperature') ?? Number(NUMBERS.temperature?.empty),
          ...(tokens !== null && { max_tokens: tokens }),
        },
        categories: this.wanted,
        ids: text('ids')
          .split(/[\s,]+/)
          .filter(Boolean),
        sample: number('sample') ?? 0,
        seed: number('seed') ?? 0,
        concurrency: number('concurrency') ?? 0,
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

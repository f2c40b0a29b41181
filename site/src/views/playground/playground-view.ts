// Playground: the simulated services live. Choose classes, or the start of an episode; type calls; see
// results and what each call changed. The address holds the start and the calls, so that a link replays them.
import { LitElement, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import '../../components/notice.ts';
import '../../components/state-tree.ts';
import { base } from '../../styles/base.ts';
import { choices, toggle } from '../../styles/parts.ts';
import { parameterText, purpose } from '../../lib/completion.ts';
import { callsOf, isError, MAX_LINK, readable } from '../../lib/console.ts';
import { differences } from '../../lib/diff.ts';
import { isoDay, plural } from '../../lib/format.ts';
import type { EntrySummary, EpisodeState, Json, MethodInfo } from '../../lib/scorer-types.ts';
import { buildTree } from '../../lib/tree.ts';
import { dataset, firstNumber, startDataset } from '../../state/dataset.ts';
import { describe, description, pool } from '../../state/pool.ts';
import { route, setParams } from '../../state/router.ts';
import { messageOf } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import './call-input.ts';
import { playgroundStyles } from './playground-styles.ts';
import type { CallInput } from './call-input.ts';

interface Ran {
  text: string;
  result: string;
  state: EpisodeState;
}

/** A playground lives in one worker. */
const WORKER = 0;
const FALLBACK = 'GorillaFileSystem';
/** Classes that ask services, and are answered from a recording. */
const ASKING = ['WebSearchAPI', 'ExecutableFunctions'];
/** A larger recording is one by mistake. */
const MAX_RECORDING = 64 * 1024 * 1024;
/** Memories have functions of the same names: of several the last would take all calls. */
const isMemory = (name: string) => name.startsWith('MemoryAPI_');
const categoryOf = (id: string) => id.replace(/_\d+$/, '');

@customElement('bx-playground')
export class PlaygroundView extends LitElement {
  static override styles = [base, choices, toggle, playgroundStyles];

  @state() private simulators: string[] = [];
  @state() private entries: EntrySummary[] = [];
  @state() private methods: MethodInfo[] = [];
  @state() private start: EpisodeState | null = null;
  @state() private ran: Ran[] = [];
  /** Recorded answers of services: a file of the reader's own; else those of the dataset. */
  @state() private recording: { name: string; text: string } | null = null;
  @state() private busy = '';
  @state() private error = '';
  @query('bx-call-input') private input!: CallInput | null;
  @query('input[type=file]') private chooser!: HTMLInputElement | null;
  @query('.history') private history!: HTMLElement | null;
  private handle: number | null = null;
  private opened = '';
  private listed = '';
  private written = '';

  constructor() {
    super();
    new Watch(this, route, dataset, description);
    void this.prepare();
  }

  private async prepare(): Promise<void> {
    void pool.fetchDeferred();
    try {
      await Promise.all([startDataset(), describe()]);
      this.simulators = await pool.callOn(WORKER, 'simulators');
    } catch (error) {
      this.error = messageOf(error);
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close();
    this.opened = '';
  }

  private close(): void {
    if (this.handle !== null)
      void pool.callOn(WORKER, 'closePlayground', this.handle).catch(() => undefined);
    this.handle = null;
  }

  /** Episodes of the dataset whose start can be had. */
  private get categories(): string[] {
    const all = description.value?.categories ?? [];
    return all
      .filter(({ name, group }) => group === 'multi_turn' && name in dataset.value.entries)
      .map(({ name }) => name);
  }

  private get classes(): string[] {
    const named = (route.value.params.classes ?? '').split(',').filter(Boolean);
    return named.filter((name) => this.simulators.includes(name));
  }

  /** The episode whose start is used; undefined with classes of one's own. */
  private get entry(): string | undefined {
    const { entry, classes } = route.value.params;
    if (entry || classes) return entry;
    return this.categories.includes('multi_turn_base')
      ? `multi_turn_base_${firstNumber()}`
      : undefined;
  }

  override willUpdate(): void {
    if (this.simulators.length === 0 || dataset.value.phase !== 'ready') return;
    const { entry } = this;
    const category = entry ? categoryOf(entry) : (this.categories[0] ?? '');
    if (category && `${category} ${dataset.value.hash}` !== this.listed) {
      this.listed = `${category} ${dataset.value.hash}`;
      void this.list(category);
    }
    const key = JSON.stringify([entry, this.classes, dataset.value.hash, this.recording?.name]);
    const calls = route.value.params.calls ?? '';
    if (key === this.opened && calls === this.written) return;
    this.opened = key;
    this.written = calls;
    void this.open(key, callsOf(calls));
  }

  private async list(category: string): Promise<void> {
    this.entries = await pool.callOn(WORKER, 'entries', category).catch(() => []);
  }

  private async open(key: string, calls: string[]): Promise<void> {
    const { entry, classes } = this;
    this.close();
    Object.assign(this, { busy: 'Opening', error: '', ran: [], start: null, methods: [] });
    const today = isoDay(new Date());
    const cassette = this.recording?.text;
    const setup = entry
      ? { entry, today }
      : {
          classes: classes.length > 0 ? classes : [FALLBACK],
          today,
          ...(cassette ? { cassette } : {}),
        };
    try {
      const info = await pool.callOn(
        WORKER,
        'openPlayground',
        setup,
        entry ? categoryOf(entry) : undefined,
      );
      if (key !== this.opened) return void pool.callOn(WORKER, 'closePlayground', info.handle);
      this.handle = info.handle;
      this.start = info.state;
      this.methods = info.methods;
      for (const text of calls) await this.execute(text);
    } catch (error) {
      if (key === this.opened) this.error = messageOf(error);
    } finally {
      if (key === this.opened) this.busy = '';
    }
  }

  private async execute(text: string): Promise<void> {
    const { handle } = this;
    if (handle === null) return;
    const { result, state: after } = await pool.callOn(WORKER, 'call', handle, text);
    if (handle === this.handle) this.ran = [...this.ran, { text, result, state: after }];
  }

  private async run(text: string): Promise<void> {
    this.busy = 'Running';
    try {
      await this.execute(text);
      this.write();
      await this.updateComplete;
      this.history?.scrollTo({ top: this.history.scrollHeight });
    } catch (error) {
      this.error = messageOf(error);
    }
    this.busy = '';
  }

  /** Puts the calls into the address, while they fit. */
  private write(): void {
    const calls = this.ran.map(({ text }) => text).join('\n');
    this.written = calls.length <= MAX_LINK ? calls : '';
    setParams({ calls: this.written || undefined, step: undefined });
  }

  private async reset(): Promise<void> {
    if (this.handle === null) return;
    try {
      this.start = (await pool.callOn(WORKER, 'reset', this.handle)).state;
      this.ran = [];
      this.write();
      this.input?.focus();
    } catch (error) {
      this.error = messageOf(error);
    }
  }

  private toggle(name: string): void {
    const before = this.shownClasses();
    const kept = before.filter((other) => other !== name && !(isMemory(name) && isMemory(other)));
    const next = before.includes(name) ? kept : [...kept, name];
    const ordered = this.simulators.filter((other) => next.includes(other));
    setParams(
      {
        classes: ordered.join(',') || FALLBACK,
        entry: undefined,
        calls: undefined,
        step: undefined,
      },
      { push: true },
    );
  }

  private shownClasses(): string[] {
    return this.start ? Object.keys(this.start) : this.classes;
  }

  override render() {
    return html`${this.setup()}
      ${
        this.error
          ? html`<bx-notice kind="error" heading="The playground has stopped">${this.error}</bx-notice>`
          : this.start === null
            ? html`<bx-notice kind="loading">Opening the playground</bx-notice>`
            : html`<div class="columns">${this.console()} ${this.side()}</div>`
      }`;
  }

  private setup() {
    const { entry } = this;
    const on = this.shownClasses();
    const category = entry ? categoryOf(entry) : '';
    return html`<div class="setup choices">
      <div class="row wrap">
        <h1>Playground</h1>
        <span class="muted">Call the simulated services. Choose classes, or start from the initial state of an episode.</span>
      </div>
      <div class="row wrap">
        <div class="classes" role="group" aria-label="Classes">
          ${this.simulators.map((name) => html`<button aria-pressed=${on.includes(name)} @click=${() => this.toggle(name)}>${name}</button>`)}
        </div>
      </div>
      ${this.hints()}
        ${
          this.categories.length === 0
            ? nothing
            : html`<div class="row wrap"><label>Start of
              <select aria-label="Category" @change=${(event: Event) => this.pick(`${(event.target as HTMLSelectElement).value}_0`)}>
                <option value="" ?selected=${!entry} disabled>no episode</option>
                ${this.categories.map((name) => html`<option ?selected=${name === category}>${name}</option>`)}
              </select>
            </label>
            ${
              entry
                ? html`<label><span class="sr">Episode</span>
                  <select aria-label="Episode" @change=${(event: Event) => this.pick((event.target as HTMLSelectElement).value)}>
                    ${this.entries.some(({ id }) => id === entry) ? nothing : html`<option value=${entry} selected>${entry}</option>`}
                    ${this.entries.map(({ id, text }) => html`<option value=${id} ?selected=${id === entry}>${id}: ${text.slice(0, 60)}</option>`)}
                  </select>
                </label>`
                : nothing
            }</div>`
        }
    </div>`;
  }

  /** What the classes that are on cannot do by themselves. */
  private hints() {
    const on = this.shownClasses();
    const asks = on.some((name) => ASKING.includes(name));
    const vectors = on.includes('MemoryAPI_vector');
    if (!asks && !vectors) return nothing;
    return html`<div class="row wrap small muted">
      ${
        asks
          ? html`<span>No request is sent: services respond from ${this.recording ? html`<code>${this.recording.name}</code>` : 'the recording that the dataset has, if any'}.</span>
            <button @click=${() => this.chooser?.click()}>Open a recording</button>
            <input type="file" hidden aria-label="Recording" accept=".jsonl,.json" @change=${this.record} />`
          : nothing
      }
      ${vectors ? html`<span>In MemoryAPI_vector, vectors come from a fixed hash of the text, without meaning.</span>` : nothing}
    </div>`;
  }

  private async record(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    if (file.size > MAX_RECORDING) {
      this.error = `${file.name} is too large for a recording.`;
      return;
    }
    this.opened = '';
    this.recording = { name: file.name, text: await file.text() };
  }

  private pick(entry: string): void {
    setParams({ entry, classes: undefined, calls: undefined, step: undefined }, { push: true });
  }

  private get selected(): number {
    const step = Number(route.value.params.step ?? this.ran.length - 1);
    return Number.isInteger(step) && step >= -1 && step < this.ran.length
      ? step
      : this.ran.length - 1;
  }

  private console() {
    return html`<section class="console" aria-label="Calls">
      ${
        this.ran.length === 0
          ? html`<div class="history">
            <bx-notice heading="No call yet">Type one below, or pick one under Functions. The state shows what each call changed.</bx-notice>
          </div>`
          : html`<ol class="history" tabindex="0">
            ${this.ran.map(
              ({ text, result }, i) => html`<li>
                <button aria-pressed=${i === this.selected} @click=${() => setParams({ step: String(i) })}>
                  <span class=${isError(result) ? 'fail' : 'muted'} aria-hidden="true">${isError(result) ? '✕' : '›'}</span>
                  <span class="call">${text}</span>
                  <span class="result ${isError(result) ? 'fail' : ''}">${readable(result)}</span>
                </button>
              </li>`,
            )}
          </ol>`
      }
      <div class="input">
        <bx-call-input
          .methods=${this.methods}
          .earlier=${this.ran.map(({ text }) => text)}
          ?busy=${this.busy !== ''}
          @run=${(event: CustomEvent<string>) => this.run(event.detail)}
        ></bx-call-input>
      </div>
    </section>`;
  }

  private side() {
    const docs = route.value.params.panel === 'functions';
    return html`<section class="side" aria-label=${docs ? 'Functions' : 'State'}>
      <div class="tabs">
        <div class="toggle" role="group" aria-label="Panel">
          <button aria-pressed=${!docs} @click=${() => setParams({ panel: undefined })}>State</button>
          <button aria-pressed=${docs} @click=${() => setParams({ panel: 'functions' })}>Functions, ${this.methods.length}</button>
        </div>
        <span class="grow"></span>
        <button ?disabled=${this.ran.length === 0} @click=${this.copy}>Copy calls</button>
        <button ?disabled=${this.ran.length === 0} @click=${this.reset}>Reset</button>
      </div>
      <div class="panel" tabindex="0" role="group" aria-label=${docs ? 'Functions, a list' : 'State of the classes'}>${docs ? this.docs() : this.state()}</div>
    </section>`;
  }

  private copy(): void {
    void navigator.clipboard?.writeText(`[${this.ran.map(({ text }) => text).join(', ')}]`);
  }

  private state() {
    const at = this.selected;
    const after = (this.ran[at]?.state ?? this.start ?? {}) as { [name: string]: Json };
    const before = (at > 0 ? this.ran[at - 1]?.state : this.start) as {
      [name: string]: Json;
    } | null;
    const changes = at < 0 || !before ? [] : differences(before, after);
    const call = this.ran[at]?.text;
    return html`<p class="legend muted small" role="status">
        ${
          call === undefined
            ? 'At the start.'
            : changes.length === 0
              ? html`<code>${call}</code> changed nothing.`
              : html`<code>${call}</code> changed ${plural(changes.length, 'value')}: <span class="pass">+</span> added, <span class="fail">−</span> removed, <span class="warn">≠</span> changed`
        }
      </p>
      ${Object.entries(after).map(
        ([name, value]) => html`<bx-state-tree
          .tree=${buildTree(
            name,
            value,
            changes
              .filter(({ path }) => path[0] === name)
              .map((change) => ({ ...change, path: change.path.slice(1) })),
          )}
          other="before"
          .depth=${2}
        ></bx-state-tree>`,
      )}`;
  }

  private docs() {
    const { q = '' } = route.value.params;
    const wanted = q.toLowerCase();
    const shown = this.methods.filter(({ name, description: text }) =>
      `${name} ${text}`.toLowerCase().includes(wanted),
    );
    const classes = [...new Set(shown.map((method) => method.class))];
    return html`<input type="search" aria-label="Search functions" placeholder="search functions" .value=${q}
        @input=${(event: Event) => setParams({ q: (event.target as HTMLInputElement).value || undefined })} />
      ${shown.length === 0 ? html`<bx-notice heading="Nothing found"></bx-notice>` : nothing}
      ${classes.map(
        (name) => html`<h2>${name}</h2>
          ${shown
            .filter((method) => method.class === name)
            .map(
              (method) => html`<div class="doc">
                <button class="link" @click=${() => this.template(method)}>${method.name}(${method.parameters.map(parameterText).join(', ')})</button>
                <p class="muted small">${purpose(method)}</p>
              </div>`,
            )}`,
      )}`;
  }

  /** Puts a call of the method into the line, its required parameters named. */
  private template(method: MethodInfo): void {
    const required = method.parameters.filter((parameter) => parameter.required);
    const text = `${method.name}(${required.map(({ name, type }) => `${name}=${type.startsWith('str') ? "''" : ''}`).join(', ')})`;
    this.input?.fill(
      text,
      required.length > 0 ? text.length - text.indexOf('=') - (text.includes("=''") ? 2 : 1) : 0,
    );
  }
}

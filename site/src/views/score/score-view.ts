// Score, the first screen: paste, drop, choose or fetch results; or a single call. While a run is scored,
// its progress; then the view becomes Results.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import '../../components/notice.ts';
import { progressTrack, trackStyles } from '../../components/progress.ts';
import type { Editor } from '../../components/editor.ts';
import { base } from '../../styles/base.ts';
import { firstScreen } from '../../styles/first-screen.ts';
import { bytes, plural } from '../../lib/format.ts';
import { dataset, exampleId, firstNumber } from '../../state/dataset.ts';
import {
  forgetError,
  intake,
  takeChosen,
  takeSample,
  takeText,
  takeUrl,
} from '../../state/intake.ts';
import { inHand, scoreAs } from '../../state/forms.ts';
import { describe, description } from '../../state/pool.ts';
import { entriesText } from '../../state/order.ts';
import { route, routeTo, setParams } from '../../state/router.ts';
import { progressLines } from '../../state/progress.ts';
import { cancelRun, runs } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { candidateList, candidatesText, candidateStyles } from './candidates.ts';
import { damaged } from './damaged.ts';
import { workedExample } from './example.ts';
import { pasteHelp, pasteHelpStyles, withoutForms } from './paste-help.ts';

/** A plain text field stutters over this many characters; the editor does not. */
const LONG = 50_000;

/** What was pasted before the scripts had run lies in a field of the page itself. */
const early = document.querySelector<HTMLTextAreaElement>('bx-app > textarea');
/** What was typed or pasted, kept while other views are shown. */
let draft = route.value.view === 'score' ? (early?.value ?? '') : '';
early?.remove();
if (draft) void takeText(draft);

/** So many runs have their progress on this screen. */
const FEW_BUSY = 4;

@customElement('bx-score')
export class ScoreView extends LitElement {
  static override styles = [
    base,
    firstScreen,
    candidateStyles,
    pasteHelpStyles,
    trackStyles,
    css`
      .example {
        padding-top: 16px;
        border-top: 1px solid var(--line);
      }
      .example dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 8px 16px;
        padding-top: 8px;
      }
      .example dt {
        color: var(--muted);
      }
      .example dd {
        display: grid;
        gap: 4px;
        overflow-wrap: anywhere;
      }
      .box {
        border: 1px solid var(--line);
        border-radius: var(--radius);
        overflow: hidden;
      }
      .box:focus-within {
        border-color: var(--accent);
      }
      .paper {
        height: clamp(140px, 100vh - 580px, 280px);
        display: flex;
        flex-direction: column;
      }
      .paper > * {
        flex: 1;
      }
      .paper textarea {
        border: 0;
        padding: 12px;
        resize: none;
        outline: none;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
        padding: 8px;
        border-top: 1px solid var(--line);
        background: var(--surface);
      }
      form {
        display: flex;
        gap: 8px;
        padding: 8px;
        border-top: 1px solid var(--line);
        background: var(--surface);
      }
      .hand {
        display: grid;
        gap: 8px;
      }
      form.pick {
        padding: 0;
        border: 0;
        background: none;
        flex-wrap: wrap;
        align-items: end;
      }
      .pick label {
        display: grid;
        gap: 4px;
        flex: 1 1 240px;
        font-size: var(--s12);
        color: var(--muted);
      }
      .pick input {
        font-size: var(--s14);
        color: var(--ink);
      }
      .try .link {
        min-height: 24px;
      }
      .try {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
        align-items: baseline;
      }
      .facts {
        color: var(--muted);
        font-size: var(--s13);
        display: grid;
        gap: 4px;
      }
      .message {
        padding: 0;
      }
      .read .track {
        height: 3px;
      }
      @media (max-width: 600px) {
        .example dl {
          grid-template-columns: minmax(0, 1fr);
          gap: 4px;
        }
        .actions button {
          flex: 1 1 40%;
        }
        .actions .grow {
          flex-basis: 100%;
          order: 9;
          text-align: center;
        }
      }
    `,
  ];

  @state() private editing = false;
  @state() private empty = draft === '';
  @state() private fetching = false;
  @query('bx-editor') private editor!: Editor | null;
  @query('#files') private files!: HTMLInputElement;
  @query('#folder') private folder!: HTMLInputElement;

  constructor() {
    super();
    new Watch(this, route, intake, inHand, runs, dataset, description);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The module comes while the first screen is read.
    void describe().catch(() => undefined);
    document.addEventListener('paste', this.onPaste);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('paste', this.onPaste);
  }

  /** The editor comes when somebody turns to it; what is pasted and scored at once does not need it. */
  private async edit(): Promise<void> {
    await import('../../components/editor.ts');
    if (this.editing) return;
    const early = this.renderRoot.querySelector('textarea');
    const focused = early !== null && (this.renderRoot as ShadowRoot).activeElement === early;
    this.editing = true;
    await this.updateComplete;
    await this.editor?.updateComplete;
    if (focused) this.editor?.focus();
  }

  /** A paste anywhere on this screen, unless a field takes it. */
  private readonly onPaste = (event: ClipboardEvent): void => {
    if (event.defaultPrevented) return;
    const target = event.composedPath()[0];
    const field =
      target instanceof HTMLElement &&
      (target.isContentEditable || /^(?:INPUT|SELECT)$/.test(target.tagName));
    const other = target instanceof HTMLTextAreaElement && target.id !== 'early';
    if (
      field ||
      other ||
      event
        .composedPath()
        .some((node) => node instanceof HTMLElement && node.classList.contains('cm-editor'))
    )
      return;
    const text = event.clipboardData?.getData('text/plain');
    if (!text) return;
    event.preventDefault();
    if (this.editor) this.editor.text = text;
    draft = text;
    this.empty = false;
    void takeText(text);
  };

  /** An example in place of what could not be used, scored. */
  private readonly example = (line: string): void => {
    if (this.editor) this.editor.text = line;
    draft = line;
    this.empty = false;
    void takeText(line, 'example');
  };

  private score(): void {
    const text = this.editor?.text ?? draft;
    draft = text;
    if (text) void takeText(text);
  }

  override render() {
    if (route.value.params.panel === 'call') return this.byHand();
    const busy = runs.value.filter(({ phase }) => phase === 'opening' || phase === 'scoring');
    // The view that follows comes while the workers are busy.
    if (busy.length > 0) void import('../results/results-view.ts');
    return html`<div class="page">
      <div>
        <h1>Score model outputs against ${dataset.value.own ? 'your benchmark' : 'the Berkeley Function-Calling Leaderboard'}.</h1>
        <p class="lead">Everything is computed in this tab. Nothing is uploaded.</p>
      </div>
      ${
        busy.length > 0
          ? html`${busy
              .slice(0, FEW_BUSY)
              .map(
                (run) =>
                  html`<bx-progress heading=${run.name} .lines=${progressLines(run)} @cancel=${() => cancelRun(run)}></bx-progress>`,
              )}
            ${
              busy.length > FEW_BUSY
                ? html`<p class="row wrap muted">and ${plural(busy.length - FEW_BUSY, 'more run')} <button @click=${() => busy.forEach(cancelRun)}>Cancel all</button></p>`
                : nothing
            }`
          : html`${this.message()}${this.hand()}${this.input()}${this.trials()}`
      }
      ${busy.length > 0 || dataset.value.own ? nothing : workedExample(routeTo('results', { url: 'sample:bad-model', run: 'bad-model', entry: 'simple_python_90002' }))} ${this.facts()}
    </div>`;
  }

  private message() {
    const { busy, read, error, help } = intake.value;
    if (error) {
      const [first = '', ...rest] = error.split('\n');
      const forms = help === 'forms';
      return html`<bx-notice class="message" pre kind="error" heading=${first}>${help === 'cases' ? html`<a href=${routeTo('dataset', { panel: 'cases' })}>Open the case editor</a>` : (forms ? withoutForms(rest) : rest).join('\n')}</bx-notice>
        ${forms ? pasteHelp(this.example) : nothing}`;
    }
    return busy
      ? html`<bx-notice class="message" kind="loading">${busy}</bx-notice>${read ? html`<div class="read">${progressTrack(read)}</div>` : nothing}`
      : nothing;
  }

  /** One response that tells no entry: what it is, and the entries that it may be of, for the reader to choose from. */
  private hand() {
    const hand = inHand.value;
    if (!hand) return nothing;
    const { said, response } = hand;
    const { candidates, entries_count: total, functions } = response;
    const calls =
      functions.length > 0
        ? html` It calls ${functions.slice(0, 5).map((name, i) => html`${i > 0 ? ', ' : ''}<code>${name}</code>`)}.`
        : nothing;
    return html`<section class="hand" aria-label="Recognised" role="status">
      <p>Recognised: ${said || 'a response'}.${calls} ${candidatesText(total, functions.length)}</p>
      ${candidateList(candidates, total, (id) => scoreAs(id, hand.text))}
      <form class="pick" @submit=${this.pick}>
        <label>${candidates.length > 0 ? 'Or another entry id' : 'Entry id'}
          <input type="text" name="entry" required autocomplete="off" spellcheck="false" placeholder=${candidates[0]?.id ?? exampleId()} />
        </label>
        <button class=${candidates.length > 0 ? '' : 'primary'}>Score</button>
      </form>
    </section>`;
  }

  private pick(event: Event): void {
    event.preventDefault();
    const id = new FormData(event.target as HTMLFormElement).get('entry');
    if (typeof id === 'string' && inHand.value) scoreAs(id.trim(), inHand.value.text);
  }

  private input() {
    const long = draft.length > LONG;
    if (long) void this.edit();
    const hint = `Drop files, a folder or a zip anywhere,\nor paste result lines here:\n{"id": "${exampleId()}", "result": "[f(a=1)]"}\nor a response: the JSON of an API, calls, f(a=1)`;
    return html`<section class="box" aria-label="Results" @pointerenter=${this.edit} @focusin=${this.edit}>
      <div class="paper">
        ${
          this.editing
            ? html`<bx-editor .hint=${hint} label="Result lines" .text=${draft} @edit=${() => this.edited(this.editor?.empty ?? true)} @pasted=${this.score} @submit=${this.score}
              @leave=${(event: CustomEvent<string>) => (draft = event.detail)}></bx-editor>`
            : html`<textarea id="early" aria-label="Result lines" placeholder=${hint} .value=${long ? '' : draft}
              @input=${(event: Event) => {
                draft = (event.target as HTMLTextAreaElement).value;
                this.edited(draft === '');
              }}></textarea>`
        }
      </div>
      <div class="actions">
        <button class=${inHand.value ? '' : 'primary'} ?disabled=${this.empty} @click=${this.score}>Score</button>
        <span class="grow muted small">.json, .jsonl, .gz, .tar, .zip, .eval</span>
        <button @click=${() => this.files.click()}>Choose files</button>
        <button @click=${() => this.folder.click()}>Choose a folder</button>
        <button aria-expanded=${this.fetching} @click=${this.toggleFetch}>Fetch URL…</button>
        <input id="files" type="file" multiple hidden aria-label="Result files" accept=".json,.jsonl,.ndjson,.txt,.gz,.tgz,.tar,.zip,.eval" @change=${this.chosen} />
        <input id="folder" type="file" webkitdirectory hidden aria-label="Result folder" @change=${this.chosen} />
      </div>
      ${
        this.fetching
          ? html`<form @submit=${this.fetchUrl}>
            <input class="grow" type="url" name="url" required placeholder="https://…_result.json, hf://datasets/owner/name/result, a GitHub folder" aria-label="Address of results" />
            <button class="primary">Fetch</button>
          </form>`
          : nothing
      }
    </section>`;
  }

  /** The sample's runs have no entries of an own benchmark. */
  private trials() {
    const { own } = dataset.value;
    return html`<p class="try">
      <span class="muted">try:</span>
      ${own ? nothing : html`<button class="link" @click=${() => takeSample('bad-model')}>sample run</button>`}
      <button class="link" @click=${() => setParams({ panel: 'call' }, { push: true })}>a single call</button>
      ${own ? nothing : html`<button class="link" @click=${() => takeText(damaged(firstNumber()), 'damaged')}>a damaged run</button>`}
    </p>`;
  }

  /** About the cases of the reader's own benchmark; loaded with the first of them. */
  private findings() {
    void import('../dataset/case-findings.ts');
    return html`<bx-case-findings brief></bx-case-findings>`;
  }

  private facts() {
    const { phase, kind, version, entries, bytes: size, error, own } = dataset.value;
    if (phase === 'failed')
      return html`<bx-notice class="message" kind="error" heading="No dataset">${error}</bx-notice>`;
    if (phase === 'loading') return nothing;
    const name = {
      official: 'The official dataset',
      sample: 'A small sample dataset, made for this page',
      own: own ? 'Your benchmark' : 'Your copy of the dataset',
    }[kind];
    return html`<div class="facts">
      <p>${name}: ${version}, ${entriesText(entries)}, ${bytes(size)}, loaded by category.</p>
      ${own ? this.findings() : nothing}
      ${
        kind === 'sample'
          ? html`<p>To score runs of the benchmark, drop a copy of the official dataset (the folder that holds <code>data/</code>) on this page; it stays in this browser.</p>`
          : nothing
      }
    </div>`;
  }

  private byHand() {
    void import('./by-hand.ts');
    return html`<bx-by-hand></bx-by-hand>`;
  }

  /** What was said of the text before is not said of this one. */
  private edited(empty: boolean): void {
    this.empty = empty;
    inHand.set(null);
    forgetError();
  }

  private toggleFetch(): void {
    this.fetching = !this.fetching;
    if (this.fetching)
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector<HTMLInputElement>('[name=url]')?.focus(),
      );
  }

  private fetchUrl(event: Event): void {
    event.preventDefault();
    const address = new FormData(event.target as HTMLFormElement).get('url');
    if (typeof address === 'string') void takeUrl(address);
  }

  private chosen(event: Event): void {
    const input = event.target as HTMLInputElement;
    if (input.files?.length) void takeChosen(input.files);
    input.value = '';
  }
}

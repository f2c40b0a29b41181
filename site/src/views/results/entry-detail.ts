// The open entry, in three tabs: why it got its verdict (what was asked, how the response was parsed, what was
// expected), the conversation, and the other runs' answers.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../components/function-doc.ts';
import '../../components/ground-truth.ts';
import '../../components/notice.ts';
import { questionTurns } from '../../components/question.ts';
import { detail, detailHead } from '../../components/detail.ts';
import { breaking } from '../../components/error-type.ts';
import { verdictSign } from '../../components/explanation.ts';
import { tabList, tabs } from '../../components/tabs.ts';
import { base } from '../../styles/base.ts';
import { generationError } from '../../lib/findings.ts';
import { count, verdictWord } from '../../lib/format.ts';
import { entryOf } from '../../lib/rows.ts';
import { talkOf, type Talk } from '../../lib/conversation.ts';
import type { EntryDetail, Explanation } from '../../lib/scorer-types.ts';
import { copyIssue, noteOn } from '../../state/noted.ts';
import { mayNote } from '../../state/notes.ts';
import { Question } from '../../state/question.ts';
import { askOf, asks, gaveKey, goOn, isAsking } from '../../state/asks.ts';
import { route, routeTo, setParams } from '../../state/router.ts';
import { explainRow, messageOf, runs, scopeOf, type Row, type Run } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import './conversation.ts';
import './episode.ts';
import './note.ts';
import type { NoteElement } from './note.ts';
import { tally } from './other-runs.ts';

const TABS = ['why', 'conversation', 'runs'] as const;
type TabName = (typeof TABS)[number];

/** Characters of an error message. */
const MOST_MESSAGE = 500;

@customElement('bx-entry-detail')
export class EntryDetailElement extends LitElement {
  static override styles = [
    base,
    detail,
    tabs,
    css`
      [role='tabpanel'] {
        padding-top: 4px;
      }
      .verdict {
        padding: 12px 0 0;
        font-weight: 600;
      }
      .verdict code {
        font-weight: 400;
      }
      .reason {
        padding: 2px 0 8px;
      }
    `,
  ];

  @property({ attribute: false }) run: Run | null = null;
  @property({ attribute: false }) row: Row | null = null;
  /** The run changes inside; its version redraws. */
  @property({ type: Number }) version = 0;
  @property() entryId = '';
  @state() private explanation: Explanation | null = null;
  @state() private entry: EntryDetail | null = null;
  @state() private error = '';
  @state() private said = '';
  private shown = '';
  private loaded = '';
  private noteWanted = false;
  private readonly talk = new Question<Talk>(this);

  constructor() {
    super();
    new Watch(this, route, runs, asks);
  }

  /** Opens the editor of the note, now or once the entry is there. */
  editNote(): void {
    this.noteWanted = true;
    this.requestUpdate();
  }

  private leftNote(): void {
    this.renderRoot.querySelector<HTMLElement>('[aria-label=Annotation]')?.focus();
  }

  override updated(): void {
    const note = this.noteWanted ? this.renderRoot.querySelector<NoteElement>('bx-note') : null;
    if (!note) return;
    this.noteWanted = false;
    note.edit();
  }

  private get tab(): TabName {
    return TABS.find((name) => name === route.value.params.panel) ?? 'why';
  }

  override willUpdate(): void {
    const { run, row } = this;
    const key = run && row ? JSON.stringify([run.name, row.id, row.missing, run.settings]) : '';
    if (key === this.shown) return;
    this.shown = key;
    this.error = '';
    this.said = '';
    if (run && row) void this.load(run, row, key);
  }

  private async load(run: Run, row: Row, key: string): Promise<void> {
    try {
      const [entry, explanation] = await Promise.all([
        scopeOf(run).call('entry', row.category, row.id),
        row.missing ? null : explainRow(run, row),
      ]);
      if (key !== this.shown) return;
      this.loaded = key;
      this.entry = entry;
      this.explanation = explanation;
    } catch (error) {
      if (key === this.shown) this.error = messageOf(error);
    }
  }

  override render() {
    const { row, run } = this;
    const note =
      row && mayNote()
        ? html`<button class="plain" aria-label="Annotation" title="Annotate (n)" @click=${this.editNote}>✎</button>`
        : nothing;
    return html`${detailHead(this, this.entryId, html`${this.share()}${note}`)}
      ${this.error ? html`<bx-notice kind="error" heading="This entry cannot be shown">${this.error}</bx-notice>` : nothing}
      ${row && run ? this.body(row) : run?.phase === 'done' ? html`<bx-notice heading="This run has no such entry"></bx-notice>` : html`<bx-notice kind="loading">Waiting for its verdict</bx-notice>`}`;
  }

  private share() {
    const { run, row } = this;
    if (!run || !row) return nothing;
    return html`<button class="plain" aria-label="Share this entry" title="Share or copy: a page, a link, Markdown, the result line, curl" @click=${async () => (await import('../../app/share-dialog.ts')).showLink(run, row.missing ? null : row, row)}>⇪</button>`;
  }

  private body(row: Row) {
    const { passed, of } = this.run ? tally(this.run, entryOf(row)) : { passed: 0, of: 0 };
    return html`${this.head(row)} ${this.askAgain(row)} ${this.doubts(row)}
      ${mayNote() ? html`<bx-note @leave=${this.leftNote} .run=${this.run} .entryId=${entryOf(row)} .category=${row.category}></bx-note>` : nothing}
      ${tabList(
        'Entry views',
        [
          { name: 'why', label: 'Why' },
          { name: 'conversation', label: 'Conversation' },
          {
            name: 'runs',
            label:
              of > 0
                ? html`Other runs <span class="muted num">(${count(passed)} of ${count(of)} passed)</span>`
                : 'Other runs',
          },
        ],
        this.tab,
        (name) => setParams({ panel: name === 'why' ? undefined : name }),
      )}
      <div id="panel" role="tabpanel" aria-labelledby="tab-${this.tab}">${this.panel(row)}</div>`;
  }

  private head(row: Row) {
    const own = row.own_id
      ? html`<p class="small muted">Your id: <span class="mono">${row.own_id}</span></p>`
      : nothing;
    if (row.missing)
      return html`${own}<p class="verdict">${verdictSign(null)} No response in this run</p>`;
    return html`${own}<p class="verdict">
        ${verdictSign(row.valid)} ${row.skipped ? `skipped (${row.skipped})` : verdictWord(row.valid)}${this.place()} ${row.error_type ? html`<code>${breaking(row.error_type)}</code>` : nothing}
      </p>
      ${row.reason ? html`<p class="reason">${this.reason(row)}</p>` : nothing}`;
  }

  /** Of a model that was asked from this tab: this entry alone, once more. */
  private askAgain(row: Row) {
    const ask = this.run && askOf(this.run);
    if (!ask) return nothing;
    if (isAsking(ask)) return nothing;
    // After a reload no key is known: the server says whether it requires one.
    if (!ask.figures?.keyRefused)
      return html`<p><button @click=${() => void goOn(ask, null, [entryOf(row)])}>${row.missing ? 'Generate' : 'Regenerate'}</button></p>`;
    return gaveKey(ask)
      ? html`<p class="small">The server refuses the key. To regenerate this entry, <a href=${routeTo('ask')}>enter another key</a>.</p>`
      : html`<p class="small">The server requires a key. To regenerate this entry, <a href=${routeTo('ask')}>enter the key</a>: it is not kept after a reload.</p>`;
  }

  /** For those who doubt the verdict: what other runs' responses say about the ground truth, an issue, a case of their own. */
  private doubts(row: Row) {
    const { run } = this;
    if (!run?.settings || !mayNote()) return nothing;
    const entry = entryOf(row);
    const runsThere = tally(run, entry).of;
    const copy = async (): Promise<void> => {
      this.said = '';
      this.said = await copyIssue(run, row.category, noteOn(run, entry));
    };
    return html`<p class="row wrap noprint">
      ${runsThere > 0 ? html`<a href=${routeTo('runs', { panel: 'audit', entry })} title="What the responses of all runs say about its ground truth">Audit</a>` : nothing}
      <button class="link" title="Copies question, ground truth and responses as the text of an issue" @click=${copy}>Copy as an issue</button>
      ${this.asCase(run, row)}
      <span role="status" class="small muted">${this.said}</span>
    </p>`;
  }

  /** Its calls as the ground truth of a case of an own benchmark. */
  private asCase(run: Run, row: Row) {
    if (row.missing || this.entry?.kind === 'multi_turn') return nothing;
    const open = async (): Promise<void> =>
      (await import('../../state/cases.ts')).openCaseOf(run, row);
    return html`<button class="link" title="Opens the case editor with these calls as the ground truth" @click=${open}>${run.dataset?.own ? 'Amend this case' : 'Make a case of this response'}</button>`;
  }

  private panel(row: Row) {
    const { explanation, tab } = this;
    if (tab === 'runs')
      return html`<bx-other-runs .run=${this.run} .entryId=${entryOf(row)}></bx-other-runs>`;
    if (tab === 'conversation') return this.conversation(row);
    if (row.missing) return this.asked();
    return html`${
      explanation?.id !== row.id
        ? this.error
          ? nothing
          : html`<bx-notice kind="loading">Explaining</bx-notice>`
        : explanation.type === 'episode'
          ? html`<bx-episode .run=${this.run} .row=${row} .value=${explanation}></bx-episode>${this.functions()}`
          : html`${this.question()}<bx-explanation .value=${explanation}></bx-explanation>${this.functions()}`
    }`;
  }

  private conversation(row: Row) {
    const { run, explanation, entry } = this;
    if (!run || this.loaded !== this.shown)
      return this.error ? nothing : html`<bx-notice kind="loading">Reading it</bx-notice>`;
    const file = run.files.find(({ key }) => key === row.file);
    this.talk.ask(this.shown, async () => {
      const record = file ? await scopeOf(run).call('record', file, row.line, row.id) : null;
      return talkOf(entry, row.missing ? null : explanation, record);
    });
    if (this.talk.error) return html`<p class="fail">${this.talk.error}</p>`;
    return this.talk.answer
      ? html`<bx-conversation .talk=${this.talk.answer}></bx-conversation>`
      : html`<bx-notice kind="loading">Reading it</bx-notice>`;
  }

  /** Of an episode: where it failed. */
  private place(): string {
    const { explanation } = this;
    if (
      explanation?.id !== this.entryId ||
      explanation.type !== 'episode' ||
      explanation.failed_turn === null
    )
      return '';
    return ` at turn ${explanation.failed_turn + 1} of ${explanation.turns_total},`;
  }

  /** States are long; the tree below shows where they differ. */
  private reason(row: Row): string {
    const { explanation } = this;
    // The list has the beginning of the message, of some entries nothing of it.
    if (row.generationError !== undefined && explanation?.id === row.id)
      return generationError(explanation.raw.slice(0, MOST_MESSAGE));
    const state = row.error_type === 'multi_turn:instance_state_mismatch';
    const name =
      state && explanation?.id === row.id
        ? explanation.why?.path.find((part) => typeof part === 'string')
        : undefined;
    return name ? `The state of ${name} differs from that of the ground truth.` : row.reason;
  }

  private asked() {
    return html`${this.question()}
      ${this.entry ? html`<section><h3>Ground truth</h3><bx-ground-truth .value=${this.entry.ground_truth}></bx-ground-truth></section>` : nothing}
      ${this.functions()}`;
  }

  private question() {
    if (this.entry?.id !== this.entryId) return nothing;
    return html`<section>
      <h3>Question</h3>
      ${questionTurns(this.entry.question)}
    </section>`;
  }

  private functions() {
    const { entry } = this;
    if (entry?.id !== this.entryId) return nothing;
    return html`<section>
      <details ?open=${entry.functions.length <= 3}>
        <summary>Functions, ${entry.functions.length}</summary>
        ${entry.functions.map((doc) => html`<bx-function .doc=${doc}></bx-function>`)}
      </details>
    </section>`;
  }
}

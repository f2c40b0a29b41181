// The note on the open entry: shown, or written. What was typed is kept when another entry is opened.
import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { MOST_NOTE_TEXT, NOTE_KINDS, type Note, type NoteKind } from '../../lib/notes.ts';
import { mayNote, notes, putNote, removeNotes } from '../../state/notes.ts';
import { copyIssue, datasetName } from '../../state/noted.ts';
import { undoable } from '../../state/removal.ts';
import { messageOf, type Run } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { base } from '../../styles/base.ts';
import { toggle } from '../../styles/parts.ts';

interface Draft {
  entry: string;
  kind: NoteKind;
  text: string;
}

const KINDS = Object.entries(NOTE_KINDS) as [NoteKind, string][];
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

@customElement('bx-note')
export class NoteElement extends LitElement {
  static override styles = [
    base,
    toggle,
    css`
      section {
        margin: 8px 0 0;
        padding: 8px 12px;
        border-left: 2px solid var(--accent);
        background: var(--surface);
      }
      /* Two by two where four do not fit into a line. */
      @media (max-width: 600px) {
        .toggle {
          display: grid;
          grid-template-columns: 1fr 1fr;
        }
        .toggle button:nth-child(n) {
          border-radius: 0;
          margin: -1px 0 0 -1px;
        }
      }
      .text {
        max-height: 30vh;
        overflow: auto;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      textarea {
        width: 100%;
        margin: 8px 0;
        font: inherit;
      }
      .head {
        gap: 4px 8px;
        margin-bottom: 4px;
      }
      .run {
        max-width: 32ch;
      }
    `,
  ];

  @property({ attribute: false }) run: Run | null = null;
  @property() entryId = '';
  @property() category = '';
  @state() private draft: Draft | null = null;
  @state() private said = '';
  @query('textarea') private area!: HTMLTextAreaElement | null;

  constructor() {
    super();
    new Watch(this, notes);
  }

  private get note(): Note | undefined {
    return notes.value.notes.get(this.entryId);
  }

  /** Opens the editor. */
  edit(): void {
    if (!mayNote() || !this.entryId) return;
    const { kind = 'wrong', text = '' } = this.note ?? {};
    this.draft ??= { entry: this.entryId, kind, text };
    this.said = '';
    void this.updateComplete.then(() => this.area?.focus());
  }

  override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has('entryId')) return;
    this.said = '';
    if (this.draft) this.keep();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.keep();
  }

  /** What was typed becomes the note, unless nothing was. */
  private keep(chosen = false): void {
    const { draft } = this;
    this.draft = null;
    if (!draft) return;
    const before = notes.value.notes.get(draft.entry);
    const same = before
      ? before.kind === draft.kind && before.text === draft.text
      : draft.text === '' && !chosen;
    if (same) return;
    void putNote({
      ...draft,
      text: draft.text.slice(0, MOST_NOTE_TEXT),
      run: this.run?.name.slice(0, 200) ?? '',
      dataset: datasetName(this.run?.dataset ?? null),
      changed: Date.now(),
    }).catch((error: unknown) => (this.said = messageOf(error)));
  }

  /** What had the focus goes: whoever shows the note takes it. */
  private leave(): void {
    this.dispatchEvent(new CustomEvent('leave'));
  }

  private save(): void {
    this.keep(true);
    this.leave();
  }

  private cancel(): void {
    this.draft = null;
    this.leave();
  }

  private discard(note: Note): void {
    void removeNotes([note.entry]);
    undoable({
      kind: 'annotation',
      name: `on ${note.entry}`,
      back: async () => {
        // What was written since stays.
        if (!notes.value.notes.has(note.entry)) await putNote(note);
      },
    });
    this.leave();
  }

  override render() {
    const { note, draft } = this;
    if (draft?.entry === this.entryId) return this.editor(draft);
    return note
      ? this.shown(note)
      : this.said
        ? html`<p class="fail" role="alert">${this.said}</p>`
        : nothing;
  }

  private shown(note: Note) {
    const here = datasetName(this.run?.dataset ?? null);
    return html`<section aria-label="Annotation">
      <p class="row wrap head">
        <strong><span aria-hidden="true">✎</span> ${NOTE_KINDS[note.kind]}</strong>
        <span class="muted small">${DAY.format(note.changed)}</span>
        ${note.run && note.run !== this.run?.name ? html`<span class="muted small cut run" title=${note.run}>over ${note.run}</span>` : nothing}
        ${note.dataset !== here ? html`<span class="warn small">! over ${note.dataset || 'an unknown dataset'}</span>` : nothing}
      </p>
      ${note.text ? html`<p class="text" tabindex="0">${note.text}</p>` : nothing}
      <p class="row wrap">
        <button class="plain" @click=${this.edit}>Edit</button>
        <button class="plain" @click=${() => this.discard(note)}>Remove</button>
        <button class="plain" @click=${() => void this.copy(note)}>Copy as an issue</button>
        <span role="status" class="small muted">${this.said}</span>
      </p>
      ${notes.value.problem ? html`<p class="small warn">! ${notes.value.problem}</p>` : nothing}
    </section>`;
  }

  private editor(draft: Draft) {
    const set = (change: Partial<Draft>) => (this.draft = { ...draft, ...change });
    return html`<section aria-label="Annotation">
      <div class="toggle" role="group" aria-label="What it says">
        ${KINDS.map(([kind, label]) => html`<button aria-pressed=${kind === draft.kind} @click=${() => set({ kind })}>${label}</button>`)}
      </div>
      <textarea
        rows="3" aria-label="Comment" placeholder="Comment (optional)" maxlength=${MOST_NOTE_TEXT} .value=${draft.text}
        @input=${(event: Event) => set({ text: (event.target as HTMLTextAreaElement).value })}
        @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && this.save()}
      ></textarea>
      <p class="row wrap">
        <button class="primary" title="Save (Ctrl Enter)" @click=${this.save}>Save</button>
        <button @click=${this.cancel}>Cancel</button>
        <span class="small muted">Kept in this browser.</span>
      </p>
    </section>`;
  }

  private async copy(note: Note): Promise<void> {
    if (!this.run) return;
    this.said = '';
    this.said = await copyIssue(this.run, this.category, note);
  }
}

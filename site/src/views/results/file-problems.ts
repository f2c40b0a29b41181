// The problems in the files of a run: a filter and some at a time where they are many, the notes folded below. With a
// response that tells no entry stand the entries that it may be of, to score it against one; the run stays as it is.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { count, plural } from '../../lib/format.ts';
import { isNote, sentence } from '../../lib/forms.ts';
import type { FoundResponse } from '../../lib/scorer-types.ts';
import { scoreAs } from '../../state/forms.ts';
import { base } from '../../styles/base.ts';
import type { FileProblem } from '../../worker/protocol.ts';
import { candidateList, candidateStyles } from '../score/candidates.ts';

const folding = css`
  summary {
    min-height: 24px;
    color: var(--accent);
    cursor: pointer;
  }
`;

@customElement('bx-nameless')
export class Nameless extends LitElement {
  static override styles = [base, candidateStyles, folding];

  @property({ attribute: false }) response!: FoundResponse;
  override render() {
    const { candidates, entries_count: total, line, text } = this.response;
    const choose = (id: string): void => {
      this.dispatchEvent(new CustomEvent('chosen', { bubbles: true, composed: true }));
      scoreAs(id, text);
    };
    return html`<details>
      <summary aria-label="Score the response of line ${line} against an entry">Score it against an entry</summary>
      ${candidateList(candidates, total, choose)}
    </details>`;
  }
}

/** How many are shown at first, and more at a time. */
const SOME = 50;

/** Emits `chosen` when a response is shown against an entry. */
@customElement('bx-file-problems')
export class FileProblems extends LitElement {
  static override styles = [
    base,
    folding,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 8px;
      }
      .row input {
        flex: 1 1 20ch;
        max-width: 44ch;
      }
      li + li {
        margin-top: 8px;
      }
    `,
  ];

  @property({ attribute: false }) problems: readonly FileProblem[] = [];
  @state() private words = '';
  @state() private most = SOME;

  override render() {
    const all = this.problems.filter((one) => !isNote(one));
    const notes = this.problems.filter(isNote);
    const words = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter((one) => {
      const text = sentence(one).toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const more = found.length - this.most;
    return html`${all.length > SOME ? this.filter(found.length, all.length) : nothing}
      <ul>${found.slice(0, this.most).map((problem) => this.line(problem))}</ul>
      ${more > 0 ? html`<p class="row"><span class="muted">${count(more)} more</span> <button @click=${() => (this.most += SOME)}>Show ${count(Math.min(more, SOME))}</button></p>` : nothing}
      ${notes.length > 0 ? this.notes(notes, all.length === 0) : nothing}`;
  }

  private filter(found: number, all: number) {
    return html`<p class="row"><input type="search" placeholder="filter" aria-label="Filter problems" .value=${this.words}
        @input=${(event: Event) => {
          this.words = (event.target as HTMLInputElement).value;
          this.most = SOME;
        }} />
      <span class="muted num" role="status">${found < all ? `${count(found)} of ${count(all)}` : plural(all, 'problem')}</span></p>`;
  }

  private line(problem: FileProblem) {
    const { response } = problem;
    return html`<li>${sentence(problem)}${response && response.candidates.length > 0 ? html`<bx-nameless .response=${response}></bx-nameless>` : nothing}</li>`;
  }

  /** Open where there is nothing else. */
  private notes(notes: readonly FileProblem[], open: boolean) {
    return html`<details class="muted" ?open=${open}><summary>${plural(notes.length, 'note')}</summary>
      <ul>${notes.map((note) => html`<li>${sentence(note)}</li>`)}</ul></details>`;
  }
}

// Blind review of suspicious entries: question, functions and the different responses in random order, a key each.
// Nothing shows which response the ground truth accepts.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../components/notice.ts';
import { count, plural } from '../../lib/format.ts';
import type { ReviewMerge, ReviewScreen } from '../../lib/scorer-types.ts';
import { download } from '../../state/download.ts';
import { Keys } from '../../state/keys.ts';
import {
  beginReview,
  closeReview,
  decideReviews,
  downloadReview,
  mergeReview,
  openReview,
  pressKey,
  reopenReview,
  review,
  startReview,
} from '../../state/review.ts';
import { settledOfOne } from '../../state/statistics.ts';
import type { Run } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { base } from '../../styles/base.ts';
import { scrollingPage } from '../../styles/parts.ts';

const PRESSED = ['1', '2', '3', '4', '5', '6', '7', '8', 'n', 'r', 'a', 'w', 'u', 's'];
const MARKS = { none: '', acceptable: 'acceptable', not: 'not acceptable' } as const;

@customElement('bx-review')
export class ReviewElement extends LitElement {
  static override styles = [
    base,
    scrollingPage,
    css`
      input[type='file'] {
        max-width: 100%;
        font-size: var(--s13);
        color: var(--muted);
      }
      ::file-selector-button {
        min-height: var(--control);
        margin-right: 8px;
        padding: 0 12px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--bg);
        color: var(--accent);
        font: inherit;
        cursor: pointer;
      }
      form,
      .keys,
      .files {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 8px 12px;
        margin: 8px 0;
      }
      label {
        display: grid;
        gap: 4px;
      }
      label.check {
        display: flex;
        align-items: center;
        min-height: var(--control);
      }
      h3 {
        margin: 16px 0 4px;
      }
      .text,
      code {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .answers {
        display: grid;
        gap: 8px;
        margin: 8px 0;
      }
      .session {
        align-items: center;
      }
      input[type='file'] {
        padding: 0;
        border: 0;
      }
      .text {
        max-width: 96ch;
      }
      details ul {
        padding-left: 16px;
      }
      .keys button {
        height: auto;
        min-height: var(--control);
        text-align: left;
        white-space: normal;
      }
      .answers button {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr) max-content;
        align-items: baseline;
        justify-content: start;
        gap: 4px 12px;
        height: auto;
        padding: 8px 12px;
        text-align: left;
        white-space: normal;
      }
      .mark {
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) runs: readonly Run[] = [];
  @state() private reviewer = '';
  @state() private seed = 0;
  @state() private hard = false;
  @state() private link = '';
  @state() private other = '';
  @state() private third = '';
  /** The id of the entry whose responses are shown in full. */
  @state() private whole = '';

  constructor() {
    super();
    new Watch(this, review);
    new Keys(this, {
      ...Object.fromEntries(PRESSED.map((key) => [key, () => this.press(key)])),
      f: () => this.showWhole(),
      c: () => this.renderRoot.querySelector<HTMLInputElement>('.comment')?.focus(),
    });
  }

  private get settled(): Run[] {
    return settledOfOne(this.runs);
  }

  private press(key: string): void {
    if (review.value.screen) void pressKey(this.settled, key);
  }

  private showWhole(): void {
    const { id = '' } = review.value.screen ?? {};
    this.whole = this.whole === id ? '' : id;
  }

  override render() {
    const { screen, merge, said, unkept, busy, stranded } = review.value;
    if (this.settled.length > 0) startReview(this.settled);
    return html`${said ? html`<bx-notice kind="error" heading="The review reports an error">${said}</bx-notice>` : nothing}
      ${unkept ? html`<p><span class="warn">!</span> This browser cannot store the review: it is lost when the tab is closed. Download it first.</p>` : nothing}
      ${screen ? this.session(screen, merge) : stranded ? this.stranded() : this.begin(busy)}`;
  }

  private stranded() {
    return html`<p class="lead">This browser keeps a review that does not open with these runs. Open runs on its dataset, download it, or remove it.</p>
      <div class="files">
        <button @click=${() => void reopenReview(this.settled)}>Try again</button>
        <button @click=${downloadReview}>Download the review</button>
        <button @click=${() => void closeReview()}>Remove the review</button>
      </div>`;
  }

  private begin(busy: boolean) {
    const field = (event: Event): string => (event.target as HTMLInputElement).value;
    return html`<p class="lead">
        A reviewer judges the suspicious entries of these runs without seeing which response the ground truth accepts.
        One in five entries is drawn at random from those that are not suspicious, to estimate how many errors the audit misses.
      </p>
      <form @submit=${(event: Event) => {
        event.preventDefault();
        void beginReview(this.settled, this.reviewer, this.seed, this.hard);
      }}>
        <label>Reviewer <input required autocomplete="name" .value=${this.reviewer} @input=${(event: Event) => (this.reviewer = field(event))} /></label>
        <label>Seed <input type="number" min="0" max="9007199254740991" .value=${String(this.seed)} @input=${(event: Event) => (this.seed = Number(field(event)))} /></label>
        <label class="check"><input type="checkbox" .checked=${this.hard} @change=${(event: Event) => (this.hard = (event.target as HTMLInputElement).checked)} /> Include hard entries (most are episodes)</label>
        <button ?disabled=${busy || this.settled.length < 2}>Begin a review</button>
      </form>
      ${this.settled.length < 2 ? html`<p class="muted">A new review needs at least two runs.</p>` : nothing}
      <div class="files">
        ${this.file('Continue a review', (text) => openReview(this.settled, text))}
        ${this.file('Judge the entries of another review', (text) => openReview(this.settled, text, this.reviewer || 'second reviewer'))}
      </div>`;
  }

  private file(label: string, use: (text: string) => unknown) {
    return this.files(label, false, ([text]) => text !== undefined && use(text));
  }

  private files(label: string, multiple: boolean, use: (texts: string[]) => unknown) {
    return html`<label>${label}
      <input type="file" accept=".jsonl" ?multiple=${multiple} @change=${async (event: Event) => {
        const input = event.target as HTMLInputElement;
        use(await Promise.all([...(input.files ?? [])].map((file) => file.text())));
      }} /></label>`;
  }

  private session(screen: ReviewScreen, merge: ReviewMerge | null) {
    return html`<div class="files session">
        <span role="status" class="num">${count(screen.voted)} of ${plural(screen.entries, 'entry', 'entries')} ${screen.decides.length > 0 ? 'decided' : 'reviewed'} by ${screen.reviewer}</span>
        <button @click=${downloadReview}>Download the review</button>
        <button @click=${() => void closeReview()}>Close the review</button>
      </div>
      ${
        screen.decides.length > 0 && !screen.ended && !screen.votes
          ? this.files(
              `Open the reviews of ${screen.decides.join(' and ')} to see their votes`,
              true,
              (texts) => decideReviews(this.settled, texts, ''),
            )
          : nothing
      }
      ${screen.ended ? html`<p>All entries are reviewed or skipped. <button @click=${() => this.press('u')}>Undo</button></p>` : this.entry(screen)}
      ${this.result(merge, screen.decides.length > 0)}`;
  }

  private entry({ id, question, functions, answers, votes, comment, keys, message }: ReviewScreen) {
    const marking = keys?.find(({ key }) => key.startsWith('1'));
    return html`<h2 class="mono">${id}</h2>
      <h3>Question</h3>
      ${question?.map(({ role, text }) => html`<p class="text"><span class="muted">${role}:</span> ${text}</p>`)}
      <h3>Functions</h3>
      ${functions?.map(
        ({
          name,
          description,
          parameters,
        }) => html`<details open><summary class="mono">${name}</summary>
        <p class="text">${description}</p>
        <ul>${parameters.map((one) => html`<li class="text">${one}</li>`)}</ul></details>`,
      )}
      <h3>Responses</h3>
      ${marking ? html`<p class="muted small"><kbd>${marking.key}</kbd> ${marking.text}</p>` : nothing}
      ${
        answers?.some((one) => one.whole)
          ? html`<p><button aria-pressed=${this.whole === id} @click=${this.showWhole}><kbd>f</kbd> Show the responses in full</button></p>`
          : nothing
      }
      ${votes?.map((vote) => html`<p class="text">${vote}</p>`)}
      <div class="answers">
        ${answers?.map(
          (
            { text, whole = text, mark },
            i,
          ) => html`<button @click=${() => this.press(String(i + 1))}>
          <kbd>${i + 1}</kbd> <code>${this.whole === id ? whole : text}</code> <span class="mark ${mark === 'acceptable' ? 'pass' : 'fail'}">${MARKS[mark]}</span></button>`,
        )}
      </div>
      ${message ? html`<p role="alert">${message}</p>` : nothing}
      <label>Comment <input class="comment" .value=${comment ?? ''} @change=${(event: Event) => this.press(`c ${(event.target as HTMLInputElement).value}`)} /></label>
      <div class="keys">
        ${keys
          ?.filter(({ key }) => /^[nrawus]$/.test(key))
          .map(
            ({ key, text }) =>
              html`<button @click=${() => this.press(key)}><kbd>${key}</kbd> ${text}</button>`,
          )}
      </div>`;
  }

  /** Of a review, with those of another one; or of two reviews with these decisions. */
  private result(merge: ReviewMerge | null, decides: boolean) {
    const save = (name: string, text: string | null, type?: string) =>
      text === null
        ? nothing
        : html`<button @click=${() => download(name, text, type)}>${name}</button>`;
    return html`<details>
      <summary>Result</summary>
      <form @submit=${(event: Event) => {
        event.preventDefault();
        void mergeReview(this.settled, this.other, this.link);
      }}>
        ${decides ? nothing : this.file('Second review', (text) => (this.other = text))}
        <label>Link for the errata <input type="url" .value=${this.link} @input=${(event: Event) => (this.link = (event.target as HTMLInputElement).value)} /></label>
        <button>Show the result</button>
      </form>
      ${
        merge
          ? html`<ul>${merge.texts.map((text) => html`<li>${text}</li>`)}</ul>
            ${merge.disagreements.map(({ id, votes }) => html`<h3 class="mono">${id}</h3><ul>${votes.map((vote) => html`<li>${vote}</li>`)}</ul>`)}
            ${merge.disagreements.length > 0 && this.other && !decides ? this.decide() : nothing}
            <div class="files">
              ${save('errata.json', merge.errata, 'application/json')} ${save('ground-truth.patch', merge.patch)} ${save('issue.md', merge.issue, 'text/markdown')}
            </div>
            ${merge.problems.length > 0 ? html`<p>Left out of the corrections:</p><ul>${merge.problems.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}`
          : nothing
      }
    </details>`;
  }

  private decide() {
    return html`<form @submit=${(event: Event) => {
      event.preventDefault();
      void decideReviews(this.settled, [this.other], this.third);
    }}>
        <label>Third reviewer <input required .value=${this.third} @input=${(event: Event) => (this.third = (event.target as HTMLInputElement).value)} /></label>
        <button>Decide the disagreements</button>
        <span class="muted">The open review is downloaded first.</span>
      </form>`;
  }
}

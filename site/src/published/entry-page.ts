// One entry: what is asked, the ground truth, and the answers of all models, equal ones together.
import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../components/ground-truth.ts';
import '../components/notice.ts';
import { errorType, errorTypes } from '../components/error-type.ts';
import { questionTurns } from '../components/question.ts';
import { base } from '../styles/base.ts';
import { turnsText } from '../lib/conversation.ts';
import { count, plural } from '../lib/format.ts';
import { MOST_RESPONSES, issueText } from '../lib/notes.ts';
import {
  entriesPath,
  groupAnswers,
  placeOf,
  runNoun,
  toAudit,
  toModel,
  toModels,
  type AnswerGroup,
  type AnswerRow,
  type AuditFile,
  type BoardIndex,
  type PublishedEntry,
  type PublishedModel,
  type SuspiciousEntry,
} from '../lib/published.ts';
import { answerSlice, auditFile, entrySlice, idsOf, ownIdsOf } from './data.ts';
import type { Message } from '../lib/scorer-types.ts';
import { Load } from './load.ts';
import { pageStyles } from './styles.ts';
import { suspicionHead, suspicionLines, suspicionText } from './suspicion.ts';

/** null: the board has no such entry. */
type Loaded = {
  entry: PublishedEntry;
  /** The id that the author of a benchmark gave it; empty: none. */
  own: string;
  path: string;
  groups: AnswerGroup[];
  failed: number;
} | null;
/** Of a file from anywhere. */
const turnsOf = ({ question }: PublishedEntry): Message[][] =>
  (Array.isArray(question) ? question : []).map((turn) => (Array.isArray(turn) ? turn : []));
/** Slices under way at once. */
const AT_ONCE = 16;

@customElement('bx-published-entry')
export class EntryPage extends LitElement {
  static override styles = [
    base,
    errorTypes,
    pageStyles,
    css`
      textarea {
        width: 100%;
        height: 320px;
        margin-top: 8px;
        font: var(--s13) var(--mono);
      }
    `,
  ];

  @property({ attribute: false }) board!: BoardIndex;
  @property() entry = '';
  @state() private done = 0;
  @state() private issue = false;
  @state() private said = '';
  private readonly load = new Load<{ found: Loaded }>(this);
  private readonly audit = new Load<AuditFile>(this);

  override willUpdate(changes: PropertyValues<this>): void {
    const { entry } = this;
    if (changes.has('entry')) {
      this.issue = false;
      this.said = '';
    }
    this.audit.ask('audit', auditFile);
    this.load.ask(entry, async () => ({ found: await this.fetch(entry) }));
  }

  private async fetch(id: string): Promise<Loaded> {
    this.done = 0;
    const own = (await ownIdsOf())[id] ?? '';
    const place = placeOf(await idsOf(), id, this.board.slice);
    if (!place) return null;
    const { category, slice, index } = place;
    const entry = (await entrySlice(category, slice)).entries[index];
    if (!entry) throw new Error('it is missing from its data file');
    const waiting = this.board.models.filter((model) => category in model.categories);
    const answers: { model: PublishedModel; row: AnswerRow; types: string[] }[] = [];
    let failed = 0;
    const work = async (): Promise<void> => {
      for (let model = waiting.shift(); model; model = waiting.shift()) {
        try {
          const its = await answerSlice(model.name, category, slice);
          answers.push({ model, row: its.answers[index] ?? null, types: its.types });
        } catch {
          failed += 1;
        }
        if (id === this.entry) this.done += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    answers.sort((a, b) => this.board.models.indexOf(a.model) - this.board.models.indexOf(b.model));
    return {
      entry,
      own,
      path: entriesPath(category, slice),
      groups: groupAnswers(answers),
      failed,
    };
  }

  override render() {
    const { value, error } = this.load;
    const head = html`<h1 class="mono">${this.entry}</h1>`;
    if (error)
      return html`${head}<bx-notice kind="error" heading="This entry could not be loaded">${error}</bx-notice>`;
    if (!value)
      return html`${head}<bx-notice kind="loading">Loading the responses of ${count(this.done)} of ${plural(this.board.models.length, runNoun(this.board))}</bx-notice>`;
    if (!value.found)
      return html`<h1>Unknown entry</h1>
        <bx-notice kind="error" heading="No category of this leaderboard has this entry"><code>${this.entry}</code> <a href=${toModels}>All models</a></bx-notice>`;
    const { entry, own, groups, failed, path } = value.found;
    const total = groups.reduce(
      (sum, { models, unknown }) => sum + (unknown ? 0 : models.length),
      0,
    );
    const right = groups.reduce((sum, group) => sum + (group.right ? group.models.length : 0), 0);
    return html`<div class="head">${head}${own ? html`<span class="mono muted">${own}</span>` : nothing}<span class="muted">${count(right)} of ${plural(total, runNoun(this.board))} passed</span><span class="grow"></span><button aria-expanded=${this.issue ? 'true' : 'false'} @click=${() => (this.issue = !this.issue)}>Report this entry</button><a href="./${path}">JSON</a></div>
      ${this.issue ? this.report(entry, groups) : nothing}
      <section aria-label="Question">
        <h2>Question</h2>
        ${questionTurns(turnsOf(entry))}
      </section>
      <section aria-label="Ground truth"><h2>Ground truth</h2><bx-ground-truth .value=${entry.ground_truth}></bx-ground-truth></section>
      ${this.doubt()}
      <section aria-label="Responses">
        <h2>Responses</h2>
        ${failed > 0 ? html`<bx-notice kind="warn" heading="The responses of ${plural(failed, 'model')} could not be fetched">Load the page again.</bx-notice>` : nothing}
        ${groups.map((group) => this.group(group))}
      </section>`;
  }

  private get suspicion(): SuspiciousEntry | undefined {
    return this.audit.value?.entries.find(({ id }) => id === this.entry);
  }

  /** What the audit says; that it could not be loaded, as it would be missed. */
  private doubt() {
    const one = this.suspicion;
    if (this.audit.error)
      return html`<p class="muted text">The audit could not be loaded: ${this.audit.error}.</p>`;
    if (!one) return nothing;
    return html`<section aria-label="Audit">
      <h2>The ground truth is suspicious</h2>
      <div class="answer"><div>${suspicionHead(this.board, one)} <a href=${toAudit}>All suspicious entries</a></div>${suspicionLines(this.board, one)}</div>
    </section>`;
  }

  /** The text of an issue, to be edited and copied. */
  private report(entry: PublishedEntry, groups: readonly AnswerGroup[]) {
    const one = this.suspicion;
    const answers = groups.map(({ right, skipped, why, error, answer, models }) => ({
      run: `${models[0]?.label ?? ''}${models.length > 1 ? ` and ${count(models.length - 1)} more` : ''}`,
      valid: skipped ? null : right,
      reason: why || error,
      text: answer,
    }));
    const further = groups
      .slice(MOST_RESPONSES)
      .reduce((sum, { models }) => sum + models.length, 0);
    const { version, hash } = this.board.dataset;
    const text = issueText([
      {
        note: {
          entry: this.entry,
          kind: 'wrong',
          text: one ? suspicionText(one) : '',
          run: '',
          dataset: `${version} (${hash})`,
          changed: 0,
        },
        question: turnsText({ question: turnsOf(entry) }),
        truth: JSON.stringify(entry.ground_truth, null, 1),
        responses: answers.slice(0, MOST_RESPONSES),
        further,
      },
    ]);
    return html`<section aria-label="Issue">
      <h2>Text of an issue</h2>
      <textarea aria-label="Text of an issue" .value=${text}></textarea>
      <p><button @click=${() => void this.copy()}>Copy</button> <span role="status" class="muted small">${this.said}</span></p>
    </section>`;
  }

  private async copy(): Promise<void> {
    const area = this.renderRoot.querySelector('textarea');
    try {
      await navigator.clipboard.writeText(area?.value ?? '');
      this.said = 'Copied.';
    } catch {
      area?.select();
      this.said = 'The browser does not allow access to the clipboard. Copy the selected text.';
    }
  }

  private group({ right, skipped, unknown, error, why, answer, models }: AnswerGroup) {
    return html`<div class="answer">
      <div>
        ${right ? html`<span class="pass">✓ passed</span>` : unknown ? html`<span class="muted">passed or missing: score files with fewer entries do not say which</span>` : skipped ? html`<span class="muted">skipped</span>` : html`<span class="fail">✕</span> ${errorType(error)}`}
        <span class="muted">${plural(models.length, runNoun(this.board))}</span>
      </div>
      ${answer ? html`<code>${answer}</code>` : nothing} ${why ? html`<div class="why">${why}</div>` : nothing}
      <div class="names">${models.map(({ name, label }) => html`<a href=${toModel(name)}>${label}</a>`)}</div>
    </div>`;
  }
}

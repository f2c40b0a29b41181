// One entry: what is asked, the ground truth, and the answers of all models, equal ones together.
import { LitElement, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../components/ground-truth.ts';
import '../components/notice.ts';
import '../components/question.ts';
import { errorType, errorTypes } from '../components/error-type.ts';
import { base } from '../styles/base.ts';
import { count, plural } from '../lib/format.ts';
import {
  entriesPath,
  groupAnswers,
  placeOf,
  toModel,
  toModels,
  type AnswerGroup,
  type AnswerRow,
  type BoardIndex,
  type PublishedEntry,
  type PublishedModel,
} from '../lib/published.ts';
import { answerSlice, entrySlice, idsOf } from './data.ts';
import { Load } from './load.ts';
import { pageStyles } from './styles.ts';

/** null: the board has no such entry. */
type Loaded = {
  entry: PublishedEntry;
  path: string;
  groups: AnswerGroup[];
  failed: number;
} | null;
/** Slices under way at once. */
const AT_ONCE = 16;

@customElement('bx-published-entry')
export class EntryPage extends LitElement {
  static override styles = [base, errorTypes, pageStyles];

  @property({ attribute: false }) board!: BoardIndex;
  @property() entry = '';
  @state() private done = 0;
  private readonly load = new Load<{ found: Loaded }>(this);

  override willUpdate(): void {
    const { entry } = this;
    this.load.ask(entry, async () => ({ found: await this.fetch(entry) }));
  }

  private async fetch(id: string): Promise<Loaded> {
    this.done = 0;
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
    return { entry, path: entriesPath(category, slice), groups: groupAnswers(answers), failed };
  }

  override render() {
    const { value, error } = this.load;
    const head = html`<h1 class="mono">${this.entry}</h1>`;
    if (error)
      return html`${head}<bx-notice kind="error" heading="This entry could not be loaded">${error}</bx-notice>`;
    if (!value)
      return html`${head}<bx-notice kind="loading">Loading the responses of ${count(this.done)} of ${plural(this.board.models.length, 'model')}</bx-notice>`;
    if (!value.found)
      return html`<h1>Unknown entry</h1>
        <bx-notice kind="error" heading="No category of this leaderboard has this entry"><code>${this.entry}</code> <a href=${toModels}>All models</a></bx-notice>`;
    const { entry, groups, failed, path } = value.found;
    const total = groups.reduce(
      (sum, { models, unknown }) => sum + (unknown ? 0 : models.length),
      0,
    );
    const right = groups.reduce((sum, group) => sum + (group.right ? group.models.length : 0), 0);
    return html`<div class="head">${head}<span class="muted">${count(right)} of ${plural(total, 'model')} passed</span><span class="grow"></span><a href="./${path}">JSON</a></div>
      <section aria-label="Question">
        <h2>Question</h2>
        ${(Array.isArray(entry.question) ? entry.question : []).map((turn) => html`<bx-question .messages=${Array.isArray(turn) ? turn : []}></bx-question>`)}
      </section>
      <section aria-label="Ground truth"><h2>Ground truth</h2><bx-ground-truth .value=${entry.ground_truth}></bx-ground-truth></section>
      <section aria-label="Responses">
        <h2>Responses</h2>
        ${failed > 0 ? html`<bx-notice kind="warn" heading="The responses of ${plural(failed, 'model')} could not be fetched">Load the page again.</bx-notice>` : nothing}
        ${groups.map((group) => this.group(group))}
      </section>`;
  }

  private group({ right, skipped, unknown, error, why, answer, models }: AnswerGroup) {
    return html`<div class="answer">
      <div>
        ${right ? html`<span class="pass">✓ passed</span>` : unknown ? html`<span class="muted">passed or missing: score files with fewer entries do not say which</span>` : skipped ? html`<span class="muted">skipped</span>` : html`<span class="fail">✕</span> ${errorType(error)}`}
        <span class="muted">${plural(models.length, 'model')}</span>
      </div>
      ${answer ? html`<code>${answer}</code>` : nothing} ${why ? html`<div class="why">${why}</div>` : nothing}
      <div class="names">${models.map(({ name, label }) => html`<a href=${toModel(name)}>${label}</a>`)}</div>
    </div>`;
  }
}

// Entries that several runs answered and none passes, with the answer that most of them give: either the entry is
// hard, or its ground truth is worth a look.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../../components/notice.ts';
import { groupAnswers, unpassed, type AnswerGroup, type Unpassed } from '../../lib/answers.ts';
import { count, plural } from '../../lib/format.ts';
import { stillScored } from '../../lib/run-facts.ts';
import { answersToMany, rowOf } from '../../state/answers.ts';
import { route, routeTo, setParams } from '../../state/router.ts';
import type { Run } from '../../state/runs.ts';
import { keyOf, settledOfOne } from '../../state/statistics.ts';
import { Watch } from '../../state/watch.ts';
import { base } from '../../styles/base.ts';
import { scrollingPage } from '../../styles/parts.ts';
import { Question } from '../../state/question.ts';

type Answers = Map<string, AnswerGroup<Run>[]>;

/** Shown at once; more by a button. */
const PAGE = 100;

@customElement('bx-unpassed')
export class UnpassedElement extends LitElement {
  static override styles = [
    base,
    scrollingPage,
    css`
      ol {
        margin: 12px 0 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        gap: 2px 16px;
        padding: 8px 0;
        border-top: 1px solid var(--line);
      }
      .mono {
        font-size: var(--s13);
        overflow-wrap: anywhere;
      }
      .answer {
        display: -webkit-box;
        -webkit-line-clamp: 4;
        -webkit-box-orient: vertical;
        overflow: hidden;
        white-space: pre-line;
      }
      a {
        display: inline-block;
        min-height: 24px;
      }
      @media (max-width: 700px) {
        li {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  @property({ attribute: false }) runs: readonly Run[] = [];
  private readonly answers = new Question<Answers>(this);
  private stop = new AbortController();
  private most = PAGE;

  constructor() {
    super();
    new Watch(this, route);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  override render() {
    const runs = settledOfOne(this.runs);
    const { category } = route.value.params;
    const found = unpassed(runs);
    const all = found.filter((one) => !category || one.category === category);
    if (runs.length < 2) {
      return html`<bx-notice heading="Two runs are needed">Drop or paste the results of another run on the same dataset: the entries that no run passes are listed here, with their responses.</bx-notice>`;
    }
    const busy = stillScored(this.runs.map(({ phase }) => phase));
    if (found.length === 0) {
      return busy
        ? html`<bx-notice kind="loading">${busy}</bx-notice>`
        : html`<bx-notice heading="Every entry is passed by some run">Of the entries with responses in at least two of these runs.</bx-notice>`;
    }
    const shown = all.slice(0, this.most);
    this.answers.ask(keyOf(runs, category, String(this.most)), async () => {
      this.stop.abort();
      this.stop = new AbortController();
      const ids = new Set(shown.map(({ id }) => id));
      const answers = await answersToMany(ids, runs, this.stop.signal);
      return new Map([...answers].map(([id, all]) => [id, groupAnswers(all)]));
    });
    const categories = [...new Set(found.map((one) => one.category))];
    return html`<p>
        <strong class="num">${count(all.length)}</strong> ${all.length === 1 ? 'entry that' : 'entries that'} no run passes, with responses in at least two of ${plural(runs.length, 'run')}.${busy ? html` <span class="muted">${busy}.</span>` : nothing}
        ${
          categories.length > 1
            ? html`<select aria-label="Category" @change=${(event: Event) => setParams({ category: (event.target as HTMLSelectElement).value || undefined })}>
              <option value="">all categories</option>
              ${categories.map((name) => html`<option value=${name} ?selected=${name === category}>${name}</option>`)}
            </select>`
            : nothing
        }
      </p>
      ${this.answers.error ? html`<p class="fail">${this.answers.error}</p>` : nothing}
      <ol>${shown.map((one) => this.line(one, runs))}</ol>
      ${shown.length < all.length ? html`<button @click=${this.more}>${count(Math.min(PAGE, all.length - shown.length))} more</button>` : nothing}`;
  }

  private readonly more = (): void => {
    this.most += PAGE;
    this.requestUpdate();
  };

  private line({ id, runs: number }: Unpassed, runs: readonly Run[]) {
    const run = runs.find((one) => rowOf(one, id));
    const groups = this.answers.latest?.get(id) ?? [];
    const [top] = groups;
    const most = top?.runs.length ?? 0;
    const words = !top
      ? ''
      : most === number
        ? `all ${count(number)} runs return this`
        : most > 1
          ? `${count(most)} of ${count(number)} runs return this`
          : `${count(number)} runs, ${count(groups.length)} different responses; one of them`;
    return html`<li>
      <div>
        <a class="mono" href=${routeTo('results', { ...(run && { run: run.name }), entry: id, panel: 'runs' })}>${id}</a>
        <div class="muted small">${words || html`${count(number)} runs`}</div>
      </div>
      <div class="answer mono">${top?.text ?? ''}</div>
    </li>`;
  }
}

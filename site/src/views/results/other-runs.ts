// An entry in every loaded run: the same answers together, each run one click away.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../components/notice.ts';
import { verdictSign } from '../../components/explanation.ts';
import { groupAnswers, type AnswerGroup } from '../../lib/answers.ts';
import { count, plural } from '../../lib/format.ts';
import { answersTo, rowOf, sameDataset } from '../../state/answers.ts';
import { Question } from '../../state/question.ts';
import { setParams } from '../../state/router.ts';
import { runs, type Run } from '../../state/runs.ts';
import { keyOf } from '../../state/statistics.ts';
import { Watch } from '../../state/watch.ts';
import { base } from '../../styles/base.ts';
import { sections } from '../../styles/sections.ts';

/** The runs on the same dataset. */
export const comparable = (run: Run): Run[] =>
  runs.value.filter((other) => sameDataset(run, other));

/** "7 of 20 right": of the runs that have a verdict on the entry. */
export function tally(run: Run, id: string): { right: number; of: number } {
  const verdicts = comparable(run).flatMap((one) => rowOf(one, id)?.valid ?? []);
  return { right: verdicts.filter(Boolean).length, of: verdicts.length };
}

/** Runs of one answer that are named at first. */
const NAMED = 12;

@customElement('bx-other-runs')
export class OtherRuns extends LitElement {
  static override styles = [
    base,
    sections,
    css`
      .head {
        display: flex;
        gap: 8px;
        align-items: baseline;
      }
      li strong {
        display: inline-block;
        line-height: 24px;
      }
      pre {
        max-height: 220px;
        overflow: auto;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      button.link {
        min-height: 24px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) run: Run | null = null;
  @property() entryId = '';
  /** All names are written out. */
  @state() private open = false;
  private readonly answers = new Question<AnswerGroup<Run>[]>(this);

  constructor() {
    super();
    new Watch(this, runs);
  }

  override render() {
    const { run, entryId } = this;
    if (!run) return nothing;
    const all = comparable(run);
    if (all.length < 2) {
      return html`<bx-notice heading="No other run is loaded">Drop or paste the results of more runs on the same dataset to compare their responses to this entry.</bx-notice>`;
    }
    this.answers.ask(keyOf(all, entryId), async () => groupAnswers(await answersTo(entryId, all)));
    const groups = this.answers.latest;
    if (this.answers.error) return html`<p class="fail">${this.answers.error}</p>`;
    if (!groups) return html`<bx-notice kind="loading">Gathering responses</bx-notice>`;
    const silent = all.filter((one) => !rowOf(one, entryId));
    return html`${groups.map((group) => this.group(group))}
      ${
        silent.length > 0
          ? html`<section><div class="head">${verdictSign(null)} <span>No reply in ${plural(silent.length, 'run')}</span></div>${this.names(silent)}</section>`
          : nothing
      }`;
  }

  private group({ valid, reason, text, runs: some }: AnswerGroup<Run>) {
    return html`<section>
      <div class="head">${verdictSign(valid)} <span><strong>${plural(some.length, 'run')}</strong>${reason ? html` · ${reason}` : nothing}</span></div>
      ${text ? html`<pre class="raw" tabindex="0">${text}</pre>` : nothing}
      ${this.names(some)}
    </section>`;
  }

  private names(all: readonly Run[]) {
    const some =
      all.length > NAMED && !this.open
        ? all.filter((one, i) => i < NAMED || one === this.run)
        : all;
    return html`<ul>
      ${some.map(
        (one) =>
          html`<li>${
            one === this.run
              ? html`<strong aria-current="true">${one.name}</strong>`
              : html`<button class="link" @click=${() => setParams({ run: one.name, turn: undefined, step: undefined }, { push: true })}>${one.name}</button>`
          }</li>`,
      )}
      ${some.length < all.length ? html`<li><button class="link muted" @click=${() => (this.open = true)}>and ${count(all.length - some.length)} more</button></li>` : nothing}
    </ul>`;
  }
}

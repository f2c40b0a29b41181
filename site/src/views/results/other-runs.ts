// An entry in the other loaded runs: the same answers together, each run one click away.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../components/notice.ts';
import { verdictSign } from '../../components/explanation.ts';
import {
  groupAnswers,
  otherGroups,
  reasonOf,
  type AnswerGroup,
  type OtherGroup,
} from '../../lib/answers.ts';
import { count, plural } from '../../lib/format.ts';
import { byName } from '../../lib/group.ts';
import { stillScored } from '../../lib/run-facts.ts';
import { answersTo, rowOf, sameDataset } from '../../state/answers.ts';
import { Question } from '../../state/question.ts';
import { setParams } from '../../state/router.ts';
import { runs, type Run } from '../../state/runs.ts';
import { isBusy, keyOf } from '../../state/statistics.ts';
import { Watch } from '../../state/watch.ts';
import { base } from '../../styles/base.ts';
import { sections } from '../../styles/sections.ts';

/** The other runs on the same dataset, in the order of their names. */
const othersOf = (run: Run): Run[] =>
  runs.value.filter((other) => other !== run && sameDataset(run, other)).sort(byName);

/** "7 of 20 passed": of the other runs that have a verdict on the entry. */
export function tally(run: Run, id: string): { passed: number; of: number } {
  const verdicts = othersOf(run).flatMap((one) => rowOf(one, id)?.valid ?? []);
  return { passed: verdicts.filter(Boolean).length, of: verdicts.length };
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
    const others = othersOf(run);
    if (others.length === 0) {
      return html`<bx-notice heading="No other run is loaded">Drop or paste the results of more runs on the same dataset to compare their responses to this entry.</bx-notice>`;
    }
    const all = [run, ...others];
    this.answers.ask(keyOf(all, entryId), async () => groupAnswers(await answersTo(entryId, all)));
    const groups = this.answers.latest && otherGroups(this.answers.latest, run);
    if (this.answers.error) return html`<p class="fail">${this.answers.error}</p>`;
    if (!groups) return html`<bx-notice kind="loading">Gathering responses</bx-notice>`;
    const without = others.filter((one) => !rowOf(one, entryId));
    const silent = without.filter((one) => !isBusy(one));
    const busy =
      without.length > silent.length ? stillScored(others.map(({ phase }) => phase)) : '';
    return html`${groups.map((group) => this.group(group))}
      ${
        silent.length > 0
          ? html`<section><div class="head">${verdictSign(null)} <span>No response in ${plural(silent.length, 'run')}</span></div>${this.names(silent)}</section>`
          : nothing
      }
      ${busy ? html`<p class="muted">${busy}.</p>` : nothing}`;
  }

  private group(group: OtherGroup<Run>) {
    const { valid, text, same, runs: some } = group;
    const reason = reasonOf(group);
    return html`<section>
      <div class="head">${verdictSign(valid)} <span><strong>${plural(some.length, 'run')}</strong>${same ? ' · same response as this run' : nothing}${reason ? html` · ${reason}` : nothing}</span></div>
      ${text ? html`<pre class="raw" tabindex="0">${text}</pre>` : nothing}
      ${this.names(some)}
    </section>`;
  }

  private names(all: readonly Run[]) {
    const some = this.open ? all : all.slice(0, NAMED);
    return html`<ul>
      ${some.map(
        (one) =>
          html`<li><button class="link" @click=${() => setParams({ run: one.name, turn: undefined, step: undefined }, { push: true })}>${one.name}</button></li>`,
      )}
      ${some.length < all.length ? html`<li><button class="link muted" @click=${() => (this.open = true)}>and ${count(all.length - some.length)} more</button></li>` : nothing}
    </ul>`;
  }
}

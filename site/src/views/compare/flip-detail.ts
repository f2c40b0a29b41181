// An entry that flipped: the question once, then both responses side by side with their reasons.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { breaking } from '../../components/error-type.ts';
import '../../components/call.ts';
import '../../components/ground-truth.ts';
import '../../components/notice.ts';
import { questionTurns } from '../../components/question.ts';
import { detail, detailHead } from '../../components/detail.ts';
import { officialText, undecodedText, verdictSign } from '../../components/explanation.ts';
import { base, unseen } from '../../styles/base.ts';
import { markOf } from '../../lib/marks.ts';
import { wordDiff, type Part } from '../../lib/word-diff.ts';
import type { Flip } from '../../lib/paired.ts';
import type {
  CallExplanation,
  EntryDetail,
  EpisodeExplanation,
  Explanation,
} from '../../lib/scorer-types.ts';
import { routeTo } from '../../state/router.ts';
import { explainRow, messageOf, scopeOf, type Row, type Run } from '../../state/runs.ts';

interface Loaded {
  entry: EntryDetail | null;
  a: Explanation;
  b: Explanation;
  /** The texts of both, word by word: of single responses one, of episodes the calls of each turn. Null: too long. */
  words: { a: Part[]; b: Part[] }[] | null;
}

/** The texts of a response that are compared, in order. */
const textsOf = (value: Explanation): string[] =>
  value.type === 'episode' ? value.turns.map(callsOf) : [value.raw];

const callsOf = ({ steps }: EpisodeExplanation['turns'][number]): string =>
  steps.flatMap(({ calls }) => calls.map(({ text }) => text)).join('\n');

function compared(a: Explanation, b: Explanation): Loaded['words'] {
  const [left, right] = [textsOf(a), textsOf(b)];
  const all = left.map((text, i) => wordDiff(text, right[i] ?? ''));
  const found = all.flatMap((one) => (one ? [{ a: one.left, b: one.right }] : []));
  return found.length === all.length ? found : null;
}

@customElement('bx-flip-detail')
export class FlipDetail extends LitElement {
  static override styles = [
    base,
    detail,
    css`
      header + section {
        border-top: 0;
      }
      .sides {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 0 24px;
      }
      .side {
        display: grid;
        gap: 8px;
        align-content: start;
      }
      .name {
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      .name code {
        font-weight: 400;
      }
      .side .small a {
        line-height: 24px;
      }
      ol {
        display: grid;
        gap: 8px;
      }
      ol li {
        display: grid;
        grid-template-columns: 3ch minmax(0, 1fr);
        gap: 2px 8px;
      }
      li > * {
        grid-column: 2;
      }
      li > .at {
        grid-column: 1;
        grid-row: 1;
        white-space: nowrap;
      }
      mark {
        color: inherit;
        background: var(--selected);
        text-decoration: underline 2px var(--accent);
        text-underline-offset: 3px;
      }
      /* Said, and not copied with the text. */
      mark::before {
        content: 'differs: ';
        ${unseen}
      }
      .texts {
        white-space: pre-wrap;
      }
      .calls {
        font-family: var(--mono);
        font-size: var(--s13);
        overflow-wrap: anywhere;
      }
      @media (max-width: 700px) {
        .sides {
          grid-template-columns: minmax(0, 1fr);
          gap: 24px;
        }
      }
    `,
  ];

  @property({ attribute: false }) flip: Flip<Row> | null = null;
  @property({ attribute: false }) a: Run | null = null;
  @property({ attribute: false }) b: Run | null = null;
  @state() private loaded: Loaded | null = null;
  @state() private error = '';
  private asked = '';

  override willUpdate(): void {
    const { flip, a, b } = this;
    if (!flip || !a || !b) return;
    const key = JSON.stringify([flip.id, a.name, b.name, a.settings, b.settings]);
    if (key === this.asked) return;
    this.asked = key;
    this.error = '';
    void this.load(key, flip, a, b);
  }

  private async load(key: string, flip: Flip<Row>, a: Run, b: Run): Promise<void> {
    try {
      const [entry, left, right] = await Promise.all([
        scopeOf(a).call('entry', flip.category, flip.id),
        explainRow(a, flip.a),
        explainRow(b, flip.b),
      ]);
      if (key === this.asked)
        this.loaded = { entry, a: left, b: right, words: compared(left, right) };
    } catch (error) {
      if (key === this.asked) this.error = messageOf(error);
    }
  }

  override render() {
    const { flip, loaded, error } = this;
    if (!flip) return nothing;
    return html`${detailHead(this, flip.id)}
      ${
        error
          ? html`<bx-notice kind="error" heading="This entry cannot be shown">${error}</bx-notice>`
          : loaded?.entry?.id !== flip.id
            ? html`<bx-notice kind="loading">Explaining</bx-notice>`
            : this.body(flip, loaded)
      }`;
  }

  private body(flip: Flip<Row>, { entry, a, b, words }: Loaded) {
    const episode = a.type === 'episode';
    return html`${
      entry && !episode
        ? html`<section><h3>Question</h3>${questionTurns(entry.question)}</section>`
        : nothing
    }
      <section>
        <p class="muted small">${words ? 'Underlined: words only in this response.' : 'These responses are too long to be compared word by word.'}</p>
        <div class="sides">
          ${this.side(
            this.a,
            flip.a,
            a,
            words?.map((one) => one.a),
          )}
          ${this.side(
            this.b,
            flip.b,
            b,
            words?.map((one) => one.b),
          )}
        </div>
      </section>
      ${entry && !episode ? html`<section><h3>Ground truth</h3><bx-ground-truth .value=${entry.ground_truth}></bx-ground-truth></section>` : nothing}`;
  }

  private side(run: Run | null, row: Row, value: Explanation, words: Part[][] | undefined) {
    return html`<div class="side">
      <p class="name">${verdictSign(row.valid)} ${run?.name} ${row.error_type ? html`<code>${breaking(row.error_type)}</code>` : nothing}</p>
      ${value.type === 'episode' ? this.episode(value, words) : this.calls(value, words?.[0])}
      <p class="small"><a href=${routeTo('results', { run: run?.name ?? '', entry: row.id })}>Open in Results</a></p>
    </div>`;
  }

  /** The differing parts are marked for the eye and said. */
  private words(parts: readonly Part[]) {
    return parts.map(({ text, same }) => (same ? text : html`<mark>${text}</mark>`));
  }

  private calls(value: CallExplanation, words: Part[] | undefined) {
    const marked = markOf(value);
    const apart = value.why && !marked && !value.valid;
    return html`<pre class="raw" tabindex="0">${words ? this.words(words) : value.raw}</pre>
      ${apart ? html`<div class="why">${value.why?.text}</div>` : nothing}
      ${value.decode_error && !apart ? html`<div class="why">${undecodedText(value.decode_error, value.why)}</div>` : nothing}
      ${value.calls?.length === 0 ? html`<p class="muted">no call</p>` : nothing}
      ${value.calls?.map((call, i) => html`<bx-call .call=${call} .mark=${marked?.index === i ? marked.mark : null}></bx-call>`)}
      ${value.valid === false ? html`<details><summary>Official error</summary><pre class="raw" tabindex="0">${officialText(value.error)}</pre></details>` : nothing}`;
  }

  private episode(value: EpisodeExplanation, words: Part[][] | undefined) {
    return html`<p class="muted">${value.turns_total ? `${value.turns_passed} of ${value.turns_total} turns passed.` : 'No turn was executed.'}</p>
      ${value.why && !value.valid ? html`<div class="why">${value.why.text}</div>` : nothing}
      <ol>
        ${value.turns.map(
          (turn, i) => html`<li>
            <span class="at"><span class="sr">Turn </span>${turn.index + 1} ${verdictSign(turn.ok)}</span>
            <bx-question .messages=${turn.messages}></bx-question>
            <div class="calls">
              <div class="texts">${words?.[i] ? this.words(words[i] ?? []) : callsOf(turn)}</div>
              ${turn.ran && turn.steps.every(({ calls }) => calls.length === 0) ? html`<span class="muted">no call</span>` : nothing}
              ${turn.ran ? nothing : html`<span class="muted">not reached</span>`}
            </div>
          </li>`,
        )}
      </ol>`;
  }
}

// An episode: a timeline of turns; of the selected turn what the user said and the calls of the model beside
// the ground truth; of the selected step the state, with what it changed or how it differs.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../components/question.ts';
import '../../components/state-tree.ts';
import { officialText } from '../../components/explanation.ts';
import { base } from '../../styles/base.ts';
import { sections } from '../../styles/sections.ts';
import type {
  EpisodeExplanation,
  EpisodeStates,
  EpisodeStep,
  EpisodeTurn,
  ExecutedCall,
} from '../../lib/scorer-types.ts';
import { buildTree, type Difference } from '../../lib/tree.ts';
import { route, setParams } from '../../state/router.ts';
import { messageOf, scopeOf, type Row, type Run } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';

@customElement('bx-episode')
export class Episode extends LitElement {
  static override styles = [
    base,
    sections,
    css`
      .timeline {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 0;
        padding: 8px 0;
      }
      .timeline li {
        display: flex;
        align-items: center;
      }
      .timeline li + li::before {
        content: '';
        width: 14px;
        border-top: 1px solid var(--line-strong);
      }
      .timeline button {
        padding: 0 8px;
        color: var(--ink);
      }
      .sides {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 4px 16px;
      }
      .step {
        display: block;
        width: 100%;
        min-height: 0;
        height: auto;
        padding: 6px 8px;
        text-align: left;
        white-space: normal;
        border-color: transparent;
        color: var(--ink);
        background: none;
      }
      .step[aria-pressed='true'] {
        border-color: var(--accent);
        background: var(--selected);
      }
      .truth {
        padding: 7px 0;
      }
      .call {
        font-family: var(--mono);
        font-size: var(--s13);
        overflow-wrap: anywhere;
      }
      .call + .call {
        margin-top: 6px;
      }
      .result {
        padding-left: 2ch;
        color: var(--muted);
        display: -webkit-box;
        -webkit-line-clamp: 4;
        -webkit-box-orient: vertical;
        overflow: hidden;
      }
      .said {
        display: block;
        overflow-wrap: anywhere;
      }
      .marked .result {
        color: var(--fail);
      }
      .modes {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        align-items: center;
      }
      @media (max-width: 520px) {
        .sides {
          row-gap: 16px;
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  @property({ attribute: false }) run: Run | null = null;
  @property({ attribute: false }) row: Row | null = null;
  @property({ attribute: false }) value: EpisodeExplanation | null = null;
  @state() private states: EpisodeStates | null = null;
  @state() private error = '';
  /** What the reader chose; null: the ground truth where the turn failed, else what the step changed. */
  @state() private against: boolean | null = null;
  private shown = '';

  constructor() {
    super();
    new Watch(this, route);
    this.addEventListener('keydown', this.onKey);
  }

  /** Services ran, so that there are states and results. */
  private get isSimulated(): boolean {
    return (this.value?.involved_classes.length ?? 0) > 0;
  }

  private get turn(): number {
    const { value } = this;
    const given = Number(route.value.params.turn ?? NaN);
    const wanted = Number.isInteger(given) ? given : (value?.failed_turn ?? 0);
    return Math.min((value?.turns.length ?? 1) - 1, Math.max(0, wanted));
  }

  private get step(): number {
    const steps = this.value?.turns[this.turn]?.steps.length ?? 0;
    const given = Number(route.value.params.step ?? NaN);
    return Math.min(steps - 1, Math.max(-1, Number.isInteger(given) ? given : steps - 1));
  }

  /** Inside an episode j and k go through its steps, then through its turns. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const by = { j: 1, k: -1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { value } = this;
    const next = this.step + by;
    const here = value?.turns[this.turn];
    if (here && next >= 0 && next < here.steps.length) return this.choose(this.turn, next);
    const turn = this.turn + by;
    const other = value?.turns[turn];
    if (other) this.choose(turn, by > 0 ? 0 : other.steps.length - 1);
  };

  private choose(turn: number, step?: number): void {
    setParams({ turn: String(turn), step: step === undefined ? undefined : String(step) });
  }

  override willUpdate(): void {
    const { run, row, value } = this;
    if (!run || !row || !value || !run.settings) return;
    const turn = value.turns[this.turn];
    const key = JSON.stringify([run.name, row.id, this.turn, this.step]);
    if (key === this.shown) return;
    this.shown = key;
    this.states = null;
    this.error = '';
    if (turn?.ran && this.isSimulated) void this.load(key);
  }

  private async load(key: string): Promise<void> {
    const { run, row } = this;
    const file = run?.files.find((one) => one.key === row?.file);
    if (!run?.settings || !row || !file) return;
    try {
      const states = await scopeOf(run).call(
        'episodeStates',
        file,
        row.category,
        row.id,
        run.settings,
        this.turn,
        this.step,
      );
      if (key === this.shown) this.states = states;
    } catch (error) {
      if (key === this.shown) this.error = messageOf(error);
    }
  }

  override render() {
    const { value } = this;
    const turn = value?.turns[this.turn];
    if (!value) return nothing;
    return html`
      <ol class="timeline" aria-label="Turns">
        ${value.turns.map((one) => this.point(one))}
      </ol>
      ${turn ? this.shownTurn(turn) : nothing}
      ${
        value.valid === false
          ? html`<section><details>
            <summary>Rule and official error</summary>
            ${value.why ? html`<p><code>${value.why.rule}</code> ${value.why.explanation}</p>` : nothing}
            <p><code>${value.error_type}</code></p>
            <pre class="raw" tabindex="0">${officialText(value.error)}</pre>
          </details></section>`
          : nothing
      }
    `;
  }

  private point(turn: EpisodeTurn) {
    const sign =
      turn.ok === null
        ? html`<span class="absent">not reached</span>`
        : turn.ok
          ? html`<span class="pass" role="img" aria-label="agrees">✓</span>`
          : html`<span class="fail" role="img" aria-label="differs">✕</span>`;
    return html`<li>
      <button aria-pressed=${turn.index === this.turn} @click=${() => this.choose(turn.index)}>
        <span class="sr">Turn</span> ${turn.index + 1} ${sign}
      </button>
    </li>`;
  }

  private shownTurn(turn: EpisodeTurn) {
    const lacking = lackingCalls(turn);
    return html`<section>
        <h3>Turn ${turn.index + 1}, user</h3>
        <bx-question .messages=${turn.messages}></bx-question>
        ${
          turn.offered.length > 0
            ? html`<p class="muted">Offered from this turn on: <code>${turn.offered.join(', ')}</code></p>`
            : nothing
        }
      </section>
      <section>
        <div class="sides">
          <div>
            <h3>Model</h3>
            ${
              turn.steps.length === 0
                ? html`<p class="muted truth">no steps</p>`
                : turn.steps.map((step, i) => this.stepButton(turn, step, i))
            }
          </div>
          <div>
            <h3>Ground truth</h3>
            <div class="truth">
            ${turn.ground_truth.length === 0 ? html`<p class="muted">no calls</p>` : turn.ground_truth.map((call) => this.call(call, call.marked || lacking.has(call) ? ONLY_TRUTH : null))}
            </div>
          </div>
        </div>
      </section>
      ${turn.failure ? html`<section><p class="fail">${turn.failure}</p></section>` : nothing}
      ${turn.ran && this.isSimulated ? this.stateOf(turn) : nothing}`;
  }

  private stepButton(turn: EpisodeTurn, step: EpisodeStep, index: number) {
    return html`<button
      class="step"
      aria-pressed=${index === this.step}
      @click=${() => this.choose(turn.index, index)}
    >
      <span class="sr">Step ${index + 1}</span>
      ${step.calls.map((call) => this.call(call, call.marked ? NO_MATCH : null))}
      ${
        step.calls.length === 0
          ? html`<span class="small muted" title=${step.decode_error ? `${step.decode_error.kind}: ${step.decode_error.message}` : ''}>no call, the turn ends</span>
            <span class="said">${step.raw}</span>`
          : nothing
      }
    </button>`;
  }

  private call(call: ExecutedCall, mark: typeof NO_MATCH | null) {
    return html`<div class="call ${mark === NO_MATCH ? 'marked' : ''}">
      <div>${call.text}${mark ? html` <span class=${mark.tone} role="img" aria-label=${mark.label}>${mark.sign}</span>` : nothing}</div>
      ${this.isSimulated ? html`<div class="result">→ ${call.result ?? 'not run'}</div>` : nothing}
    </div>`;
  }

  private stateOf(turn: EpisodeTurn) {
    const { states } = this;
    if (this.error) return html`<section><p class="fail">${this.error}</p></section>`;
    if (!states) return html`<section><p class="muted">Replaying …</p></section>`;
    const against = this.against ?? turn.ok === false;
    const differences: (Difference & { class: string })[] = against
      ? states.differences.map((d) => ({
          class: d.class,
          path: d.path,
          ...side('left', d, 'ground_truth'),
          ...side('right', d, 'model'),
        }))
      : states.changes.map((c) => ({
          class: c.class,
          path: c.path,
          ...side('left', c, 'before'),
          ...side('right', c, 'after'),
        }));
    return html`<section>
      <div class="modes">
        <h3>State after ${this.step < 0 ? 'the turn' : `step ${this.step + 1}`}</h3>
        <button aria-pressed=${!against} @click=${() => (this.against = false)}>what the step changed</button>
        <button aria-pressed=${against} @click=${() => (this.against = true)}>against the ground truth</button>
      </div>
      <p class="muted small" role="status">
        ${
          differences.length === 0
            ? against
              ? 'Both states are equal.'
              : 'The step changed nothing.'
            : against
              ? '+ only the model, − only the ground truth, ≠ differs'
              : '+ added, − removed, ≠ changed'
        }
      </p>
      ${Object.entries(states.model).map(([name, attributes]) => {
        const own = differences.filter((d) => d.class === name);
        return html`<bx-state-tree
          .tree=${buildTree(name, attributes, own)}
          depth=${own.length > 0 ? 1 : 0}
          other=${against ? 'ground truth' : 'before'}
        ></bx-state-tree>`;
      })}
    </section>`;
  }
}

/** A call of the model without a match failed; one of the ground truth only differs. */
const NO_MATCH = { sign: '✕', tone: 'fail', label: 'no match on the other side' };
const ONLY_TRUTH = {
  sign: '≠',
  tone: 'muted',
  label: 'differs: no match in the calls of the model',
};

const functionOf = (text: string): string => text.slice(0, text.indexOf('('));

/** Calls of the ground truth that the model made in no form, of a turn that failed by its state: no other is marked there. */
function lackingCalls({ ok, steps, ground_truth: truth }: EpisodeTurn): ReadonlySet<ExecutedCall> {
  if (ok !== false || truth.some(({ marked }) => marked)) return new Set();
  const made = steps.flatMap(({ calls }) => calls);
  return new Set(
    truth.filter(
      (call) =>
        !made.some(
          ({ text, result }) =>
            functionOf(text) === functionOf(call.text) && result === call.result,
        ),
    ),
  );
}

/** A side of a difference; absent where the place is. */
function side<K extends 'left' | 'right', S extends string>(
  name: K,
  from: { [key in S]?: unknown },
  key: S,
) {
  return key in from ? { [name]: from[key] } : {};
}

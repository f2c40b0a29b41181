// One model whose responses are or were generated in this tab: progress, passed entries, problems, and what to do.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { progressTrack, trackStyles } from '../../components/progress.ts';
import { count, plural } from '../../lib/format.ts';
import { FEW_ENTRIES, shareText } from '../../lib/share.ts';
import { responsesText } from '../../lib/progress.ts';
import { keyProblem } from '../../lib/endpoint.ts';
import {
  asks,
  gaveKey,
  goOn,
  hasKey,
  isAsking,
  notRegenerated,
  pauseAsk,
  resultZip,
  type Ask,
} from '../../state/asks.ts';
import { reasoningText } from '../../state/ask-reasoning.ts';
import { download } from '../../state/download.ts';
import { routeTo } from '../../state/router.ts';
import { progressLines } from '../../state/progress.ts';
import { discardRuns } from '../../state/removed-runs.ts';
import { messageOf, runs } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { base } from '../../styles/base.ts';

const PHASES: Record<Ask['phase'], string> = {
  planning: 'starting …',
  asking: 'generating',
  pausing: 'finishing the requests in flight',
  paused: 'paused',
  stopped: 'stopped',
  done: 'done',
};

@customElement('bx-ask-card')
export class AskCard extends LitElement {
  static override styles = [
    base,
    trackStyles,
    css`
      :host {
        display: block;
        padding: 12px 0 16px;
        border-top: 1px solid var(--line);
      }
      .head,
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
      }
      h2 {
        overflow-wrap: anywhere;
      }
      .row {
        padding-top: 8px;
      }
      ul {
        margin: 8px 0 0;
        padding: 0;
        list-style: none;
        display: grid;
        gap: 4px;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 26ch) minmax(40px, 1fr) 10ch 9ch;
        gap: 12px;
        align-items: center;
        font-size: var(--s13);
      }
      .track {
        height: 6px;
      }
      .num {
        text-align: right;
      }
      .says {
        padding-top: 8px;
        overflow-wrap: anywhere;
      }
      @media (max-width: 520px) {
        li {
          grid-template-columns: minmax(0, 1fr) 10ch 8ch;
        }
        .track {
          grid-row: 2;
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  @property({ attribute: false }) ask: Ask | null = null;
  @query('input') private key!: HTMLInputElement | null;
  private wrong = '';

  constructor() {
    super();
    new Watch(this, asks, runs);
  }

  private had = false;

  override willUpdate(): void {
    this.had = this.shadowRoot?.activeElement !== null && this.hasUpdated;
  }

  /** A button that was pressed and is gone leaves the focus to the card. */
  override updated(): void {
    if (this.had && this.shadowRoot?.activeElement === null) this.focus({ preventScroll: true });
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('h2 a')?.focus(options);
  }

  override render() {
    const { ask } = this;
    if (!ask) return nothing;
    const { run, spec } = ask;
    const scored = [...run.categories.values()].reduce(
      (sum, { entries, right }) => ({ entries: sum.entries + entries, right: sum.right + right }),
      { entries: 0, right: 0 },
    );
    const errors = [...ask.answers.values()].filter(({ ending }) => ending === 'failed');
    const [first] = errors;
    const { figures, phase } = ask;
    const kept = notRegenerated(ask);
    const reasoning = reasoningText(ask);
    return html`<div class="head">
        <h2><a href=${routeTo('results', { run: run.name })}>${run.name}</a></h2>
        <span class="muted small mono">${new URL(spec.base).host}</span>
        <span role="status" class="muted">${this.doing(ask)}${isAsking(ask) ? this.speed(ask) : nothing}</span>
      </div>
      <div class="num-line"><strong class="num">${shareText(scored.right, scored.entries)}</strong>${scored.entries < FEW_ENTRIES ? ' passed' : ' % passed'}
        <span class="muted">· ${count(ask.answers.size)}${ask.plan ? ` of ${count(ask.plan.total)}` : ''} with a response</span></div>
      ${ask.problem ? html`<p class="says fail" role="alert">${ask.problem}</p>` : nothing}
      ${this.wrong ? html`<p class="says fail" role="alert">${this.wrong}</p>` : nothing}
      ${isAsking(ask) && figures?.message ? html`<p class="says warn">${figures.message}</p>` : nothing}
      ${
        figures && figures.withoutResult > 0 && !ask.problem.startsWith(figures.reason)
          ? html`<p class="says warn">${plural(figures.withoutResult, 'entry', 'entries')} without a response: ${figures.reason}</p>`
          : nothing
      }
      ${kept ? html`<p class="says warn">${kept}</p>` : nothing}
      ${reasoning ? html`<p class="says muted">${reasoning}</p>` : nothing}
      ${
        (phase === 'paused' || phase === 'stopped') &&
        !ask.lasting &&
        spec.categories.some((name) => /^(?:multi_turn|memory)/.test(name))
          ? html`<p class="says muted">Interrupted episodes start again from their first turn.</p>`
          : nothing
      }
      ${first ? html`<p class="says warn">${plural(errors.length, 'response')} could not be used and ${errors.length === 1 ? 'is scored as it is' : 'are scored as they are'}, as the official evaluator does. The first, of <span class="mono">${first.id}</span>: ${first.error}</p>` : nothing}
      ${ask.lasting ? nothing : html`<p class="says warn">This browser keeps no files for this page: responses are lost when the tab is closed.</p>`}
      <ul>
        ${progressLines(run).map((line) => {
          const counts = run.categories.get(line.name);
          return html`<li>
            <span class="cut mono">${line.name}</span>
            ${progressTrack(line)}
            <span class="num">${responsesText(line)}</span>
            <span class="num muted">${!counts || counts.entries === 0 ? '–' : counts.entries < FEW_ENTRIES ? `${count(counts.right)} passed` : `${shareText(counts.right, counts.entries)} %`}</span>
          </li>`;
        })}
      </ul>
      ${this.actions(ask)}`;
  }

  private doing({ phase, again }: Ask): string {
    return phase === 'asking' && again.size > 0
      ? `regenerating ${plural(again.size, 'entry', 'entries')}`
      : PHASES[phase];
  }

  private speed({ figures, began, tokens }: Ask) {
    if (!figures) return nothing;
    const seconds = (performance.now() - began) / 1000;
    const speed =
      tokens > 0 && seconds > 1 ? `, ${count(Math.round(tokens / seconds))} tokens/s` : '';
    const wait =
      figures.wait >= 1
        ? `, waiting ${count(Math.ceil(figures.wait))} s as the server requested`
        : '';
    return `, ${count(figures.inFlight)} in flight (of ${count(figures.allowed)})${speed}${wait}`;
  }

  /** What to do after the key was refused. */
  private keyHint(ask: Ask, button: string) {
    return ask.figures?.keyRefused
      ? html`<p class="says" role="status">${gaveKey(ask) ? 'The server refuses the key. Enter another key' : 'The server requires a key. Enter it'}, then press “${button}”: only entries without a response are generated.</p>`
      : nothing;
  }

  private actions(ask: Ask) {
    if (isAsking(ask)) {
      return html`<div class="row"><button @click=${() => pauseAsk(ask)}>${ask.phase === 'pausing' ? 'Cancel the requests in flight' : 'Pause'}</button></div>`;
    }
    const { run, figures, phase } = ask;
    const without = figures?.withoutResult ?? 0;
    const again =
      phase !== 'done'
        ? 'Continue'
        : without > 0
          ? `Retry ${plural(without, 'entry', 'entries')}`
          : figures?.keyRefused
            ? 'Use this key'
            : '';
    const key = (hint: string) =>
      html`<input type="password" aria-label="Key for ${run.name}" placeholder=${hint} autocomplete="off" />`;
    const hint = figures?.keyRefused ? 'key' : 'key, if required';
    return html`${again ? this.keyHint(ask, again) : nothing}<form class="row" autocomplete="off" @submit=${this.resume}>
      ${
        again
          ? html`${hasKey(ask) ? nothing : key(hint)}
      <button class="primary">${again}</button>`
          : nothing
      }
      <button type="button" ?disabled=${ask.answers.size === 0} @click=${this.save}>Result files</button>
      <button type="button" @click=${() => discardRuns([run])}>Remove</button>
    </form>`;
  }

  private readonly resume = (event: Event): void => {
    event.preventDefault();
    const { ask } = this;
    if (!ask) return;
    const typed = this.key?.value.trim() ?? null;
    this.wrong = typed === null ? '' : keyProblem(typed);
    this.requestUpdate();
    if (!this.wrong) void goOn(ask, typed, [...ask.again]);
  };

  private readonly save = async (): Promise<void> => {
    if (!this.ask) return;
    try {
      download(`${this.ask.run.name}-results.zip`, await resultZip(this.ask));
    } catch (error) {
      this.wrong = messageOf(error);
      this.requestUpdate();
    }
  };
}

// What opens below the name of the run that is shown: all loaded runs, with a search, their scores, and a cross that removes;
// below a choice the runs that it offers. Says `take` and `close`.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { count, shortName } from '../lib/format.ts';
import { dayOf } from '../lib/run-date.ts';
import { saidOf } from '../lib/overall.ts';
import { base } from '../styles/base.ts';
import { knownErrorsOf } from '../state/diagnosis.ts';
import { chosenBasis, isZero, overallOf } from '../state/figures.ts';
import { routeTo } from '../state/router.ts';
import { discardRuns } from '../state/removed-runs.ts';
import { runs, type Run } from '../state/runs.ts';
import { Watch } from '../state/watch.ts';
import { factMarks, markStyles } from './run-marks.ts';
import { errorSign } from './run-picker.ts';

/** Runs that are listed at once; the search finds the others. */
const LISTED = 50;
/** Fewer need no search. */
const FEW = 6;

@customElement('bx-run-menu')
export class RunMenu extends LitElement {
  static override styles = [
    base,
    markStyles,
    css`
      :host {
        display: block;
      }
      .search {
        padding: 8px;
        border-bottom: 1px solid var(--line);
      }
      input {
        width: 100%;
      }
      ul {
        max-height: min(420px, 60vh);
        overflow: auto;
        padding: 4px 0;
      }
      li {
        display: flex;
        align-items: center;
        padding: 0 4px;
      }
      li[data-on] {
        background: var(--selected);
      }
      li button {
        border-color: transparent;
        background: none;
        color: inherit;
      }
      .take {
        flex: 1;
        min-width: 0;
        justify-content: start;
        padding: 0 8px;
      }
      .take .cut {
        flex: 1;
        text-align: left;
      }
      .remove {
        flex: none;
        width: var(--control);
        padding: 0;
        color: var(--muted);
      }
      p {
        padding: 8px 12px;
        border-top: 1px solid var(--line);
      }
      @media (max-width: 600px) {
        .decoder {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) shown: Run | undefined;
  /** Of a choice; null: all runs. */
  @property({ attribute: false }) offered: readonly Run[] | null = null;
  @state() private words = '';
  @query('input') private search!: HTMLInputElement | null;

  constructor() {
    super();
    new Watch(this, runs, chosenBasis);
  }

  /** To the search, or to the run that is shown. */
  override async focus(): Promise<void> {
    await this.updateComplete;
    const line = (which: string) => this.renderRoot.querySelector<HTMLElement>(which);
    (this.search ?? line('.take[aria-current]') ?? line('.take'))?.focus();
  }

  private get all(): readonly Run[] {
    return this.offered ?? runs.value;
  }

  private get found(): Run[] {
    const words = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    return this.all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  }

  override render() {
    const { found, all } = this;
    const rest =
      found.length === 0
        ? 'No run matches. '
        : found.length > LISTED
          ? `and ${count(found.length - LISTED)} more. `
          : '';
    return html`${
      all.length > FEW
        ? html`<div class="search">
          <input type="search" placeholder="search ${count(all.length)} runs" aria-label="Search runs" .value=${this.words}
            @input=${(event: Event) => (this.words = (event.target as HTMLInputElement).value)} @keydown=${this.onKey} />
        </div>`
        : nothing
    }
      <ul>${found.slice(0, LISTED).map((run) => this.line(run))}</ul>
      ${
        this.offered && !rest
          ? nothing
          : html`<p class="small muted" role="status">
              ${rest}${this.offered ? nothing : html`<a href=${routeTo('runs')} @click=${this.close}>${all.length === 1 ? 'Matrix of runs' : `all ${count(all.length)} runs as a matrix`}</a>`}
            </p>`
      }`;
  }

  private line(run: Run) {
    const on = run === this.shown;
    const shown = saidOf(overallOf(run), isZero());
    const day = dayOf(run);
    return html`<li ?data-on=${on}>
      <button class="take" aria-current=${on ? 'true' : nothing} title=${run.path || run.name} @click=${() => this.take(run)}>
        <span class="cut">${shortName(run.name, 40)}</span>${errorSign(run, knownErrorsOf(run))} ${factMarks(run)}
        ${run.settings ? html`<span class="decoder muted small">${run.settings.decoder}</span>` : nothing}
        ${shown ? html`<span class="num ${shown.complete ? '' : 'muted'}" title=${shown.basis}>${shown.value} <span class="muted small">${shown.range}${shown.complete ? '' : ', partial'}</span></span>` : nothing}
        <span class="muted small num" title=${day.title}>${day.text}</span>
      </button>
      ${this.offered ? nothing : html`<button class="remove" aria-label="Remove ${run.name}" @click=${() => this.discard(run)}>✕</button>`}
    </li>`;
  }

  private readonly close = (): void => {
    this.dispatchEvent(new CustomEvent('close'));
  };

  private take(run: Run): void {
    this.dispatchEvent(new CustomEvent('take', { detail: run }));
  }

  private discard(run: Run): void {
    discardRuns([run]);
    if (runs.value.length === 0) this.close();
    else void this.focus();
  }

  /** Enter takes the first that is found. */
  private onKey(event: KeyboardEvent): void {
    const [first] = this.found;
    if (event.key !== 'Enter' || !first) return;
    // The key would press the button that has the focus next.
    event.preventDefault();
    this.take(first);
  }
}

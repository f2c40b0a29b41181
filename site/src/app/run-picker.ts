// The run that is shown, by its name, and all others behind it: searched, taken up, removed. With a label it is a choice
// among runs instead, which says `take`.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { ends } from '../components/ends.ts';
import { firstByName } from '../lib/group.ts';
import { base } from '../styles/base.ts';
import { navigate, route } from '../state/router.ts';
import { intake } from '../state/intake.ts';
import { errorsOf } from '../state/diagnosis.ts';
import { runs, type Run } from '../state/runs.ts';
import { Watch } from '../state/watch.ts';

@customElement('bx-run-picker')
export class RunPicker extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: inline-flex;
        min-width: 0;
        max-width: 100%;
        font: inherit;
      }
      button {
        min-width: 0;
        padding: 0 6px;
        margin-left: -7px;
        border-color: transparent;
        background: none;
        color: var(--ink);
        font: inherit;
      }
      :host([label]) button {
        padding: 0 10px;
        margin: 0;
        border-color: var(--line);
        background: var(--bg);
        font-size: var(--s14);
      }
      .name {
        display: flex;
        min-width: 0;
        max-width: 40ch;
        white-space: nowrap;
      }
      [popover] {
        position: fixed;
        inset: var(--top, 0) auto auto var(--left, 0);
        margin: 0;
        padding: 0;
        width: min(520px, calc(100vw - 16px));
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--bg);
        color: var(--ink);
        box-shadow: var(--float);
        font: var(--s14) / 1.45 var(--text);
      }
    `,
  ];

  /** What the choice is for. */
  @property({ reflect: true }) label?: string;
  /** The run that is chosen; none: the button says `label`. */
  @property({ attribute: false }) chosen: Run | undefined;
  /** What can be chosen. */
  @property({ attribute: false }) offered: readonly Run[] = [];
  @state() private open = false;
  @query('button') private button!: HTMLButtonElement | null;
  @query('[popover]') private menu!: HTMLElement | null;

  constructor() {
    super();
    new Watch(this, runs, route);
  }

  override render() {
    const { label } = this;
    const run = label ? this.chosen : shownRun();
    if (!run && !label) return nothing;
    const said = label ? (run ? `${label}: ${run.name}` : label) : `${run?.name}, loaded runs`;
    return html`<button popovertarget="runs" aria-haspopup="dialog" title=${run ? run.path || run.name : nothing} aria-label=${said}>
        <span class="name">${run ? ends(run.name) : label}</span> <span class="muted small" aria-hidden="true">▾</span>
      </button>
      <div id="runs" popover role="dialog" aria-label=${label ?? 'Loaded runs'} @beforetoggle=${this.toggling} @toggle=${this.toggled}>
        ${
          this.open
            ? html`<bx-run-menu .shown=${run} .offered=${label ? this.offered : null} @close=${this.close} @take=${this.take}></bx-run-menu>`
            : nothing
        }
      </div>`;
  }

  private take({ detail: run }: CustomEvent<Run>): void {
    this.close();
    if (this.label) this.dispatchEvent(new CustomEvent('take', { detail: run }));
    else navigate('results', { run: run.name });
  }

  private toggling(event: Event): void {
    if ((event as ToggleEvent).newState === 'open') this.place();
    // What has the focus goes with the menu.
    else if (this.shadowRoot?.activeElement?.closest('[popover]')) this.button?.focus();
  }

  /** Below the name, whole on narrow screens. */
  private place(): void {
    const box = this.button?.getBoundingClientRect();
    if (!box) return;
    const left = Math.max(8, Math.min(box.left, innerWidth - 528));
    this.style.setProperty('--left', `${left}px`);
    this.style.setProperty('--top', `${box.bottom + 4}px`);
  }

  private async toggled(event: Event): Promise<void> {
    this.open = (event as ToggleEvent).newState === 'open';
    if (!this.open) return;
    await import('./run-menu.ts');
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('bx-run-menu')?.focus();
  }

  private close(): void {
    this.menu?.hidePopover();
    this.button?.focus();
  }
}

/** A sign at a run whose score as a whole is not what it seems to be. Looks for why, unless `errors` is what is known. */
export function errorSign(run: Run, errors = errorsOf(run)) {
  if (errors === 0) return nothing;
  const label = `${errors === 1 ? 'an error' : `${errors} errors`} among the findings: this score may not reflect the model`;
  return html`<span class="fail" role="img" title=${label} aria-label=${label}><b>!</b></span>`;
}

/** What the address names as a source and is not there. */
const awaited = () =>
  (route.value.params.url ?? '')
    .split(' ')
    .filter((address) => address && !runs.value.some(({ source }) => source.url === address));

/** The name of a run in the address that is not there, once everything that the address names has come; else empty. */
export function unknownRun(): string {
  const { run } = route.value.params;
  if (!run || runs.value.some(({ name }) => name === run) || intake.value.busy) return '';
  return awaited().length === 0 ? run : '';
}

/**
 * The run that Results shows: the one named in the address, else of those that came last the first by name. None while
 * the named one may still come.
 */
export function shownRun(): Run | undefined {
  const all = runs.value;
  const { run } = route.value.params;
  const named = all.find(({ name }) => name === run);
  if (!named && run && intake.value.busy && awaited().length > 0) return undefined;
  // What comes together has one source.
  return named ?? firstByName(all.filter(({ source }) => source === all.at(-1)?.source));
}

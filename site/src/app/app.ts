// The shell: top bar, loaded runs, one view; files dropped anywhere; the keyboard's page-wide keys.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import '../components/notice.ts';
import { isoDay } from '../lib/format.ts';
import { base } from '../styles/base.ts';
import { back, past, route } from '../state/router.ts';
import { errata } from '../state/errata.ts';
import { runs } from '../state/runs.ts';
import { basisOf, datasetText } from '../state/basis.ts';
import { dataset, startDataset } from '../state/dataset.ts';
import { focusOn } from '../components/focus.ts';
import { forgetError, intake, loadFromRoute, takeDrop } from '../state/intake.ts';
import { Keys } from '../state/keys.ts';
import { describe } from '../state/pool.ts';
import { removals } from '../state/removal.ts';
import { Watch } from '../state/watch.ts';
import { comparedRuns } from '../state/compared.ts';
import { VIEWS, loadView } from '../views/registry.ts';
import { listenForPalette } from './palette-key.ts';
import './top-bar.ts';
import { shownRun } from './run-picker.ts';
import './drop-veil.ts';

@customElement('bx-app')
export class App extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: flex;
        flex-direction: column;
        height: 100dvh;
      }
      main {
        flex: 1;
        min-height: 0;
        overflow: auto;
        /* What is positioned within scrolls with it, and does not make the document longer than the window. */
        position: relative;
        display: flex;
        flex-direction: column;
      }
      /* Where the next press of Tab goes on. */
      main:focus-visible {
        outline: none;
        border-radius: 0;
        box-shadow: inset 0 2px var(--accent);
      }
      main > * {
        flex: 1 0 auto;
        min-height: 0;
      }
      .back {
        padding: 4px 8px;
        border-bottom: 1px solid var(--line);
      }
      .problem {
        display: flex;
        align-items: start;
        justify-content: space-between;
        gap: 16px;
        padding: 8px 16px;
        max-height: 30dvh;
        overflow: auto;
        border-bottom: 1px solid var(--line);
      }
      .problem bx-notice {
        padding: 0;
        overflow-wrap: anywhere;
      }
      .skip {
        position: absolute;
        left: 8px;
        top: -60px;
        z-index: 10;
        display: flex;
        gap: 8px;
      }
      .skip:focus-within {
        top: 6px;
      }
      @media print {
        :host,
        main {
          display: block;
        }
        .skip,
        .back,
        .problem,
        bx-top-bar,
        bx-run-line,
        bx-drop-veil {
          display: none;
        }
        .paper {
          padding: 0 16px 8px;
          color: var(--muted);
          border-bottom: 1px solid var(--line);
        }
      }
    `,
  ];

  @state() private loaded = new Set<string>();
  @state() private failed = '';
  @state() private printing = false;

  constructor() {
    super();
    new Watch(this, route, runs, errata, past, intake);
    removals.subscribe(() => void import('./undo-bar.ts').catch(() => undefined));
    errata.subscribe(() => void import('./errata-bar.ts').catch(() => undefined));
    new Keys(this, { '?': () => void import('./help.ts').then(({ showHelp }) => showHelp()) });
    route.subscribe(() => void loadFromRoute(route.value));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The module is fetched beside the view: whatever the view is, it will need it.
    void describe().catch(() => undefined);
    listenForPalette();
    void startDataset();
    void loadFromRoute(route.value);
    window.addEventListener('beforeprint', () => (this.printing = true));
    window.addEventListener('afterprint', () => (this.printing = false));
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      if (event.dataTransfer) void takeDrop(event.dataTransfer);
    });
  }

  private viewBefore = '';

  /** What had the focus went with the view before: it goes to the new one, unless it is outside of this page. */
  override updated(): void {
    const { view } = route.value;
    const moved = this.viewBefore !== '' && this.viewBefore !== view;
    this.viewBefore = view;
    if (moved && document.hasFocus() && document.activeElement === document.body) this.skip();
  }

  private async load(name: string, load: () => Promise<unknown>): Promise<void> {
    try {
      await load();
      this.failed = '';
      this.loaded = new Set([...this.loaded, name]);
      // A paste on the first screen ends in Results.
      if (name === 'score') void loadView('results').catch(() => undefined);
    } catch {
      this.failed = name;
    }
  }

  override render() {
    const view = VIEWS.find(({ name }) => name === route.value.view) ?? VIEWS[0];
    if (!view) return nothing;
    const { mode } = route.value.params;
    const chrome = mode !== 'embedded' && mode !== 'failures';
    if (!this.loaded.has(view.name) && this.failed !== view.name)
      void this.load(view.name, view.load);
    document.title = `${view.label} · bfclx`;
    return html`
      <nav class="skip" aria-label="Skip">
        ${view.list ? html`<button @click=${this.skipToList}>Skip to the list</button>` : nothing}
        <button @click=${this.skip}>Skip to the view</button>
      </nav>
      ${chrome ? html`<bx-top-bar></bx-top-bar>` : nothing}
      ${past.value.length > 0 ? html`<div class="back"><button class="plain" @click=${back}><span aria-hidden="true">←</span> Back</button></div>` : nothing}
      ${this.runLine()} ${errata.value ? html`<bx-errata-bar role="region" aria-label="Errata"></bx-errata-bar>` : nothing}
      ${this.problem()}
      ${this.printing ? html`<div class="paper onpaper">${this.paper(view.label)}</div>` : nothing}
      <main id="main" tabindex="-1" aria-label=${view.label}>${this.view(view)}</main>
      <bx-undo-bar @undone=${this.skip}></bx-undo-bar>
      <bx-drop-veil></bx-drop-veil>
    `;
  }

  /** What went wrong with the latest input, over any view; Score says it where the text is. */
  private problem() {
    const { error } = intake.value;
    if (!error || route.value.view === 'score') return nothing;
    const [first, ...rest] = error.split('\n');
    return html`<div class="problem"><bx-notice pre kind="error" heading=${first ?? ''}>${rest.join('\n')}</bx-notice>
      <button @click=${forgetError}>Dismiss</button></div>`;
  }

  /** Which run is shown; Results says it itself. */
  private runLine() {
    const { view, params } = route.value;
    if (runs.value.length === 0 || view === 'results' || params.mode === 'failures') return nothing;
    // Compare names the runs that it is about; a line of another one would contradict it.
    if (view === 'compare' && runs.value.length > 1) return nothing;
    void import('./run-line.ts').catch(() => undefined);
    return html`<bx-run-line></bx-run-line>`;
  }

  /** What a printed page rests on. */
  private paper(label: string) {
    const { view } = route.value;
    const chosen =
      view === 'compare'
        ? comparedRuns(route.value.params.with)
        : view === 'results'
          ? [shownRun()].filter((run) => run !== undefined)
          : runs.value;
    const set = chosen.length > 0 ? [] : [datasetText({ dataset: dataset.value })];
    return html`<p>bfclx · ${label} · ${isoDay(new Date())}</p>${[...set, ...(chosen.length > 0 ? basisOf(chosen) : [])].map((line) => html`<p>${line}</p>`)}`;
  }

  private skip(): void {
    focusOn(this.renderRoot.querySelector('main'));
  }

  /** The rows of the view's table, or the view where there is none (yet). */
  private skipToList(): void {
    const inside = this.renderRoot.querySelector('main')?.firstElementChild?.shadowRoot;
    const table = inside?.querySelector<HTMLElement & { focusRows(select: boolean): void }>(
      'bx-table',
    );
    const row = inside?.querySelector<HTMLElement>('tbody input, tbody a');
    if (table) table.focusRows(true);
    else if (row) row.focus();
    else this.skip();
  }

  private view(view: (typeof VIEWS)[number]) {
    if (this.loaded.has(view.name)) {
      // Tags are constants of the registry.
      const tag = unsafeStatic(view.tag);
      return staticHtml`<${tag}></${tag}>`;
    }
    if (this.failed !== view.name)
      return html`<bx-notice kind="loading">Loading ${view.label}</bx-notice>`;
    return html`<bx-notice kind="error" heading="This part of the page could not be loaded">
      Check the connection, then <a href="">load the page again</a>.
    </bx-notice>`;
  }
}

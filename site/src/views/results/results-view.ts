// Results: a run's head and summary, the table of its entries, and the open entry beside it.
import { LitElement, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import '../../components/notice.ts';
import '../../components/progress.ts';
import '../../components/split.ts';
import '../../components/table.ts';
import type { Column, Table } from '../../components/table.ts';
import { shownRun, unknownRun } from '../../app/run-picker.ts';
import { base } from '../../styles/base.ts';
import { browser, filters, stack, toggle } from '../../styles/parts.ts';
import { count } from '../../lib/format.ts';
import { idsOf } from '../../lib/findings.ts';
import { NOTE_KINDS, notedEntries } from '../../lib/notes.ts';
import { orderIn } from '../../lib/route.ts';
import { ALL_FIELDS } from '../../lib/search-terms.ts';
import { SORT_KEYS, filterRows, sortRows } from '../../lib/rows.ts';
import { errorTypes, rowsText } from '../../lib/summary.ts';
import { findingsOf } from '../../state/diagnosis.ts';
import { intake, takeSample } from '../../state/intake.ts';
import { Keys } from '../../state/keys.ts';
import { Overflow } from '../../state/overflow.ts';
import { mayNote, notes, type NotesState } from '../../state/notes.ts';
import { categoryOrder } from '../../state/order.ts';
import { categoryInfo } from '../../state/pool.ts';
import { clearFilters, route, routeTo, setParams } from '../../state/router.ts';
import { progressLines } from '../../state/progress.ts';
import { cancelRun, runs, type Run } from '../../state/runs.ts';
import { readTexts, searched } from '../../state/searched.ts';
import { Watch } from '../../state/watch.ts';
import { COLUMNS, spoken, type Shown } from './columns.ts';
import type { EntryDetailElement } from './entry-detail.ts';
import { EXPORTS } from './exports.ts';
import { resultsStyles } from './styles.ts';
import { choice, searchField } from '../filters.ts';
import './findings.ts';
import './run-head.ts';
import './summary.ts';
import './summary-line.ts';

@customElement('bx-results')
export class ResultsView extends LitElement {
  static override styles = [base, browser, filters, stack, toggle, resultsStyles];

  /** In a page's table of models: the list of entries and the open one, no charts. */
  @property({ type: Boolean, reflect: true }) bare = false;
  @state() private selected = '';
  /** While an entry is open, and on phones: findings and charts are shown all the same. */
  @state() private charts = false;
  private wasOpen = false;
  private readonly phone = matchMedia('(max-width: 600px)');
  /** All of the summary, however long it is. */
  @property({ type: Boolean, reflect: true }) whole = false;
  private readonly overflow = new Overflow(this, '.scroll', 'y');
  @query('input[type=search]') private search!: HTMLInputElement | null;
  @query('bx-table') private table!: Table | null;
  private shown: Shown[] = [];
  private shownKey = '';
  private shownNotes = notes.value;
  private drawn: { notes: NotesState; columns: readonly Column<Shown>[] } = {
    notes: notes.value,
    columns: COLUMNS,
  };

  constructor() {
    super();
    new Watch(this, route, runs, intake, notes, searched);
    new Keys(this, {
      '/': () => this.search?.focus(),
      j: () => this.move(1),
      k: () => this.move(-1),
      Enter: () => this.open(this.selectedIndex()),
      n: () => void this.note(),
      Escape: () => route.value.params.entry && this.close(),
    });
  }

  private readonly resized = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    this.phone.addEventListener('change', this.resized);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.phone.removeEventListener('change', this.resized);
  }

  private selectedIndex(): number {
    const id = route.value.params.entry ?? this.selected;
    return this.shown.findIndex((row) => row.id === id && !row.superseded);
  }

  private move(by: number): void {
    this.select(Math.min(this.shown.length - 1, Math.max(0, this.selectedIndex() + by)));
  }

  private select(index: number): void {
    const row = this.shown[index];
    if (!row) return;
    this.selected = row.id;
    if (route.value.params.entry) setParams({ entry: row.id, turn: undefined, step: undefined });
  }

  private open(index: number): void {
    const row = this.shown[index];
    if (!row) return;
    this.selected = row.id;
    const first = !route.value.params.entry;
    setParams({ entry: row.id, turn: undefined, step: undefined }, { push: first });
  }

  /** The editor of the note on the selected entry, which is opened. */
  private async note(): Promise<void> {
    if (!mayNote()) return;
    if (!route.value.params.entry) this.open(this.selectedIndex());
    if (!route.value.params.entry) return;
    await import('./entry-detail.ts');
    await this.updateComplete;
    const detail = this.renderRoot.querySelector('bx-entry-detail') as EntryDetailElement | null;
    detail?.editNote();
  }

  private close(): void {
    this.selected = route.value.params.entry ?? '';
    setParams({ entry: undefined, panel: undefined, turn: undefined, step: undefined });
    void this.updateComplete.then(() => this.table?.focusRows());
  }

  private get sort(): string {
    return orderIn(route.value.params.sort, SORT_KEYS, 'verdict');
  }

  /** Rows are filtered and sorted again only when something that matters to them changed. */
  private rowsOf(run: Run): Shown[] {
    const { q, verdict, category, error, language, finding, note } = route.value.params;
    const { sort } = this;
    const key = JSON.stringify([
      run.name,
      run.version,
      q,
      verdict,
      category,
      error,
      language,
      finding,
      note,
      sort,
      q && searched.value.version,
    ]);
    const noted = notedEntries(notes.value.notes, note);
    if (key === this.shownKey && (!noted || notes.value === this.shownNotes)) return this.shown;
    this.shownNotes = notes.value;
    const order = new Map(categoryOrder(run.dataset?.entries).map((name, i) => [name, i]));
    const all: Shown[] = run.missing.length > 0 ? [...run.rows, ...run.missing] : run.rows;
    const ids = idsOf(findingsOf(run), finding);
    const rows = filterRows(
      all,
      { q, verdict, category, error, language, ids, noted },
      (name) => categoryInfo(name)?.language ?? '',
      (row) => searched.value.texts.get(row),
    );
    this.shownKey = key;
    return sortRows(rows, sort, (name) => order.get(name) ?? 999);
  }

  private filtered = '';
  private focusWasAbove = false;

  override willUpdate(): void {
    const open = Boolean(route.value.params.entry);
    if (open !== this.wasOpen) this.charts = false;
    this.wasOpen = open;
    this.bare = route.value.params.mode === 'failures';
    this.focusWasAbove =
      this.renderRoot instanceof ShadowRoot &&
      Boolean(this.renderRoot.activeElement?.closest('.scroll'));
  }

  override updated(): void {
    // What was pressed above is folded away once an entry is open.
    if (this.focusWasAbove && this.renderRoot.querySelector('.scroll[hidden]'))
      this.table?.focusRows();
    void this.land();
    const { category, error, finding, verdict } = route.value.params;
    const filtered = JSON.stringify([category, error, finding, verdict]);
    const before = this.filtered;
    this.filtered = filtered;
    if (before && before !== filtered && matchMedia('(max-width: 900px)').matches) {
      this.renderRoot.querySelector('bx-split')?.scrollIntoView({ block: 'start' });
    }
  }

  private landed = false;

  /** Who came here from another view, with the focus on this one as a whole, is in the list once it stands. */
  private async land(): Promise<void> {
    const { table } = this;
    if (this.landed || !table) return;
    this.landed = true;
    await table.updateComplete;
    const shell = this.getRootNode();
    if (shell instanceof ShadowRoot && shell.activeElement === this.parentElement)
      table.focusRows();
  }

  override render() {
    const run = shownRun();
    if (!run) return this.empty();
    if (route.value.params.q) readTexts(run);
    this.shown = this.rowsOf(run);
    const open = route.value.params.entry !== undefined;
    const working = run.phase === 'opening' || run.phase === 'scoring';
    return html`${this.unknown(run)}<bx-run-head ?compact=${open || this.bare} .run=${run} .version=${run.version}></bx-run-head>
      ${this.message(run)}
      ${
        working
          ? html`<bx-progress heading=${run.source.kind === 'ask' ? 'Generating' : 'Scoring'} .lines=${progressLines(run)} @cancel=${() => cancelRun(run)}></bx-progress>`
          : nothing
      }
      ${
        run.categories.size > 0
          ? html`${this.bare ? nothing : this.summary(run, open)} ${this.body(run)}`
          : nothing
      }`;
  }

  private summary(run: Run, open: boolean) {
    return html`${
      open || this.phone.matches
        ? html`<bx-summary-line .run=${run} .version=${run.version} .charts=${this.charts} @toggle-charts=${() => (this.charts = !this.charts)}></bx-summary-line>`
        : nothing
    }
            <div class="scroll" ?hidden=${(open || this.phone.matches) && !this.charts} tabindex="0" role="region" aria-label="Summary">
              <bx-findings .run=${run} .version=${run.version}></bx-findings>
              <bx-summary .run=${run} .version=${run.version}></bx-summary>
            </div>
            ${
              !open &&
              !this.phone.matches &&
              (this.whole || this.overflow.after || this.overflow.before)
                ? html`<button class="plain small unfold noprint" aria-expanded=${this.whole} @click=${() => (this.whole = !this.whole)}>${this.whole ? 'Show less of the summary ▴' : 'Show more of the summary ▾'}</button>`
                : nothing
            }`;
  }

  private empty() {
    const { busy } = intake.value;
    if (busy) return html`<h1 class="sr">Results</h1><bx-notice kind="loading">${busy}</bx-notice>`;
    return html`<h1 class="sr">Results</h1>
      <bx-notice heading="No results are loaded">
        Drop result files here, <a href=${routeTo('score')}>paste or choose them</a>, or look at the
        <button class="link" @click=${() => takeSample('bad-model')}>sample run</button>.
      </bx-notice>`;
  }

  /** The address names a run that is not here. */
  private unknown(run: Run) {
    const name = unknownRun();
    return name
      ? html`<bx-notice kind="warn" heading="No run called ${name} is loaded">The link names this run; ${run.name} is shown instead.</bx-notice>`
      : nothing;
  }

  private message(run: Run) {
    if (run.phase === 'failed')
      return html`<bx-notice pre kind="error" heading="This run could not be scored">${run.error}</bx-notice>`;
    if (run.phase === 'cancelled') {
      return html`<bx-notice kind="warn" heading="Cancelled">What was scored before is shown; the rest of the run is not counted.</bx-notice>`;
    }
    return nothing;
  }

  private body(run: Run) {
    const { params } = route.value;
    const index = this.selectedIndex();
    if (params.entry) void import('./entry-detail.ts');
    const openRow = params.entry
      ? (run.rows.find((row) => row.id === params.entry && !row.superseded) ??
        run.missing.find((row) => row.id === params.entry))
      : undefined;
    return html`<bx-split ?open=${params.entry !== undefined} label=${params.entry ?? ''}>
      <div class="list" slot="list">
        ${this.filters(run)}
        ${
          this.shown.length === 0
            ? html`<bx-notice heading="Nothing found">No entry matches. <button class="link" @click=${clearFilters}>Clear the filters</button></bx-notice>`
            : html`<bx-table
              label="Entries"
              .rows=${this.shown}
              .columns=${this.columns()}
              .selected=${index}
              .sort=${this.sort}
              .say=${spoken}
              @open-row=${(event: CustomEvent<number>) => this.open(event.detail)}
              @select-row=${(event: CustomEvent<number>) => this.select(event.detail)}
              @sort-by=${(event: CustomEvent<string>) => this.sortBy(event.detail)}
            ></bx-table>`
        }
      </div>
      <div slot="detail">
        ${
          params.entry
            ? html`<bx-entry-detail
              .run=${run}
              .version=${run.version}
              .row=${openRow ?? null}
              .entryId=${params.entry}
              @close=${this.close}
              @move=${(event: CustomEvent<number>) => this.move(event.detail)}
            ></bx-entry-detail>`
            : nothing
        }
      </div>
    </bx-split>`;
  }

  /** Another list when notes change, so that the rows are drawn again. */
  private columns(): readonly Column<Shown>[] {
    if (this.drawn.notes !== notes.value)
      this.drawn = { notes: notes.value, columns: [...COLUMNS] };
    return this.drawn.columns;
  }

  /** Failures first is the rule; by verdict again is the official order. */
  private sortBy(key: string): void {
    setParams({ sort: key === '-verdict' ? 'order' : key === 'verdict' ? undefined : key });
  }

  /** The finding that the table is narrowed to; pressing it takes that back. */
  private findingFilter(run: Run) {
    const { finding } = route.value.params;
    if (!finding) return nothing;
    const title = findingsOf(run).find(({ code }) => code === finding)?.title ?? finding;
    return html`<button class="finding" aria-pressed="true" title=${title} @click=${() => setParams({ finding: undefined })}>
      <span class="cut">${title}</span><span aria-hidden="true">✕</span><span class="sr">: show all entries</span>
    </button>`;
  }

  /** By the notes, once there are some. */
  private noteFilter() {
    const { note = '' } = route.value.params;
    if (!mayNote() || (notes.value.notes.size === 0 && !note)) return nothing;
    const offers = [['', 'Annotations'], ['any', 'any annotation'], ...Object.entries(NOTE_KINDS)];
    return html`<select aria-label="Annotations" @change=${(event: Event) => setParams({ note: (event.target as HTMLSelectElement).value || undefined })}>
      ${offers.map(([value, label]) => html`<option value=${value ?? ''} ?selected=${value === note}>${label}</option>`)}
    </select>`;
  }

  /** As long as not everything is searched. */
  private reading() {
    const { phase, error } = searched.value;
    if (!route.value.params.q || phase === 'done') return nothing;
    return phase === 'reading'
      ? ' in ids and reasons; reading questions and responses'
      : html` <span class="warn" title=${error}>in ids and reasons; questions and responses could not be read</span>`;
  }

  private filters(run: Run) {
    const { params } = route.value;
    const languages = [
      ...new Set([...run.categories.keys()].map((name) => categoryInfo(name)?.language ?? '')),
    ].filter(Boolean);
    const filtered =
      params.q ||
      params.verdict ||
      params.category ||
      params.error ||
      params.language ||
      params.note;
    const parts = rowsText(this.shown);
    return html`<div class="filters ${params.finding ? 'narrowed' : ''}" role="search" aria-label="Filter entries">
      ${searchField('/ search, fn: err: cat: id:', ALL_FIELDS, () => void this.updateComplete.then(() => this.table?.focusRows()))}
      <div class="toggle" role="group" aria-label="Verdict">
        ${(['pass', 'fail', 'none'] as const).map((verdict) => {
          const on = params.verdict === verdict;
          const sign = {
            pass: html`<span class="pass">✓</span>`,
            fail: html`<span class="fail">✕</span>`,
            none: html`<span class="absent">–</span>`,
          }[verdict];
          const name = { pass: 'passed', fail: 'failed', none: 'not scored or missing' }[verdict];
          return html`<button aria-pressed=${on} aria-label=${name} title=${name} @click=${() => setParams({ verdict: on ? undefined : verdict })}>${sign}</button>`;
        })}
      </div>
      ${choice('category', 'Category', [...run.categories.keys()])}
      ${choice(
        'error',
        'Error type',
        errorTypes(run.categories.values()).map(({ name }) => name),
      )}
      ${languages.length > 1 ? choice('language', 'Language', languages) : nothing}
      ${this.noteFilter()}
      ${this.findingFilter(run)}
      ${filtered ? html`<button class="plain" @click=${clearFilters}>Clear</button>` : nothing}
      <span class="number num muted" role="status" title=${parts || nothing}>${count(this.shown.length)} <span class="word">${this.shown.length === 1 ? 'row' : 'rows'}${parts && !filtered ? `: ${parts}` : nothing}</span>${this.reading()}</span>
      <div class="menu">
        <button popovertarget="exports" title="Export">⇩ <span class="word">Export</span></button>
        <div id="exports" popover>
          ${EXPORTS.filter(({ only }) => !only || only(run)).map(
            ({ label, save }) =>
              html`<button @click=${(event: Event) => {
                void save(run, this.shown);
                const menu = (event.target as HTMLElement).closest<HTMLElement>('[popover]');
                menu?.hidePopover();
                (menu?.previousElementSibling as HTMLElement | null)?.focus();
              }}>${label}</button>`,
          )}
        </div>
      </div>
    </div>`;
  }
}

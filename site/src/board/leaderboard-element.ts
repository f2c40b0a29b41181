// `<bfclx-leaderboard>`: a board (`bfclx report`), the public tables, or both, in any page. Built on its own as
// bfclx-leaderboard.js; EMBEDDING.md describes it, public/bfclx-leaderboard.d.ts has its types.
import hostTokens from 'virtual:host-tokens';
import { LitElement, html, nothing, unsafeCSS, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { boardTableStyles } from '../components/board-styles.ts';
import '../components/notice.ts';
import { weighting, type Fault } from '../components/weighting.ts';
import {
  BOARD,
  YOURS,
  apartBecause,
  boardTable,
  publicTable,
  shownRows,
  withWeights,
  type ShownTable,
} from '../lib/board-table.ts';
import { plural } from '../lib/format.ts';
import type { Ranked } from '../lib/leaderboard.ts';
import type { BoardIndex } from '../lib/published.ts';
import { VERSION_LABELS, weightsWith, type Weights } from '../lib/scores.ts';
import type { ListedTable, TableFile } from '../lib/table-file.ts';
import { Overflow } from '../state/overflow.ts';
import { base } from '../styles/base.ts';
import { moreColumns, toggle } from '../styles/parts.ts';
import { filters, foot, sortText } from './controls.ts';
import { costsOf, hasCosts, hasProfile, profileOf } from './drawings.ts';
import { folderOf, readBoardIn, readTable, readTables } from './load.ts';
import { panelOf } from './panel.ts';
import {
  FIRST_VIEW,
  MOST_SELECTED,
  sortIn,
  viewWith,
  weightsOf,
  type LeaderboardView,
} from './state.ts';
import { elementStyles } from './styles.ts';
import { tableOf } from './table.ts';

/** Rows that are drawn, and so many more each time. */
const ROWS = 200;

const script =
  document.currentScript ?? document.querySelector('script[src*="bfclx-leaderboard.js"]');
/** The public tables of the site that the script is part of. */
const TABLES = new URL(
  'leaderboard/',
  script instanceof HTMLScriptElement ? script.src : document.baseURI,
);

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export class LeaderboardElement extends LitElement {
  static override styles = [
    unsafeCSS(hostTokens),
    base,
    toggle,
    moreColumns,
    boardTableStyles,
    elementStyles,
  ];

  @property() src: string | null = null;
  @property() tables: string | null = null;
  /** Which table is first shown: "board", "v4". */
  @property() table: string | null = null;
  @property({ reflect: true }) theme: string | null = null;
  @property() label: string | null = null;

  @state() private chosen: LeaderboardView = FIRST_VIEW;
  @state() private board: BoardIndex | null = null;
  @state() private listed: readonly ListedTable[] = [];
  @state() private problems: readonly string[] = [];
  @state() private loading = false;
  @state() private rows = ROWS;
  @state() weighing = false;
  @state() options = false;
  @state() private fault: Fault | null = null;
  private readonly overflow = new Overflow(this, '.scroll', 'x');
  private folder: URL | null = null;
  private readonly files = new Map<string, TableFile>();
  private made: { key: string; table: ShownTable } | null = null;
  /** Raised when what is shown is loaded again: older answers are dropped. */
  private round = 0;

  /** What the reader has chosen; set, it takes what it can use and leaves the rest. */
  get view(): LeaderboardView {
    return { ...this.chosen };
  }
  set view(given: Partial<LeaderboardView>) {
    const before = this.chosen;
    this.chosen = viewWith(before, given);
    if (this.chosen.table !== before.table) void this.showTable(this.chosen.table);
  }

  constructor() {
    super();
    this.addEventListener('keydown', (event) => this.key(event));
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('src') || changed.has('tables')) void this.load();
    else if (changed.has('table') && this.table && this.table !== this.chosen.table)
      this.change({ table: this.table });
  }

  /** Loads everything again, after a failure or when the files have changed. */
  async load(): Promise<void> {
    const round = ++this.round;
    this.board = null;
    this.listed = [];
    this.problems = [];
    this.files.clear();
    this.made = null;
    if (this.src === null && this.tables === null) {
      this.fail(
        'Set the attribute src to a folder that "bfclx report -o FOLDER/" wrote, tables to the folder leaderboard/ of the site, or both.',
        '',
      );
      return;
    }
    this.loading = true;
    const [board, listed] = await Promise.all([
      this.read(round, this.src, async (folder) => {
        const index = await readBoardIn(folder);
        return { folder, index };
      }),
      this.read(round, this.tables, readTables, TABLES),
    ]);
    if (round !== this.round) return;
    this.board = board?.index ?? null;
    this.folder = board?.folder ?? null;
    this.listed = listed ?? [];
    const wanted = this.chosen.table || this.table || '';
    const ids = this.choices().map(({ id }) => id);
    const id = ids.includes(wanted) ? wanted : (ids[0] ?? '');
    this.chosen = { ...this.chosen, table: id };
    await this.showTable(id);
    if (round === this.round) this.loading = false;
  }

  /** Reads from a folder that an attribute names; null where there is none, or where it failed. */
  private async read<T>(
    round: number,
    named: string | null,
    read: (folder: URL) => Promise<T>,
    own?: URL,
  ): Promise<T | null> {
    if (named === null) return null;
    let address = named;
    try {
      const folder = named === '' && own ? own : folderOf(named);
      address = folder.href;
      this.tell('loading', { address });
      return await read(folder);
    } catch (error) {
      if (round === this.round) this.fail(messageOf(error), address);
      return null;
    }
  }

  private async showTable(id: string): Promise<void> {
    const item = this.listed.find(({ version }) => version === id);
    if (item && !this.files.has(id)) {
      const { round } = this;
      const folder = this.tables ? folderOf(this.tables) : TABLES;
      this.loading = true;
      this.tell('loading', { address: new URL(item.scored, folder).href });
      try {
        const file = await readTable(folder, item);
        if (round === this.round) this.files.set(id, file);
      } catch (error) {
        if (round === this.round) this.fail(messageOf(error), new URL(item.scored, folder).href);
      }
      if (round !== this.round) return;
      this.loading = false;
    }
    this.requestUpdate();
    await this.updateComplete;
    const table = this.shown();
    if (table && this.chosen.table === id)
      this.tell('ready', { table: id, title: table.title, models: table.rows.length });
  }

  private fail(message: string, address: string): void {
    this.problems = [...this.problems, message];
    this.tell('error', { message, address });
  }

  private tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`bfclx-${type}`, { detail, bubbles: true, composed: true }));
  }

  private choices(): { id: string; label: string }[] {
    return [
      ...(this.board ? [{ id: BOARD, label: this.board.title.slice(0, 80) || 'This board' }] : []),
      ...this.listed.map(({ version, date }) => ({
        id: version as string,
        label: `Public ${VERSION_LABELS[version]}, ${date}`,
      })),
    ];
  }

  /** The chosen table, once it is loaded. */
  private shown(): ShownTable | null {
    const { table: id } = this.chosen;
    const key = `${this.round} ${id} ${this.chosen.weights}`;
    if (this.made?.key === key) return this.made.table;
    const file = this.files.get(id);
    const table =
      id === BOARD
        ? this.board && boardTable(this.board)
        : file
          ? publicTable(file, this.board && !apartBecause(this.board, file) ? this.board : null)
          : null;
    if (!table) return null;
    const weights = weightsOf(table.composition, this.chosen.weights);
    this.made = { key, table: weights ? withWeights(table, weights) : table };
    return this.made.table;
  }

  /** Something that the reader chooses. */
  private change(change: Partial<LeaderboardView>): void {
    const before = this.chosen;
    const moved = change.table !== undefined && change.table !== before.table;
    const fresh = moved
      ? { groups: [], selected: [], weights: '', model: '', type: '', organisation: '' }
      : {};
    this.chosen = viewWith(before, { ...fresh, ...change });
    if (moved || 'search' in change || 'sort' in change) this.rows = ROWS;
    if (moved) {
      this.fault = null;
      this.problems = [];
      void this.showTable(this.chosen.table);
    }
    if ('selected' in change) this.tell('select', { models: [...this.chosen.selected] });
    if (this.chosen.model !== before.model)
      this.tell('model', { model: this.chosen.model || null });
    this.tell('change', { view: this.view });
  }

  private key(event: KeyboardEvent): void {
    const target = event.composedPath()[0];
    const typing =
      target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select');
    if (event.key === 'Escape' && this.chosen.model && !typing) {
      event.preventDefault();
      void this.close();
    }
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const search = this.renderRoot.querySelector<HTMLInputElement>('input[type=search]');
    if (!search) return;
    event.preventDefault();
    search.focus();
  }

  private async open(model: string): Promise<void> {
    this.change({ model });
    await this.updateComplete;
    const panel = this.renderRoot.querySelector<HTMLElement>('.panel');
    panel?.querySelector('h3')?.focus({ preventScroll: true });
    panel?.scrollTo(0, 0);
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: 'start' });
  }

  /** Back to the table, to the row that was open. */
  private async close(): Promise<void> {
    const { model } = this.chosen;
    this.change({ model: '' });
    await this.updateComplete;
    const names = this.renderRoot.querySelectorAll<HTMLElement>('button.name');
    [...names].find(({ dataset }) => dataset['key'] === model)?.focus();
  }

  private readonly select = (key: string): void => {
    const before = this.chosen.selected;
    const selected = before.includes(key)
      ? before.filter((one) => one !== key)
      : [...before, key].slice(-MOST_SELECTED);
    this.change({ selected });
  };

  override render() {
    const table = this.shown();
    const one = table?.rows.find(({ row }) => row.key === this.chosen.model);
    return html`<section class="frame" aria-label=${this.label || 'Leaderboard'}>
      ${table || this.choices().length > 0 ? this.head(table) : nothing}
      ${this.problems.map((problem) => html`<bx-notice kind="error" heading="The leaderboard could not be loaded">${problem}${/[.)]$/.test(problem) ? '' : '.'} ${this.src !== null || this.tables !== null ? html`<button @click=${() => this.load()}>Load again</button>` : nothing}</bx-notice>`)}
      ${
        table && one
          ? panelOf({
              table,
              one,
              board: this.board,
              folder: this.folder,
              close: () => void this.close(),
            })
          : table
            ? this.content(table)
            : this.loading
              ? html`<bx-notice kind="loading">Loading the leaderboard</bx-notice>`
              : nothing
      }
      ${table ? foot(table, this.board, this.files.get(table.id), this.folder) : nothing}
    </section>`;
  }

  private head(table: ShownTable | null) {
    const choices = this.choices();
    return html`<div class="head">
      <h2>${table?.title ?? 'Leaderboard'}</h2>
      <span class="muted small grow">${table ? `${plural(table.rows.length, 'model')}, ${table.basis}` : ''}</span>
      ${
        choices.length > 1
          ? html`<select aria-label="Table" @change=${(event: Event) => this.change({ table: (event.target as HTMLSelectElement).value })}>
            ${choices.map(({ id, label }) => html`<option value=${id} .selected=${id === this.chosen.table}>${label}</option>`)}
          </select>`
          : nothing
      }
    </div>`;
  }

  private content(table: ShownTable) {
    const weights = weightsOf(table.composition, this.chosen.weights);
    const sort = sortIn(this.chosen, table.composition, weights);
    const rows = shownRows(table, this.chosen, sort);
    return html`${filters(
      table,
      this.chosen,
      { rows: rows.length, sort: sortText(table, this.chosen, sort) },
      this,
      (change) => this.change(change),
    )} ${this.weights(table, weights)} ${this.main(table, rows, sort, weights)}`;
  }

  private main(table: ShownTable, rows: readonly Ranked[], sort: string, weights: Weights | null) {
    const { show, selected } = this.chosen;
    if (show === 'profile' && hasProfile(table))
      return profileOf(table, selected, () => this.change({ selected: [] }));
    if ((show === 'cost' || show === 'latency') && hasCosts(table))
      return costsOf(table, show, selected, this.select);
    if (rows.length === 0)
      return html`<bx-notice heading="Nothing found">No model matches. <button class="link" @click=${() => this.change({ search: '', organisation: '', type: '' })}>Clear the filters</button></bx-notice>`;
    return html`${this.overflow.columns()}
      <div class="scroll" tabindex="0" role="region" aria-label="Table of models">
        ${tableOf({
          table,
          rows: rows.slice(0, this.rows),
          of: rows.length,
          view: this.chosen,
          sort,
          weights,
          folder: this.folder,
          actions: {
            sortBy: (by) => this.change({ sort: by }),
            openGroup: (key) => this.openGroup(key),
            select: this.select,
            open: (key) => void this.open(key),
            more: () => (this.rows += ROWS),
          },
        })}
      </div>`;
  }

  private openGroup(key: string): void {
    const { groups } = this.chosen;
    this.change({
      groups: groups.includes(key) ? groups.filter((one) => one !== key) : [...groups, key],
    });
  }

  private weights({ composition }: ShownTable, weights: Weights | null) {
    if (!composition || (!this.weighing && !weights)) return nothing;
    return html`${weighting(
      composition,
      weights,
      (key, value) => {
        const text = weightsWith(composition, weights, key, value);
        this.change({ weights: text, sort: text ? `-${YOURS}` : '-overall' });
      },
      () => this.change({ weights: '', sort: '-overall' }),
      this.fault,
      (fault) => (this.fault = fault),
      true,
    )}
    ${weights ? html`<p class="rest small"><span class="yours">Your weights</span> are in a column of their own: the mean of the group scores by these numbers, computed on this page. It is not an official score, and has no CI and no rank.</p>` : nothing}`;
  }
}

if (!customElements.get('bfclx-leaderboard'))
  customElements.define('bfclx-leaderboard', LeaderboardElement);

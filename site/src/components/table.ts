// A virtual table: 5,000 rows cost as much as the thirty that are seen. Rows have one height; columns are
// tracks of a CSS grid. Emits `open-row` (a click or Enter) and `sort-by` (a click on a heading), both with
// their subject as `detail`.
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import {
  Virtualizer,
  elementScroll,
  observeElementOffset,
  observeElementRect,
} from '@tanstack/virtual-core';
import { base } from '../styles/base.ts';
import { count } from '../lib/format.ts';
import { focusOn } from './focus.ts';
import { errorTypes } from './error-type.ts';
import { styles } from './styles.ts';

export interface Column<R> {
  key: string;
  label: string;
  /** What the heading is called where its label is empty. */
  name?: string;
  /** A grid track: "80px", "minmax(10ch, 1fr)". */
  track: string;
  align?: 'end';
  sortable?: boolean;
  /** Left out when the table is narrower, in pixels. */
  from?: number;
  /** Stands on a second line then, instead of being left out. */
  below?: true;
  cell: (row: R) => TemplateResult | string | number | typeof nothing;
}

/** More rows make no report; what is left out is counted. */
const MOST_PRINTED = 1000;

@customElement('bx-table')
export class Table extends LitElement {
  static override styles = [
    base,
    errorTypes,
    css`
      :host,
      .grid {
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      .grid {
        flex: 1;
      }
      .scroller {
        flex: 1;
        min-height: 0;
        overflow: auto;
        contain: strict;
        overflow-anchor: none;
      }
      .row {
        display: grid;
        grid-template-columns: var(--tracks);
        gap: 12px;
        align-items: center;
        padding: 0 16px;
        height: var(--row);
      }
      .head {
        flex: none;
        padding-right: calc(16px + var(--gutter, 0px));
        border-bottom: 1px solid var(--line);
        color: var(--muted);
      }
      /* Not of the row: tracks are measured in its font, as those of the body are. */
      .head .cell {
        font-size: var(--s12);
      }
      .body {
        position: relative;
      }
      .body .row {
        position: absolute;
        inset: 0 0 auto 0;
        cursor: pointer;
      }
      .body .row:hover {
        background: var(--hover);
      }
      .body .row[aria-selected='true'] {
        background: var(--selected);
        box-shadow: inset 2px 0 var(--accent);
      }
      .cell {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .end {
        text-align: right;
        font-variant-numeric: tabular-nums;
      }
      .second {
        grid-column: var(--second, 2) / -1;
        color: var(--muted);
        font-size: var(--s13);
      }
      /* Names of columns have one line. */
      .two .head {
        height: calc(var(--row) - 20px);
      }
      .two .body .row {
        row-gap: 0;
        align-content: center;
      }
      .head button {
        min-height: 24px;
        min-width: 24px;
        padding: 2px 0;
        justify-content: start;
        border: 0;
        background: none;
        color: inherit;
        font-size: inherit;
      }
      .head button:hover {
        color: var(--ink);
      }
      .scroller:focus-visible {
        outline-offset: -2px;
      }
      @media print {
        :host,
        .grid {
          display: block;
        }
        .body {
          height: auto !important;
        }
        .body .row {
          position: static;
          transform: none !important;
          break-inside: avoid;
          border-bottom: 1px solid var(--line);
          box-shadow: none !important;
        }
        .row {
          height: auto;
          min-height: 24px;
        }
        .cell {
          white-space: normal;
          overflow-wrap: anywhere;
        }
        .head .cell {
          overflow-wrap: normal;
        }
      }
    `,
  ];

  @property({ attribute: false }) rows: readonly unknown[] = [];
  @property({ attribute: false }) columns: readonly Column<never>[] = [];
  /** A name for the table. */
  @property() label = '';
  /** What is said of a row when it is selected, to those who cannot see it. */
  @property({ attribute: false }) say: (row: never) => string = () => '';
  /** Index of the selected row; -1: none. */
  @property({ type: Number }) selected = -1;
  /** The present order, as in the address: "id", "-id". */
  @property() sort = '';
  @state() private width = 1000;
  /** On paper all rows stand, up to MOST_PRINTED. */
  @state() private printing = false;
  private readonly beforePrint = () => (this.printing = true);
  private readonly afterPrint = () => (this.printing = false);

  private virtual: Virtualizer<HTMLElement, Element> | null = null;
  private stop: (() => void) | undefined;
  private readonly size = new ResizeObserver(([entry]) => {
    if (entry) this.width = entry.contentRect.width;
    // Read here, where the layout is done: the head leaves as much room as the scroll bar takes.
    const scroller = this.renderRoot.querySelector<HTMLElement>('.scroller');
    if (scroller)
      this.style.setProperty('--gutter', `${scroller.offsetWidth - scroller.clientWidth}px`);
  });
  private readonly lineHeight = matchMedia('(pointer: coarse)').matches ? 40 : 32;
  /** Columns that stand on a second line; rows are higher by it. */
  private get second(): readonly Column<never>[] {
    return this.columns.filter(
      ({ from, below }) => below && from !== undefined && this.width < from,
    );
  }
  private get rowHeight(): number {
    return this.lineHeight + (this.second.length > 0 ? 20 : 0);
  }

  private options() {
    return {
      count: this.rows.length,
      estimateSize: () => this.rowHeight,
      getScrollElement: () => this.renderRoot.querySelector<HTMLElement>('.scroller'),
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      overscan: 12,
      onChange: () => this.requestUpdate(),
    };
  }

  override firstUpdated(): void {
    this.virtual = new Virtualizer<HTMLElement, Element>(this.options());
    this.stop = this.virtual._didMount();
    this.virtual._willUpdate();
    this.size.observe(this);
    window.addEventListener('beforeprint', this.beforePrint);
    window.addEventListener('afterprint', this.afterPrint);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    this.size.disconnect();
    window.removeEventListener('beforeprint', this.beforePrint);
    window.removeEventListener('afterprint', this.afterPrint);
    this.virtual = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.firstUpdated();
  }

  private measured = 0;
  /** Rows are of another height than before: what was in view is elsewhere. */
  private remeasured = false;

  override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('rows')) this.virtual?.setOptions(this.options());
    if (this.measured === this.rowHeight) return;
    this.remeasured = this.measured > 0;
    this.measured = this.rowHeight;
    this.virtual?.setOptions(this.options());
    this.virtual?.measure();
  }

  override updated(changes: PropertyValues<this>): void {
    this.virtual?._willUpdate();
    const moved = changes.has('selected') || changes.has('rows') || this.remeasured;
    this.remeasured = false;
    if (moved && this.selected >= 0) this.reveal(this.selected);
  }

  private reveal(index: number): void {
    this.virtual?.scrollToIndex(index, { align: 'auto' });
  }

  /** Moves the focus to the rows; `select`: and selects the first where none is. */
  focusRows(select = false): void {
    focusOn(this.renderRoot.querySelector<HTMLElement>('.scroller'));
    if (select && this.selected < 0 && this.rows.length > 0) this.emit('select-row', 0);
  }

  private emit(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  private head(columns: readonly Column<never>[]) {
    const sorted = this.sort.replace(/^-/, '');
    const direction = this.sort.startsWith('-') ? 'descending' : 'ascending';
    return html`<div class="row head" role="row" aria-rowindex="1">
      ${columns.map((column) => {
        const on = column.key === sorted;
        const arrow = on ? (direction === 'ascending' ? ' ↑' : ' ↓') : '';
        return html`<div
          class="cell ${column.align ?? ''}"
          role="columnheader"
          aria-sort=${on ? direction : 'none'}
        >
          ${
            column.sortable
              ? html`<button @click=${() => this.emit('sort-by', on && direction === 'ascending' ? `-${column.key}` : column.key)}>
                ${column.label || html`<span aria-hidden="true">${on ? '' : '↕'}</span><span class="sr">${column.name ?? ''}</span>`}${arrow}
              </button>`
              : column.label || html`<span class="sr">${column.name ?? ''}</span>`
          }
        </div>`;
      })}
    </div>`;
  }

  override render() {
    const columns = this.columns.filter(({ from }) => from === undefined || this.width >= from);
    const second = this.second;
    const selected = this.rows[this.selected];
    const items = this.printing
      ? Array.from({ length: Math.min(MOST_PRINTED, this.rows.length) }, (_, index) => ({
          index,
          start: 0,
        }))
      : (this.virtual?.getVirtualItems() ?? []);
    const left = this.printing ? this.rows.length - items.length : 0;
    const height = this.virtual?.getTotalSize() ?? 0;
    this.style.setProperty('--tracks', columns.map(({ track }) => track).join(' '));
    this.style.setProperty('--row', `${this.rowHeight}px`);
    // Under the names, where a sign stands before them.
    this.style.setProperty('--second', columns[0]?.key === 'id' ? '1' : '2');
    return html`<div class="grid ${second.length > 0 ? 'two' : ''}" role="grid" aria-label=${this.label} aria-rowcount=${this.rows.length + 1}>
      <div role="rowgroup">${this.head(columns)}</div>
      <div class="scroller" role="rowgroup" tabindex="0" @keydown=${this.onKey}>
        <div class="body" role="presentation" ${styles({ height: `${height}px` })}>
          ${repeat(
            items,
            ({ index }) => index,
            ({ index, start }) => this.row(index, start, columns, second),
          )}
        </div>
      </div>
    </div>
    ${left > 0 ? html`<p class="onpaper">and ${count(left)} more rows. The exports have all rows</p>` : nothing}
    <div class="sr" aria-live="polite">${selected === undefined ? '' : this.say(selected as never)}</div>`;
  }

  private row(
    index: number,
    start: number,
    columns: readonly Column<never>[],
    second: readonly Column<never>[],
  ) {
    const row = this.rows[index] as never;
    if (row === undefined) return nothing;
    return html`<div
      class="row"
      role="row"
      aria-rowindex=${index + 2}
      aria-selected=${index === this.selected}
      ${styles({ transform: `translateY(${start}px)` })}
      @click=${() => this.emit('open-row', index)}
    >
      ${columns.map(
        (column) =>
          html`<div class="cell ${column.align ?? ''}" role="gridcell">${column.cell(row)}</div>`,
      )}
      ${second.map((column) => html`<div class="cell second" role="gridcell">${column.cell(row)}</div>`)}
    </div>`;
  }

  private onKey(event: KeyboardEvent): void {
    const page = Math.max(
      1,
      Math.floor((event.currentTarget as HTMLElement).clientHeight / this.rowHeight) - 1,
    );
    const last = this.rows.length - 1;
    const from = this.selected;
    const target: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: last,
    };
    const wanted = target[event.key];
    if (wanted === undefined || last < 0) return;
    event.preventDefault();
    this.emit('select-row', Math.min(last, Math.max(0, wanted)));
  }
}

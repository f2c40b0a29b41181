// Dataset: all entries with search, filters and sort; the open entry beside the table; and, as a second
// list, the entries whose ground truth cannot pass.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import '../../components/notice.ts';
import '../../components/split.ts';
import '../../components/table.ts';
import type { Column, Table } from '../../components/table.ts';
import { base } from '../../styles/base.ts';
import { browser, filters, stack, toggle } from '../../styles/parts.ts';
import {
  CATALOGUE_FIELDS,
  filterEntries,
  sortEntries,
  type CatalogueRow,
} from '../../lib/entry-search.ts';
import { count } from '../../lib/format.ts';
import { saveTable } from '../../state/save-table.ts';
import {
  catalogue,
  loadCatalogue,
  loadTruths,
  truths,
  type TruthRow,
} from '../../state/catalogue.ts';
import { dataset } from '../../state/dataset.ts';
import { description } from '../../state/pool.ts';
import { Keys } from '../../state/keys.ts';
import { route, setParams } from '../../state/router.ts';
import { Watch } from '../../state/watch.ts';
import { choice, searchField } from '../filters.ts';
import { OUTCOMES, whyText } from './outcomes.ts';
import './case-findings.ts';
import './dataset-entry.ts';

type Listed = CatalogueRow | TruthRow;

const mono = (text: string) => html`<span class="mono">${text}</span>`;

const ENTRY_COLUMNS: readonly Column<CatalogueRow>[] = [
  {
    key: 'id',
    label: 'Entry',
    track: 'minmax(23ch, 1fr)',
    sortable: true,
    cell: (row) =>
      html`${mono(row.id)}${row.own_id ? html` <span class="muted">${row.own_id}</span>` : nothing}`,
  },
  {
    key: 'category',
    label: 'Category',
    track: 'minmax(12ch, 0.7fr)',
    sortable: true,
    from: 980,
    cell: (row) => row.category,
  },
  {
    key: 'text',
    label: 'Question',
    track: 'minmax(12ch, 2.6fr)',
    from: 480,
    below: true,
    cell: (row) => row.text,
  },
  {
    key: 'functions',
    label: 'Functions',
    track: '9ch',
    sortable: true,
    align: 'end',
    from: 760,
    cell: (row) => (row.classes ? '' : count(row.functions.length)),
  },
  {
    key: 'names',
    label: 'Names',
    track: 'minmax(10ch, 1.2fr)',
    from: 1180,
    cell: (row) => mono((row.classes ?? row.functions).join(', ')),
  },
  {
    key: 'turns',
    label: 'Turns',
    track: '6ch',
    sortable: true,
    align: 'end',
    from: 760,
    cell: (row) => count(row.turns ?? 1),
  },
];

const TRUTH_COLUMNS: readonly Column<TruthRow>[] = [
  { key: 'id', label: 'Entry', track: 'minmax(16ch, 1fr)', cell: (row) => mono(row.id) },
  {
    key: 'outcome',
    label: 'What happens',
    track: 'minmax(11ch, 0.7fr)',
    cell: (row) => OUTCOMES[row.outcome].label,
  },
  {
    key: 'category',
    label: 'Category',
    track: 'minmax(12ch, 0.7fr)',
    from: 980,
    cell: (row) => row.category,
  },
  {
    key: 'message',
    label: 'Why',
    track: 'minmax(12ch, 2.6fr)',
    from: 480,
    below: true,
    cell: (row) => whyText(row),
  },
];

@customElement('bx-dataset')
export class DatasetView extends LitElement {
  static override styles = [
    base,
    browser,
    filters,
    stack,
    toggle,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 4px 16px;
        padding: 12px 16px 4px;
      }
      .outcomes {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 24px;
        padding: 8px 16px 4px;
      }
      .outcomes p {
        max-width: 52ch;
      }
      .outcomes strong {
        font-variant-numeric: tabular-nums;
      }
      bx-cases {
        flex: 1;
        border-top: 1px solid var(--line);
      }
      bx-split {
        border-top: 1px solid var(--line);
      }
      .failed {
        padding: 8px 16px;
        border-top: 1px solid var(--line);
      }
      .filters input {
        flex: 1 1 14ch;
        max-width: 40ch;
      }
      .filters select {
        max-width: 26ch;
      }
      /* Half as wide, with an entry beside it. */
      .filters.beside select {
        max-width: 14ch;
      }
      @media (max-width: 600px) {
        .filters input {
          flex-basis: 100%;
          max-width: none;
        }
        .filters select {
          min-width: 40%;
        }
      }
      @media (max-width: 900px) {
        .filters input {
          min-width: 28ch;
        }
        .filters select {
          flex: 1 1 12ch;
        }
      }
    `,
  ];

  @state() private selected = '';
  @query('input[type=search]') private search!: HTMLInputElement | null;
  @query('bx-table') private table!: Table | null;
  private shown: readonly Listed[] = [];
  private made: readonly unknown[] = [];

  constructor() {
    super();
    new Watch(this, route, catalogue, truths, dataset, description);
    new Keys(this, {
      '/': () => this.search?.focus(),
      j: () => this.editing || this.select(this.index() + 1),
      k: () => this.editing || this.select(this.index() - 1),
      Enter: () => this.editing || this.open(this.index()),
      Escape: () => route.value.params.entry && this.close(),
    });
  }

  override willUpdate(): void {
    if (this.editing) return;
    void loadCatalogue();
    if (this.truth || route.value.params.entry) void loadTruths();
    this.choose();
  }

  /** The case editor in place of the list; loaded when it is first shown. */
  private get editing(): boolean {
    const editing = route.value.params.panel === 'cases';
    if (editing) void import('./cases-view.ts');
    return editing;
  }

  private get truth(): boolean {
    return route.value.params.panel === 'truth';
  }

  /** Rows are chosen again only when what they depend on changed. */
  private choose(): void {
    const { q, category, language, sort = '' } = route.value.params;
    const inputs = [
      this.truth,
      this.truth ? truths.value.rows : catalogue.value.rows,
      q,
      category,
      language,
      sort,
    ];
    if (inputs.every((input, i) => input === this.made[i])) return;
    this.made = inputs;
    this.shown = this.truth
      ? truths.value.rows.filter(
          (row) =>
            (!category || row.category === category) &&
            (!q || `${row.id} ${row.message} ${row.rule}`.toLowerCase().includes(q.toLowerCase())),
        )
      : sortEntries(filterEntries(catalogue.value.rows, { q, category, language }), sort);
  }

  private index(): number {
    const id = route.value.params.entry ?? this.selected;
    return this.shown.findIndex((row) => row.id === id);
  }

  private select(wanted: number): void {
    const row = this.shown[Math.min(this.shown.length - 1, Math.max(0, wanted))];
    if (!row) return;
    this.selected = row.id;
    if (route.value.params.entry) setParams({ entry: row.id });
  }

  private open(index: number): void {
    const row = this.shown[index];
    if (!row) return;
    this.selected = row.id;
    setParams({ entry: row.id }, { push: !route.value.params.entry });
  }

  private close(): void {
    this.selected = route.value.params.entry ?? '';
    setParams({ entry: undefined });
    void this.updateComplete.then(() => this.table?.focusRows());
  }

  override render() {
    const { phase, error } = dataset.value;
    if (phase === 'failed')
      return html`<bx-notice kind="error" heading="The dataset could not be loaded">${error}</bx-notice>`;
    if (this.editing)
      return html`${this.head()}<div class="filters">${this.lists()}</div><bx-cases></bx-cases>`;
    const { entry } = route.value.params;
    const row =
      entry === undefined ? undefined : catalogue.value.rows.find(({ id }) => id === entry);
    const waiting = catalogue.value.done < catalogue.value.of || catalogue.value.of === 0;
    return html`${this.head()}
      <bx-split ?open=${entry !== undefined} label=${entry ?? ''}>
        <div class="list" slot="list">${this.filters()} ${this.list()}</div>
        <div slot="detail">
          ${
            entry === undefined
              ? nothing
              : html`<bx-dataset-entry
                .entryId=${entry}
                .category=${row?.category ?? ''}
                .waiting=${!row && waiting}
                .failure=${truths.value.rows.find(({ id }) => id === entry) ?? null}
                @close=${this.close}
                @move=${(event: CustomEvent<number>) => this.select(this.index() + event.detail)}
              ></bx-dataset-entry>`
          }
        </div>
      </bx-split>`;
  }

  private head() {
    const { kind, version, own } = dataset.value;
    const { rows } = truths.value;
    const words = {
      official: 'the official dataset',
      sample: 'a small sample, made for this page',
      own: own ? 'your own benchmark' : 'your own copy',
    }[kind];
    return html`<div class="head">
        <h1>Dataset</h1>
        <span class="muted">${words}${version && version !== kind ? html`, ${version}` : nothing}</span>
      </div>
      ${own ? html`<bx-case-findings></bx-case-findings>` : nothing}
      ${
        this.truth
          ? html`<div class="outcomes">
            ${(['malformed', 'impossible', 'trap', 'text', 'untold'] as const).map((outcome) => {
              const n = rows.filter((row) => row.outcome === outcome).length;
              if (n === 0 && (outcome === 'untold' || outcome === 'malformed')) return nothing;
              return html`<p><strong>${count(n)}</strong> ${n === 1 ? OUTCOMES[outcome].label : OUTCOMES[outcome].plural}. <span class="muted">${OUTCOMES[outcome].meaning}</span></p>`;
            })}
          </div>`
          : nothing
      }`;
  }

  private list() {
    const source = this.truth ? truths.value : catalogue.value;
    const reading =
      source.of === 0 ? 'Reading the dataset' : `Read ${source.done} of ${source.of} categories`;
    const failed =
      source.failed.length === 0
        ? nothing
        : html`<ul class="failed small" role="alert">
      ${source.failed.map(({ category, message }) => html`<li><span class="fail" aria-hidden="true">✕</span> ${category || 'The dataset'} cannot be shown: ${message}</li>`)}
    </ul>`;
    if (this.shown.length > 0) {
      // Another list is another table: where one was scrolled to says nothing about the other.
      return html`${keyed(
        this.truth,
        html`<bx-table
          label=${this.truth ? 'Entries whose ground truth cannot pass' : 'Entries of the dataset'}
          .rows=${this.shown}
          .columns=${this.truth ? TRUTH_COLUMNS : ENTRY_COLUMNS}
          .selected=${this.index()}
          .sort=${route.value.params.sort ?? ''}
          @open-row=${(event: CustomEvent<number>) => this.open(event.detail)}
          @select-row=${(event: CustomEvent<number>) => this.select(event.detail)}
          @sort-by=${(event: CustomEvent<string>) => setParams({ sort: event.detail })}
        ></bx-table>`,
      )}
        ${failed}`;
    }
    if (source.done < source.of || (source.of === 0 && source.failed.length === 0)) {
      return html`<bx-notice kind="loading">${reading}</bx-notice>${failed}`;
    }
    if (this.truth && source.rows.length === 0) {
      return html`<bx-notice heading="Every ground truth can pass">None was found in ${count(source.of)} categories that are judged by calls.</bx-notice>${failed}`;
    }
    return html`<bx-notice heading="Nothing found">
        No entry matches. <button class="link" @click=${this.clear}>Clear the filters</button>
      </bx-notice>${failed}`;
  }

  private readonly clear = (): void =>
    setParams({ q: undefined, category: undefined, language: undefined });

  private lists() {
    const { editing, truth } = this;
    return html`<div class="toggle" role="group" aria-label="List">
      <button aria-pressed=${!truth && !editing} @click=${() => setParams({ panel: undefined })}>Entries</button>
      <button aria-pressed=${truth} @click=${() => setParams({ panel: 'truth', sort: undefined, language: undefined })}>Cannot pass</button>
      <button aria-pressed=${editing} @click=${() => setParams({ panel: 'cases', entry: undefined })}>Case editor</button>
    </div>`;
  }

  private filters() {
    const { q, category, language } = route.value.params;
    const source = this.truth ? truths.value : catalogue.value;
    const categories = [...new Set(source.rows.map((row) => row.category))];
    const languages = [...new Set(catalogue.value.rows.map((row) => row.language))].filter(Boolean);
    const filtered = Boolean(q || category || language);
    return html`<div class="filters ${route.value.params.entry ? 'beside' : ''}" role="search" aria-label="Filter entries">
      ${this.lists()}
      ${searchField('/ search ids, questions, functions', CATALOGUE_FIELDS, () => void this.updateComplete.then(() => this.table?.focusRows()))}
      ${choice('category', 'Category', categories)}
      ${!this.truth && languages.length > 1 ? choice('language', 'Language', languages) : nothing}
      ${filtered ? html`<button class="plain" @click=${this.clear}>Clear</button>` : nothing}
      <span class="number num muted" role="status">
        ${count(this.shown.length)} ${this.shown.length === 1 ? 'entry' : 'entries'}${source.done < source.of ? html` · ${source.done} of ${source.of} categories read` : nothing}
      </span>
      <button @click=${this.save}>⇩ CSV</button>
    </div>`;
  }

  private save(): void {
    const table = this.truth
      ? {
          columns: ['id', 'category', 'outcome', 'rule', 'message'],
          rows: (this.shown as TruthRow[]).map((row) => [
            row.id,
            row.category,
            row.outcome,
            row.rule,
            row.message,
          ]),
        }
      : {
          columns: ['id', 'category', 'question', 'functions', 'classes', 'turns'],
          rows: (this.shown as CatalogueRow[]).map((row) => [
            row.id,
            row.category,
            row.text,
            row.functions.join(' '),
            (row.classes ?? []).join(' '),
            row.turns ?? 1,
          ]),
        };
    void saveTable(this.truth ? 'ground-truth-that-cannot-pass' : 'entries', table);
  }
}

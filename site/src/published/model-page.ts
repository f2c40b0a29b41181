// One model: its scores by category, and its entries, the failed ones first to see; by verdict, category and error type.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../components/notice.ts';
import { term } from '../components/term.ts';
import '../components/table.ts';
import type { Column } from '../components/table.ts';
import { errorType, errorTypes } from '../components/error-type.ts';
import { latencyTable } from '../components/latency.ts';
import { base } from '../styles/base.ts';
import { presentResult, type PastResult } from '../lib/board-history.ts';
import { coversText, percent, plural, rankText } from '../lib/format.ts';
import {
  isRepeated,
  modelPath,
  rankBasis,
  rowOf,
  rowsOf,
  scoreHeading,
  toCompare,
  toEntry,
  toModel,
  type BoardIndex,
  type ModelFile,
  type Page,
  type PublishedModel,
} from '../lib/published.ts';
import { judgedEntries, type JudgedEntry } from '../lib/published-verdicts.ts';
import { categoriesTable, intervalText } from './categories-table.ts';
import { boardHistory, earlierOf, idsOf, modelFile, ownIdsOf } from './data.ts';
import { historyOf } from './history.ts';
import { Load } from './load.ts';
import { repeatsOf } from './repeats.ts';
import { statusText } from './status.ts';
import { pageStyles } from './styles.ts';
import { unknownModels } from './unknown.ts';

const COLUMNS: readonly Column<JudgedEntry>[] = [
  {
    key: 'id',
    label: 'Entry',
    track: 'minmax(18ch, 1fr)',
    cell: ({ id, own_id: own }) =>
      html`<a class="mono" href=${toEntry(id)}>${id}</a>${own ? html` <span class="muted">${own}</span>` : nothing}`,
  },
  {
    key: 'error',
    label: 'Verdict',
    track: 'minmax(12ch, 1fr)',
    cell: ({ verdict, error }) =>
      verdict === 'failed'
        ? errorType(error)
        : html`<span class=${verdict === 'passed' ? 'pass' : 'muted'}>${verdict}</span>`,
  },
];

@customElement('bx-published-model')
export class ModelPage extends LitElement {
  static override styles = [
    base,
    errorTypes,
    pageStyles,
    css`
      bx-table {
        height: min(720px, 80dvh);
        margin: 0 -16px;
      }
      .head select {
        max-width: 32ch;
      }
    `,
  ];

  @property({ attribute: false }) board!: BoardIndex;
  @property({ attribute: false }) page!: Page;
  private readonly load = new Load<{
    model: ModelFile;
    entries: JudgedEntry[];
    results: PastResult[];
  }>(this);

  override willUpdate(): void {
    const name = this.page.model;
    if (!this.known) return;
    const order = this.board.categories.map((category) => category.name);
    this.load.ask(name, async () => {
      const [model, ids, own, history] = await Promise.all([
        modelFile(name),
        idsOf(),
        ownIdsOf(),
        boardHistory(this.board),
      ]);
      const { date = '', earlier = 0 } = history?.models.get(name) ?? {};
      const { dataset, program } = this.board;
      const now = presentResult(model, date, dataset.version, program.version);
      const results = earlier > 0 ? [now, ...(await earlierOf(name))] : [now];
      return { model, entries: judgedEntries(model, ids, order, own), results };
    });
  }

  private get known(): PublishedModel | undefined {
    return this.board.models.find(({ name }) => name === this.page.model);
  }

  override render() {
    const { value, error } = this.load;
    if (!this.known)
      return html`<h1>Unknown model</h1>
        ${unknownModels(this.board, [this.page.model], (name) => toModel(name))}`;
    if (error)
      return html`<h1>${this.page.model}</h1><bx-notice kind="error" heading="This model could not be loaded">${error}</bx-notice>`;
    if (!value)
      return html`<h1>${this.page.model}</h1><bx-notice kind="loading">Loading the model</bx-notice>`;
    const { model } = value;
    const other = this.board.models.find(({ name }) => name !== model.name);
    const row = rowOf(this.board, model.name);
    const ranked = row?.ranked;
    const rows = rowsOf(this.board).length;
    const { score, interval_95: range, weight, basis } = model.overall;
    return html`<div class="head">
        <h1>${model.label}</h1>
        <span class="grow"></span>
        ${other ? html`<a href=${toCompare(model.name, other.name)}>Compare</a>` : nothing}
        <a href="./${modelPath(model.name)}">JSON</a>
      </div>
      <p class="text">
        ${
          score !== undefined && range
            ? html`${scoreHeading(this.board)} <strong>${percent(score)}</strong> (${term('95--ci', '95 % CI')} ${intervalText(range)})${basis ? `, ${basis.text}` : weight < 0.9995 ? `, ${coversText(weight)}` : nothing}.`
            : 'No results that count in the overall score.'
        }
        ${ranked && rows > 1 ? html`Rank ${rankText(ranked.rank, rows, ranked.rank_low, ranked.rank_high)}${row && isRepeated(row) ? ' by the mean of its repeats' : ''}: ${percent(ranked.score)} ${rankBasis(this.board)}.` : nothing}
      </p>
      <p class="muted small text">
        ${model.decoder ? html`Decoder ${model.decoder}. ` : nothing}${model.problems > 0 ? html`${plural(model.problems, 'problem')} while reading the files.` : nothing}
      </p>
      ${statusText(this.known, this.board.models)} ${row && isRepeated(row) ? repeatsOf(this.board, row, model.name) : nothing}
      ${(this.known.warnings ?? []).map(({ text }) => html`<bx-notice kind="warn" heading="These scores may not reflect the model">${text}.</bx-notice>`)} ${this.sample(model)} ${this.source(model)} ${categoriesTable(this.board, model, (category, verdict) => toModel(model.name, category, '', verdict))} ${latencyTable(model.latency)} ${historyOf(value.results)} ${this.entries(value.entries)}`;
  }

  private source(model: ModelFile) {
    if (model.source !== 'scores') return nothing;
    const unknown = Object.entries(model.categories).filter(([, part]) => part.unknown);
    return html`<p class="muted small text">
      From official score files: they have the verdicts, error types and counts, but not the responses that passed.
      ${
        unknown.length > 0
          ? html`Of ${unknown.map(([name], i) => html`${i > 0 ? ', ' : ''}<span class="mono">${name}</span>`)} they cover fewer entries than the dataset, so it is unknown which entries passed: these
            categories are not counted in overall scores, ranks or comparisons.`
          : nothing
      }
    </p>`;
  }

  private sample(model: ModelFile) {
    if (!model.sample) return nothing;
    return html`<bx-notice kind="warn" heading="The run is a sample">It is ${model.sample}.</bx-notice>`;
  }

  private entries(all: readonly JudgedEntry[]) {
    const { model, category, error, verdict } = this.page;
    const wanted = VERDICTS.find(({ name }) => name === verdict) ?? FAILED;
    // Only what failed has an error type.
    const failed = wanted === FAILED;
    const shown = all.filter(
      (one) =>
        (wanted.name === 'all' || one.verdict === wanted.name) &&
        (!category || one.category === category) &&
        (!failed || !error || one.error === error),
    );
    return html`<section aria-label="Entries">
      <div class="head">
        <h2>${wanted.counted(shown.length)}</h2>
        ${choice('Verdict', wanted.name, offeredVerdicts(all, wanted), (name) =>
          toModel(model, category, name === 'failed' ? error : '', name === 'failed' ? '' : name),
        )}
        ${choice(
          'Category',
          category,
          anyOf(
            'Category',
            namesAnd(category, all, (one) => one.category),
          ),
          (name) => toModel(model, name, error, verdict),
        )}
        ${failed ? choice('Error type', error, anyOf('Error type', namesAnd(error, all, (one) => one.error).sort()), (name) => toModel(model, category, name)) : nothing}
      </div>
      ${
        shown.length === 0
          ? html`<bx-notice heading="No entries match">${failed ? html`<a href=${toModel(model, category, '', 'all')}>All entries${category ? ` of ${category}` : ''}</a>` : nothing}</bx-notice>`
          : html`<bx-table label="Entries" .rows=${shown} .columns=${COLUMNS} @open-row=${({ detail }: CustomEvent<number>) => (location.hash = toEntry(shown[detail]?.id ?? ''))}></bx-table>`
      }
    </section>`;
  }
}

interface Choice {
  name: string;
  label: string;
}

/** Which entries are listed, and how they are counted. */
interface Listed extends Choice {
  counted: (number: number) => string;
}

const FAILED: Listed = {
  name: 'failed',
  label: 'Verdict: failed',
  counted: (number) => plural(number, 'failure'),
};
const VERDICTS: readonly Listed[] = [
  FAILED,
  {
    name: 'passed',
    label: 'Verdict: passed',
    counted: (number) => `${plural(number, 'entry', 'entries')} passed`,
  },
  {
    name: 'skipped',
    label: 'Verdict: skipped',
    counted: (number) => `${plural(number, 'entry', 'entries')} skipped`,
  },
  { name: 'all', label: 'Verdict: all', counted: (number) => plural(number, 'entry', 'entries') },
];

/** Those that some entry has, the failed ones and all; what the address names stays chosen, even if no entry has it. */
function offeredVerdicts(all: readonly JudgedEntry[], wanted: Listed): Listed[] {
  const some = new Set<string>(all.map((one) => one.verdict));
  return VERDICTS.filter(
    (one) => one === FAILED || one === wanted || one.name === 'all' || some.has(one.name),
  );
}

/** The names that entries have, and the one that the address names. */
const namesAnd = (
  wanted: string,
  all: readonly JudgedEntry[],
  nameOf: (entry: JudgedEntry) => string,
): string[] => [...new Set([...all.map(nameOf), wanted])].filter(Boolean);

/** Each name, and all of them: "Category: all". */
const anyOf = (label: string, names: readonly string[]): Choice[] => [
  { name: '', label: `${label}: all` },
  ...names.map((name) => ({ name, label: name })),
];

/** Goes to the address of what is chosen. */
const choice = (
  label: string,
  value: string,
  choices: readonly Choice[],
  address: (name: string) => string,
) =>
  html`<select aria-label=${label} @change=${(event: Event) => (location.hash = address((event.target as HTMLSelectElement).value))}>
    ${choices.map((one) => html`<option value=${one.name} .selected=${value === one.name}>${one.label}</option>`)}
  </select>`;

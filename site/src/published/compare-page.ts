// Any two models: what differs, and how surely. The statistics are the module's, in a worker.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../components/notice.ts';
import '../components/table.ts';
import { breaking } from '../components/error-type.ts';
import type { Column } from '../components/table.ts';
import { base } from '../styles/base.ts';
import { count, percent } from '../lib/format.ts';
import { pEquals, pText, points, rangeText, toneOf } from '../lib/paired.ts';
import { shareAmong } from '../lib/share.ts';
import {
  judgedOf,
  scoreAsked,
  toCompare,
  toEntry,
  toModel,
  type BoardIndex,
} from '../lib/published.ts';
import type { FlippedEntry, RunComparison, RunWarning } from '../lib/scorer-types.ts';
import { pool } from '../state/pool.ts';
import { idsOf, modelFile, tagsOf } from './data.ts';
import { Load } from './load.ts';
import { pageStyles } from './styles.ts';
import { unknownModels } from './unknown.ts';
import { warningLines, warningSign } from './warnings.ts';

interface Flip extends FlippedEntry {
  gained: boolean;
}
const COLUMNS: readonly Column<Flip>[] = [
  {
    key: 'kind',
    label: 'Passed in',
    track: '80px',
    cell: ({ gained }) =>
      gained ? html`<span class="pass">B</span>` : html`<span class="fail">A</span>`,
  },
  {
    key: 'id',
    label: 'Entry',
    track: 'minmax(18ch, 1fr)',
    cell: ({ id }) => html`<a class="mono" href=${toEntry(id)}>${id}</a>`,
  },
];

@customElement('bx-published-compare')
export class ComparePage extends LitElement {
  static override styles = [
    base,
    pageStyles,
    css`
      .head label {
        display: flex;
        align-items: center;
        gap: 8px;
        min-width: 0;
      }
      .head select {
        max-width: min(44ch, 80vw);
      }
      bx-table {
        height: min(640px, 80dvh);
        margin: 0 -16px;
      }
    `,
  ];

  @property({ attribute: false }) board!: BoardIndex;
  @property({ attribute: false }) names: [string, string] = ['', ''];
  private readonly load = new Load<RunComparison>(this);

  override willUpdate(): void {
    const [a, b] = this.names;
    if (this.unknown.length > 0) return;
    this.load.ask(JSON.stringify(this.names), async () => {
      const [x, y, ids, tags] = await Promise.all([modelFile(a), modelFile(b), idsOf(), tagsOf()]);
      const { comparisons } = await pool.call('compare', {
        ...scoreAsked(this.board),
        own_tags: tags,
        runs: [
          { ...judgedOf(x, ids), name: this.labelOf(a), warnings: this.warningsOf(a) },
          { ...judgedOf(y, ids), name: this.labelOf(b), warnings: this.warningsOf(b) },
        ],
      });
      const [comparison] = comparisons;
      if (!comparison) throw new Error('the module compared nothing');
      return comparison;
    });
  }

  private get unknown(): string[] {
    return this.names.filter((name) => !this.board.models.some((model) => model.name === name));
  }

  private labelOf(name: string): string {
    return this.board.models.find((model) => model.name === name)?.label ?? name;
  }

  private warningsOf(name: string): readonly RunWarning[] {
    return this.board.models.find((model) => model.name === name)?.warnings ?? [];
  }

  override render() {
    const [a, b] = this.names;
    const choose = (letter: string, value: string, address: (name: string) => string) =>
      html`<label
        >${letter}
        <select aria-label="Model ${letter}" @change=${(event: Event) => (location.hash = address((event.target as HTMLSelectElement).value))}>
          ${this.board.models.map(({ name, label }) => html`<option value=${name} ?selected=${name === value}>${label}</option>`)}
        </select></label
      >`;
    const { value, error } = this.load;
    if (this.unknown.length > 0)
      return html`<h1>Compare</h1>
        ${unknownModels(this.board, this.unknown, (name, wrong) => (wrong === a ? toCompare(name, b) : toCompare(a, name)))}`;
    return html`<h1>Compare</h1>
      <div class="head text">${choose('A', a, (name) => toCompare(name, b))} ${choose('B', b, (name) => toCompare(a, name))}</div>
      ${
        error
          ? html`<bx-notice kind="error" heading="These models could not be compared">${error}</bx-notice>`
          : value
            ? html`${warningLines(this.board, this.names)} ${this.verdict(value)} ${this.categories(value)} ${this.flips(value)}`
            : html`<bx-notice kind="loading">Comparing ${this.labelOf(a)} and ${this.labelOf(b)}</bx-notice>`
      }`;
  }

  private verdict(pair: RunComparison) {
    const [a, b] = this.names;
    const { overall } = pair;
    return html`<section aria-label="Verdict">
      ${
        overall.difference !== null &&
        overall.a !== null &&
        overall.b !== null &&
        overall.interval_95 &&
        overall.p !== null
          ? html`<p>
            A ${warningSign(this.warningsOf(a))}<a href=${toModel(a)}>${this.labelOf(a)}</a> <strong>${percent(overall.a)}</strong>, B ${warningSign(this.warningsOf(b))}<a href=${toModel(b)}>${this.labelOf(b)}</a>
            <strong>${percent(overall.b)}</strong>: <strong class=${toneOf(overall)}>${points(overall.difference)}</strong> points, 95 % CI
            ${rangeText(overall.interval_95)}, ${pEquals(overall.p)}. ${pair.texts.basis}
          </p>`
          : nothing
      }
      <p class="text">${pair.texts.meaning}</p>
      <p class="muted text">${pair.texts.flips} ${pair.texts.unshared}</p>
    </section>`;
  }

  private categories(pair: RunComparison) {
    const sizes = pair.categories.map(({ entries }) => entries);
    return html`<section class="scroll" tabindex="0" role="region" aria-label="Categories">
      <table>
        <thead>
          <tr><th scope="col">Category</th><th scope="col" class="num">A</th><th scope="col" class="num">B</th><th scope="col" class="num">B − A</th><th scope="col" class="num wide">95 % CI</th><th scope="col" class="num wide">entries</th><th scope="col" class="num">p Holm</th></tr>
        </thead>
        <tbody>
          ${pair.categories
            .filter(({ entries }) => entries > 0)
            .map(
              (one) => html`<tr>
                <th scope="row" class="mono">${breaking(one.category)}</th>
                <td class="num">${shareAmong(one.a_right, one.entries, sizes)}</td>
                <td class="num">${shareAmong(one.b_right, one.entries, sizes)}</td>
                <td class="num ${toneOf(one)}">${one.difference === null ? '–' : points(one.difference)}</td>
                <td class="num wide muted">${one.interval_95 ? rangeText(one.interval_95) : ''}</td>
                <td class="num wide muted">${count(one.entries)}</td>
                <td class="num muted">${one.holm_p === null ? '' : pText(one.holm_p)}</td>
              </tr>`,
            )}
        </tbody>
      </table>
      <p class="muted small text">${pair.texts.p_columns}</p>
    </section>`;
  }

  private flips(pair: RunComparison) {
    const flips: Flip[] = [
      ...pair.lost.map((one) => ({ ...one, gained: false })),
      ...pair.gained.map((one) => ({ ...one, gained: true })),
    ];
    return html`<section aria-label="Entries that flipped">
      <h2>Passed in only one of the two</h2>
      ${
        flips.length === 0
          ? html`<bx-notice>Both have the same verdict on every entry that they share.</bx-notice>`
          : html`<bx-table label="Entries that flipped" .rows=${flips} .columns=${COLUMNS} @open-row=${({ detail }: CustomEvent<number>) => (location.hash = toEntry(flips[detail]?.id ?? ''))}></bx-table>`
      }
    </section>`;
  }
}

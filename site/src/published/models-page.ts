// The table of all models: overall score with its interval and what it rests on, the rank and its range, warnings.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { axisHead } from '../components/interval.ts';
import { LATENCY_COLUMNS, latencyText, seconds } from '../components/latency.ts';
import '../components/notice.ts';
import { term } from '../components/term.ts';
import { entriesLink, entriesTitle } from '../components/entries-link.ts';
import { base } from '../styles/base.ts';
import type { BoardHistory } from '../lib/board-history.ts';
import type { BoardLanguages } from '../lib/board-languages.ts';
import { count, percent, plural, rankRange } from '../lib/format.ts';
import {
  isRepeated,
  modelOrder,
  rankBasis,
  rowsOf,
  scoreHeading,
  scoreTitle,
  toModel,
  type BoardIndex,
  type PublishedModel,
} from '../lib/published.ts';
import { intervalText } from './categories-table.ts';
import { boardHistory, boardLanguages } from './data.ts';
import { whatChanged } from './history.ts';
import { languagesOf } from './languages.ts';
import { Load } from './load.ts';
import { repeatsCells, repeatsHead, repeatsNarrow } from './repeats.ts';
import { statusLegend, statusMark } from './status.ts';
import { pageStyles } from './styles.ts';
import { warningLines, warningSign } from './warnings.ts';

@customElement('bx-published-models')
export class ModelsPage extends LitElement {
  static override styles = [
    base,
    pageStyles,
    css`
      input {
        flex: 0 1 32ch;
      }
      /* Two lines rather than a column that is wider than its numbers. */
      thead th.brief {
        white-space: normal;
      }
    `,
  ];

  @property({ attribute: false }) board!: BoardIndex;
  @state() private search = '';
  private readonly history = new Load<BoardHistory | null>(this);
  private readonly languages = new Load<BoardLanguages | null>(this);

  override willUpdate(): void {
    this.history.ask('history', () => boardHistory(this.board));
    this.languages.ask('languages', () => boardLanguages(this.board));
  }

  override render() {
    const { board } = this;
    const { ranking } = board;
    const wanted = this.search.toLowerCase();
    const all = rowsOf(board);
    const some = all.some(isRepeated);
    const timed = all.some(({ latency }) => latency);
    const rows = [...all]
      .sort(modelOrder(all))
      .filter(({ label }) => label.toLowerCase().includes(wanted));
    return html`<div class="head">
        <h1>${board.title}</h1>
        <span class="muted">${plural(all.length, 'model')}${all.length < board.models.length ? `, ${plural(board.models.length, 'run')}` : ''}</span>
        <span class="grow"></span>
        <input type="search" placeholder="Find a model" aria-label="Find a model" @input=${(event: Event) => (this.search = (event.target as HTMLInputElement).value)} />
        <a href="./data/index.json">JSON</a>
      </div>
      <p class="muted text">
        ${
          ranking.weight > 0
            ? all.length > 1
              ? html`Ranked by ${scoreTitle(board)} ${rankBasis(board)}. ${ranking.rank_text ?? ''}`
              : html`${scoreHeading(board)} is computed ${rankBasis(board)}.`
            : 'The models have no scored entries in common, so there are no ranks.'
        }
      </p>
      ${warningLines(
        board,
        board.models.map(({ name }) => name),
      )}
      ${whatChanged(board, this.history.value)} ${statusLegend(board.models)}
      <section class="scroll" tabindex="0" role="region" aria-label="Models">
        <table>
          <thead>
            <tr>
              <th scope="col" class="num">Rank</th>
              <th scope="col" class="num roomy">${term('rank-range', 'Rank range')}</th>
              <th scope="col">Model</th>
              <th scope="col" class="num brief" title="Over the entries that all models have">Shared score</th>
              ${axisHead('wide', 'Score')}
              <th scope="col" class="num roomy">${term('95--ci', '95 % CI')}</th>
              <th scope="col" class="num wide brief" title="Over the entries that the model has">Own score</th>
              <th scope="col" class="num wide">${term('coverage', 'Coverage')}</th>
              ${some ? repeatsHead() : nothing}
              <th scope="col" class="num roomy" title="Entries that count in the overall score">Passed</th>
              ${timed ? LATENCY_COLUMNS.map(({ label, title }) => html`<th scope="col" class="num wide" title=${title}>${label}</th>`) : nothing}
            </tr>
          </thead>
          <tbody>
            ${rows.map((model) => this.row(model, some, timed))}
          </tbody>
        </table>
        ${rows.length === 0 ? html`<bx-notice>No model name contains this text.</bx-notice>` : nothing}
      </section>
      ${languagesOf(board, this.languages.value)}`;
  }

  private lack(model: PublishedModel) {
    const { entries, missing_entries: missing } = model.overall.basis ?? {
      entries: 0,
      missing_entries: 0,
    };
    if (!model.sample && missing === 0) return nothing;
    return html` <span class="warn small whole" title=${model.sample || 'Missing categories are not counted here: see the coverage'}
      >${model.sample ? 'sample' : `${count(missing)} of ${count(missing + entries)} entries missing`}</span
    >`;
  }

  /** `some`: of some models there are repeats; `timed`: some have latency. */
  private row(model: PublishedModel, some: boolean, timed: boolean) {
    const { ranked, overall, warnings = [] } = model;
    const score = ranked?.score;
    const range = ranked?.interval_95;
    // As the score has them: a category beside it would make the counts contradict each other.
    const parts = this.board.categories.flatMap(({ name, scored }) =>
      scored ? (model.categories[name] ?? []) : [],
    );
    const right = parts.reduce((sum, part) => sum + part.right, 0);
    const entries = parts.reduce((sum, part) => sum + part.entries, 0);
    const dots =
      score === undefined || !range
        ? []
        : [
            {
              value: score,
              low: range[0],
              high: range[1],
              label: `${percent(score)}, interval ${intervalText(range)}`,
            },
          ];
    // From a number to the entries that it counts.
    const cell = (text: string, verdict: '' | 'all' = '') =>
      entriesLink(
        text,
        toModel(model.name, '', '', verdict),
        entriesTitle('', `${verdict || 'the failed'} entries of ${model.label}`),
      );
    return html`<tr>
      <td class="num">${ranked ? html`${ranked.rank}<span class="narrow early">${rankRange(ranked.rank_low, ranked.rank_high)}</span>` : '–'}</td>
      <td class="num roomy muted">${ranked ? rankRange(ranked.rank_low, ranked.rank_high) : ''}</td>
      <th scope="row"><a href=${toModel(model.name)}>${model.label}</a> ${warningSign(warnings)}${statusMark(model, this.board.models)}${isRepeated(model) ? html`<span class="muted small whole">mean of ${plural(model.models.length, 'repeat')}</span>` : nothing}${this.lack(model)}</th>
      <td class="num">
        ${score === undefined ? 'N/A' : cell(percent(score))}${range ? html`<span class="narrow early">${intervalText(range)}</span>` : nothing}
        ${overall.score === undefined ? nothing : html`<span class="narrow own" title=${overall.basis?.text ?? nothing}>own ${percent(overall.score)}</span><span class="narrow">covers ${percent(overall.weight)} %</span>`}
        ${repeatsNarrow(model)}
      </td>
      <td class="chart wide"><bx-interval .points=${dots}></bx-interval></td>
      <td class="num roomy muted">${range ? intervalText(range) : ''}</td>
      <td class="num wide" title=${overall.basis?.text ?? nothing}>${overall.score === undefined ? 'N/A' : cell(percent(overall.score))}</td>
      <td class="num wide muted" title=${overall.missing.length > 0 ? `missing: ${overall.missing.join(', ')}` : 'all categories'}>${percent(overall.weight)} %</td>
      ${some ? repeatsCells(model) : nothing}
      <td class="num roomy muted">${cell(isRepeated(model) ? percent(right / Math.max(entries, 1)) + ' %' : `${count(right)} of ${count(entries)}`, 'all')}</td>
      ${timed ? LATENCY_COLUMNS.map(({ key }) => html`<td class="num wide" title=${model.latency ? latencyText(model.latency) : nothing}>${model.latency ? seconds(model.latency[key]) : ''}</td>`) : nothing}
    </tr>`;
  }
}

// Leaderboard: the public table, or another one, with the user's own runs among it. Groups of columns open, weights
// can be changed, rows can be sorted, filtered, drawn and saved.
import { LitElement, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import '../runs/repeats.ts';
import { markStyles, runMarks, warningList } from '../../app/run-marks.ts';
import {
  hasValues,
  orderRow,
  partCell,
  rankCell,
  sortHeading,
} from '../../components/board-cells.ts';
import { entriesLink, entriesTitle } from '../../components/entries-link.ts';
import { boardTableStyles } from '../../components/board-styles.ts';
import { ends, tailsOf } from '../../components/ends.ts';
import { axisHead } from '../../components/interval.ts';
import { LATENCY_COLUMNS, latencyCells } from '../../components/latency.ts';
import '../../components/notice.ts';
import { term } from '../../components/term.ts';
import { weighting, type Fault } from '../../components/weighting.ts';
import { base } from '../../styles/base.ts';
import { folds, moreColumns, toggle } from '../../styles/parts.ts';
import { count, decimals, namesOf, percent, plural } from '../../lib/format.ts';
import { listOf, listText, orderIn } from '../../lib/route.ts';
import {
  placeOf,
  sortRanked,
  unscored,
  type BoardRow,
  type Ranked,
  headingsOf,
} from '../../lib/leaderboard.ts';
import { BASES, saidScore, unrankedText, type SaidScore } from '../../lib/overall.ts';
import { rangeOf } from '../../lib/share.ts';
import type { Leaderboard, LeaderboardName } from '../../lib/scorer-types.ts';
import {
  categoryIn,
  columnsOf,
  groupsOf,
  parseWeights,
  VERSION_LABELS,
  versionOf,
  weightsWith,
  type PartColumn,
  type Weights,
} from '../../lib/scores.ts';
import { saveTable } from '../../state/save-table.ts';
import { errata } from '../../state/errata.ts';
import { chosenBasis, isZero } from '../../state/figures.ts';
import { board, NO_TABLE, showBoard } from '../../state/board.ts';
import { Gradual } from '../../state/gradual.ts';
import { Keys } from '../../state/keys.ts';
import { Overflow } from '../../state/overflow.ts';
import { description } from '../../state/pool.ts';
import { basisOf } from '../../state/basis.ts';
import { route, routeTo, setParams } from '../../state/router.ts';
import { runs, type Run } from '../../state/runs.ts';
import { askedScore, isElsewhere, isOwn, scoreName, scoreTitle } from '../../state/own-score.ts';
import { isBusy, isSettled, keyOf, leaderboards, numberOf } from '../../state/statistics.ts';
import { Stoppable } from '../../state/stoppable.ts';
import { Watch } from '../../state/watch.ts';
import { figures, MOST } from './figures.ts';
import { head, intake, noTable } from './head.ts';
import { lacking } from './lacking.ts';
import { correctedOf, ownRow, textOf, titleOf, type Corrected } from './rows.ts';
import { boardStyles } from './styles.ts';
import { MANY, scoredRows, type Scored } from './scored.ts';
import { shownTable } from './shown-table.ts';

const NO_ROWS: readonly BoardRow[] = [];
/** Rows that are drawn at once. */
const AT_ONCE = 25;
/** Own runs without a rank that stand before the others; more are folded. */
const UNRANKED = 5;
/** Columns that are no parts of the score. */
const PLAIN = ['name', 'overall', 'cost', 'latency', 'p50', 'p95', 'organisation'];

@customElement('bx-leaderboard')
export class LeaderboardView extends LitElement {
  static override styles = [
    base,
    toggle,
    folds,
    moreColumns,
    markStyles,
    boardTableStyles,
    boardStyles,
  ];

  constructor() {
    super();
    new Watch(this, route, runs, board, description, chosenBasis, errata);
    new Keys(this, {
      '/': () => this.renderRoot.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
    });
  }

  override willUpdate(): void {
    const { table, leaderboard } = route.value.params;
    void showBoard(table, versionOf(leaderboard));
  }

  /** The form for another table is open. */
  @state() private bringing = false;
  /** On a narrow window: all controls are shown. */
  @state() private options = false;
  @state() private fault: Fault | null = null;
  /** Letters at the end of a name that tell it apart. */
  private tails = tailsOf([]);
  /** All own runs without a rank are shown. */
  @state() private whole = false;
  private readonly overflow = new Overflow(this, '.scroll', 'x');
  private readonly gradual = new Gradual(this, AT_ONCE);
  private readonly scores = new Stoppable<Scored>(this);

  /** That of the table; without one, what the address names. */
  private get version(): LeaderboardName {
    return shownTable()?.version ?? versionOf(route.value.params.leaderboard);
  }

  private get leaderboard(): Leaderboard | null {
    const { latest } = this.scores;
    return latest?.leaderboard.name === scoreName(this.version) ? latest.leaderboard : null;
  }

  /** Weights of the address, for versions that are weighted; null: as published. */
  private weightsFor(leaderboard: Leaderboard | null): Weights | null {
    if (leaderboard?.overall.combining !== 'weights') return null;
    return parseWeights(
      route.value.params.weights,
      leaderboard.overall.parts.map(({ name }) => name),
    );
  }

  /** Asks the worker to score and rank the table's rows and the runs that are scored. */
  private ask(
    table: readonly BoardRow[],
    own: readonly Run[],
    corrected: readonly Corrected[],
  ): void {
    const { version } = this;
    const key = keyOf(
      own,
      version,
      route.value.params.weights,
      String(numberOf(table)),
      String(isZero()),
      ...corrected.map(({ judged: one }) => String(numberOf(one))),
    );
    this.scores.ask(key, own.length, async (signal) => {
      const leaderboard = (await leaderboards()).find(({ name }) => name === scoreName(version));
      if (!leaderboard) throw new Error(`unknown leaderboard version ${version}`);
      const weights = this.weightsFor(leaderboard);
      return scoredRows(
        leaderboard,
        askedScore(version),
        weights,
        isZero(),
        table,
        own,
        corrected,
        signal,
      );
    });
  }

  /** What the drawings rest on: the table, and the own runs beside it. */
  private basis(own: readonly Run[], mixed: boolean): string[] {
    const { from, shipped } = board.value;
    const table = shownTable();
    const weights = this.weightsFor(this.leaderboard);
    return [
      `${scoreTitle(this.version)}${
        weights
          ? `, weights ${Object.entries(weights)
              .map(([name, weight]) => `${name} ${weight}`)
              .join(', ')}, not the official ones`
          : ''
      }`,
      ...(table
        ? [`${shipped ? from : `table ${from}`}, ${plural(table.rows.length, 'row')}`]
        : []),
      ...(own.length > 0 ? basisOf(own, this.version, mixed) : []),
    ];
  }

  private get open(): string[] {
    return listOf(route.value.params.groups);
  }

  private get chosen(): string[] {
    return listOf(route.value.params.chosen);
  }

  override render() {
    const { error, busy } = board.value;
    const table = shownTable();
    const own = runs.value.filter((run) => isSettled(run) && !isElsewhere(run));
    const scoring = runs.value.filter(isBusy);
    const corrected = correctedOf(own);
    const rows = [...own.map(ownRow), ...corrected.map(({ row }) => row), ...(table?.rows ?? [])];
    // What is being scored would rank differently in a moment.
    const waiting = busy && !table;
    if (rows.length > 0 && scoring.length === 0 && !waiting)
      this.ask(table?.rows ?? NO_ROWS, own, corrected);
    const { leaderboard } = this;
    const known = this.scores.latest?.rows;
    const ranked = rows.map((row) => {
      const scored = leaderboard ? known?.get(row.key) : undefined;
      return scored ? { row, scored } : unscored(row);
    });
    const alone = route.value.params.table === NO_TABLE;
    const computing =
      own.length < MANY
        ? nothing
        : this.scores.notice(
            'Ranks computed',
            `Computing confidence intervals and ranks with ${count(own.length)} own runs`,
          );
    return html`${head(
      this.bringing,
      () => (this.bringing = !this.bringing),
      this.options,
      () => (this.options = !this.options),
    )}
      ${error ? html`<bx-notice kind="error" heading="The table could not be loaded">${error}</bx-notice>` : nothing}
      ${this.bringing || (error && !table) ? intake(() => (this.bringing = false)) : nothing}
      ${waiting || (busy && route.value.params.table) ? html`<bx-notice kind="loading">Loading the table</bx-notice>` : nothing}
      ${scoring.length > 0 ? html`<bx-notice kind="loading">Scoring ${namesOf(scoring.map(({ name }) => name))}</bx-notice>` : nothing}
      ${this.scores.error ? html`<bx-notice kind="error" heading="Groups, confidence intervals and ranks could not be computed">${this.scores.error.replace(/\.$/, '')}. <button @click=${this.scores.again}>Compute again</button></bx-notice>` : nothing}
      ${computing}
      ${alone && runs.value.length === 0 ? noTable() : nothing}
      ${ranked.length === 0 || waiting ? nothing : leaderboard || this.scores.error ? this.scored(ranked, leaderboard, own) : computing === nothing ? html`<bx-notice kind="loading">Computing confidence intervals and ranks</bx-notice>` : nothing}`;
  }

  private scored(ranked: readonly Ranked[], leaderboard: Leaderboard | null, own: readonly Run[]) {
    return html`${
      leaderboard
        ? weighting(
            leaderboard,
            this.weightsFor(leaderboard),
            (key, value) => this.weigh(leaderboard, key, value),
            () => setParams({ weights: undefined }),
            this.fault,
            (fault) => (this.fault = fault),
            this.options || this.fault !== null,
          )
        : nothing
    } ${warningList(own)} ${own.length > 1 ? html`<bx-repeats .runs=${own} .version=${this.version}></bx-repeats>` : nothing} ${this.filters(ranked, leaderboard)} ${lacking(sortRanked(ranked, this.sortIn(ranked, leaderboard)), isOwn() ? null : VERSION_LABELS[this.version])}
      ${
        leaderboard
          ? figures(
              ranked,
              leaderboard,
              this.chosen,
              (key) => this.pick(key),
              (mixed) => this.basis(own, mixed),
              this.scores.latest?.ranks ?? '',
            )
          : nothing
      }`;
  }

  private weigh(leaderboard: Leaderboard, key: string, value: number): void {
    const text = weightsWith(leaderboard, this.weightsFor(leaderboard), key, value);
    setParams({ weights: text || undefined });
  }

  private columns(leaderboard: Leaderboard | null): PartColumn[] {
    return leaderboard ? columnsOf(leaderboard, this.open) : [];
  }

  /** By a column that is shown and has values. */
  private sortIn(ranked: readonly Ranked[], leaderboard: Leaderboard | null): string {
    const parts = this.columns(leaderboard).map(({ key }) => key);
    const sortable = [...PLAIN, ...parts].filter((key) => hasValues(ranked, key));
    return orderIn(route.value.params.sort, sortable, '-overall');
  }

  private shown(ranked: readonly Ranked[], sort: string): Ranked[] {
    const { q = '' } = route.value.params;
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = ranked.filter(({ row }) => {
      const text = `${row.name} ${row.organisation} ${row.license}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return sortRanked(rows, sort);
  }

  private filters(ranked: readonly Ranked[], leaderboard: Leaderboard | null) {
    const sort = this.sortIn(ranked, leaderboard);
    const shown = this.shown(ranked, sort);
    return html`<div class="filters" role="search" aria-label="Filter models">
        <input type="search" placeholder="/ search models" aria-label="Search models" title="Searches models, organisations and licences" .value=${route.value.params.q ?? ''}
          @input=${(event: Event) => setParams({ q: (event.target as HTMLInputElement).value || undefined })} />
        <span class="number num muted" role="status">${plural(shown.filter(({ row }) => row.errata === undefined).length, 'model')}</span>
        <span class="grow"></span>
        ${ranked.some(({ row }) => row.own) ? this.bases(ranked) : nothing}
        <button class="folds" ?data-open=${this.options} @click=${() => this.save(shown, leaderboard)}>⇩ CSV</button>
      </div>
      ${
        shown.length === 0
          ? html`<bx-notice heading="Nothing found">No model matches. <button class="link" @click=${() => setParams({ q: undefined })}>Clear the search</button></bx-notice>`
          : this.table(shown, leaderboard, sort)
      }`;
  }

  /** Which scores of own runs stand among those of the table. */
  private bases(ranked: readonly Ranked[]) {
    const partial = ranked.filter(
      (one) =>
        one.row.own &&
        one.row.errata === undefined &&
        placeOf(one) === null &&
        saidScore(one.scored.score),
    ).length;
    return html`${partial > 0 ? html`<span class="muted small">${unrankedText(partial)}</span>` : nothing}
    <div class="toggle" role="group" aria-label="Basis of the overall score">
      ${BASES.filter(({ basis }) => basis !== 'shared').map(
        ({ basis, label, title }) =>
          html`<button aria-pressed=${(basis === 'zero') === isZero()} title=${title} @click=${() => chosenBasis.set(basis)}>${label}</button>`,
      )}
    </div>`;
  }

  private table(shown: readonly Ranked[], leaderboard: Leaderboard | null, sort: string) {
    const columns = this.columns(leaderboard);
    // Those without a rank lead: what is ranked starts below the first of them.
    const ranked = shown.findIndex((one) => !one.row.own || placeOf(one) !== null);
    const hidden = this.whole || ranked <= UNRANKED + 1 ? 0 : ranked - UNRANKED;
    const rows = hidden > 0 ? [...shown.slice(0, UNRANKED), ...shown.slice(ranked)] : shown;
    this.tails = tailsOf(rows.map(({ row }) => row.name));
    const sortBy = (key: string): void => setParams({ sort: key });
    const timed = hasValues(shown, 'p50');
    const headings = headingsOf(shown, sort);
    const groups = new Map(
      (leaderboard ? groupsOf(leaderboard) : []).map(({ column, leaves }) => [column.key, leaves]),
    );
    return html`${this.overflow.columns()}<div class="scroll" tabindex="0" role="region" aria-label="Table of models">
      <table>
        <thead>
          <tr>
            <th scope="col" class="num" title="Rank range: models that do not differ significantly have overlapping rank ranges">${term('rank-range', 'Rank')}</th>
            ${sortHeading(shown, sort, sortBy, 'name', 'Model', 'Model')}
            ${sortHeading(shown, sort, sortBy, 'overall', isOwn() ? 'Accuracy' : 'Overall', isOwn() ? scoreTitle(this.version) : 'Overall score')}
            ${axisHead('chart')}
            ${columns.map(({ key, label, title }) => sortHeading(shown, sort, sortBy, key, label, title, this.opener(key, label, groups.get(key) ?? [])))}
            ${timed ? LATENCY_COLUMNS.map(({ key, label, title }) => sortHeading(shown, sort, sortBy, key, label, title)) : nothing}
            ${
              shownTable()
                ? html`${sortHeading(shown, sort, sortBy, 'cost', 'Cost $', 'Total cost in dollars')} ${sortHeading(shown, sort, sortBy, 'latency', 'Latency s', 'Mean latency in seconds')}
                    ${sortHeading(shown, sort, sortBy, 'organisation', 'Organisation', 'Organisation')}`
                : nothing
            }
          </tr>
        </thead>
        <tbody>
          ${this.gradual.some(rows, ({ row }) => row.key).map((one, i) => html`${orderRow(headings.get(one.row.key))}${this.line(one, columns, groups, timed)}${hidden > 0 && i === UNRANKED - 1 ? this.unranked(hidden) : nothing}`)}
        </tbody>
      </table>
    </div>`;
  }

  /** Stands for the other own runs without a rank. */
  private unranked(hidden: number) {
    return html`<tr class="own">
      <td></td>
      <th scope="row" colspan="3"><button class="link" @click=${() => (this.whole = true)}>${plural(hidden, 'more partial run')}, not ranked</button></th>
    </tr>`;
  }

  /** Opens and closes the columns of a group. */
  private opener(key: string, label: string, leaves: readonly PartColumn[]) {
    if (leaves.length < 2) return nothing;
    const open = this.open.includes(key);
    const next = open ? this.open.filter((other) => other !== key) : [...this.open, key];
    return html`<button class="sort" aria-expanded=${open} aria-label="Columns of ${label}" @click=${() => setParams({ groups: listText(next) })}>${open ? '▾' : '▸'}</button>`;
  }

  private line(
    one: Ranked,
    columns: readonly PartColumn[],
    groups: ReadonlyMap<string, readonly PartColumn[]>,
    timed: boolean,
  ) {
    const { row, scored } = one;
    const score = placeOf(one);
    const interval = scored.score.interval_95;
    const said = row.own && score === null ? saidScore(scored.score) : null;
    const chosen = this.chosen.includes(row.key);
    const words =
      score !== null && interval
        ? `${titleOf(row)} ${percent(score)}, 95 % CI ${percent(interval.low)} to ${percent(interval.high)}`
        : '';
    const run = row.own ? runs.value.find(({ name }) => name === row.name) : undefined;
    const entries = (category = '') =>
      routeTo('results', { run: row.name, ...(category && { category }) });
    const toEntries = (number: string, category = '') =>
      entriesLink(number, run ? entries(category) : '', entriesTitle(category));
    return html`<tr class=${row.own ? 'own' : ''} ?data-on=${chosen}>
      ${rankCell(one)}
      <th scope="row">
        <label class="row"><input type="checkbox" .checked=${chosen} aria-label="Draw ${titleOf(row)}" @change=${() => this.pick(row.key)} />
          ${row.link ? html`<a href=${row.link} target="_blank" rel="noreferrer noopener" title=${row.name}>${ends(row.name, this.tails(row.name))}</a>` : run ? html`<a href=${entries()} title=${run.path || row.name}>${ends(row.name, this.tails(row.name))}</a>` : html`<span title=${row.name}>${ends(row.name, this.tails(row.name))}</span>`}
          ${row.errata !== undefined ? html`<span class="tag">with the errata “${row.errata}”, not official</span>` : row.own ? html`<span class="tag yours">yours</span>` : nothing} ${run ? runMarks(run) : nothing}</label>
      </th>
      <td class="num">${score === null ? this.partial(said, scored.overall.missing) : html`<strong>${toEntries(percent(score, 2))}</strong>${interval ? html` <span class="muted small">${rangeOf(score, interval)}</span>` : nothing}`}</td>
      <td class="chart">${score !== null && interval ? html`<bx-interval .points=${[{ value: score, ...interval, label: words, series: row.own ? 1 : 0 }]}></bx-interval>` : said ? html`<span class="rests muted small">${said.basis}</span>` : nothing}</td>
      ${columns.map(({ key }) => partCell(one, key, groups.has(key), isZero(), 2, (number) => toEntries(number, categoryIn(this.leaderboard, key))))}
      ${timed ? latencyCells(row) : nothing}
      ${
        shownTable()
          ? html`${(['cost', 'latency'] as const).map((key) => html`<td class="num">${row[key] === null ? html`<span class="absent">N/A</span>` : decimals(row[key])}</td>`)}
              <td class="organisation">${row.organisation}</td>`
          : nothing
      }
    </tr>`;
  }

  /** A partial score, which has no rank. */
  private partial(said: SaidScore | null, missing: readonly string[]) {
    if (!said)
      return html`<span class="absent" title=${missing.length > 0 ? `missing: ${missing.join(', ')}` : ''}>N/A</span>`;
    return html`<span class="muted" title=${said.basis}>${percent(said.score, 2)} <span class="small">${said.range}, partial</span></span>`;
  }

  private pick(key: string): void {
    const before = this.chosen;
    const next = before.includes(key)
      ? before.filter((other) => other !== key)
      : [...before, key].slice(-MOST);
    setParams({ chosen: listText(next) });
  }

  private save(shown: readonly Ranked[], leaderboard: Leaderboard | null): void {
    void saveTable('leaderboard', textOf(shown, this.columns(leaderboard)));
  }
}

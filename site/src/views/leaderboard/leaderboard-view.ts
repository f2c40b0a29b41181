// Leaderboard: the official table with the user's own runs among it. Groups of columns open, weights can be
// changed, rows can be sorted, filtered, drawn and saved.
import { LitElement, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import '../../components/interval.ts';
import '../../components/notice.ts';
import '../../components/radar.ts';
import '../../components/scatter.ts';
import { base } from '../../styles/base.ts';
import { toggle } from '../../styles/parts.ts';
import { count, percent, plural } from '../../lib/format.ts';
import { halfOf, rankRows, sortRanked, valueOf, type BoardRow, type Ranked } from '../../lib/leaderboard.ts';
import { radarSvg } from '../../lib/radar.ts';
import { GROUPS, leavesOf, OFFICIAL, parseWeights, RADAR, radarValues, scoresOfRun, weightsText, type GroupKey, type Weights } from '../../lib/scores.ts';
import { toCsv } from '../../lib/table-text.ts';
import { board, fetchBoard, forgetBoard, takeTables } from '../../state/board.ts';
import { download } from '../../state/download.ts';
import { Keys } from '../../state/keys.ts';
import { route, setParams } from '../../state/router.ts';
import { runs } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { boardStyles } from './styles.ts';

const OFFICIAL_ADDRESS = 'https://gorilla.cs.berkeley.edu/data_overall.csv';
/** Rows that the radar can show and still be read. */
const MOST = 6;

interface BoardColumn {
  key: string;
  label: string;
  title: string;
}

/** Names are separated by bars in the address. */
const listOf = (text: string | undefined): string[] => (text ?? '').split('|').filter(Boolean);

@customElement('bx-leaderboard')
export class LeaderboardView extends LitElement {
  static override styles = [base, toggle, boardStyles];

  constructor() {
    super();
    new Watch(this, route, runs, board);
    new Keys(this, { '/': () => this.renderRoot.querySelector<HTMLInputElement>('input[type=search]')?.focus() });
  }

  override willUpdate(): void {
    const { table } = route.value.params;
    if (table) void fetchBoard(table);
  }

  private own(): BoardRow[] {
    return runs.value
      .filter(({ categories }) => categories.size > 0)
      .map((run) => ({
        key: `own:${run.name}`, name: run.name, link: '', organisation: 'your run', license: '', own: true,
        published: null, cost: null, latency: null, scores: scoresOfRun(run.categories),
      }));
  }

  /** Null: as published. */
  private get weights(): Weights | null {
    return parseWeights(route.value.params.weights);
  }

  private get open(): GroupKey[] {
    return listOf(route.value.params.groups) as GroupKey[];
  }

  private get chosen(): string[] {
    return listOf(route.value.params.chosen);
  }

  override render() {
    const { board: table, error, busy } = board.value;
    const own = this.own();
    const ranked = rankRows([...(table?.rows ?? []), ...own], this.weights);
    return html`${this.head()}
      ${error ? html`<bx-notice kind="error" heading="The table could not be loaded">${error}</bx-notice>` : nothing}
      ${busy ? html`<bx-notice kind="loading">Fetching the table</bx-notice>` : nothing}
      ${ranked.length === 0 ? this.empty() : html`${table ? nothing : this.empty()} ${this.weighting()} ${this.filters(ranked)} ${this.figures(ranked)}`}`;
  }

  private head() {
    const { board: table, from } = board.value;
    return html`<div class="head">
      <h1>Leaderboard</h1>
      ${table
        ? html`<span class="muted cut">${from}, ${plural(table.rows.length, 'model')}</span>
            <span class="grow"></span>
            <button @click=${this.choose}>Another table…</button>
            <button class="plain" @click=${forgetBoard}>Forget it</button>`
        : nothing}
    </div>`;
  }

  private empty() {
    return html`<bx-notice heading="The official table is not part of this site">
      <div class="intake">
        <span>Drop its <code>data_overall.csv</code> anywhere, choose the file, or fetch it. It stays in this browser, and your own runs appear among its rows.</span>
        <form class="row wrap" @submit=${this.fetch}>
          <button type="button" class="primary" @click=${this.choose}>Choose a file…</button>
          <input type="url" name="address" aria-label="Address of a data_overall.csv" .value=${OFFICIAL_ADDRESS} />
          <button>Fetch</button>
        </form>
      </div>
    </bx-notice>`;
  }

  private readonly choose = (): void => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.csv';
    input.addEventListener('change', () => void takeTables([...(input.files ?? [])]));
    input.click();
  };

  private fetch(event: Event): void {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).elements.namedItem('address') as HTMLInputElement;
    if (input.value) setParams({ table: input.value });
  }

  private weighting() {
    const weights = this.weights ?? OFFICIAL;
    const sum = GROUPS.reduce((total, { key }) => total + weights[key], 0);
    const changed = this.weights !== null && weightsText(weights) !== weightsText(OFFICIAL);
    return html`<div class="weights" role="group" aria-label="Weights of the overall score">
      <h2>Weights</h2>
      ${GROUPS.map(
        ({ key, label }) => html`<label
          >${label}
          <input type="number" min="0" max="100" step="5" .value=${String(weights[key])} @change=${(event: Event) => this.weigh(key, Number((event.target as HTMLInputElement).value))}
        /></label>`,
      )}
      ${changed
        ? html`<span class="muted">of ${count(sum)}</span><button @click=${() => setParams({ weights: undefined })}>Official: 10/10/10/30/40</button>`
        : html`<span class="muted">the official ones of v4${board.value.board && !board.value.board.v4 ? '; this older table shows its published scores' : ''}</span>`}
    </div>`;
  }

  private weigh(key: GroupKey, value: number): void {
    const weights = { ...(this.weights ?? OFFICIAL), [key]: Number.isFinite(value) ? Math.max(0, value) : 0 };
    const text = weightsText(weights);
    setParams({ weights: text === weightsText(OFFICIAL) || !parseWeights(text) ? undefined : text });
  }

  private columns(): BoardColumn[] {
    return GROUPS.flatMap(({ key, label, header }) => {
      const group = { key: `group:${key}`, label, title: header ?? 'mean of web search and memory' };
      const leaves = leavesOf(key);
      if (!this.open.includes(key) || leaves.length < 2) return [group];
      return [group, ...leaves.map((leaf) => ({ key: leaf.key, label: leaf.label, title: leaf.header }))];
    });
  }

  private shown(ranked: readonly Ranked[]): Ranked[] {
    const { q = '', sort = '-overall' } = route.value.params;
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = ranked.filter(({ row }) => {
      const text = `${row.name} ${row.organisation} ${row.license}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return sortRanked(rows, sort);
  }

  private filters(ranked: readonly Ranked[]) {
    const shown = this.shown(ranked);
    return html`<div class="filters" role="search" aria-label="Filter models">
        <input type="search" placeholder="/ search models, organisations, licences" aria-label="Search models" .value=${route.value.params.q ?? ''}
          @input=${(event: Event) => setParams({ q: (event.target as HTMLInputElement).value || undefined })} />
        <span class="number num muted" role="status">${plural(shown.length, 'model')}</span>
        <span class="grow"></span>
        <button @click=${() => this.save(shown)}>⇩ CSV</button>
      </div>
      ${shown.length === 0
        ? html`<bx-notice heading="Nothing found">No model matches. <button class="link" @click=${() => setParams({ q: undefined })}>Clear the search</button></bx-notice>`
        : this.table(shown)}`;
  }

  private heading(key: string, label: string, title: string, more: unknown = nothing) {
    const { sort = '-overall' } = route.value.params;
    const on = sort.replace(/^-/, '') === key;
    const down = sort.startsWith('-');
    const text = key === 'name' || key === 'organisation';
    return html`<th scope="col" class=${text ? '' : 'num'} aria-sort=${on ? (down ? 'descending' : 'ascending') : 'none'}>
      ${more}<button class="sort" title=${title} @click=${() => setParams({ sort: on ? (down ? key : `-${key}`) : text ? key : `-${key}` })}>${label}${on ? (down ? ' ↓' : ' ↑') : ''}</button>
    </th>`;
  }

  private table(shown: readonly Ranked[]) {
    const columns = this.columns();
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of models">
      <table>
        <thead>
          <tr>
            <th scope="col" class="num" title="Best and worst rank that chance leaves: models of which neither is surely better share ranks">Rank</th>
            ${this.heading('name', 'Model', 'Model')}
            ${this.heading('overall', 'Overall', 'Overall score')}
            <th scope="col" class="chart">95 % interval</th>
            ${columns.map(({ key, label, title }) => this.heading(key, label, title, this.opener(key)))}
            ${this.heading('cost', 'Cost $', 'Total cost in dollars')} ${this.heading('latency', 'Latency s', 'Mean latency in seconds')}
            ${this.heading('organisation', 'Organisation', 'Organisation')}
          </tr>
        </thead>
        <tbody>
          ${shown.map((one) => this.line(one, columns))}
        </tbody>
      </table>
    </div>`;
  }

  /** Opens and closes the columns of a group. */
  private opener(key: string) {
    const group = key.startsWith('group:') ? (key.slice(6) as GroupKey) : null;
    if (!group || leavesOf(group).length < 2) return nothing;
    const open = this.open.includes(group);
    const next = open ? this.open.filter((other) => other !== group) : [...this.open, group];
    return html`<button class="sort" aria-expanded=${open} aria-label="Columns of ${group.replace('_', ' ')}" @click=${() => setParams({ groups: next.join('|') || undefined })}>${open ? '▾' : '▸'}</button>`;
  }

  private line(one: Ranked, columns: readonly BoardColumn[]) {
    const { row, score, interval, rank, rankLow, rankHigh } = one;
    const chosen = this.chosen.includes(row.key);
    const words = score && interval ? `${row.name} ${percent(score.value)}, interval ${percent(interval.low)} to ${percent(interval.high)}` : '';
    return html`<tr class=${row.own ? 'own' : ''} ?data-on=${chosen}>
      <td class="num" title=${rankLow === null ? '' : `rank ${rank}; chance leaves ${rankLow} to ${rankHigh}`}>
        ${rank === null ? html`<span class="absent">–</span>` : rankLow === null || rankLow === rankHigh ? rank : html`${rank} <span class="muted small">${rankLow}–${rankHigh}</span>`}
      </td>
      <th scope="row">
        <label class="row"><input type="checkbox" .checked=${chosen} aria-label="Draw ${row.name}" @change=${() => this.pick(row.key)} />
          ${row.link ? html`<a href=${row.link} target="_blank" rel="noreferrer noopener">${row.name}</a>` : html`<span>${row.name}</span>`}
          ${row.own ? html`<span class="tag">yours</span>` : nothing}</label>
      </th>
      <td class="num">${score === null ? this.missing(row) : html`<strong>${percent(score.value, 2)}</strong>${interval ? html` <span class="muted small">±${percent((interval.high - interval.low) / 2)}</span>` : nothing}`}</td>
      <td class="chart">${score && interval ? html`<bx-interval .points=${[{ value: score.value, ...interval, label: words, series: row.own ? 1 : 0 }]}></bx-interval>` : nothing}</td>
      ${columns.map(({ key }) => {
        const value = valueOf(one, key);
        const half = halfOf(one, key);
        return html`<td class="num ${key.startsWith('group:') ? '' : 'leaf'}">${typeof value === 'number' ? html`${percent(value, 2)}${half === null ? nothing : html` <span class="muted small">±${percent(half)}</span>`}` : html`<span class="absent">N/A</span>`}</td>`;
      })}
      ${(['cost', 'latency'] as const).map((key) => html`<td class="num">${row[key] === null ? html`<span class="absent">N/A</span>` : row[key].toLocaleString(undefined, { maximumFractionDigits: 2 })}</td>`)}
      <td class="cut organisation">${row.organisation}</td>
    </tr>`;
  }

  private missing(row: BoardRow) {
    const names = GROUPS.filter(({ key }) => !row.scores.groups[key]).map(({ label }) => label.toLowerCase());
    return html`<span class="absent" title="not there: ${names.join(', ')}">N/A</span>`;
  }

  private pick(key: string): void {
    const before = this.chosen;
    const next = before.includes(key) ? before.filter((other) => other !== key) : [...before, key].slice(-MOST);
    setParams({ chosen: next.join('|') || undefined });
  }

  private figures(ranked: readonly Ranked[]) {
    const latency = route.value.params.panel === 'latency';
    const key = latency ? 'latency' : 'cost';
    const byScore = sortRanked(ranked, '-overall');
    const drawn = this.chosen.length > 0 ? this.chosen.flatMap((name) => ranked.find(({ row }) => row.key === name) ?? []) : [...byScore.filter(({ row }) => row.own), ...byScore.filter(({ row }) => !row.own).slice(0, 3)].slice(0, MOST);
    const series = drawn.map(({ row }) => ({ name: row.name, values: radarValues(row.scores) }));
    const dots = ranked.flatMap(({ row, score }) => {
      const x = row[key];
      return score && x !== null && x > 0 ? [{ key: row.key, name: row.name, x, y: score.value, chosen: this.chosen.includes(row.key) }] : [];
    });
    return html`<div class="figures">
        <section aria-labelledby="wheel">
          <div class="row">
            <h2 id="wheel" class="grow">Profile <span class="muted">${this.chosen.length > 0 ? 'of the rows ticked' : 'of the first; tick rows for others'}</span></h2>
            <button class="plain" @click=${() => download('profile.svg', radarSvg('Accuracy by kind', RADAR, series), 'image/svg+xml')}>⇩ SVG</button>
          </div>
          <bx-radar .axes=${RADAR} .series=${series}></bx-radar>
        </section>
        <section aria-labelledby="spent">
          <div class="row">
            <h2 id="spent" class="grow">Score and ${latency ? 'latency' : 'cost'} <span class="muted">${count(dots.length)} of ${count(ranked.length)} give it</span></h2>
            <div class="toggle" role="group" aria-label="Axis">
              <button aria-pressed=${!latency} @click=${() => setParams({ panel: undefined })}>Cost</button>
              <button aria-pressed=${latency} @click=${() => setParams({ panel: 'latency' })}>Latency</button>
            </div>
          </div>
          ${dots.length === 0
            ? html`<p class="muted">No row gives it.</p>`
            : html`<bx-scatter label=${latency ? 'mean latency in seconds, logarithmic' : 'cost in dollars, logarithmic'} .dots=${dots} @pick=${(event: CustomEvent<string>) => this.pick(event.detail)}></bx-scatter>`}
        </section>
      </div>
      <p class="foot muted small">
        Intervals and ranks follow from the numbers of entries, taken as independent of each other and of the other model's; entries that share a
        scenario make them somewhat wider. What is missing is N/A and never 0; the official table counts it as 0.
      </p>`;
  }

  private save(shown: readonly Ranked[]): void {
    const columns = this.columns();
    const share = (value: number | null) => (value === null ? null : Number((100 * value).toFixed(2)));
    const table = {
      head: ['rank', 'rank_low', 'rank_high', 'model', 'overall', 'low', 'high', ...columns.map(({ label }) => label), 'cost', 'latency', 'organisation', 'license'],
      rows: shown.map((one) => [
        one.rank, one.rankLow, one.rankHigh, one.row.name, share(one.score?.value ?? null), share(one.interval?.low ?? null), share(one.interval?.high ?? null),
        ...columns.map(({ key }) => share(valueOf(one, key) as number | null)),
        one.row.cost, one.row.latency, one.row.organisation, one.row.license,
      ]),
    };
    download('leaderboard.csv', toCsv(table), 'text/csv');
  }
}

// Compare: loaded runs side by side. The first is the baseline; the pair of it and one other is tested entry
// by entry. Accuracies, the radar chart, entries that flipped with both replies.
import { LitElement, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import '../../components/interval.ts';
import '../../components/notice.ts';
import '../../components/radar.ts';
import '../../components/table.ts';
import type { Column } from '../../components/table.ts';
import { base } from '../../styles/base.ts';
import { filters, series, SERIES, stack, toggle } from '../../styles/parts.ts';
import { count, percent, plural } from '../../lib/format.ts';
import { compareRuns, meaning, pEquals, pText, type Comparison, type Flip, type FlipKind, type Pairing } from '../../lib/paired.ts';
import { radarSvg } from '../../lib/radar.ts';
import { RADAR, radarValues, scoresOfRun } from '../../lib/scores.ts';
import { toCsv } from '../../lib/table-text.ts';
import { download } from '../../state/download.ts';
import { intake, takeSample } from '../../state/intake.ts';
import { Keys } from '../../state/keys.ts';
import { categoryOrder } from '../../state/order.ts';
import { categoryInfo, description } from '../../state/pool.ts';
import { route, routeTo, setParams } from '../../state/router.ts';
import { runs, type Row, type Run } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { chosenRuns, withText } from './chosen.ts';
import './flip-detail.ts';

const KINDS: Record<FlipKind, { label: string; title: string }> = {
  lost: { label: 'lost', title: 'right in the baseline alone' },
  gained: { label: 'gained', title: 'right in the other run alone' },
  other: { label: 'other error', title: 'wrong in both, for another reason' },
};
const sign = (kind: FlipKind) =>
  ({
    lost: html`<span class="fail" title=${KINDS.lost.title}>✓ → ✕</span>`,
    gained: html`<span class="pass" title=${KINDS.gained.title}>✕ → ✓</span>`,
    other: html`<span class="warn" title=${KINDS.other.title}>✕ → ✕</span>`,
  })[kind];

const mono = (text: string) => html`<span class="mono">${text}</span>`;
const FLIP_COLUMNS: readonly Column<Flip<Row>>[] = [
  { key: 'kind', label: '', track: '52px', cell: (flip) => sign(flip.kind) },
  { key: 'id', label: 'Entry', track: 'minmax(15ch, 1fr)', cell: (flip) => mono(flip.id) },
  { key: 'a', label: 'Error in the baseline', track: 'minmax(12ch, 1fr)', from: 640, cell: (flip) => mono(flip.a.error_type) },
  { key: 'b', label: 'Error in the other', track: 'minmax(12ch, 1fr)', from: 640, cell: (flip) => mono(flip.b.error_type) },
];

/** "+2.4", "−1.0", "0.0". */
const points = (share: number): string => `${share > 0 ? '+' : share < 0 ? '−' : ''}${percent(Math.abs(share))}`;

@customElement('bx-compare')
export class CompareView extends LitElement {
  static override styles = [
    base,
    filters,
    series,
    stack,
    toggle,
    css`
      :host {
        display: block;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 16px;
        padding: 12px 16px;
      }
      .head label {
        display: flex;
        align-items: center;
        gap: 8px;
        color: var(--muted);
        font-size: var(--s13);
        min-width: 0;
      }
      .head select {
        color: var(--ink);
        font-size: var(--s14);
        max-width: 30ch;
      }
      .verdict {
        display: grid;
        grid-template-columns: max-content minmax(0, 76ch);
        gap: 8px 48px;
        padding: 8px 16px 16px;
        border-bottom: 1px solid var(--line);
        align-items: start;
      }
      .big {
        font-size: var(--s28);
        font-weight: 600;
        line-height: 1.2;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .verdict p + p {
        margin-top: 4px;
      }
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 1.5fr) minmax(320px, 1fr);
        gap: 24px;
        padding: 16px;
      }
      table {
        width: 100%;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 3px 8px;
        text-align: left;
        font-weight: normal;
        vertical-align: middle;
      }
      thead th {
        color: var(--muted);
        font-size: var(--s12);
        border-bottom: 1px solid var(--line);
      }
      th.num,
      td.num {
        text-align: right;
        white-space: nowrap;
      }
      tbody tr:hover {
        background: var(--hover);
      }
      tbody tr.total {
        font-weight: 600;
      }
      tbody tr.total > * {
        border-top: 1px solid var(--line);
        padding-top: 6px;
      }
      td.chart {
        width: 22%;
        min-width: 90px;
      }
      .key {
        display: inline-block;
        width: 8px;
        height: 8px;
        border-radius: 50%;
        background: currentColor;
        margin-right: 4px;
      }
      .flips {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        height: min(760px, calc(100dvh - var(--bar) - 24px));
        border-top: 1px solid var(--line);
      }
      .flips.open {
        grid-template-columns: minmax(280px, 1fr) minmax(0, 2.4fr);
      }
      .list {
        min-width: 0;
      }
      bx-flip-detail {
        border-left: 1px solid var(--line);
        overflow: auto;
        min-height: 0;
      }
      .scroll {
        overflow-x: auto;
      }
      @media (max-width: 1000px) {
        .columns,
        .verdict {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (max-width: 900px) {
        .flips.open {
          grid-template-columns: minmax(0, 1fr);
        }
        bx-flip-detail {
          position: fixed;
          inset: 0;
          z-index: 5;
          background: var(--bg);
          border: 0;
        }
      }
      @media (max-width: 600px) {
        th,
        td {
          padding: 3px 4px;
          font-size: var(--s12);
        }
        thead th.num {
          white-space: normal;
          overflow-wrap: anywhere;
          vertical-align: bottom;
        }
        th.mono {
          font-size: 0.6875rem;
          overflow-wrap: anywhere;
        }
        .wide {
          display: none;
        }
      }
    `,
  ];

  /** Which flips are listed; empty: all. */
  private get kind(): FlipKind | '' {
    const { verdict = '' } = route.value.params;
    return verdict in KINDS ? (verdict as FlipKind) : '';
  }

  private made: Comparison<Row> | null = null;
  private madeOf: unknown[] = [];
  private shown: Flip<Row>[] = [];

  constructor() {
    super();
    new Watch(this, route, runs, intake, description);
    new Keys(this, {
      Escape: () => route.value.params.entry && setParams({ entry: undefined }),
      j: () => this.move(1),
      k: () => this.move(-1),
    });
  }

  private index(): number {
    return this.shown.findIndex(({ id }) => id === route.value.params.entry);
  }

  private move(by: number): void {
    this.open(Math.min(this.shown.length - 1, Math.max(0, this.index() + by)));
  }

  private open(index: number): void {
    const flip = this.shown[index];
    if (flip) setParams({ entry: flip.id }, { push: !route.value.params.entry });
  }

  private compared(a: Run, b: Run): Comparison<Row> {
    const order = new Map(categoryOrder({ ...a.dataset?.entries, ...b.dataset?.entries }).map((name, i) => [name, i]));
    const inputs = [a, a.version, b, b.version, order.size, description.value];
    if (!this.made || inputs.some((input, i) => input !== this.madeOf[i])) {
      this.madeOf = inputs;
      this.made = compareRuns(a.rows, b.rows, (name) => order.get(name) ?? 999, (name) => categoryInfo(name)?.scored !== false);
    }
    return this.made;
  }

  override render() {
    const chosen = chosenRuns(runs.value, route.value.params.with);
    const [a, b] = chosen;
    if (!a || !b) return this.few();
    const busy = chosen.filter(({ phase }) => phase === 'opening' || phase === 'scoring');
    const comparison = this.compared(a, b);
    return html`${this.head(chosen)}
      ${busy.length > 0 ? html`<bx-notice kind="loading">Scoring ${busy.map(({ name }) => name).join(' and ')}; the figures follow</bx-notice>` : nothing}
      ${chosen.filter(({ phase }) => phase === 'failed').map((run) => html`<bx-notice kind="error" heading="${run.name} could not be scored">${run.error}</bx-notice>`)}
      ${a.settings && b.settings && a.dataset?.hash !== b.dataset?.hash
        ? html`<bx-notice kind="warn" heading="The runs were scored against different datasets">Only entries with the same id are compared, and they may differ.</bx-notice>`
        : nothing}
      ${comparison.overall.entries === 0
        ? busy.length > 0
          ? nothing
          : html`<bx-notice heading="Nothing to compare">${a.name} and ${b.name} share no scored entry.</bx-notice>`
        : html`${this.verdict(a, b, comparison)}
            <div class="columns">${this.table(chosen, comparison)} ${this.radar(chosen)}</div>
            ${this.flips(a, b, comparison)}`}`;
  }

  private few() {
    const { busy, error } = intake.value;
    if (busy) return html`<bx-notice kind="loading">${busy}</bx-notice>`;
    const one = runs.value[0];
    const named = (route.value.params.url ?? '').split(' ').filter(Boolean).length;
    if (named > runs.value.length && !error) return html`<bx-notice kind="loading">Loading the runs that the address names</bx-notice>`;
    return html`<h1 class="head">Compare</h1>
      ${error ? html`<bx-notice kind="error" heading=${error.split('\n')[0] ?? ''}></bx-notice>` : nothing}
      <bx-notice heading=${one ? `${one.name} is loaded; a second run is missing` : 'Two runs are needed'}>
        Drop the results of several models here, <a href=${routeTo('score')}>paste or choose them</a>, or compare the
        <button class="link" @click=${this.sample}>two sample runs</button>.
      </bx-notice>`;
  }

  private async sample(): Promise<void> {
    for (const name of ['good-model', 'bad-model']) {
      if (!runs.value.some((run) => run.name === name)) await takeSample(name, false);
    }
    setParams({ with: 'good-model bad-model' });
  }

  private head(chosen: readonly Run[]) {
    const [a, b, ...more] = chosen;
    const names = runs.value.map(({ name }) => name);
    const set = (next: (string | undefined)[]) => setParams({ with: withText([...new Set(next.filter((name) => name !== undefined))]), entry: undefined });
    const others = more.map(({ name }) => name);
    const pick = (label: string, value: string, choose: (name: string) => void) => html`<label
      >${label}
      <select aria-label=${label} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${names.map((name) => html`<option ?selected=${name === value}>${name}</option>`)}
      </select></label
    >`;
    const rest = names.filter((name) => name !== a?.name && name !== b?.name);
    return html`<div class="head">
      <h1>Compare</h1>
      ${pick('Baseline', a?.name ?? '', (name) => set([name, name === b?.name ? a?.name : b?.name, ...others]))}
      ${pick('with', b?.name ?? '', (name) => set([name === a?.name ? b?.name : a?.name, name, ...others]))}
      <button @click=${() => set([b?.name, a?.name, ...others])}>Swap</button>
      ${rest.length > 0
        ? html`<div class="row wrap" role="group" aria-label="More runs">
            ${rest.map((name) => {
              const on = others.includes(name);
              return html`<button aria-pressed=${on} @click=${() => set([a?.name, b?.name, ...(on ? others.filter((other) => other !== name) : [...others, name])])}>${on ? '' : '+ '}${name}</button>`;
            })}
          </div>`
        : nothing}
    </div>`;
  }

  private verdict(a: Run, b: Run, { overall: pair, onlyA, onlyB }: Comparison<Row>) {
    const { value, interval } = pair.difference;
    const tone = pair.p >= 0.05 ? '' : value > 0 ? 'pass' : 'fail';
    const alone = [onlyA > 0 ? `${count(onlyA)} only in ${a.name}` : '', onlyB > 0 ? `${count(onlyB)} only in ${b.name}` : ''].filter(Boolean);
    return html`<section class="verdict" aria-label="Verdict">
      <div>
        <p class="big ${tone}">${points(value)} <span class="muted">points</span></p>
        <p class="muted">${points(interval.low)} to ${points(interval.high)}, 95 %</p>
      </div>
      <div>
        <p>
          ${a.name} is right on <strong>${count(pair.aRight)}</strong>, ${b.name} on <strong>${count(pair.bRight)}</strong> of
          ${plural(pair.entries, 'entry', 'entries')} that count and both have${alone.length > 0 ? html` <span class="muted">(${alone.join(', ')})</span>` : nothing}.
          <span class="pass">${count(pair.gained)} gained</span>, <span class="fail">${count(pair.lost)} lost</span>;
          exact McNemar test ${pEquals(pair.mcnemar)}${pair.clustered ? html`, with entries that share a scenario taken together ${pEquals(pair.p)}` : nothing}.
        </p>
        <p class="muted">${meaning(pair)}</p>
      </div>
    </section>`;
  }

  private table(chosen: readonly Run[], comparison: Comparison<Row>) {
    const pairs = new Map(comparison.categories.map((pair) => [pair.category, pair]));
    const order = categoryOrder(Object.assign({}, ...chosen.map((run) => run.dataset?.entries ?? {})) as Record<string, number>);
    const present = order.filter((name) => chosen.some((run) => run.categories.has(name)));
    const rest = [...new Set(chosen.flatMap((run) => [...run.categories.keys()]))].filter((name) => !present.includes(name));
    return html`<section aria-labelledby="side" class="scroll">
      <div class="row">
        <h2 id="side" class="grow">Accuracy by category</h2>
        <button class="plain" @click=${() => this.save(chosen, comparison)}>⇩ CSV</button>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col" class="wide">95 % intervals</th>
            ${chosen.map((run, s) => html`<th scope="col" class="num"><span class="key s${s % SERIES}" aria-hidden="true"></span>${run.name}</th>`)}
            <th scope="col" class="num">change</th>
            <th scope="col" class="num wide" title="Entries gained and lost">flips</th>
            <th scope="col" class="num wide" title="Exact test of the flips, adjusted over all categories (Holm)">p, adjusted</th>
          </tr>
        </thead>
        <tbody>
          ${[...present, ...rest].map((name) => this.line(name, chosen, pairs.get(name)))}
          <tr class="total">
            <th scope="row">all scored</th>
            <td class="wide"></td>
            ${chosen.map((_, s) => html`<td class="num">${s === 0 ? percent(comparison.overall.aRight / comparison.overall.entries) : s === 1 ? percent(comparison.overall.bRight / comparison.overall.entries) : ''}</td>`)}
            <td class="num">${points(comparison.overall.difference.value)}</td>
            <td class="num wide">+${count(comparison.overall.gained)} −${count(comparison.overall.lost)}</td>
            <td class="num wide">${pText(comparison.overall.p)}</td>
          </tr>
        </tbody>
      </table>
    </section>`;
  }

  private line(name: string, chosen: readonly Run[], pair: Pairing | undefined) {
    const dots = chosen.flatMap((run, s) => {
      const counts = run.categories.get(name);
      if (!counts || counts.accuracy === null || !counts.interval) return [];
      const label = `${run.name} ${percent(counts.accuracy)}, interval ${percent(counts.interval.low)} to ${percent(counts.interval.high)}`;
      return [{ value: counts.accuracy, ...counts.interval, label, series: s % SERIES }];
    });
    const sure = pair && pair.holm < 0.05;
    return html`<tr>
      <th scope="row" class="mono">${name}</th>
      <td class="chart wide"><bx-interval .points=${dots}></bx-interval></td>
      ${chosen.map((run) => {
        const counts = run.categories.get(name);
        return counts && counts.accuracy !== null
          ? html`<td class="num" title="${count(counts.right)} of ${count(counts.entries)}">${percent(counts.accuracy)}</td>`
          : html`<td class="num absent" title="not in this run">N/A</td>`;
      })}
      ${pair
        ? html`<td class="num ${sure ? (pair.difference.value > 0 ? 'pass' : 'fail') : ''}">${points(pair.difference.value)}</td>
            <td class="num wide muted">+${count(pair.gained)} −${count(pair.lost)}</td>
            <td class="num wide muted">${pText(pair.holm)}</td>`
        : html`<td class="num absent">–</td><td class="wide"></td><td class="wide"></td>`}
    </tr>`;
  }

  private series(chosen: readonly Run[]) {
    return chosen.map((run) => ({ name: run.name, values: radarValues(scoresOfRun(run.categories)) }));
  }

  private radar(chosen: readonly Run[]) {
    const series = this.series(chosen);
    const some = series.some(({ values }) => values.filter((value) => value !== null).length > 2);
    return html`<section aria-labelledby="wheel">
      <div class="row">
        <h2 id="wheel" class="grow">Profile</h2>
        ${some ? html`<button class="plain" @click=${() => download('profile.svg', radarSvg('Accuracy by kind', RADAR, series), 'image/svg+xml')}>⇩ SVG</button>` : nothing}
      </div>
      ${some
        ? html`<bx-radar .axes=${RADAR} .series=${series}></bx-radar>`
        : html`<p class="muted">The runs hold too few of the leaderboard's columns for a chart.</p>`}
    </section>`;
  }

  private flips(a: Run, b: Run, { flips }: Comparison<Row>) {
    const { entry } = route.value.params;
    this.shown = flips.filter(({ kind }) => this.kind === '' || kind === this.kind);
    const flip = flips.find(({ id }) => id === entry);
    const number = (kind: FlipKind) => flips.filter((one) => one.kind === kind).length;
    return html`<section class="flips ${flip ? 'open' : ''}" aria-label="Entries that flipped">
      <div class="list">
        <div class="filters">
          <h2>Entries that flipped</h2>
          <div class="toggle" role="group" aria-label="Which">
            ${(['lost', 'gained', 'other'] as const).map(
              (kind) => html`<button aria-pressed=${this.kind === kind} title=${KINDS[kind].title} @click=${() => setParams({ verdict: this.kind === kind ? undefined : kind })}>
                ${KINDS[kind].label} <span class="num muted">${count(number(kind))}</span>
              </button>`,
            )}
          </div>
        </div>
        ${this.shown.length === 0
          ? html`<bx-notice heading=${flips.length === 0 ? 'No entry flipped' : 'None of this kind'}>${flips.length === 0 ? 'Both runs are right and wrong on the same entries, for the same reasons.' : nothing}</bx-notice>`
          : html`<bx-table
              label="Entries that flipped"
              .rows=${this.shown}
              .columns=${FLIP_COLUMNS}
              .selected=${this.index()}
              @open-row=${(event: CustomEvent<number>) => this.open(event.detail)}
              @select-row=${(event: CustomEvent<number>) => this.open(event.detail)}
            ></bx-table>`}
      </div>
      ${flip
        ? html`<bx-flip-detail
            .flip=${flip}
            .a=${a}
            .b=${b}
            @close=${() => setParams({ entry: undefined })}
            @move=${(event: CustomEvent<number>) => this.move(event.detail)}
          ></bx-flip-detail>`
        : nothing}
    </section>`;
  }

  private save(chosen: readonly Run[], { categories }: Comparison<Row>): void {
    const share = (value: number | null | undefined) => (value === null || value === undefined ? null : Number((100 * value).toFixed(2)));
    const table = {
      head: ['category', ...chosen.map(({ name }) => name), 'difference', 'low', 'high', 'gained', 'lost', 'mcnemar_p', 'p_holm'],
      rows: categories.map((pair) => [
        pair.category,
        ...chosen.map((run) => share(run.categories.get(pair.category)?.accuracy)),
        share(pair.difference.value), share(pair.difference.interval.low), share(pair.difference.interval.high),
        pair.gained, pair.lost, pair.mcnemar, pair.holm,
      ]),
    };
    download('comparison.csv', toCsv(table), 'text/csv');
  }
}

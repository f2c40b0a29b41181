// Runs: all that are loaded or kept, as a matrix; filtered, sorted, chosen, compared, removed.
import { LitElement, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { ends } from '../../components/ends.ts';
import '../../components/notice.ts';
import { base } from '../../styles/base.ts';
import { filters } from '../../styles/parts.ts';
import { count, isoDay, percent, plural } from '../../lib/format.ts';
import { filterMatrix, quarterer, sortMatrix, type MatrixRow } from '../../lib/matrix.ts';
import { FEW_ENTRIES, rangeOf, shareText } from '../../lib/share.ts';
import type { CategoryCounts } from '../../lib/summary.ts';
import { errata } from '../../state/errata.ts';
import {
  missingAsZero,
  overallOf,
  overallPending,
  secondOf,
  type Overall,
} from '../../state/figures.ts';
import { askOf } from '../../state/asks.ts';
import { Gradual } from '../../state/gradual.ts';
import { intake } from '../../state/intake.ts';
import { Keys } from '../../state/keys.ts';
import { categoryOrder } from '../../state/order.ts';
import { description } from '../../state/pool.ts';
import { navigate, route, routeTo, setParams } from '../../state/router.ts';
import { removeRun, runs, type Run } from '../../state/runs.ts';
import { keepRun, shelf } from '../../state/shelf.ts';
import { isBusy } from '../../state/statistics.ts';
import { Watch } from '../../state/watch.ts';
import './audit.ts';
import './unpassed.ts';
import { unreadNotice } from './unread.ts';

type Quarter = ReturnType<typeof quarterer>;

interface Line extends MatrixRow {
  run: Run;
  /** By the errata, where it rests on enough entries. */
  corrected: Overall | null;
}

const enough = (overall: Overall | null | undefined): Overall | null =>
  overall && overall.entries >= FEW_ENTRIES ? overall : null;

/** The share that a tint is by: of few entries it would be chance. */
const tinted = (counts: Pick<CategoryCounts, 'entries' | 'accuracy'> | undefined): number | null =>
  counts && counts.entries >= FEW_ENTRIES ? counts.accuracy : null;

/** Compare tells so many apart. */
const MOST = 4;
/** Columns whose cells are no buttons. */
const PLAIN = new Set(['overall', 'second', 'weight', 'right']);
/** Rows that are drawn at once; the others follow, so many a task. */
const AT_ONCE = 20;

@customElement('bx-runs')
export class RunsView extends LitElement {
  static override styles = [
    base,
    filters,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      h1 {
        padding: 12px 16px 4px;
      }
      .scroll {
        flex: 1;
        min-height: 0;
        overflow: auto;
      }
      .scroll > p {
        padding: 8px 16px;
      }
      table {
        border-collapse: collapse;
      }
      th,
      td {
        padding: 0 8px;
        height: 32px;
        font-weight: normal;
        white-space: nowrap;
        text-align: right;
        font-variant-numeric: tabular-nums;
      }
      tbody th,
      thead th:nth-child(2) {
        position: sticky;
        left: 0;
        background: var(--bg);
        text-align: left;
        max-width: 40ch;
      }
      thead th {
        position: sticky;
        top: 0;
        z-index: 1;
        background: var(--bg);
        color: var(--muted);
        font-size: var(--s12);
        border-bottom: 1px solid var(--line);
      }
      thead th:nth-child(2) {
        z-index: 2;
      }
      thead button,
      td button {
        min-height: 24px;
        min-width: 24px;
        padding: 0 4px;
        border: 0;
        background: none;
        color: inherit;
      }
      thead button {
        font-size: var(--s12);
      }
      /* In line with what stands below: there the text of a cell, elsewhere a button with its own padding. */
      th.name button {
        margin-left: -4px;
      }
      th.text button {
        margin-right: -4px;
      }
      /* On paper the names of the categories stand upright, so that a row has room. */
      @media print {
        table {
          font-size: var(--s12);
        }
        tbody th,
        thead th {
          position: static;
          padding: 0 4px;
        }
        td {
          padding: 0 4px;
        }
        thead th:nth-child(n + 6) {
          writing-mode: vertical-rl;
          rotate: 180deg;
          height: auto;
          padding: 4px 0;
          text-align: left;
          border-bottom: 0;
        }
      }
      td.q3 {
        background: var(--pass-soft);
      }
      td.q0 {
        background: var(--fail-soft);
      }
      input[type='checkbox'] {
        width: 16px;
        height: 16px;
        margin: 4px;
      }
      label.pick {
        display: inline-grid;
        place-items: center;
        min-width: 24px;
        min-height: 24px;
      }
      tbody th a {
        display: flex;
        min-width: 0;
      }
      tbody th .date {
        flex: none;
      }
      /* The figures have the room. */
      @media (max-width: 600px) {
        .filters input {
          flex: 1 1 20ch;
        }
        .filters .grow {
          display: none;
        }
        .filters button {
          padding-inline: 8px;
        }
        tbody th .date {
          display: none;
        }
        tbody th,
        thead th:nth-child(2) {
          max-width: 50vw;
        }
        th,
        td {
          padding: 0 6px;
        }
      }
      tbody tr:hover {
        box-shadow: inset 0 0 0 100px var(--hover);
      }
    `,
  ];

  private readonly gradual = new Gradual(this, AT_ONCE);

  constructor() {
    super();
    new Watch(this, route, runs, shelf, description, missingAsZero, intake, errata);
    new Keys(this, {
      '/': () => this.renderRoot.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
    });
  }

  private get chosen(): string[] {
    return (route.value.params.chosen ?? '')
      .split('|')
      .filter((name) => runs.value.some((run) => run.name === name));
  }

  private lines(): Line[] {
    return runs.value.map((run) => {
      const all = [...run.categories.values()];
      const shown = enough(overallOf(run));
      const corrected = enough(secondOf(run)?.overall);
      const score = (of: Overall | null) => of && (missingAsZero.value ? of.official : of.score);
      return {
        run,
        name: run.name,
        counts: run.categories,
        weight: shown?.weight ?? null,
        overall: score(shown),
        second: score(corrected),
        corrected,
        right: all.reduce((sum, { right }) => sum + right, 0),
        entries: all.reduce((sum, { entries }) => sum + entries, 0),
      };
    });
  }

  override render() {
    const { q, sort = '-overall' } = route.value.params;
    const lines = this.lines();
    if (lines.length === 0) return this.empty();
    const shown = sortMatrix(filterMatrix(lines, q), sort);
    if (route.value.params.panel === 'unpassed')
      return html`<h1>Runs</h1>${this.bar(shown)}<bx-unpassed .runs=${shown.map(({ run }) => run)}></bx-unpassed>`;
    if (route.value.params.panel === 'audit') {
      const picked = shown.filter(({ name }) => this.chosen.includes(name));
      return html`<h1>Runs</h1>${this.bar(shown)}<bx-audit .runs=${(picked.length > 1 ? picked : shown).map(({ run }) => run)}></bx-audit>`;
    }
    const present = new Set(
      lines.flatMap(({ counts }) =>
        [...counts].filter(([, { entries }]) => entries > 0).map(([name]) => name),
      ),
    );
    const columns = categoryOrder(Object.fromEntries([...present].map((name) => [name, 0])));
    const quarters = new Map(
      columns.map((name) => [
        name,
        quarterer(shown.flatMap(({ counts }) => tinted(counts.get(name)) ?? [])),
      ]),
    );
    const chosen = new Set(this.chosen);
    return html`<h1>Runs</h1>
      ${this.bar(shown)}
      <div class="scroll" tabindex="0" role="region" aria-label="Matrix of runs">
        ${shelf.value.problem ? html`<p><span class="warn" aria-hidden="true">!</span> ${shelf.value.problem}</p>` : nothing}
        ${unreadNotice(shelf.value.unread)}
        ${
          shown.length === 0
            ? html`<bx-notice heading="Nothing found">No run matches. <button class="link" @click=${() => setParams({ q: undefined })}>Clear the search</button></bx-notice>`
            : html`<table>
              <thead>
                <tr>
                  <td></td>
                  ${this.heading('name', 'run')} ${this.heading('overall', 'overall v4')}
                  ${errata.value ? this.heading('second', 'with errata', `${this.errataName(lines)}: not an official score`) : nothing} ${this.heading('weight', 'coverage')} ${this.heading('right', 'right')}
                  ${columns.map((name) => this.heading(name, name))}
                  <th scope="col">kept</th>
                </tr>
              </thead>
              <tbody>
                ${repeat(
                  this.gradual.some(shown, ({ run }) => run),
                  ({ run }) => run,
                  (line) => this.guarded(line, columns, quarters, chosen.has(line.name)),
                )}
              </tbody>
            </table>`
        }
      </div>`;
  }

  private empty() {
    return html`<h1>Runs</h1>
      ${shelf.value.problem ? html`<bx-notice kind="warn" heading="Runs are not kept">${shelf.value.problem}</bx-notice>` : nothing}
      ${unreadNotice(shelf.value.unread)}
      ${
        intake.value.busy
          ? html`<bx-notice kind="loading">${intake.value.busy}</bx-notice>`
          : html`<bx-notice heading="No runs yet">Drop result files here, or <a href=${routeTo('score')}>paste or choose them</a>. They stay in this browser until you remove them.</bx-notice>`
      }`;
  }

  private bar(shown: readonly Line[]) {
    const { chosen } = this;
    const { panel } = route.value.params;
    const hard = panel === 'unpassed';
    return html`<div class="filters" role="search" aria-label="Filter runs">
      <input type="search" placeholder="/ filter" aria-label="Filter runs" .value=${route.value.params.q ?? ''}
        @input=${(event: Event) => setParams({ q: (event.target as HTMLInputElement).value || undefined })} />
      <span class="muted num" role="status">${plural(shown.length, 'run')}${chosen.length > 0 ? `, ${chosen.length} chosen` : ''}</span>
      <button ?disabled=${chosen.length < 2 || chosen.length > MOST} title="Two to ${MOST} runs" @click=${() => navigate('compare', { with: chosen.join(' ') })}>Compare</button>
      <button ?disabled=${chosen.length === 0} @click=${this.removeChosen}>Remove</button>
      <span class="grow"></span>
      <button aria-pressed=${hard} ?disabled=${shown.length < 2 && !hard} title="Entries that no run passes, and what they all answer"
        @click=${() => setParams({ panel: hard ? undefined : 'unpassed' })}>passed by none</button>
      <button aria-pressed=${panel === 'audit'} title="Whose ground truth the answers of these runs throw doubt on"
        @click=${() => setParams({ panel: panel === 'audit' ? undefined : 'audit', entry: undefined, kind: undefined })}>audit</button>
      <button aria-pressed=${missingAsZero.value} @click=${() => missingAsZero.set(!missingAsZero.value)}>missing as 0</button>
    </div>`;
  }

  private readonly removeChosen = (): void => {
    const names = new Set(this.chosen);
    setParams({ chosen: undefined });
    for (const run of runs.value.filter(({ name }) => names.has(name))) removeRun(run);
  };

  private errataName(lines: readonly Line[]): string {
    const name = lines.map(({ run }) => secondOf(run)?.name).find((one) => one !== undefined);
    return `With the errata ${name === undefined ? (errata.value?.path ?? '') : `“${name}”`}`;
  }

  private heading(key: string, label: string, title = '') {
    const { sort = '-overall' } = route.value.params;
    const on = sort.replace(/^-/, '') === key;
    const down = sort.startsWith('-');
    const first = key === 'name' ? key : `-${key}`;
    const next = on ? (down ? key : `-${key}`) : first;
    const place = key === 'name' ? 'name' : PLAIN.has(key) ? 'text' : '';
    return html`<th scope="col" class=${place} aria-sort=${on ? (down ? 'descending' : 'ascending') : 'none'}>
      <button title=${title || nothing} @click=${() => setParams({ sort: next })}>${label}${on ? (down ? ' ↓' : ' ↑') : ''}</button>
    </th>`;
  }

  /** Drawn again only when something of it is another. */
  private guarded(
    line: Line,
    columns: readonly string[],
    quarters: ReadonlyMap<string, Quarter>,
    on: boolean,
  ) {
    const { run, overall, second = null } = line;
    const tints = columns.map((name) => {
      const share = tinted(line.counts.get(name));
      return share === null ? null : (quarters.get(name)?.(share) ?? null);
    });
    const more = [
      run.version,
      overallPending(run),
      overall,
      second,
      errata.value,
      on,
      missingAsZero.value,
      this.isKept(run),
      shelf.value.problem,
      columns.join(),
      tints.join(),
    ];
    return guard(more, () => this.line(line, columns, tints, on));
  }

  private isKept(run: Run): boolean {
    return shelf.value.kept.has(run) || askOf(run)?.lasting === true;
  }

  private line(
    { run, name, overall, second = null, corrected, weight, right, entries, counts }: Line,
    columns: readonly string[],
    tints: readonly (number | null)[],
    on: boolean,
  ) {
    const whole = overallOf(run);
    const pending = overallPending(run);
    return html`<tr>
      <td><label class="pick"><input type="checkbox" .checked=${on} aria-label="Choose ${name}" @change=${() => this.choose(name)} /></label></td>
      <th scope="row"><span class="row"><a href=${routeTo('results', { run: name })} title=${name}>${ends(name)}</a> <span class="date muted small">${isoDay(run.date)}</span></span></th>
      <td>
        ${
          isBusy(run)
            ? html`<a class="muted" href=${run.source.kind === 'ask' ? routeTo('ask') : routeTo('results', { run: name })}>${run.source.kind === 'ask' ? 'asking' : 'scoring'} …</a>`
            : run.phase === 'failed'
              ? html`<span class="fail" title=${run.error}>failed</span>`
              : overall === null
                ? html`<span class="absent">${pending ? '…' : '–'}</span>`
                : html`<strong>${percent(overall)}</strong> <span class="muted small">${whole && !missingAsZero.value ? rangeOf(whole.score, whole.interval) : ''}</span>`
        }
      </td>
      ${
        errata.value
          ? html`<td>
            ${
              second === null || !corrected
                ? html`<span class="absent">–</span>`
                : html`<strong>${percent(second)}</strong> <span class="muted small">${missingAsZero.value ? '' : rangeOf(corrected.score, corrected.interval)}, not official</span>`
            }
          </td>`
          : nothing
      }
      <td class="muted">${weight === null ? (pending ? '…' : '–') : `${percent(weight)} %`}</td>
      <td class="muted">${entries === 0 && isBusy(run) ? '…' : `${count(right)} of ${count(entries)}`}</td>
      ${columns.map((category, i) => {
        const one = counts.get(category);
        if (!one || one.accuracy === null) return html`<td class="absent">–</td>`;
        const q = tints[i] ?? null;
        return html`<td class=${q === null ? '' : `q${q}`}>
          <button title="${category}: ${one.right} of ${one.entries} right" @click=${() => navigate('results', { run: name, category })}>${shareText(one.right, one.entries)}</button>
        </td>`;
      })}
      <td>
        ${
          this.isKept(run)
            ? html`<span class="pass" role="img" aria-label="kept in this browser">✓</span>`
            : run.phase === 'done' && !shelf.value.problem
              ? html`<button class="link" aria-label="Keep ${name} in this browser" @click=${() => keepRun(run)}>keep</button>`
              : html`<span class="absent">–</span>`
        }
      </td>
    </tr>`;
  }

  private choose(name: string): void {
    const before = this.chosen;
    const next = before.includes(name)
      ? before.filter((other) => other !== name)
      : [...before, name];
    setParams({ chosen: next.join('|') || undefined });
  }
}

// The case editor: cases of an own benchmark in a list, the open one as fields, and beside it what it becomes. Cases come
// from files, from the benchmark that is the dataset, or from a run, whose calls a person confirms one by one.
import { LitElement, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import '../../components/notice.ts';
import '../../components/table.ts';
import './case-form.ts';
import './case-live.ts';
import type { CaseForm, ChangedCells } from './case-form.ts';
import type { Column } from '../../components/table.ts';
import { base } from '../../styles/base.ts';
import { stack } from '../../styles/parts.ts';
import {
  counts,
  decided,
  moved,
  openCase,
  withCase,
  withCases,
  without,
  type CaseState,
  type EditedCase,
} from '../../lib/case-list.ts';
import { zipped } from '../../lib/case-files.ts';
import { count, plural } from '../../lib/format.ts';
import type { DraftedCases } from '../../lib/scorer-types.ts';
import {
  cases,
  change,
  editDataset,
  move,
  proposeCases,
  startCases,
  takeCases,
  undo,
} from '../../state/cases.ts';
import { dataset } from '../../state/dataset.ts';
import { download } from '../../state/download.ts';
import { Keys } from '../../state/keys.ts';
import { pool } from '../../state/pool.ts';
import { messageOf, runs } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { casesStyles } from './cases-styles.ts';

/** After the last change. */
const SETTLED = 400;
const FILES = '.json,.jsonl,.ndjson,.csv,.tsv,.zip';
const WORDS: Record<CaseState, string> = {
  ready: 'ready',
  proposed: 'proposed',
  rejected: 'rejected',
};

interface Listed extends EditedCase {
  faulty: boolean;
}

const titleOf = ({ cells }: EditedCase): string =>
  (cells.turns?.[0]?.question ?? cells.question ?? cells.messages ?? '').slice(0, 300) ||
  'no question yet';

@customElement('bx-cases')
export class CasesView extends LitElement {
  static override styles = [base, stack, casesStyles];

  @query('bx-case-form') private form!: CaseForm | null;
  @query('input[type=file]') private chooser!: HTMLInputElement;
  /** Of the ready cases, as the module last had them. */
  @state() private drafted: DraftedCases | null = null;
  @state() private error = '';
  /** The key of each faulty case, with its fault. */
  private faults = new Map<number, string>();
  /** The rows of the list, made again when a case or a fault changes. */
  private rows: { of: readonly EditedCase[]; faults: Map<number, string>; all: Listed[] } | null =
    null;
  private asked: unknown = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    new Watch(this, cases, runs, dataset);
    new Keys(this, {
      j: () => move((list) => moved(list, 1)),
      k: () => move((list) => moved(list, -1)),
      c: () => this.decide('ready'),
      x: () => this.decide('rejected'),
      n: () => this.add(),
      u: undo,
      Delete: () => this.removeOpen(),
      Enter: () => this.form?.focusFirst(),
    });
    void startCases();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Before the page, which takes tables for leaderboards and everything else for results.
    window.addEventListener('drop', this.drop, { capture: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('drop', this.drop, { capture: true });
    clearTimeout(this.timer);
    this.asked = null;
  }

  /** Files of cases and tools are taken here; folders, and what else is dropped on the page, as everywhere. */
  private readonly drop = (event: DragEvent): void => {
    const items = [...(event.dataTransfer?.items ?? [])];
    if (items.some((item) => item.webkitGetAsEntry()?.isDirectory)) return;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0 || files.some(({ name }) => /_result\.jsonl?$/.test(name))) return;
    event.preventDefault();
    event.stopPropagation();
    // The veil over the page waits for the end of dragging.
    document.dispatchEvent(new Event('dragleave'));
    void takeCases(files);
  };

  override willUpdate(): void {
    const { list } = cases.value;
    const key = [list.benchmark, ...list.cases.flatMap((one) => [one.cells, one.state])];
    const before = this.asked as unknown[] | null;
    if (before?.length === key.length && key.every((part, i) => part === before[i])) return;
    this.asked = key;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draft(key), before ? SETTLED : 0);
  }

  private async draft(key: unknown): Promise<void> {
    const { list } = cases.value;
    const ready = list.cases.filter((one) => one.state === 'ready');
    if (ready.length === 0) {
      this.faults = new Map();
      this.drafted = null;
      this.error = '';
      return;
    }
    try {
      const request = { benchmark: list.benchmark, cases: ready.map(({ cells }) => cells) };
      const drafted = await pool.callOn(0, 'draftCases', request);
      if (key !== this.asked) return;
      const faults = new Map<number, string>();
      for (const { index, text } of drafted.problems) {
        const faulty = ready[index];
        if (faulty && !faults.has(faulty.key)) faults.set(faulty.key, text);
      }
      this.faults = faults;
      this.drafted = drafted;
      this.error = '';
    } catch (error) {
      if (key !== this.asked) return;
      this.faults = new Map();
      this.drafted = null;
      this.error = messageOf(error);
    }
  }

  private add(): void {
    change((list) => withCases(list, [{ cells: {}, state: 'ready' }]));
    void this.updateComplete.then(() => this.form?.focusFirst());
  }

  private decide(state: CaseState): void {
    if (openCase(cases.value.list)) change((list) => decided(list, state));
  }

  private removeOpen(): void {
    change((list) => without(list, list.open));
  }

  override render() {
    const { list } = cases.value;
    const open = openCase(list);
    return html`${this.top()}
      <input type="file" hidden multiple accept=${FILES} @change=${this.chosen} />
      <div class="columns">
        ${list.cases.length === 0 ? this.start() : this.list()}
        <bx-case-form tabindex="-1"
          .value=${open ?? null}
          .benchmark=${list.benchmark}
          @cells=${(event: CustomEvent<ChangedCells>) => this.typed(event)}
          @member=${({ detail: { name, text } }: CustomEvent<{ name: string; text: string }>) =>
            change(
              (all) => ({ ...all, benchmark: { ...all.benchmark, [name]: text } }),
              `benchmark ${name}`,
            )}
        ></bx-case-form>
        <bx-case-live tabindex="-1"
          .value=${open ?? null}
          .benchmark=${list.benchmark}
          .among=${(open && this.faults.get(open.key)) ?? ''}
          @response=${({ detail }: CustomEvent<string>) =>
            change((all) => withCase(all, all.open, { response: detail }), 'response')}
          @responses=${({ detail }: CustomEvent<string[]>) =>
            change((all) => withCase(all, all.open, { responses: detail }), 'response')}
        ></bx-case-live>
      </div>`;
  }

  private typed({ detail: { cells, field } }: CustomEvent<ChangedCells>): void {
    const open = openCase(cases.value.list);
    if (!open) return;
    change((list) => withCase(list, open.key, { cells }), field && `${open.key} ${field}`);
  }

  private top() {
    const { list, said, failed, unkept, canUndo } = cases.value;
    const { own } = dataset.value;
    const found = counts(list);
    const open = openCase(list);
    const scored = runs.value.filter(({ phase }) => phase === 'done');
    return html`<div class="top">
      <div class="row wrap">
        <button class="primary" title="New case (n)" @click=${this.add}>New case</button>
        <button @click=${() => this.chooser.click()}>Open files …</button>
        ${own ? html`<button @click=${() => void editDataset()}>Edit this benchmark</button>` : nothing}
        ${scored.length > 0 ? this.fromRun() : nothing}
        <button ?disabled=${!canUndo} title="Undo (u)" @click=${undo}>Undo</button>
      </div>
      ${
        open
          ? html`<div class="row wrap" role="group" aria-label="The open case">
            <button aria-label="Previous case" title="Previous (k)" @click=${() => move((all) => moved(all, -1))}>↑</button>
            <button aria-label="Next case" title="Next (j)" @click=${() => move((all) => moved(all, 1))}>↓</button>
            ${open.state === 'ready' ? nothing : html`<button title="Confirm (c)" @click=${() => this.decide('ready')}>✓ Confirm</button>`}
            ${open.state === 'rejected' || !open.run ? nothing : html`<button title="Reject (x)" @click=${() => this.decide('rejected')}>✕ Reject</button>`}
            <button title="Delete (Del)" @click=${this.removeOpen}>Delete</button>
            ${open.run ? html`<span class="muted">${WORDS[open.state]}: calls from the response of ${open.run} to <code>${open.entry}</code>, which ${open.passed ? 'passed' : 'failed'}</span>` : nothing}
          </div>`
          : nothing
      }
      <div class="row wrap" role="status">
        ${said ? html`<p class="said ${failed ? 'fail' : ''}">${said}</p>` : nothing}
        ${found.proposed > 0 ? html`<p class="muted">${plural(found.proposed, 'case')} to confirm: <kbd>c</kbd> confirm, <kbd>x</kbd> reject, <kbd>u</kbd> undo.</p>` : nothing}
        ${unkept ? html`<p><span class="warn" aria-hidden="true">!</span> This browser cannot store cases: they are lost when the tab is closed. Save them first.</p>` : nothing}
      </div>
    </div>`;
  }

  private fromRun() {
    return html`<select aria-label="Add cases from a run" @change=${(event: Event) => {
      const select = event.target as HTMLSelectElement;
      const [which = '', ...rest] = select.value.split(' ');
      const run = runs.value.find(({ name }) => name === rest.join(' '));
      select.value = '';
      if (!run) return;
      const rows = run.rows.filter(
        (row) => !row.superseded && (which === 'all' || row.valid === true),
      );
      void proposeCases(run, rows, false);
    }}>
      <option value="" selected>From a run …</option>
      ${runs.value
        .filter(({ phase }) => phase === 'done')
        .flatMap(({ name }) => [
          html`<option value="passed ${name}">${name}: passed responses</option>`,
          html`<option value="all ${name}">${name}: all responses</option>`,
        ])}
    </select>`;
  }

  private start() {
    return html`<bx-notice class="start" heading="No cases yet">
      Write cases for your own tools. Category, faults and verdicts appear while you type.
      <ul>
        <li>Paste your tools on this page, then choose New case.</li>
        <li>Open or drop a case file (JSON lines or CSV) or a tools file.</li>
        <li>Drop the folder of a benchmark on the page, then edit it here.</li>
        <li>Load a run, and confirm its calls one by one.</li>
      </ul>
    </bx-notice>`;
  }

  private readonly columns: readonly Column<Listed>[] = [
    {
      key: 'case',
      label: 'Case',
      track: 'minmax(10ch, 1fr)',
      cell: (one) =>
        html`${this.sign(one)} ${one.cells.id ? html`<code>${one.cells.id}</code> ` : nothing}${titleOf(one)}`,
    },
  ];

  private sign({ faulty, state }: Listed) {
    if (state === 'proposed')
      return html`<span class="warn" role="img" aria-label="proposed">?</span>`;
    if (state === 'rejected')
      return html`<span class="absent" role="img" aria-label="rejected">–</span>`;
    return faulty
      ? html`<span class="fail" role="img" aria-label="has errors">✕</span>`
      : html`<span class="pass" role="img" aria-label="ready">✓</span>`;
  }

  private list() {
    const { list } = cases.value;
    return html`<div class="list">
      <bx-table
        label="Cases"
        .rows=${this.listed(list.cases)}
        .columns=${this.columns}
        .selected=${list.cases.findIndex(({ key }) => key === list.open)}
        @open-row=${(event: CustomEvent<number>) => this.openAt(event.detail)}
        @select-row=${(event: CustomEvent<number>) => this.openAt(event.detail)}
      ></bx-table>
      ${this.foot()}
    </div>`;
  }

  private listed(all: readonly EditedCase[]): Listed[] {
    if (this.rows?.of !== all || this.rows.faults !== this.faults) {
      const { faults } = this;
      this.rows = {
        of: all,
        faults,
        all: all.map((one) => ({ ...one, faulty: faults.has(one.key) })),
      };
    }
    return this.rows.all;
  }

  private openAt(index: number): void {
    const one = cases.value.list.cases[index];
    if (one) move((list) => ({ ...list, open: one.key }));
  }

  /** What is saved: the ready cases, once none of them is faulty. */
  private foot() {
    const { drafted, error } = this;
    const found = counts(cases.value.list);
    const faulty = this.faults.size;
    const ready = Boolean(drafted?.lines);
    return html`<div class="foot form">
      <p class="num-line" role="status">
        ${count(found.ready - faulty)} ready${faulty > 0 ? html`, <span class="fail">${count(faulty)} with errors</span>` : nothing}${found.proposed > 0 ? `, ${count(found.proposed)} proposed` : nothing}${found.rejected > 0 ? `, ${count(found.rejected)} rejected` : nothing}
      </p>
      ${error ? html`<p class="fail" role="alert">${error}</p>` : nothing}
      ${drafted && faulty === 0 ? html`<p class="small muted">${drafted.categories.map(({ name, entries }) => `${name} ${count(entries)}`).join(', ')}</p>` : nothing}
      ${(cases.value.list.remarks ?? []).map((remark) => html`<p class="remark small"><span class="warn" aria-hidden="true">!</span> ${remark}.</p>`)}
      <div class="row wrap">
        <button ?disabled=${!ready} title="For bfclx dataset add" @click=${() => download('cases.jsonl', drafted?.lines ?? '', 'application/jsonl')}>⇩ cases.jsonl</button>
        <button ?disabled=${!ready} title="The folder of the benchmark" @click=${() => void this.saveFolder()}>⇩ Benchmark</button>
      </div>
    </div>`;
  }

  private async saveFolder(): Promise<void> {
    const { drafted } = this;
    if (!drafted) return;
    const { benchmark, files } = cases.value.list;
    const name = (benchmark.name || 'my-bench').replace(/[^\w.-]+/g, '_');
    const made = new Set(drafted.files.map(({ path }) => path));
    const others = (files ?? []).filter(({ path }) => !made.has(path));
    download(`${name}.zip`, await zipped(name, [...drafted.files, ...others]));
  }

  private chosen(): void {
    const files = [...(this.chooser.files ?? [])];
    this.chooser.value = '';
    if (files.length > 0) void takeCases(files);
  }
}

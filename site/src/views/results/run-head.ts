// The head of a run: accuracy, counts, how its responses are read and why, what was wrong with its files.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { latencyTable } from '../../components/latency.ts';
import { term } from '../../components/term.ts';
import { base } from '../../styles/base.ts';
import { fields } from '../../styles/parts.ts';
import { count, percent, plural, shortHash } from '../../lib/format.ts';
import { saidOf } from '../../lib/overall.ts';
import { showDialog } from '../../components/dialog.ts';
import { dataset } from '../../state/dataset.ts';
import { chosenBasis, isZero, overallOf, toggleZero } from '../../state/figures.ts';
import { factMarks, markStyles } from '../../app/run-marks.ts';
import { errorSign } from '../../app/run-picker.ts';
import { isNote } from '../../lib/forms.ts';
import type { SettingSource } from '../../lib/scorer-types.ts';
import { description, isApart } from '../../state/pool.ts';
import { route } from '../../state/router.ts';
import { rescore, type Run, type RunSource } from '../../state/runs.ts';
import { isBusy } from '../../state/statistics.ts';
import { keepRun, shelf } from '../../state/shelf.ts';
import { CARRIED } from '../../lib/carried.ts';
import { latencyOf } from '../../state/warnings.ts';
import { Watch } from '../../state/watch.ts';
import './file-problems.ts';
import { scoreTitle } from '../../state/own-score.ts';

/** Where a run that came by an address was fetched; kept runs of earlier versions do not say it. */
const hostOf = ({ host, url = '' }: RunSource): string =>
  host ?? (URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).host : url);

/** In a word: the form has why. */
const how = (from: SettingSource, reason: string) =>
  from === 'detected' ? 'auto-detected' : reason;

/** The sentence of the program. */
const dotsText = (underscores: boolean) =>
  underscores
    ? html`function names use <span class="whole"><code>_</code> for <code>.</code></span>`
    : html`function names keep <code>.</code>`;

@customElement('bx-run-head')
export class RunHead extends LitElement {
  static override styles = [
    base,
    fields,
    markStyles,
    css`
      :host {
        display: block;
        padding: 12px 16px;
        border-bottom: 1px solid var(--line);
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 4px 20px;
      }
      h1 {
        display: flex;
        min-width: 0;
        max-width: 100%;
      }
      .share {
        font-size: var(--s20);
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      .whole {
        white-space: nowrap;
      }
      .right {
        color: var(--ink);
      }
      button.link {
        min-height: 24px;
      }
      button.link[aria-pressed='true'] {
        padding: 0 6px;
      }
      .latency {
        margin-top: 4px;
        color: var(--muted);
        font-size: var(--s13);
      }
      .latency :is(th, td) {
        padding: 2px 12px 2px 0;
        text-align: left;
        font-weight: 400;
      }
      .latency .num {
        text-align: right;
      }
      .settings {
        margin-top: 4px;
        font-size: var(--s13);
      }
      .form {
        display: flex;
        flex-wrap: wrap;
        gap: 12px;
        margin-top: 8px;
        padding: 12px;
        background: var(--surface);
        border-radius: var(--radius);
        align-items: end;
      }
      :host([compact]) {
        padding: 6px 16px;
      }
      :host([compact]) :is(.settings, .form) {
        display: none;
      }
      .why {
        flex-basis: 100%;
        overflow-wrap: anywhere;
      }
      label select {
        max-width: 44ch;
      }
      .hint {
        margin-top: 8px;
        max-width: 90ch;
      }
    `,
  ];

  @property({ attribute: false }) run: Run | null = null;
  @property({ type: Number }) version = 0;
  /** One line: an entry is open below. */
  @property({ type: Boolean, reflect: true }) compact = false;
  @state() private changing = false;

  constructor() {
    super();
    new Watch(this, dataset, description, chosenBasis, route, shelf);
  }

  override render() {
    const { run } = this;
    if (!run) return nothing;
    const all = [...run.categories.values()];
    const sum = (pick: (c: (typeof all)[number]) => number) =>
      all.reduce((total, c) => total + pick(c), 0);
    const entries = sum((c) => c.entries);
    const right = sum((c) => c.right);
    const missing = run.phase === 'done' ? sum((c) => c.missing) : 0;
    // The overall score is of the others alone: both numbers stand in one line.
    const apart = [...run.categories].reduce(
      (total, [name, c]) => total + (isApart(name) ? c.entries : 0),
      0,
    );
    const flaws = this.problemsText(run);
    return html`<div class="line">
        <h1>${route.value.params.mode === 'failures' ? run.name : html`<bx-run-picker></bx-run-picker>`}</h1>
        ${entries > 0 ? this.overall(run) : nothing}
        ${this.hasBasis(run, entries) ? nothing : factMarks(run)}
        ${
          entries === 0 && isBusy(run)
            ? nothing
            : html`<span class="muted" title="${plural(entries, 'entry', 'entries')} with a response. ${plural(missing, 'entry', 'entries')} of these categories without one"
              ><strong class="right">${count(right)}</strong> of ${count(entries)} passed${apart > 0 ? ` (${count(apart)} not part of the overall score)` : ''}${missing > 0 ? `, ${count(missing)} missing` : ''}</span
            >`
        }
        ${
          run.problems.length > 0
            ? html`<button class="link warn small" @click=${() => this.problems(run)}>${flaws.sign}${flaws.text}</button>`
            : nothing
        }
        ${this.origin(run)}
        ${
          run.dataset && run.dataset.hash !== dataset.value.hash
            ? html`<span class="muted small">against the ${run.dataset.kind} dataset ${shortHash(run.dataset.hash)}</span>`
            : nothing
        }
      </div>
      ${run.settings ? this.settings(run) : nothing} ${this.compact ? nothing : latencyTable(latencyOf(run))} ${this.changing ? this.form(run) : nothing} ${this.hint(run, entries)}`;
  }

  /** Of what came by an address: from where, and that it is gone with the tab unless it is kept. */
  private origin(run: Run) {
    const { kind, url = '' } = run.source;
    if (kind !== 'url') return nothing;
    const from = url.startsWith(CARRIED)
      ? 'came in the link itself'
      : `came by an address, from ${hostOf(run.source)}`;
    const { kept, problem } = shelf.value;
    return html`<span class="muted small" title=${url.startsWith(CARRIED) ? nothing : url}>${from}${
      kept.has(run)
        ? ', kept'
        : run.phase !== 'done' || problem || window.top !== window
          ? ', not kept'
          : html`, not kept. <button class="link" @click=${() => keepRun(run)}>Keep</button>`
    }</span>`;
  }

  /** A partial score says what it rests on, these facts too. */
  private hasBasis(run: Run, entries: number): boolean {
    return entries > 0 && saidOf(overallOf(run), isZero())?.complete === false;
  }

  /** The one figure of a run, with what it rests on. */
  private overall(run: Run) {
    const overall = overallOf(run);
    const said = saidOf(overall, isZero());
    if (!overall || !said) return errorSign(run);
    const title = `${scoreTitle('v4')}: ${said.basis}; 95 % CI ${said.interval}. With missing categories as 0, as in the official table: ${percent(overall.zero.value ?? 0)}.`;
    return html`<span title=${title}
        ><span class="muted">${scoreTitle('v4')}</span> <span class="share">${said.value}</span>
        <span class="muted">${said.range}${said.complete ? '' : `, ${said.basis}`}</span> ${errorSign(run)}</span
      >
      ${
        overall.own.basis.missing.length === 0
          ? nothing
          : html`<span><button class="link small" aria-pressed=${isZero()} @click=${toggleZero}>missing as 0</button>${term('missing-as-0')}</span>`
      }`;
  }

  private settings(run: Run) {
    const { settings } = run;
    if (!settings) return nothing;
    return html`<p class="settings muted">
      <span title=${settings.decoder_reason}>${term('decoder', 'decoder')} <code>${settings.decoder}</code> (${how(settings.decoder_from, settings.decoder_reason)})</span>;
      <span title=${settings.underscore_reason}>${dotsText(settings.underscore_to_dot)} (${how(settings.underscore_from, settings.underscore_reason)})</span>
      <button class="link" aria-expanded=${this.changing} @click=${() => (this.changing = !this.changing)}>change</button>
    </p>`;
  }

  private form(run: Run) {
    const { request, settings } = run;
    const under =
      request.underscore_to_dot === undefined ? '' : request.underscore_to_dot ? 'yes' : 'no';
    return html`<div class="form">
      <label>Decoder
        <select id="decoder">
          <option value="" ?selected=${!request.decoder}>automatic</option>
          ${description.value?.decoders.map(
            ({ name, summary }) =>
              html`<option value=${name} ?selected=${request.decoder === name}>${name}: ${summary}</option>`,
          )}
        </select>
      </label>
      <label><span>Function names use <code>_</code> for <code>.</code></span>
        <select id="underscore">
          ${[
            ['', `automatic${settings ? `: ${settings.underscore_to_dot ? 'yes' : 'no'}` : ''}`],
            ['yes', 'yes'],
            ['no', 'no'],
          ].map(
            ([value, text]) =>
              html`<option value=${value} ?selected=${under === value}>${text}</option>`,
          )}
        </select>
      </label>
      <button class="primary" @click=${() => this.apply(run)}>Score again</button>
      ${settings ? html`<p class="why muted small">decoder ${settings.decoder}, ${settings.decoder_reason}; ${dotsText(settings.underscore_to_dot)}, ${settings.underscore_reason}.</p>` : nothing}
    </div>`;
  }

  private apply(run: Run): void {
    const value = (id: string) =>
      this.renderRoot.querySelector<HTMLSelectElement>(`#${id}`)?.value ?? '';
    const underscore = value('underscore');
    this.changing = false;
    void rescore(run, {
      decoder: value('decoder') || undefined,
      underscore_to_dot: underscore === '' ? undefined : underscore === 'yes',
    });
  }

  /** Notes alone are no problem. */
  private problemsText({ problems }: Run): { sign: string; text: string } {
    const some = problems.filter((problem) => !isNote(problem)).length;
    return some > 0
      ? { sign: '! ', text: `${plural(some, 'problem')} in the files` }
      : { sign: '', text: `${plural(problems.length, 'note')} on the files` };
  }

  private problems(run: Run): void {
    const dialog = showDialog(
      this.problemsText(run).text,
      html`<p class="muted">Everything else in the files was scored.</p>
        <bx-file-problems .problems=${run.problems} @chosen=${() => dialog.close()}></bx-file-problems>`,
    );
  }

  /** Most of its entries are in no dataset here. */
  private hint(run: Run, entries: number) {
    const unknown = [...run.categories.values()].reduce((sum, counts) => sum + counts.unknown, 0);
    if (run.phase !== 'done' || unknown <= entries) return nothing;
    const are = unknown === 1 ? 'is' : 'are';
    // The finding on unknown ids is of the categories that the dataset has.
    const lacked = [...run.categories.values()].reduce(
      (sum, { total, unknown: some }) => sum + (total === null ? some : 0),
      0,
    );
    const apart =
      lacked > 0 && lacked < unknown
        ? `, ${count(lacked)} of them in categories that it does not have`
        : '';
    return html`<p class="hint">
      <span class="warn" aria-hidden="true">!</span> ${plural(unknown, 'entry', 'entries')} of this run
      ${
        run.dataset?.kind === 'sample'
          ? html`${are} not in the small sample dataset${apart}. Drop a copy of the official dataset (the folder that holds <code>data/</code>) on this page to score them.`
          : html`${are} not in the dataset ${run.dataset?.version ?? ''}${apart}.`
      }
    </p>`;
  }
}

// Doubtful ground truth: the module's audit over the runs that are shown or selected, the most suspicious entry first,
// with question, ground truth and responses side by side, and the totals without these entries.
import { LitElement, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../components/ground-truth.ts';
import '../../components/notice.ts';
import { questionTurns } from '../../components/question.ts';
import '../../components/working.ts';
import './review.ts';
import {
  CLASSES,
  LISTS,
  auditTable,
  categoryCounts,
  classCounts,
  className,
  probabilityWords,
  remarksOf,
  suspicious,
} from '../../lib/audit.ts';
import { count, coversText, namesOf, percent, plural, rankRange } from '../../lib/format.ts';
import type {
  AnswerGroup,
  AuditReport,
  AuditedEntry,
  AuditedScore,
  EntryDetail,
} from '../../lib/scorer-types.ts';
import { saveTable } from '../../state/save-table.ts';
import { rowOf } from '../../state/answers.ts';
import { auditOf, stopAudit } from '../../state/audit.ts';
import { download } from '../../state/download.ts';
import { pool } from '../../state/pool.ts';
import { route, routeTo, setParams } from '../../state/router.ts';
import { isBusy, settledOfOne } from '../../state/statistics.ts';
import { messageOf, type Run } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';
import { base } from '../../styles/base.ts';
import { figureTable, scrollingPage } from '../../styles/parts.ts';
import { auditStyles } from './audit-styles.ts';

/** Shown at once; more by a button. */
const PAGE = 100;
/** Entries of nearly the same question that are named. */
const NEAR = 5;
/** Scores of more runs are folded. */
const OPEN_SCORES = 8;

@customElement('bx-audit')
export class AuditElement extends LitElement {
  static override styles = [base, figureTable, scrollingPage, auditStyles];

  /** Those that are shown, or chosen. */
  @property({ attribute: false }) runs: readonly Run[] = [];
  @state() private most = PAGE;
  private seen = '';
  @state() private readonly details = new Map<string, EntryDetail | string>();

  constructor() {
    super();
    new Watch(this, route);
  }

  /** An entry that the address names comes into view, once. */
  override updated(): void {
    const { entry } = route.value.params;
    const open = entry && entry !== this.seen ? this.renderRoot.querySelector('li [open]') : null;
    if (!open) return;
    this.seen = entry ?? '';
    open.scrollIntoView();
  }

  private get settled(): Run[] {
    return settledOfOne(this.runs);
  }

  override render() {
    const runs = this.settled;
    const scoring = this.runs.filter(isBusy);
    if (runs.length < 2 && scoring.length > 0)
      return html`<bx-notice kind="loading">Scoring ${namesOf(scoring.map(({ name }) => name))}</bx-notice>`;
    if (runs.length < 2) {
      return html`<bx-notice heading="An audit needs at least two runs">
        An audit compares the responses of many runs. Ground truth is doubtful if otherwise accurate runs agree on another response.
        Load another run of the same dataset.
      </bx-notice>`;
    }
    const audit = auditOf(runs, () => this.requestUpdate());
    if (audit.phase === 'working') {
      const responses = runs.reduce(
        (sum, { categories }) =>
          sum + [...categories.values()].reduce((all, { entries }) => all + entries, 0),
        0,
      );
      return html`<bx-working label="Runs audited" .began=${audit.began} .done=${audit.runs} .total=${runs.length}
        @stop=${stopAudit}>Auditing ${plural(runs.length, 'run')}: ${audit.runs < runs.length ? `scoring ${plural(responses, 'response')} again in a separate worker` : 'comparing their responses'}</bx-working>`;
    }
    if (audit.phase === 'failed') {
      return html`<bx-notice kind="error" heading="The runs could not be audited">${audit.error}. Fewer runs take less memory: filter or select some.</bx-notice>
        <p class="after"><button @click=${audit.again}>Audit again</button></p>`;
    }
    return this.report(audit.report, runs);
  }

  private report(report: AuditReport, runs: readonly Run[]) {
    const { kind, category, entry, list } = route.value.params;
    const all = suspicious(report, kind, category, list);
    const ofList = suspicious(report, '', '', list);
    const shown = all.filter(({ id }, i) => i < this.most || id === entry);
    const asked = entry && !all.some(({ id }) => id === entry) ? entry : '';
    const apart = report.entries.find(({ id }) => id === asked);
    return html`<p class="lead">
        ${report.text}
        ${report.few_runs ? html`<span class="warn">!</span> ${report.few_runs}` : nothing}
      </p>
      ${report.malformed.length > 0 ? html`<p><span class="warn">!</span> ${plural(report.malformed.length, 'entry is', 'entries are')} malformed and not scored:</p><ul>${report.malformed.map(({ id, file, line, text }) => html`<li><span class="mono">${file}:${line}</span> ${id}: ${text}</li>`)}</ul>` : nothing}
      ${this.scores(report)}
      <div class="filters">
        <h2>${LISTS[list as keyof typeof LISTS] || 'Suspicious entries'}</h2>
        ${this.choice(
          'List',
          list ?? '',
          (['proof', 'likely_wrong', 'hard'] as const).map((one) => [
            one,
            `${LISTS[one]} (${count(report.lists[one])})`,
          ]),
          (value) => setParams({ list: value || undefined }),
        )}
        ${this.choice(
          'Class',
          kind ?? '',
          classCounts(ofList).map(([one, n]) => [one, `${CLASSES[one]} (${count(n)})`]),
          (value) => setParams({ kind: value || undefined }),
        )}
        ${this.choice(
          'Category',
          category ?? '',
          categoryCounts(ofList).map(([one, n]) => [one, `${one} (${count(n)})`]),
          (value) => setParams({ category: value || undefined }),
        )}
        <span class="muted num" role="status">${plural(all.length, 'entry', 'entries')}</span>
        <span class="grow"></span>
        <button title="Judge the suspicious entries without seeing the ground truth" @click=${() => setParams({ panel: 'review', entry: undefined })}>Review</button>
        <button @click=${() => download('audit.json', JSON.stringify(report, null, 2) + '\n', 'application/json')}>JSON</button>
        <button @click=${() => void saveTable('audit', auditTable(report))}>CSV</button>
      </div>
      ${all.length === 0 ? html`<bx-notice heading="No entries">${report.suspicious > 0 ? 'No entry matches this list, class and category.' : nothing}</bx-notice>` : nothing}
      ${
        asked
          ? html`<p class="lead"><span class="mono">${asked}</span> is not ${apart?.suspicious ? 'in this selection' : 'suspicious'}.</p>
            ${apart ? html`<ol>${this.entry(apart, runs, true)}</ol>` : nothing}`
          : nothing
      }
      <ol>
        ${shown.map((one) => this.entry(one, runs, one.id === entry))}
      </ol>
      ${shown.length < all.length ? html`<button @click=${() => (this.most += PAGE)}>${count(Math.min(PAGE, all.length - shown.length))} more</button>` : nothing}`;
  }

  private choice(
    label: string,
    value: string,
    options: (readonly [string, string])[],
    chosen: (value: string) => void,
  ) {
    return html`<select aria-label=${label} @change=${(event: Event) => chosen((event.target as HTMLSelectElement).value)}>
      <option value="" ?selected=${value === ''}>${label}: all</option>
      ${options.map(([one, text]) => html`<option value=${one} ?selected=${one === value}>${text}</option>`)}
    </select>`;
  }

  /** Without suspicious entries both scores are the same. */
  private scores({ totals, suspicious }: AuditReport) {
    if (suspicious === 0) return nothing;
    if (!totals) return html`<p class="muted">No totals: the runs share no entries that count.</p>`;
    // As wide beside the words as the ranges below are beside their figures.
    const head = (text: string) =>
      html`<th scope="col" class="num">${text}<span class="range"></span></th>`;
    const cells = ({
      score,
      interval_95: { low, high },
      rank,
      rank_low,
      rank_high,
    }: AuditedScore) =>
      html`<td class="num">${percent(score)}<span class="range"> ${percent(low)} to ${percent(high)}</span></td>
        <td class="num">${rank}<span class="range"> ${rankRange(rank_low, rank_high)}</span></td>`;
    const runs = [...totals.runs].sort((a, b) => a.all.rank - b.all.rank);
    return html`<details class="scores" ?open=${runs.length <= OPEN_SCORES && innerWidth > 600}>
      <summary>Overall scores and ranks without ${suspicious === 1 ? 'the suspicious entry' : `the ${count(suspicious)} suspicious entries`}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Scores without suspicious entries">
        <table>
          <thead>
            <tr>
              <th scope="col">Run</th>
              ${head(`all ${count(totals.entries)}`)} ${head('rank')} ${head(`without: ${count(totals.entries_without_suspicious)}`)} ${head('rank')}
            </tr>
          </thead>
          <tbody>
            ${runs.map(({ label, repeats, all, without_suspicious: rest }) => html`<tr><th scope="row">${repeats ? label : html`<a href=${routeTo('results', { run: label })}>${label}</a>`}</th>${cells(all)}${cells(rest)}</tr>`)}
          </tbody>
        </table>
      </div>
      <p class="muted small">${totals.leaderboard === 'own' ? 'Accuracy' : `Overall ${totals.leaderboard}`}${totals.tag_weights ? ' with tag weights,' : ''} over the entries that all runs share (${coversText(totals.weight)}), with 95 % CIs and 95 % rank ranges.</p>
    </details>`;
  }

  private entry(entry: AuditedEntry, runs: readonly Run[], open: boolean) {
    if (open) this.ask(entry);
    return html`<li>
      <details ?open=${open} @toggle=${(event: Event) => this.toggled(entry, (event.target as HTMLDetailsElement).open)}>
        <summary>
          <span class="mono id" title=${entry.id}>${entry.id}</span>
          <span class="num">${entry.list === 'hard' ? 'hard' : probabilityWords(entry.probability_text)}</span>
          <span class="muted num">${count(entry.passes)} of ${count(entry.runs)} passed</span>
          <span class="classes">${entry.classes.map((one) => html`<span class="class">${CLASSES[one]}</span>`)}</span>
          <span class="reason">${entry.evidence[0]?.text ?? ''}</span>
        </summary>
        ${open ? this.detail(entry, runs) : nothing}
      </details>
    </li>`;
  }

  private detail(entry: AuditedEntry, runs: readonly Run[]) {
    const known = this.details.get(entry.id);
    const run = runs.find((one) => rowOf(one, entry.id));
    return html`<div class="open">
      ${entry.evidence.map(({ name, text }) => html`<p><strong>${className(name)}</strong> ${text}</p>`)}
      ${remarksOf(entry.alternative?.text, entry.correction_text).map(({ name, text }) => html`<p><strong>${name}</strong> ${text}</p>`)}
      ${entry.near_duplicates.length > 0 ? html`<p class="muted">Near duplicates: <span class="mono">${entry.near_duplicates.slice(0, NEAR).join(', ')}</span>${entry.near_duplicates.length > NEAR ? html` and ${count(entry.near_duplicates.length - NEAR)} more` : nothing}</p>` : nothing}
      <div class="sides">
        <section aria-label="Question">
          <h3>Question</h3>
          ${typeof known === 'string' ? html`<p class="fail">${known}</p>` : known ? questionTurns(known.question) : html`<p class="muted">…</p>`}
        </section>
        <section aria-label="Ground truth">
          <h3>Ground truth</h3>
          ${typeof known === 'object' ? html`<bx-ground-truth .value=${known.ground_truth}></bx-ground-truth>` : nothing}
        </section>
        <section aria-label="Responses">
          <h3>Responses</h3>
          ${entry.passes > 0 ? html`<p><span class="pass">✓</span> ${plural(entry.passes, 'run')} passed</p>` : nothing}
          ${entry.answers.map((one) => this.answer(one))}
          ${entry.different_answers > entry.answers.length ? html`<p class="muted">${plural(entry.different_answers - entry.answers.length, 'other response')}</p>` : nothing}
        </section>
      </div>
      ${run ? html`<p><a href=${routeTo('results', { run: run.name, entry: entry.id, panel: 'runs' })}>Open the entry</a></p>` : nothing}
    </div>`;
  }

  private answer({ count: number, decoded, answer, error_type, runs }: AnswerGroup) {
    return html`<div class="answer">
      <p><span class="fail">✕</span> ${plural(number, 'run')} <span class="muted">${error_type}</span></p>
      <p>${answer ? html`<code>${answer}</code>` : html`<span class="muted">${decoded ? 'not shown: each of these responses occurs once' : 'could not be decoded'}</span>`}</p>
      <p class="muted small names" title=${runs.join(', ')}>${runs.slice(0, 6).join(', ')}${runs.length > 6 ? ` and ${count(runs.length - 6)} more` : ''}</p>
    </div>`;
  }

  private toggled({ id }: AuditedEntry, open: boolean): void {
    const { entry } = route.value.params;
    if (open && entry !== id) {
      this.seen = id;
      setParams({ entry: id });
    }
    if (!open && entry === id) setParams({ entry: undefined });
  }

  private ask({ id, category }: AuditedEntry): void {
    if (this.details.has(id)) return;
    const ref = this.settled[0]?.dataset?.ref;
    if (!ref) return;
    const settle = (value: EntryDetail | string): void => {
      this.details.set(id, value);
      this.requestUpdate();
    };
    pool
      .scope(ref)
      .call('entry', category, id)
      .then(
        (detail) => settle(detail ?? 'The dataset has no such entry.'),
        (error: unknown) => settle(messageOf(error)),
      );
  }
}

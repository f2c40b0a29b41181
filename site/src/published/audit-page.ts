// What the audit finds: entries whose ground truth is doubtful given the responses, and scores without them.
import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../components/notice.ts';
import { base } from '../styles/base.ts';
import { count, percent, plural, rankRange } from '../lib/format.ts';
import {
  toEntry,
  toModel,
  type AuditFile,
  type BoardIndex,
  type RankedScore,
  rowsOf,
} from '../lib/published.ts';
import { auditFile } from './data.ts';
import { Load } from './load.ts';
import { intervalText } from './categories-table.ts';
import { suspicionHead, suspicionLines } from './suspicion.ts';
import { pageStyles } from './styles.ts';

/** More are in the JSON. */
const MOST = 300;

@customElement('bx-published-audit')
export class AuditPage extends LitElement {
  static override styles = [base, pageStyles];

  @property({ attribute: false }) board!: BoardIndex;
  private readonly load = new Load<AuditFile>(this);

  constructor() {
    super();
    this.load.ask('audit', auditFile);
  }

  override render() {
    const { value, error } = this.load;
    if (error)
      return html`<h1>Audit</h1><bx-notice kind="error" heading="The audit could not be loaded">${error}</bx-notice>`;
    if (!value) return html`<h1>Audit</h1><bx-notice kind="loading">Loading the audit</bx-notice>`;
    return html`<div class="head"><h1>Audit</h1><span class="grow"></span><a href="./data/audit.json">JSON</a></div>
      <p class="text">${value.text} ${value.few_runs ?? ''}</p>
      ${value.entries.length === 0 ? this.certain(value) : this.found(value)}`;
  }

  private found(value: AuditFile) {
    return html`${this.scores(value)}
      ${this.certain(value)}
      <section aria-label="Suspicious entries">
        <h2>Suspicious entries</h2>
        ${value.entries.slice(0, MOST).map(
          (one) => html`<div class="answer">
            <div><a class="mono" href=${toEntry(one.id)}>${one.id}</a> ${suspicionHead(this.board, one)}</div>
            ${suspicionLines(this.board, one)}
          </div>`,
        )}
        ${value.entries.length > MOST ? html`<p class="muted">${count(value.entries.length - MOST)} more are in the JSON.</p>` : nothing}
      </section>`;
  }

  private scores({ scores, scored, scored_without, tag_weights }: AuditFile) {
    if (scores.length === 0)
      return html`<p class="muted text">No totals: the models have no scored entries in common.</p>`;
    const label = 'Scores without suspicious entries';
    return html`<section>
      <h2>${label}</h2>
      ${this.table(label, scored, scored_without, scores, tag_weights)}
    </section>`;
  }

  /** Proven errors and corrected entries are left out: what is suspicious alone stays in. */
  private certain({ certain, scores, scored, tag_weights }: AuditFile) {
    if (!certain || certain.entries === 0 || certain.scores.length === 0) return nothing;
    const all = new Map(scores.map((one) => [one.name, one.all]));
    const both = certain.scores.flatMap(({ name, without }) => {
      const official = all.get(name);
      return official && without ? [{ name, all: official, without }] : [];
    });
    return html`<section aria-label="Proven and corrected entries">
      <h2>Scores without proven errors</h2>
      <p class="text">${plural(certain.entries, 'entry has', 'entries have')} a proven error${certain.errata === null ? nothing : html` or a correction in the errata “${certain.errata}”`}. ${certain.text}</p>
      ${both.length === 0 ? nothing : this.table('Scores without proven and corrected entries', scored, certain.scored_without, both, tag_weights)}
    </section>`;
  }

  private table(
    label: string,
    scored: number,
    rest: number,
    scores: AuditFile['scores'],
    tag_weights: AuditFile['tag_weights'],
  ) {
    const labels = new Map(rowsOf(this.board).map(({ name, label: shown }) => [name, shown]));
    const cells = ({ score, interval_95: range, rank, rank_low, rank_high }: RankedScore) =>
      html`<td class="num">${percent(score)}</td><td class="num wide muted">${intervalText(range)}</td><td class="num">${rank} <span class="wide muted">(${rankRange(rank_low, rank_high)})</span><span class="narrow">${rankRange(rank_low, rank_high)}</span></td>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
      <table>
        <thead>
          <tr><th scope="col">Model</th><th scope="col" class="num" title="over ${plural(scored, 'entry', 'entries')}">All</th><th scope="col" class="num wide">95 % CI</th><th scope="col" class="num">Rank</th>
            <th scope="col" class="num" title="over ${plural(rest, 'entry', 'entries')}">Without</th><th scope="col" class="num wide">95 % CI</th><th scope="col" class="num">Rank</th></tr>
        </thead>
        <tbody>
          ${[...scores].sort((a, b) => a.all.rank - b.all.rank).map(({ name, all, without }) => html`<tr><th scope="row"><a href=${toModel(name)}>${labels.get(name) ?? name}</a></th>${cells(all)}${cells(without)}</tr>`)}
        </tbody>
      </table>
      ${tag_weights ? html`<p class="muted">Accuracies with tag weights.</p>` : nothing}
    </div>`;
  }
}

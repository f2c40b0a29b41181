// Runs that are repeats of one model, as the module recognizes them by their manifests: a line for each model, which
// opens into what the repeats say and the single runs.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { ends } from '../../components/ends.ts';
import { folded } from '../../components/folded.ts';
import { base } from '../../styles/base.ts';
import { figureTable } from '../../styles/parts.ts';
import { plural, withMinus } from '../../lib/format.ts';
import type {
  LeaderboardName,
  RepeatGroup,
  RepeatsAnswer,
  TextTable,
} from '../../lib/scorer-types.ts';
import { Question } from '../../state/question.ts';
import { askRepeats, mayRepeat } from '../../state/repeats.ts';
import { routeTo } from '../../state/router.ts';
import { runs, type Run } from '../../state/runs.ts';
import { keyOf } from '../../state/statistics.ts';
import { Watch } from '../../state/watch.ts';

@customElement('bx-repeats')
export class Repeats extends LitElement {
  static override styles = [
    base,
    figureTable,
    css`
      :host {
        display: block;
      }
      section,
      [role='alert'] {
        padding: 8px 16px;
      }
      h2 {
        padding-bottom: 4px;
      }
      details {
        padding: 4px 0;
      }
      summary {
        cursor: pointer;
        min-height: 24px;
      }
      .said {
        display: grid;
        gap: 4px;
        padding: 4px 0 8px;
        max-width: 100ch;
      }
      table {
        width: auto;
      }
      h2,
      summary,
      .links a {
        overflow-wrap: anywhere;
      }
      .name {
        display: flex;
        max-width: 40ch;
        white-space: nowrap;
      }
      @media (max-width: 600px) {
        .name {
          max-width: 14ch;
        }
      }
      .links {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
        padding-top: 8px;
      }
      .links a {
        line-height: 24px;
      }
    `,
  ];

  @property({ attribute: false }) runs: readonly Run[] = [];
  @property() version: LeaderboardName = 'v4';
  /** Too few runs to be repeats. */
  private few = true;
  private readonly answer = new Question<RepeatsAnswer>(this);

  constructor() {
    super();
    // Runs change inside, as they are scored.
    new Watch(this, runs);
  }

  override willUpdate(): void {
    const { version } = this;
    const asked = mayRepeat(this.runs);
    this.few = asked.length < 2;
    if (!this.few) this.answer.ask(keyOf(asked, version), () => askRepeats(asked, version));
  }

  override render() {
    if (this.few) return nothing;
    const { answer, error } = this.answer;
    if (error)
      return html`<p role="alert"><span class="fail" aria-hidden="true">✕</span> ${error}</p>`;
    return answer ? this.groups(answer) : nothing;
  }

  private groups({ groups, overview }: RepeatsAnswer) {
    if (groups.length === 0) return nothing;
    return html`<section aria-label="Repeats">
      <h2>Repeats</h2>
      ${folded(
        groups.length,
        `${plural(groups.length, 'model')} with repeats`,
        html`${this.table(overview, 'Models with repeats')} ${groups.map((group) => this.group(group))}`,
      )}
    </section>`;
  }

  private group({ heading, reason, runs: names, texts, table }: RepeatGroup) {
    return html`<details>
      <summary>${heading} <span class="muted">(${reason})</span></summary>
      <div class="said">${texts.map((text) => html`<p>${withMinus(text)}</p>`)}</div>
      ${this.table(table, `pass@k and pass^k of ${heading}`)}
      <p class="links">${names.map((name) => html`<a href=${routeTo('results', { run: name })}>${name}</a>`)}</p>
    </details>`;
  }

  private table({ columns, rows }: TextTable, label: string) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
      <table>
        <thead>
          <tr>${columns.map((name, i) => html`<th scope="col" class=${i > 0 ? 'num' : ''}>${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map((cells) => html`<tr>${cells.map((cell, i) => (i > 0 ? html`<td class="num">${withMinus(cell)}</td>` : html`<td><span class="name" title=${cell}>${ends(cell)}</span></td>`))}</tr>`)}
        </tbody>
      </table>
    </div>`;
  }
}

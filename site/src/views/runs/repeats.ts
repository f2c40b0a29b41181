// Runs that are repeats of one model, as the module recognizes them by their manifests: a line for each model, which
// opens into what the repeats say and the single runs. With `pair`, two models by the means of their repeats.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { ends } from '../../components/ends.ts';
import { folded } from '../../components/folded.ts';
import { base } from '../../styles/base.ts';
import { figureTable } from '../../styles/parts.ts';
import { plural } from '../../lib/format.ts';
import { collator } from '../../lib/matrix.ts';
import type {
  LeaderboardName,
  RepeatGroup,
  RepeatsAnswer,
  TextTable,
} from '../../lib/scorer-types.ts';
import { askedScore } from '../../state/own-score.ts';
import { pool } from '../../state/pool.ts';
import { Question } from '../../state/question.ts';
import { routeTo } from '../../state/router.ts';
import { runs, type Run } from '../../state/runs.ts';
import { isSettled, judged, keyOf, packed } from '../../state/statistics.ts';
import { Watch } from '../../state/watch.ts';

/** Those that may be repeats, as their manifests say, by name. */
const mayRepeat = (some: readonly Run[]): Run[] =>
  some
    .filter((run) => isSettled(run) && run.manifest?.repeat)
    .sort((a, b) => collator.compare(a.name, b.name));

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
  /** Two runs: their models are compared, with all their repeats. */
  @property({ attribute: false }) pair: readonly [Run, Run] | null = null;
  /** Too few runs to be repeats. */
  private few = true;
  private readonly answer = new Question<RepeatsAnswer>(this);

  constructor() {
    super();
    // Runs change inside, as they are scored.
    new Watch(this, runs);
  }

  /** For a pair the runs of its models, those of the first before the others. */
  private get asked(): Run[] {
    const all = mayRepeat(this.runs);
    if (!this.pair) return all;
    const [a, b] = this.pair;
    const like = (one: Run): Run[] => {
      const key = one.manifest?.repeat?.key;
      const others = key ? all.filter((run) => run.manifest?.repeat?.key === key) : [];
      return [one, ...others.filter((run) => run !== one)];
    };
    return [...new Set([...like(a), ...like(b)])];
  }

  override willUpdate(): void {
    const { asked, version } = this;
    this.few = asked.length < 2 || !asked.some(({ manifest }) => manifest?.repeat);
    if (this.few || !asked.every(isSettled)) return;
    this.answer.ask(keyOf(asked, version), () =>
      pool.call('repeats', {
        ...askedScore(version),
        runs: asked.map((run) => ({
          ...packed(judged(run)),
          repeat: run.manifest?.repeat ?? null,
        })),
      }),
    );
  }

  override render() {
    if (this.few) return nothing;
    const { answer, error } = this.answer;
    if (error)
      return html`<p role="alert"><span class="fail" aria-hidden="true">✕</span> ${error}</p>`;
    if (!answer) return nothing;
    return this.pair ? this.compared(answer) : this.groups(answer);
  }

  private compared({ comparisons }: RepeatsAnswer) {
    return comparisons.slice(0, 1).map(
      ({ heading, texts }) => html`<section aria-label="Means of repeats">
        <h2>${heading}</h2>
        <div class="said">${texts.map((text) => html`<p>${text}</p>`)}</div>
      </section>`,
    );
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
      <div class="said">${texts.map((text) => html`<p>${text}</p>`)}</div>
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
          ${rows.map((cells) => html`<tr>${cells.map((cell, i) => (i > 0 ? html`<td class="num">${cell}</td>` : html`<td><span class="name" title=${cell}>${ends(cell)}</span></td>`))}</tr>`)}
        </tbody>
      </table>
    </div>`;
  }
}

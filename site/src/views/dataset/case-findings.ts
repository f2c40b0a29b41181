// What `bfclx dataset validate` finds in the reader's own benchmark: a line with the counts, which opens into the findings by
// kind, each with its cases.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { base } from '../../styles/base.ts';
import { count, plural } from '../../lib/format.ts';
import type { CaseFindingGroup } from '../../lib/scorer-types.ts';
import { caseFindings, findInCases } from '../../state/case-findings.ts';
import { dataset } from '../../state/dataset.ts';
import { routeTo, setParams } from '../../state/router.ts';
import { Watch } from '../../state/watch.ts';

const FEW = 5;
const SIGNS: Record<CaseFindingGroup['severity'], { sign: string; tone: string }> = {
  error: { sign: '✕', tone: 'fail' },
  warning: { sign: '!', tone: 'warn' },
  info: { sign: 'i', tone: 'muted' },
};

/** "1 error, 2 warnings"; empty where there is none. */
export function findingCounts(groups: readonly CaseFindingGroup[]): string {
  const of = (severity: CaseFindingGroup['severity']): number =>
    groups.reduce((sum, group) => sum + (group.severity === severity ? group.count : 0), 0);
  return [
    [of('error'), 'error'] as const,
    [of('warning'), 'warning'] as const,
    [of('info'), 'hint'] as const,
  ]
    .filter(([number]) => number > 0)
    .map(([number, word]) => plural(number, word))
    .join(', ');
}

@customElement('bx-case-findings')
export class CaseFindingsElement extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        padding: 0 16px 8px;
      }
      :host([brief]) {
        padding: 0;
      }
      summary {
        cursor: pointer;
        min-height: 24px;
      }
      .all {
        max-height: 40dvh;
        overflow: auto;
      }
      h3 {
        margin: 8px 0 2px;
      }
      p {
        max-width: 100ch;
      }
      ul {
        display: grid;
        gap: 2px;
        padding: 4px 0;
      }
      li {
        overflow-wrap: anywhere;
      }
    `,
  ];

  /** Only the counts, as a link to all. */
  @property({ type: Boolean }) brief = false;
  /** Kinds whose cases are all shown. */
  @state() private whole: readonly string[] = [];

  constructor() {
    super();
    new Watch(this, dataset, caseFindings);
  }

  override willUpdate(): void {
    findInCases();
  }

  override render() {
    const { key, groups, error } = caseFindings.value;
    if (!key) return nothing;
    if (error)
      return html`<p role="alert"><span class="fail" aria-hidden="true">✕</span> The cases could not be validated: ${error}</p>`;
    if (!groups) return html`<p class="muted" role="status">Validating the cases …</p>`;
    const counts = findingCounts(groups);
    if (!counts)
      return html`<p role="status"><span class="pass" aria-hidden="true">✓</span> No problems with the cases were found.</p>`;
    if (this.brief)
      return html`<p role="status"><a href=${routeTo('dataset')}>Doubtful cases: ${counts}</a></p>`;
    return html`<details>
      <summary role="status">Doubtful cases: ${counts}</summary>
      <div class="all" tabindex="0" role="region" aria-label="Findings about the cases">${groups.map((group) => this.group(group))}</div>
    </details>`;
  }

  private group(group: CaseFindingGroup) {
    const { code, severity, title, effect, advice, cases, count: number } = group;
    const { sign, tone } = SIGNS[severity];
    const key = `${severity} ${code}`;
    const some = this.whole.includes(key) ? cases : cases.slice(0, FEW);
    return html`<section>
      <h3><span class=${tone} role="img" aria-label=${severity}>${sign}</span> ${title} <span class="muted">${count(number)}</span></h3>
      <p>${effect} <span class="muted">${advice}</span></p>
      <ul>${some.map((one) => this.line(one, code))}</ul>
      ${
        some.length < cases.length
          ? html`<button class="link" @click=${() => (this.whole = [...this.whole, key])}>Show all ${count(cases.length)}</button>`
          : number > cases.length
            ? html`<p class="muted small">and ${count(number - cases.length)} more; bfclx dataset validate --format json lists all</p>`
            : nothing
      }
    </section>`;
  }

  private line(
    { id, own_id, file, line, text, other }: CaseFindingGroup['cases'][number],
    code: string,
  ) {
    const name = html`<code>${id}</code>${own_id ? html` (<code>${own_id}</code>)` : nothing}`;
    const place = file && line ? `${file}:${line}` : '';
    // What is malformed is no entry that could be opened.
    const shown =
      id === null
        ? nothing
        : code === 'malformed'
          ? name
          : html`<button class="link" title=${place || nothing} @click=${() => setParams({ entry: id, panel: undefined }, { push: true })}>${name}</button>`;
    return html`<li>${shown} ${text}${other ? html` <span class="muted">(${other})</span>` : nothing}${code === 'malformed' && place ? html` <span class="muted">${place}</span>` : nothing}</li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'bx-case-findings': CaseFindingsElement;
  }
}

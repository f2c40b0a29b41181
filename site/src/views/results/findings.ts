// Problems that distort the score, above the results of a run: errors and warnings first, infos folded, each with
// its effect on the score, what to do, and the entries that it concerns.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { docsLink } from '../../app/docs-link.ts';
import { term } from '../../components/term.ts';
import { base } from '../../styles/base.ts';
import { count, plural } from '../../lib/format.ts';
import { SIGNS, mending, parts, ranked, tally } from '../../lib/findings.ts';
import type { Finding, FindingExample } from '../../lib/scorer-types.ts';
import { diagnoseNow, diagnosisOf } from '../../state/diagnosis.ts';
import { route, setParams } from '../../state/router.ts';
import { rescore, type Run } from '../../state/runs.ts';
import { Watch } from '../../state/watch.ts';

/** Plain text with its code. */
const prose = (text: string) =>
  parts(text).map((part) => (part.code ? html`<code>${part.text}</code>` : part.text));

@customElement('bx-findings')
export class Findings extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        padding: 0 8px;
      }
      .head {
        display: flex;
        gap: 12px;
        align-items: baseline;
        padding-bottom: 4px;
      }
      .list {
        padding-bottom: 16px;
      }
      summary {
        display: grid;
        grid-template-columns: 8px 16px minmax(0, 58ch) 5ch minmax(0, 1fr);
        gap: 0 10px;
        align-items: baseline;
        min-height: 24px;
        margin: 0 -8px;
        padding: 2px 8px;
        border-radius: var(--radius);
        cursor: pointer;
        list-style: none;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      summary:hover {
        background: var(--hover);
      }
      summary::before {
        content: '›';
        color: var(--accent);
        transition: transform 150ms ease-out;
      }
      details[open] > summary::before {
        transform: rotate(90deg);
      }
      details[open] .title {
        white-space: normal;
      }
      .sign {
        text-align: center;
        font-weight: 600;
      }
      .change {
        display: inline-block;
        padding-right: 12px;
        color: var(--ink);
      }
      .change:empty {
        padding: 0;
      }
      /* The categories of all stand below each other. */
      @media (min-width: 901px) {
        .list:has(.change:not(:empty)) .change {
          min-width: 24ch;
        }
      }
      .more > summary {
        display: inline-flex;
        margin: 0;
        padding: 0;
        color: var(--accent);
        font-size: var(--s12);
      }
      .body {
        display: grid;
        gap: 8px;
        padding: 4px 0 12px 44px;
      }
      .body p {
        max-width: 90ch;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      .examples li {
        display: grid;
        grid-template-columns: minmax(0, 30ch) 8ch minmax(0, 1fr);
        gap: 0 12px;
        min-height: 24px;
        align-items: center;
      }
      .examples code {
        color: var(--muted);
      }
      /* High enough for the line below the letters. */
      .examples .cut {
        line-height: 24px;
      }
      button.link {
        justify-content: start;
        min-width: 0;
      }
      /* The places have a line of their own: beside the title they would be cut. */
      @media (max-width: 900px) {
        summary {
          grid-template-columns: 8px 16px minmax(0, 1fr) auto;
        }
        .title {
          white-space: normal;
        }
        .places {
          grid-column: 3 / -1;
        }
      }
      @media (max-width: 600px) {
        .body {
          padding-left: 0;
        }
        .examples code {
          grid-column: 1 / -1;
        }
        .examples li {
          grid-template-columns: minmax(0, 1fr) auto;
          padding: 4px 0;
        }
      }
      @media (pointer: coarse) {
        summary,
        button.link {
          min-height: 40px;
        }
        summary {
          align-items: center;
        }
      }
    `,
  ];

  @property({ attribute: false }) run: Run | null = null;
  /** The run changes inside; its version redraws. */
  @property({ type: Number }) version = 0;

  constructor() {
    super();
    new Watch(this, route);
  }

  override render() {
    const { run } = this;
    const diagnosis = run ? diagnosisOf(run) : { phase: 'none' as const };
    if (!run || diagnosis.phase === 'none') return nothing;
    const findings = diagnosis.phase === 'done' ? diagnosis.findings : [];
    // One region for all, so that what comes is said; what was unfolded stays with its run.
    return html`<div role="status">${this.state(run)}</div>
      ${findings.length > 0 ? keyed(run.stop, this.list(run, findings)) : nothing}`;
  }

  private state(run: Run) {
    const diagnosis = diagnosisOf(run);
    if (diagnosis.phase === 'waiting')
      return html`<p class="small list"><button class="link" @click=${() => diagnoseNow(run)}>Look for problems that distort the score</button></p>`;
    if (diagnosis.phase === 'working')
      return html`<p class="muted small list">Looking for problems that distort the score …</p>`;
    if (diagnosis.phase === 'failed') {
      return html`<p class="small list"><span class="warn" aria-hidden="true">!</span>
        The search for problems that distort the score failed: ${diagnosis.error}
        <button class="link" @click=${() => diagnoseNow(run)}>Try again</button></p>`;
    }
    if (diagnosis.phase === 'none') return nothing;
    const said = tally(diagnosis.findings);
    if (said)
      return html`<div class="head"><h2>${term('finding', 'Findings')}</h2><span class="muted small">${said}</span></div>`;
    const flawed = run.problems.some(({ fatal }) => fatal);
    return html`<p class="muted small list"><span class="pass" aria-hidden="true">✓</span>
      No problem that distorts the score was found${flawed ? ' in the responses that could be scored' : ''}.</p>`;
  }

  private list(run: Run, findings: Finding[]) {
    const { grave, infos } = ranked(findings);
    return html`<div class="list">
      ${grave.map((finding) => this.finding(run, finding))}
      ${
        infos.length === 0
          ? nothing
          : html`<details class="more"><summary>${plural(infos.length, 'info finding')}</summary>
            ${infos.map((finding) => this.finding(run, finding))}</details>`
      }
    </div>`;
  }

  private finding(run: Run, finding: Finding) {
    const { sign, tone } = SIGNS[finding.severity];
    return html`<details data-code=${finding.code}>
      <summary>
        <span class="sign ${tone}" aria-hidden="true">${sign}</span>
        <span class="title cut"><span class="sr">${finding.severity}: </span>${prose(finding.title)}</span>
        <span class="num">${count(finding.count)}</span>
        <span class="places muted small cut"><span class="change" title="change in passed entries if this is fixed">${finding.change_text}</span> ${finding.places_text}</span>
      </summary>
      <div class="body">
        <p>${prose(finding.effect)}</p>
        <p>${prose(finding.advice)} ${docsLink('More', `reference/findings/#${finding.code}`)}</p>
        ${this.actions(run, finding)}
        <ul class="examples" aria-label="Examples">
          ${finding.examples.map((example) => this.example(example))}
          ${
            finding.count > finding.examples.length
              ? html`<li class="muted small">and ${count(finding.count - finding.examples.length)} more</li>`
              : nothing
          }
        </ul>
      </div>
    </details>`;
  }

  private actions(run: Run, finding: Finding) {
    const mend = mending(finding);
    const on = route.value.params.finding === finding.code;
    const number = finding.ids.length;
    if (!mend && number < 2) return nothing;
    return html`<div class="actions">
      ${mend ? html`<button class="primary" @click=${() => rescore(run, finding.settings ?? {})}>Score again ${mend}</button>` : nothing}
      ${
        number > 1
          ? html`<button aria-pressed=${on} @click=${() => this.filter(on ? undefined : finding.code)}>
            Show only these ${count(number)} entries
          </button>`
          : nothing
      }
    </div>`;
  }

  /** Only the entries of a finding, whatever the table was filtered by before. */
  private filter(finding: string | undefined): void {
    setParams({
      finding,
      q: undefined,
      verdict: undefined,
      category: undefined,
      error: undefined,
      language: undefined,
    });
  }

  private example({ id, file, line, text }: FindingExample) {
    const name = file.split('/').pop() ?? '';
    return html`<li>
      ${
        id
          ? html`<button class="link mono" @click=${() => this.open(id)}><span class="cut">${id}</span></button>`
          : html`<span class="mono cut">${name}</span>`
      }
      <span class="muted small" title=${name}>${line === null ? '' : `line ${count(line)}`}</span>
      <code class="cut" title=${text}>${text}</code>
    </li>`;
  }

  private open(entry: string): void {
    const first = !route.value.params.entry;
    setParams({ entry, turn: undefined, step: undefined }, { push: first });
  }
}

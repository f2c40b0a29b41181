// The problems in the files of a run. With a response that tells no entry stand the entries that it may be of, to score it
// against one; the run stays as it is.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { count } from '../../lib/format.ts';
import { sentence } from '../../lib/forms.ts';
import type { FoundReply } from '../../lib/scorer-types.ts';
import { scoreAs } from '../../state/forms.ts';
import type { Run } from '../../state/runs.ts';
import { base } from '../../styles/base.ts';
import type { FileProblem } from '../../worker/protocol.ts';
import { candidateList, candidateStyles } from '../score/candidates.ts';

@customElement('bx-nameless')
export class Nameless extends LitElement {
  static override styles = [
    base,
    candidateStyles,
    css`
      summary {
        min-height: 24px;
        color: var(--accent);
        cursor: pointer;
      }
    `,
  ];

  @property({ attribute: false }) reply!: FoundReply;
  override render() {
    const { candidates, entries_count: total, line, text } = this.reply;
    const choose = (id: string): void => {
      this.dispatchEvent(new CustomEvent('chosen'));
      scoreAs(id, text);
    };
    return html`<details>
      <summary aria-label="Score the response of line ${line} against an entry">Score it against an entry</summary>
      ${candidateList(candidates, total, choose)}
    </details>`;
  }
}

/** More are counted. */
const MOST = 500;

/** `close`: called when a response is shown against an entry. */
export function fileProblems({ problems }: Pick<Run, 'problems'>, close: () => void) {
  const line = (problem: FileProblem) => {
    const { response } = problem;
    return html`<li>${sentence(problem)}${response && response.candidates.length > 0 ? html`<bx-nameless .reply=${response} @chosen=${close}></bx-nameless>` : nothing}</li>`;
  };
  return html`<ul>${problems.slice(0, MOST).map(line)}</ul>
    ${problems.length > MOST ? html`<p class="muted">and ${count(problems.length - MOST)} more</p>` : nothing}`;
}

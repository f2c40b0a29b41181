// The problems in the files of a run. With a response that tells no entry stand the entries that it may be of, to score it
// against one; the run stays as it is.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { count } from '../../lib/format.ts';
import { sentence } from '../../lib/forms.ts';
import type { FoundReply, Problem } from '../../lib/scorer-types.ts';
import { scoreAs } from '../../state/forms.ts';
import { pool } from '../../state/pool.ts';
import type { Run } from '../../state/runs.ts';
import { base } from '../../styles/base.ts';
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
  /** The file that it is in. */
  @property({ attribute: false }) file!: Blob;

  override render() {
    const { candidates, entries_count: total, line } = this.reply;
    return html`<details>
      <summary aria-label="Score the response of line ${line} against an entry">Score it against an entry</summary>
      ${candidateList(candidates, total, (id) => void this.choose(id))}
    </details>`;
  }

  private async choose(id: string): Promise<void> {
    const { lines } = await pool.call('recognise', this.file, id);
    const text = (await lines.text()).split('\n')[this.reply.line - 1] ?? '';
    this.dispatchEvent(new CustomEvent('chosen'));
    scoreAs(id, text);
  }
}

/** More are counted. */
const MOST = 500;

/** `close`: called when a response is shown against an entry. */
export function fileProblems({ files, problems }: Run, close: () => void) {
  const offered = (problem: Problem) => {
    const file = problem.nameless && files.find(({ path }) => path === problem.file);
    const reply = file && file.nameless?.find(({ line }) => line === problem.line);
    return reply && reply.candidates.length > 0 ? { reply, file: file.blob } : null;
  };
  // A candidate stands in the list of its response.
  const told = problems.filter((one) => one.fatal || !offered(one));
  const line = (problem: Problem) => {
    const one = offered(problem);
    return html`<li>${sentence(problem)}${one ? html`<bx-nameless .reply=${one.reply} .file=${one.file} @chosen=${close}></bx-nameless>` : nothing}</li>`;
  };
  return html`<ul>${told.slice(0, MOST).map(line)}</ul>
    ${told.length > MOST ? html`<p class="muted">and ${count(told.length - MOST)} more</p>` : nothing}`;
}

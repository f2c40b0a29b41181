// Candidate entries for a response without an id: the first line of each question, and a button that scores the
// response against that entry. Nothing is scored before one is chosen.
import { css, html, nothing } from 'lit';
import { count, plural } from '../../lib/format.ts';
import type { EntryCandidate as Candidate } from '../../lib/scorer-types.ts';

export const candidateStyles = css`
  .candidates {
    display: grid;
    max-height: 320px;
    overflow: auto;
    border-top: 1px solid var(--line);
    border-bottom: 1px solid var(--line);
  }
  .candidates button {
    display: grid;
    grid-template-columns: 24ch minmax(0, 1fr);
    gap: 0 16px;
    width: 100%;
    min-height: 28px;
    padding: 4px 8px;
    border: 0;
    border-radius: 0;
    background: none;
    color: var(--ink);
    text-align: left;
  }
  .candidates button:hover {
    background: var(--hover);
  }
  .candidates code {
    color: var(--accent);
  }
  @media (max-width: 600px) {
    .candidates button {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

/** How many entries have the functions that the response calls. */
export function candidatesText(total: number, functions: number): string {
  if (functions === 0) return 'No call can be parsed in it.';
  const these = functions > 1 ? 'these functions' : 'this function';
  if (total === 0) return `No single-turn entry of the dataset has ${these}.`;
  const have = total === 1 ? 'has' : 'have';
  return `${plural(total, 'entry', 'entries')} ${have} ${these}. Choose the entry that the response belongs to.`;
}

/** Those whose parameters fit come first; the order is the dataset's otherwise. */
export const byFit = (candidates: readonly Candidate[]): Candidate[] =>
  [...candidates].sort((a, b) => Number(b.arguments_fit) - Number(a.arguments_fit));

export function candidateList(
  candidates: readonly Candidate[],
  total: number,
  choose: (id: string) => void,
) {
  if (candidates.length === 0) return nothing;
  return html`<ul class="candidates" aria-label="Candidate entries for the response">
      ${byFit(candidates).map(
        ({ id, question, arguments_fit: fits }) => html`<li>
          <button @click=${() => choose(id)}><code>${id}</code><span class="muted cut" title=${question}>${question}${fits ? '' : ' (other parameters)'}</span></button>
        </li>`,
      )}
    </ul>
    ${total > candidates.length ? html`<p class="muted small">Showing the first ${count(candidates.length)} of ${count(total)}.</p>` : nothing}`;
}

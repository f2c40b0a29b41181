// Marks beside a run's numbers: sample, older dataset, and warnings that the scores may not reflect the model.
// The warnings come from the module.
import { css, html, nothing } from 'lit';
import { folded } from '../components/folded.ts';
import { plural } from '../lib/format.ts';
import { runFacts } from '../lib/run-facts.ts';
import { warningsOf } from '../state/warnings.ts';
import type { Run } from '../state/runs.ts';

/** More warnings than this stand behind one line where nothing else is said; each run has its sign all the same. */
const FEW = 2;

export const markStyles = css`
  .mark {
    flex: none;
    padding: 0 4px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    color: var(--warn);
    font-size: var(--s12);
    white-space: nowrap;
  }
  .warnings {
    display: grid;
    gap: 4px;
    padding: 8px 16px;
    max-width: 100ch;
    font-size: var(--s13);
    overflow-wrap: anywhere;
  }
  .warnings summary {
    min-height: 24px;
    cursor: pointer;
  }
  .warnings details p {
    padding: 2px 0 2px 16px;
  }
`;

/** "sample of 40", "generated for v3": facts of a run that stand wherever its numbers do. */
export function factMarks(run: Run) {
  return runFacts(run).map(
    ({ text, title }) => html`<span class="mark" title=${title}>${text}</span>`,
  );
}

/** The same, and the sign of a warning. */
export function runMarks(run: Run) {
  const texts = warningsOf(run)
    .map(({ text }) => text)
    .join('; ');
  return html`${factMarks(run)}${
    texts
      ? html`<span class="warn" role="img" aria-label="Warning: ${texts}" title=${texts}>!</span>`
      : nothing
  }`;
}

/** The warnings of these runs, a line each; more than `few` of them behind one line. */
export function warningList(runs: readonly Run[], few = FEW) {
  const warned = runs.filter((run) => warningsOf(run).length > 0);
  if (warned.length === 0) return nothing;
  const lines = warned.flatMap((run) =>
    warningsOf(run).map(
      ({ text }) =>
        html`<p><span class="warn" aria-hidden="true">!</span> <b>${run.name}</b>: ${text}.</p>`,
    ),
  );
  return html`<div class="warnings" role="note" aria-label="Warnings">${folded(
    lines.length,
    html`<span class="warn" aria-hidden="true">!</span> The scores of ${plural(warned.length, 'run')} may not reflect the model`,
    lines,
    few,
  )}</div>`;
}

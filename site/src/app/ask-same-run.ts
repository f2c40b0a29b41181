// Asks before runs are loaded whose files are here already: a model would count twice.
import { html, nothing } from 'lit';
import { count, plural } from '../lib/format.ts';
import type { RunFiles } from '../state/run-files.ts';
import { ask } from './ask.ts';

const SHOWN = 20;

/** `same`: the new runs, with the name of the one that has the same files. */
export function askSameRun(same: ReadonlyMap<RunFiles, string>): Promise<boolean> {
  const more = same.size - SHOWN;
  return ask(
    'The same files again',
    html`<p>${plural(same.size, 'run has', 'runs have')} the same files as another. If you load them again, the model counts twice in Runs, Compare and the audit.</p>
      <ul>${[...same].slice(0, SHOWN).map(([{ name }, other]) => html`<li>${name}: the files of ${other}</li>`)}</ul>
      ${more > 0 ? html`<p class="muted">and ${count(more)} more</p>` : nothing}`,
    'Load again',
    'Keep one',
  );
}

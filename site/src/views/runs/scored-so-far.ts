// How many of several runs are scored, as long as not all are.
import { html, nothing } from 'lit';
import { count, plural } from '../../lib/format.ts';
import type { Run } from '../../state/runs.ts';
import { isBusy } from '../../state/statistics.ts';

export function scoredSoFar(runs: readonly Run[]) {
  // What is generated says so itself, and takes its own time.
  const all = runs.filter(({ source }) => source.kind !== 'ask');
  const done = all.filter((run) => !isBusy(run)).length;
  if (all.length < 2 || done === all.length) return nothing;
  return html`<p class="scored row"><progress aria-label="Runs scored" max=${all.length} .value=${done}></progress>
    <span class="num muted">${count(done)} of ${plural(all.length, 'run')} scored</span></p>`;
}

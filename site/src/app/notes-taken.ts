// Says what became of a file of notes.
import { html, nothing } from 'lit';
import { showDialog } from '../components/dialog.ts';
import { plural } from '../lib/format.ts';
import { notes, type Taken } from '../state/notes.ts';

export function sayTaken(path: string, { taken, had, left }: Taken): void {
  showDialog(
    'Notes',
    html`<p>${plural(taken, 'note')} of ${path} ${taken === 1 ? 'is' : 'are'} taken in${had > 0 ? html`; ${plural(had, 'note')} you had already, as new or newer` : nothing}.</p>
      ${left > 0 ? html`<p><span class="warn">!</span> ${plural(left, 'note')} left out: of no form that is known, longer than 4,000 characters, or no room.</p>` : nothing}
      <p class="muted">They stand in the list of Results, marked with ✎. ${notes.value.problem}</p>`,
  );
}

// Says what was imported from a file of annotations.
import { html, nothing } from 'lit';
import { showDialog } from '../components/dialog.ts';
import { count, plural } from '../lib/format.ts';
import { notes, type Taken } from '../state/notes.ts';

export function sayTaken(path: string, { taken, had, left }: Taken): void {
  showDialog(
    'Annotations',
    html`<p>${plural(taken, 'annotation')} imported from ${path}${had > 0 ? html`; ${count(had)} already existed` : nothing}.</p>
      ${left > 0 ? html`<p><span class="warn">!</span> ${plural(left, 'annotation')} skipped: unknown format, longer than 4,000 characters, or storage full.</p>` : nothing}
      <p class="muted">They are marked with ✎ in Results. ${notes.value.problem}</p>`,
  );
}

// Asks whether data of an unknown page may be used here.
import { html, nothing } from 'lit';
import { showDialog } from '../components/dialog.ts';
import { bytes, plural } from '../lib/format.ts';
import type { ScoreRequest } from '../lib/embed-protocol.ts';
import { dataset } from '../state/dataset.ts';

export type Answer = 'once' | 'always' | 'refuse';

const sizeOf = ({ files }: ScoreRequest): number =>
  files.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : data instanceof Blob ? data.size : data.byteLength), 0);

/** Resolves with the choice; closing the dialog refuses. */
export function askConsent(origin: string, request: ScoreRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const named = origin !== 'null' && origin !== '';
    let answer: Answer = 'refuse';
    const choose = (chosen: Answer) => () => {
      answer = chosen;
      dialog.close();
    };
    const what = request.url ? html`wants ${request.url} fetched` : html`sends ${plural(request.files.length, 'file')}, ${bytes(sizeOf(request))},`;
    const dialog = showDialog(
      'Data from another page',
      html`<p>
          ${named ? html`<strong>${origin}</strong>` : html`A page without an address of its own`} ${what} to be scored here as
          <strong>${request.name}</strong>.
        </p>
        <p class="muted">
          Scoring happens in this browser. That page gets the figures back${request.verdicts ? ' and the verdict of each entry' : ''}, and
          nothing else${dataset.value.kind === 'own' ? html`; they are of your own copy of the dataset` : nothing}.
        </p>
        <div class="row wrap">
          <button class="primary" @click=${choose('once')}>Score it</button>
          ${named ? html`<button @click=${choose('always')}>Always for this page</button>` : nothing}
          <button @click=${choose('refuse')}>Refuse</button>
        </div>`,
    );
    dialog.addEventListener('closed', () => resolve(answer));
  });
}

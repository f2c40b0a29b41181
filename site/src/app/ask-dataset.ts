// Asks before the user's own copy of the dataset replaces the one in use, and says what that changes.
import { html, nothing } from 'lit';
import { count, plural, shortHash } from '../lib/format.ts';
import { differences, provenanceOf } from '../lib/provenance.ts';
import { dataset } from '../state/dataset.ts';
import type { OwnDataset } from '../state/own-dataset.ts';
import { runs } from '../state/runs.ts';
import { ask } from './ask.ts';

const SHOWN = 12;

export function askDataset(own: OwnDataset): Promise<boolean> {
  const now = dataset.value;
  const mine = provenanceOf('own', own.hash);
  const changes = differences(own, now);
  const others = runs.value.filter(({ source }) => source.kind !== 'sample').length;
  return ask(
    'Use another dataset?',
    html`<p>
        All scores will use the files that you dropped: ${mine.label} <code>${shortHash(own.hash)}</code>, ${count(own.files)} files, instead
        of ${provenanceOf(now.kind, now.hash).label} <code>${shortHash(now.hash)}</code>.
        ${others > 0 ? html`${plural(others, 'run')} will be scored again.` : nothing}
      </p>
      ${
        changes.length > 0
          ? html`<p>Against the one in use:</p>
            <ul>${changes.slice(0, SHOWN).map((change) => html`<li>${change}</li>`)}</ul>
            ${changes.length > SHOWN ? html`<p class="muted">and ${count(changes.length - SHOWN)} more</p>` : nothing}`
          : html`<p>It is the same dataset.</p>`
      }
      <p class="muted">It stays in this browser until you choose “Forget my copy” in the dataset dialog.</p>`,
    'Use my copy',
    'Keep the dataset',
  );
}

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
  const benchmark = own.own ? own.version : '';
  const mine = provenanceOf('own', own.hash, benchmark);
  const theirs = provenanceOf(now.kind, now.hash, now.own ? now.version : '');
  const others = runs.value.filter(({ source }) => source.kind !== 'sample').length;
  return ask(
    benchmark ? 'Use your benchmark?' : 'Use another dataset?',
    html`<p>
        All scores will use ${benchmark ? html`your benchmark <b>${mine.label}</b>` : `the files that you dropped: ${mine.label}`} <code>${shortHash(own.hash)}</code>, ${plural(own.files, 'file')},
        instead of ${theirs.label} <code>${shortHash(now.hash)}</code>.
        ${others > 0 ? html`${plural(others, 'run')} will be scored again.` : nothing}
      </p>
      ${benchmark ? html`<p>It has ${contentsOf(own)}.</p>` : changesOf(own)}
      <p class="muted">It stays in this browser until you choose “Forget my copy” in the dataset dialog.</p>`,
    benchmark ? 'Use my benchmark' : 'Use my copy',
    'Keep the dataset',
  );
}

/** "3 entries in simple_python, 1 entry in own_turns". */
function contentsOf({ entries }: OwnDataset): string {
  const parts = Object.entries(entries).map(([name, number]) =>
    number === null ? name : `${plural(number, 'entry', 'entries')} in ${name}`,
  );
  return parts.length > SHOWN
    ? `${parts.slice(0, SHOWN).join(', ')} and ${count(parts.length - SHOWN)} more categories`
    : parts.join(', ');
}

/** Against the dataset in use. */
function changesOf(own: OwnDataset) {
  const changes = differences(own, dataset.value);
  return changes.length > 0
    ? html`<p>Against the one in use:</p>
        <ul>${changes.slice(0, SHOWN).map((change) => html`<li>${change}</li>`)}</ul>
        ${changes.length > SHOWN ? html`<p class="muted">and ${count(changes.length - SHOWN)} more</p>` : nothing}`
    : html`<p>It is the same dataset.</p>`;
}

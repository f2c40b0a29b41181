// What the dataset is, and how to use another: one that the site offers, or the user's own copy.
import { html, nothing } from 'lit';
import { showDialog } from '../components/dialog.ts';
import { bytes, count, plural } from '../lib/format.ts';
import { differences, provenanceOf, type Held } from '../lib/provenance.ts';
import { Atom } from '../lib/atom.ts';
import {
  dataset,
  dropOwn,
  offered,
  offeredDataset,
  useOffered,
  type DatasetKind,
} from '../state/dataset.ts';
import { sizesText } from '../lib/dataset-sizes.ts';
import { categoryOrder } from '../state/order.ts';
import { description } from '../state/pool.ts';
import { sentence } from '../lib/forms.ts';
import { intake, takeChosen } from '../state/intake.ts';
import { rescoreAll } from '../state/runs.ts';
import { ask } from './ask.ts';

const NAMES: Record<DatasetKind, string> = {
  official: 'The official dataset that comes with this site',
  sample: 'A small sample, made for this page',
  own: 'Your own copy, kept in this browser',
};

/** The official dataset that the site carries, once it is asked for; null when it carries none. */
const standard = new Atom<Held | null>(null);

export function showDatasetDialog(): void {
  void offeredDataset('official').then((found) => standard.set(found));
  const dialog = showDialog('Dataset', content);
  const stops = [dataset, offered, intake, standard].map((atom) =>
    atom.subscribe(() => dialog.requestUpdate()),
  );
  dialog.addEventListener('closed', () => stops.forEach((stop) => stop()));
}

function content() {
  const { phase, kind, version, hash, bytes: size, files, problems, error } = dataset.value;
  return html`
    ${phase === 'failed' ? html`<p class="fail">${error}</p>` : nothing}
    ${phase === 'loading' ? html`<p class="muted">Loading …</p>` : nothing}
    ${
      phase === 'ready'
        ? html`<p>${NAMES[kind]}.</p>
          <dl>
            <dt>Version</dt><dd>${version}</dd>
            <dt>Hash</dt><dd class="mono">${hash}</dd>
            <dt>Holds</dt><dd>${sizesText(dataset.value.entries, new Set(description.value?.categories.filter(({ scored }) => scored).map(({ name }) => name)))}, in ${plural(categoryOrder().length, 'category', 'categories')}</dd>
            <dt>Files</dt><dd>${count(files)}, ${bytes(size)}; each is loaded when its category is first needed</dd>
          </dl>
          ${differing()}`
        : nothing
    }
    ${
      problems.length > 0
        ? html`<details><summary>${plural(problems.length, 'problem')}</summary>
          <ul>${problems.slice(0, 100).map((problem) => html`<li>${sentence(problem)}</li>`)}</ul></details>`
        : nothing
    }
    <div class="row wrap">
      ${offered.value
        .filter((other): other is Exclude<DatasetKind, 'own'> => other !== 'own' && other !== kind)
        .map((other) => html`<button @click=${() => choose(other)}>Use the ${other} one</button>`)}
      ${kind === 'own' ? html`<button @click=${forget}>Forget my copy</button>` : nothing}
      <button class="primary" @click=${own}>Use my own copy…</button>
    </div>
    ${intake.value.busy ? html`<p class="muted" role="status">${intake.value.busy} …</p>` : nothing}
    ${intake.value.error ? html`<p class="fail" role="alert">${intake.value.error}</p>` : nothing}
    <p class="muted">
      Your own copy is the folder that <code>tools/get-dataset</code> writes, or <code>data/</code> of the official package, without the tables
      of long contexts and prompts. It stays in this browser. You can also drop it anywhere on the page. Links, result archives and embedding pages cannot replace the dataset.
    </p>
  `;
}

/** An own copy is not the official one until its hash says so. */
function differing() {
  const { kind, hash, own } = dataset.value;
  const { sign, tone } = provenanceOf(kind, hash);
  if (kind !== 'own' || own || sign === '✓') return nothing;
  const theirs = standard.value;
  const found = theirs ? differences(dataset.value, theirs) : [];
  return html`<p><span class=${tone} aria-hidden="true">${sign}</span> The hash of this dataset matches no known release.</p>
    ${
      found.length > 0
        ? html`<details><summary>Against the official one: ${plural(found.length, 'difference')}</summary>
      <ul>${found.slice(0, 100).map((line) => html`<li>${line}</li>`)}</ul></details>`
        : nothing
    }`;
}

async function choose(kind: Exclude<DatasetKind, 'own'>): Promise<void> {
  await useOffered(kind);
  rescoreAll();
}

async function forget(): Promise<void> {
  const yes = await ask(
    'Forget your copy of the dataset?',
    html`<p>It is deleted from this browser, and every run is scored against the dataset of this site. To use your copy again, choose its folder again.</p>`,
    'Forget my copy',
    'Keep it',
  );
  if (!yes) return;
  await dropOwn();
  rescoreAll();
}

function own(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.addEventListener('change', () => {
    if (input.files?.length) void takeChosen(input.files);
  });
  input.click();
}

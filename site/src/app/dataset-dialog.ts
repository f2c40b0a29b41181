// What the dataset is, and how to use another.
import { html } from 'lit';
import { showDialog } from '../components/dialog.ts';
import { dataset } from '../state/dataset.ts';

export function showDatasetDialog(): void {
  const { version, hash } = dataset.value;
  showDialog('Dataset', html`<p>${version}</p><p class="mono">${hash}</p>`);
}

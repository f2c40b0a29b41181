// The view Dataset.
import { LitElement, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { base } from '../../styles/base.ts';

@customElement('bx-dataset')
export class DatasetView extends LitElement {
  static override styles = [base];
  override render() {
    return html`<h1>Dataset</h1>`;
  }
}

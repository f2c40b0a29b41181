// The view Results.
import { LitElement, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { base } from '../../styles/base.ts';

@customElement('bx-results')
export class ResultsView extends LitElement {
  static override styles = [base];
  override render() {
    return html`<h1>Results</h1>`;
  }
}

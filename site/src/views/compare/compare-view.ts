// The view Compare.
import { LitElement, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { base } from '../../styles/base.ts';

@customElement('bx-compare')
export class CompareView extends LitElement {
  static override styles = [base];
  override render() {
    return html`<h1>Compare</h1>`;
  }
}

// The view Score.
import { LitElement, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { base } from '../../styles/base.ts';

@customElement('bx-score')
export class ScoreView extends LitElement {
  static override styles = [base];
  override render() {
    return html`<h1>Score</h1>`;
  }
}

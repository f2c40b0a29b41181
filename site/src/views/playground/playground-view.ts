// The view Playground.
import { LitElement, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { base } from '../../styles/base.ts';

@customElement('bx-playground')
export class PlaygroundView extends LitElement {
  static override styles = [base];
  override render() {
    return html`<h1>Playground</h1>`;
  }
}

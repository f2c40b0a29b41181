// The button that a narrow window shows for controls it folds: styles `folds`, whose `.folds` elements it opens.
import { html } from 'lit';

export const fold = (open: boolean, change: () => void) =>
  html`<button class="fold" aria-expanded=${open} @click=${change}>Options <span aria-hidden="true">${open ? '▾' : '▸'}</span></button>`;

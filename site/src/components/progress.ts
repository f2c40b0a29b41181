// A run that is being scored: one thin bar for each category with counts, and cancel.
import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { styles } from './styles.ts';
import { count } from '../lib/format.ts';
import { responsesText, type ProgressLine } from '../lib/progress.ts';

/** The bar: what has a response, and what ended without one. */
export function progressTrack({ done, without, total }: ProgressLine) {
  const width = (entries: number) => ({
    width: `${total > 0 ? (100 * Math.min(entries, total)) / total : 0}%`,
  });
  return html`<span class="track" aria-hidden="true"
    ><span class="fill" ${styles(width(done - without))}></span
    ><span class="fill without" ${styles(width(without))}></span
  ></span>`;
}

export const trackStyles = css`
  .track {
    display: flex;
    background: var(--line);
    border-radius: 2px;
    overflow: hidden;
  }
  .fill {
    display: block;
    height: 100%;
    background: var(--accent);
  }
  .fill.without {
    background: var(--warn);
  }
`;

@customElement('bx-progress')
export class Progress extends LitElement {
  static override styles = [
    base,
    trackStyles,
    css`
      :host {
        display: block;
      }
      header {
        display: flex;
        align-items: center;
        gap: 12px;
        padding-bottom: 8px;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(260px, 1fr));
        gap: 4px 24px;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 2px 12px;
        font-size: var(--s13);
      }
      .track {
        grid-column: 1 / -1;
        height: 3px;
      }
    `,
  ];

  @property() heading = '';
  @property({ attribute: false }) lines: readonly ProgressLine[] = [];

  override render() {
    const done = this.lines.reduce((sum, line) => sum + line.done, 0);
    const total = this.lines.reduce((sum, line) => sum + line.total, 0);
    return html`<header>
        <h2>${this.heading}</h2>
        <span class="muted" role="status">${total > 0 ? `${count(done)} of ${count(total)} entries` : 'reading'}</span>
        <button @click=${() => this.dispatchEvent(new CustomEvent('cancel'))}>Cancel</button>
      </header>
      <ul>
        ${this.lines.map(
          (line) => html`<li>
            <span class="cut mono">${line.name}</span>
            <span class="num muted">${responsesText(line)}</span>
            ${progressTrack(line)}
          </li>`,
        )}
      </ul>`;
  }
}

// What was removed a moment ago, with a button that brings it back; Ctrl Z does the same. Nobody is hurried: while the
// pointer or the focus is here the time stands still. Says `undone`, as what had the focus is gone then.
import { LitElement, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { inField } from '../state/keys.ts';
import {
  holdRemovals,
  removalText,
  removals,
  severalRemoved,
  undoRemovals,
} from '../state/removal.ts';
import { Watch } from '../state/watch.ts';
import { base } from '../styles/base.ts';
import { MAC } from './palette-key.ts';

@customElement('bx-undo-bar')
export class UndoBar extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        position: fixed;
        inset: auto 0 16px;
        z-index: 10;
        display: flex;
        justify-content: center;
        padding: 0 8px;
        pointer-events: none;
      }
      .bar {
        display: flex;
        align-items: center;
        gap: 4px 16px;
        min-width: 0;
        padding: 8px 8px 8px 16px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--bg);
        box-shadow: var(--float);
        pointer-events: auto;
      }
      .bar:not(.shown) {
        border: 0;
        padding: 0;
        box-shadow: none;
      }
      p {
        min-width: 0;
        overflow-wrap: anywhere;
      }
      button {
        flex: none;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  /** Said once the region is there, which screen readers wait for. */
  private stands = false;

  constructor() {
    super();
    new Watch(this, removals);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.onKey);
  }

  override firstUpdated(): void {
    requestAnimationFrame(() => {
      this.stands = true;
      this.requestUpdate();
    });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const undo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    if (!undo || event.shiftKey || event.altKey || event.defaultPrevented) return;
    if (
      removals.value.length === 0 ||
      inField(event) ||
      document.querySelector('bx-dialog, bx-palette')
    )
      return;
    event.preventDefault();
    void this.undo();
  };

  private readonly undo = async (): Promise<void> => {
    await undoRemovals();
    this.dispatchEvent(new CustomEvent('undone'));
  };

  override render() {
    const all = removals.value;
    const shown = all.length > 0;
    return html`<div class="bar ${shown ? 'shown' : ''}"
      @pointerenter=${() => holdRemovals(true)} @pointerleave=${() => holdRemovals(false)}
      @focusin=${() => holdRemovals(true)} @focusout=${() => holdRemovals(false)}>
      <p role="status">${this.stands && shown ? html`${removalText(all)}<span class="sr"> ${MAC ? 'Command' : 'Control'} Z brings ${severalRemoved(all) ? 'them' : 'it'} back, for ten seconds.</span>` : nothing}</p>
      ${shown ? html`<button class="primary" title="${MAC ? '⌘' : 'Ctrl '}Z" @click=${this.undo}>Undo</button>` : nothing}
    </div>`;
  }
}

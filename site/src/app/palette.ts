// The palette (Ctrl K): one field over views, actions, runs and entries. Arrows choose, Enter goes there, Escape closes.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { count, plural } from '../lib/format.ts';
import { rank } from '../lib/palette.ts';
import { base } from '../styles/base.ts';
import { dialogFrame } from '../styles/parts.ts';
import { paletteItems, searches, type Item } from './palette-items.ts';

/** Items that are listed. */
const MOST = 50;

@customElement('bx-palette')
export class Palette extends LitElement {
  static override styles = [
    base,
    dialogFrame,
    css`
      dialog {
        width: min(640px, calc(100vw - 16px));
        max-height: calc(100dvh - 32px);
        margin: 12dvh auto auto;
        overflow: hidden;
      }
      .field {
        padding: 8px;
        border-bottom: 1px solid var(--line);
      }
      input {
        width: 100%;
      }
      [role='listbox'] {
        max-height: min(420px, 56dvh);
        overflow: auto;
        padding: 4px 0;
      }
      [role='option'] {
        display: flex;
        gap: 12px;
        align-items: center;
        min-height: var(--control);
        padding: 0 16px;
        cursor: pointer;
      }
      [role='option']:hover {
        background: var(--hover);
      }
      [role='option'][aria-selected='true'] {
        background: var(--selected);
      }
      .label {
        flex: 1;
      }
      .entry,
      .run {
        font-family: var(--mono);
        font-size: var(--s13);
      }
      .more {
        flex: 0 1 auto;
        max-width: 40%;
      }
      .foot {
        padding: 8px 16px;
        border-top: 1px solid var(--line);
      }
      @media (max-width: 600px) {
        dialog {
          margin-top: 8px;
        }
        .foot .keys {
          display: none;
        }
      }
    `,
  ];

  @state() private words = '';
  @state() private at = 0;
  @query('dialog') private dialog!: HTMLDialogElement | null;
  private readonly all = paletteItems();
  private chosen: Item | null = null;

  override firstUpdated(): void {
    this.dialog?.showModal();
  }

  private get found(): { items: Item[]; number: number } {
    const words = this.words.trim();
    if (words === '') {
      const some = this.all.filter(({ kind }) => kind !== 'entry');
      return { items: some.slice(0, MOST), number: some.length };
    }
    const { best, number } = rank(this.all, words, MOST);
    const more = searches(words);
    return { items: [...best, ...more], number: number + more.length };
  }

  override render() {
    const { items, number } = this.found;
    const at = Math.min(this.at, items.length - 1);
    return html`<dialog aria-label="Go to" @click=${this.outside} @close=${this.closed}>
      <div class="field"><input type="text" role="combobox" aria-expanded="true" aria-controls="found" aria-autocomplete="list"
        aria-activedescendant=${items.length > 0 ? `item-${at}` : nothing} aria-label="Views, actions, runs and entries"
        placeholder="View, run, entry or action" autocomplete="off" spellcheck="false"
        @input=${this.typed} @keydown=${this.onKey} /></div>
      <div id="found" role="listbox" aria-label="Found">
        ${items.map(
          (
            item,
            i,
          ) => html`<div id="item-${i}" role="option" aria-selected=${i === at} @click=${() => this.take(item)}>
            <span class="label cut ${item.kind}">${item.label}</span>
            ${item.more ? html`<span class="more cut muted small">${item.more}</span>` : nothing}
            <span class="muted small">${item.kind}</span>
          </div>`,
        )}
      </div>
      <div class="foot muted small"><span role="status">${number > items.length ? `${count(items.length)} of ${count(number)} found` : `${plural(number, 'item')}`}</span>
        <span class="keys">· <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> go, <kbd>Esc</kbd> close</span></div>
    </dialog>`;
  }

  override updated(): void {
    this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  private typed(event: Event): void {
    this.words = (event.target as HTMLInputElement).value;
    this.at = 0;
  }

  private onKey(event: KeyboardEvent): void {
    const { items } = this.found;
    const last = items.length - 1;
    const at = Math.min(this.at, last);
    const to: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    };
    const next = to[event.key];
    const item = items[at];
    if (next !== undefined) this.at = next;
    else if (event.key === 'Enter' && item && !event.isComposing) this.take(item);
    else return;
    event.preventDefault();
  }

  /** Once the dialog is closed, so that the focus is back before something else takes it. */
  private take(item: Item): void {
    this.chosen = item;
    this.dialog?.close();
  }

  private readonly closed = (): void => {
    this.remove();
    this.chosen?.run();
  };

  private outside(event: Event): void {
    if (event.target === event.currentTarget) this.dialog?.close();
  }
}

/** One at a time, and not over another dialog. */
export function showPalette(): void {
  if (document.querySelector('bx-dialog, bx-palette')) return;
  document.body.append(document.createElement('bx-palette'));
}

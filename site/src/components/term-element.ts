// A term with its sentence from the glossary. The sentence stays while the pointer or the focus is on it; Escape closes it.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import glossary from 'virtual:glossary';
import { docsAddress } from '../app/docs-link.ts';
import { base } from '../styles/base.ts';

/** Milliseconds in which the pointer may get from the word to its sentence. */
const PATIENCE = 200;

@customElement('bx-term')
export class TermElement extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        font: inherit;
        white-space: nowrap;
      }
      button {
        display: inline;
        min-width: 0;
        min-height: 0;
        height: auto;
        padding: 0;
        border: 0;
        border-radius: 2px;
        background: none;
        color: inherit;
        font: inherit;
        text-decoration: underline dotted var(--line-strong);
        text-underline-offset: 3px;
        cursor: help;
      }
      :host([mark]) button {
        display: inline-flex;
        align-items: center;
        justify-content: center;
        width: 24px;
        min-height: 24px;
        color: var(--muted);
        font-size: var(--s12);
        text-decoration: none;
      }
      :host([mark]) i {
        display: grid;
        place-items: center;
        width: 14px;
        height: 14px;
        border: 1px solid var(--line-strong);
        border-radius: 50%;
        font-style: normal;
        font-size: 0.625rem;
        line-height: 1;
      }
      [popover] {
        position: fixed;
        inset: var(--top, 0) auto auto var(--left, 0);
        margin: 0;
        width: max-content;
        max-width: min(320px, calc(100vw - 16px));
        padding: 8px 12px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--bg);
        color: var(--ink);
        box-shadow: var(--float);
        font: var(--s13) / 1.45 var(--text);
        text-align: left;
        white-space: normal;
      }
      strong {
        font-weight: 600;
      }
      @media (pointer: coarse) {
        :host([mark]) button {
          width: 32px;
          min-height: 32px;
        }
      }
      @media print {
        :host([mark]) {
          display: none;
        }
        button {
          text-decoration: none;
        }
      }
    `,
  ];

  @property() name = '';
  @property({ type: Boolean, reflect: true }) mark = false;
  @state() private open = false;
  @query('button') private button!: HTMLButtonElement | null;
  @query('[popover]') private tip!: HTMLElement | null;
  /** A press keeps it open, another closes it. */
  private pinned = false;
  private leaving: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.onKey, { capture: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.onKey, { capture: true });
    this.hide();
  }

  override render() {
    const found = glossary.find(({ name }) => name === this.name);
    if (!found) return html`<slot></slot>`;
    const link = docsAddress(`reference/glossary/#${this.name}`);
    return html`<span @pointerenter=${this.enter} @pointerleave=${this.leave} @focusin=${this.enter} @focusout=${this.leave}
      ><button type="button" aria-expanded=${this.open} aria-describedby="tip" aria-label=${this.mark ? `What ${found.label} means` : nothing} @click=${this.press}>${this.mark ? html`<i aria-hidden="true">?</i>` : nothing}<slot></slot></button
      ><span id="tip" popover="manual"><strong>${found.label}</strong>: ${found.sentence}${link ? html` <a href=${link} target="_blank" rel="noopener">Glossary</a>` : nothing}</span
    ></span>`;
  }

  private readonly enter = (event: Event): void => {
    // A finger has no hover: its press opens.
    if (event instanceof PointerEvent && event.pointerType !== 'mouse') return;
    this.show();
  };

  private readonly leave = (): void => {
    if (this.pinned) return;
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => this.hide(), PATIENCE);
  };

  private readonly press = (event: Event): void => {
    event.stopPropagation();
    this.pinned = !this.pinned;
    if (this.pinned) this.show();
    else this.hide();
  };

  private show(): void {
    clearTimeout(this.leaving);
    if (this.open) return;
    this.open = true;
    this.tip?.showPopover();
    this.follow();
    document.addEventListener('pointerdown', this.outside);
  }

  private hide(): void {
    clearTimeout(this.leaving);
    this.pinned = false;
    this.open = false;
    if (this.tip?.matches(':popover-open')) this.tip.hidePopover();
    document.removeEventListener('pointerdown', this.outside);
  }

  /** The word moves when the page scrolls, or when what is loaded gets its place. */
  private readonly follow = (): void => {
    if (!this.open) return;
    this.place();
    requestAnimationFrame(this.follow);
  };

  /** Below the word, or above it where there is no room. */
  private place(): void {
    const word = this.button?.getBoundingClientRect();
    const tip = this.tip?.getBoundingClientRect();
    if (!word || !tip) return;
    const below = word.bottom + 4;
    const top = below + tip.height > innerHeight - 8 ? word.top - tip.height - 4 : below;
    const left = Math.max(8, Math.min(word.left, innerWidth - tip.width - 8));
    this.style.setProperty('--left', `${left}px`);
    this.style.setProperty('--top', `${Math.max(8, top)}px`);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.open) return;
    // It closes the sentence and nothing around it.
    event.stopPropagation();
    event.preventDefault();
    this.hide();
  };

  private readonly outside = (event: Event): void => {
    if (!event.composedPath().includes(this)) this.hide();
  };
}

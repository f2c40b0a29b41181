// A list with a detail pane beside it: slots `list` and `detail`. The divider is dragged or moved with the
// arrow keys and remembered; below 900 px the pane is a sheet over the whole window. Emits `close`.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { base } from '../styles/base.ts';

const KEY = 'bfclx-split';
const clamp = (share: number) => Math.min(0.75, Math.max(0.2, share));

function remembered(): number {
  try {
    return clamp(Number(localStorage.getItem(KEY)) || 0.45);
  } catch {
    return 0.45;
  }
}

@customElement('bx-split')
export class Split extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: flex;
        min-height: 0;
      }
      .list {
        flex: 1;
        min-width: 0;
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      .list ::slotted(*) {
        flex: 1;
        min-height: 0;
      }
      .divider {
        flex: none;
        width: 9px;
        margin: 0 -4px;
        z-index: 1;
        cursor: col-resize;
        background: linear-gradient(var(--line), var(--line)) center / 1px 100% no-repeat;
        touch-action: none;
      }
      .divider:hover,
      .divider:focus-visible {
        background-size: 3px 100%;
        background-image: linear-gradient(var(--accent), var(--accent));
        outline: none;
      }
      .detail {
        flex: none;
        width: var(--share);
        min-width: 0;
        overflow: auto;
        animation: open 150ms ease-out;
      }
      @keyframes open {
        from {
          transform: translateX(16px);
          opacity: 0;
        }
      }
      @media (max-width: 900px) {
        .divider {
          display: none;
        }
        .detail {
          position: fixed;
          inset: 0;
          z-index: 5;
          width: auto;
          background: var(--bg);
        }
      }
      @media print {
        :host {
          display: block;
        }
        .list {
          display: block;
        }
        .divider {
          display: none;
        }
        .detail {
          position: static;
          width: auto;
          break-before: page;
        }
      }
    `,
  ];

  @property({ type: Boolean }) open = false;
  @property() label = 'Entry';
  @state() private share = remembered();

  override render() {
    this.style.setProperty('--share', `${this.share * 100}%`);
    return html`<div class="list"><slot name="list"></slot></div>
      ${
        this.open
          ? html`<div
              class="divider"
              role="separator"
              aria-orientation="vertical"
              aria-label="Width of the detail pane"
              aria-valuenow=${Math.round(this.share * 100)}
              aria-valuemin="20"
              aria-valuemax="75"
              tabindex="0"
              @pointerdown=${this.start}
              @keydown=${this.onKey}
            ></div>
            <section class="detail" aria-label=${this.label} tabindex="-1"><slot name="detail"></slot></section>`
          : nothing
      }`;
  }

  private start(event: PointerEvent): void {
    event.preventDefault();
    const divider = event.currentTarget as HTMLElement;
    divider.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent) => {
      const box = this.getBoundingClientRect();
      this.share = clamp((box.right - moved.clientX) / box.width);
    };
    divider.addEventListener('pointermove', move);
    divider.addEventListener(
      'lostpointercapture',
      () => {
        divider.removeEventListener('pointermove', move);
        this.remember();
      },
      { once: true },
    );
  }

  private onKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: 0.02, ArrowRight: -0.02 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.share = clamp(this.share + step);
    this.remember();
  }

  private remember(): void {
    try {
      localStorage.setItem(KEY, String(this.share));
    } catch {
      // Not remembered then.
    }
  }
}

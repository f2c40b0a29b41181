// The line in which calls are typed: completion from the docs of the methods, a signature that follows the
// caret, and the calls before it with the up arrow. Emits `run` with the text.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { base } from '../../styles/base.ts';
import {
  contextAt,
  parameterText,
  purpose,
  type Context,
  type Option,
} from '../../lib/completion.ts';
import type { MethodInfo } from '../../lib/scorer-types.ts';

@customElement('bx-call-input')
export class CallInput extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        position: relative;
      }
      .line {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        align-items: center;
        gap: 8px;
      }
      .prompt {
        font-family: var(--mono);
        color: var(--muted);
      }
      input[type='text'] {
        font-family: var(--mono);
        font-size: var(--s13);
        min-height: 36px;
      }
      .signature {
        min-height: 44px;
        padding: 6px 0 0 24px;
        font-size: var(--s13);
      }
      .signature code {
        overflow-wrap: anywhere;
      }
      .signature b {
        text-decoration: underline;
        text-underline-offset: 3px;
      }
      [role='listbox'] {
        position: absolute;
        z-index: 4;
        left: 20px;
        bottom: calc(100% + 4px);
        width: min(560px, calc(100% - 20px));
        max-height: 264px;
        overflow: auto;
        padding: 4px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--bg);
        box-shadow: var(--float);
      }
      [role='option'] {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        gap: 12px;
        padding: 4px 8px;
        border-radius: 4px;
        cursor: pointer;
        font-size: var(--s13);
      }
      [role='option']:hover {
        background: var(--hover);
      }
      [role='option'][aria-selected='true'] {
        background: var(--selected);
      }
      .label {
        font-family: var(--mono);
      }
      .label .muted {
        font-family: var(--text);
      }
      @media (pointer: coarse) {
        .keys {
          display: none;
        }
        [role='option'] {
          min-height: 40px;
          align-items: center;
        }
      }
    `,
  ];

  @property({ attribute: false }) methods: readonly MethodInfo[] = [];
  /** Earlier calls, the oldest first. */
  @property({ attribute: false }) earlier: readonly string[] = [];
  @property({ type: Boolean }) busy = false;
  @query('input') private input!: HTMLInputElement;
  @state() private context: Context | null = null;
  @state() private open = false;
  @state() private active = 0;
  private back = 0;

  override focus(): void {
    this.input?.focus();
  }

  /** Puts a text into the line, the caret `back` from its end. */
  fill(text: string, back = 0): void {
    this.input.value = text;
    this.input.focus();
    this.input.setSelectionRange(text.length - back, text.length - back);
    this.look(false);
  }

  private look(open: boolean): void {
    this.context = contextAt(this.input.value, this.input.selectionStart ?? 0, this.methods);
    this.open = open && this.context.options.length > 0;
    this.active = 0;
  }

  private take(option: Option): void {
    const { context, input } = this;
    if (!context) return;
    const { from, to } = context;
    input.value = input.value.slice(0, from) + option.insert + input.value.slice(to);
    const caret = from + option.insert.length - option.back;
    input.focus();
    input.setSelectionRange(caret, caret);
    this.look(option.insert.endsWith('()') && option.back > 0);
  }

  private run(): void {
    const text = this.input.value.trim();
    if (!text || this.busy) return;
    this.input.value = '';
    this.back = 0;
    this.look(false);
    this.dispatchEvent(new CustomEvent('run', { detail: text }));
  }

  private recall(by: number): void {
    const back = Math.min(this.earlier.length, Math.max(0, this.back + by));
    if (back === this.back) return;
    this.back = back;
    this.fill(back === 0 ? '' : (this.earlier[this.earlier.length - back] ?? ''));
  }

  /** A closing sign that completion has put there already is stepped over. */
  private overtypes(key: string): boolean {
    const { input } = this;
    const at = input.selectionStart ?? 0;
    if (!/^[)']$/.test(key) || at !== input.selectionEnd || input.value[at] !== key) return false;
    input.setSelectionRange(at + 1, at + 1);
    this.look(false);
    return true;
  }

  /** A word or a call is being typed: Enter completes it instead of running it. */
  private unfinished(): boolean {
    const { context } = this;
    return context !== null && (context.method !== null || context.from < context.to);
  }

  private onKey(event: KeyboardEvent): void {
    if (this.overtypes(event.key)) {
      event.preventDefault();
      return;
    }
    const options = this.open ? (this.context?.options ?? []) : [];
    const chosen = options[this.active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (options.length > 0) this.active = (this.active + step + options.length) % options.length;
      else this.recall(-step);
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
      );
    } else if (event.key === 'Escape' && this.open) {
      event.preventDefault();
      this.open = false;
    } else if (chosen && (event.key === 'Tab' || (event.key === 'Enter' && this.unfinished()))) {
      event.preventDefault();
      this.take(chosen);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.run();
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      this.look(true);
    }
  }

  override render() {
    const options = this.open ? (this.context?.options ?? []) : [];
    return html`<div class="line">
        <span class="prompt" aria-hidden="true">›</span>
        <input
          type="text"
          role="combobox"
          aria-label="A call in Python syntax"
          aria-autocomplete="list"
          aria-expanded=${options.length > 0}
          aria-controls="options"
          aria-activedescendant=${ifDefined(options.length > 0 ? `option-${this.active}` : undefined)}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          placeholder="a call, for instance ${this.methods[0]?.name ?? 'name'}()"
          @input=${() => this.look(true)}
          @click=${() => this.look(false)}
          @keyup=${(event: KeyboardEvent) => /^(?:ArrowLeft|ArrowRight|Home|End)$/.test(event.key) && this.look(false)}
          @blur=${() => (this.open = false)}
          @keydown=${this.onKey}
        />
        <button ?disabled=${this.busy} @click=${this.run}>Run</button>
      </div>
      <div id="options" role="listbox" aria-label="Completions" ?hidden=${options.length === 0}>
        ${options.map(
          (option, i) => html`<div
            id="option-${i}"
            role="option"
            aria-selected=${i === this.active}
            @pointerdown=${(event: Event) => {
              event.preventDefault();
              this.take(option);
            }}
          >
            <span class="label cut">${option.label} <span class="muted small">${option.detail}</span></span>
            <span class="muted cut">${option.description}</span>
          </div>`,
        )}
      </div>
      <div class="signature" aria-live="polite">${this.signature()}</div>`;
  }

  private signature() {
    const { context } = this;
    const method = context?.method;
    if (!method) {
      return html`<span class="muted keys"><kbd>Ctrl</kbd> <kbd>Space</kbd> lists the functions, <kbd>Tab</kbd> completes, <kbd>↑</kbd> brings back</span>`;
    }
    const at = method.parameters.find(({ name }) => name === context.parameter);
    return html`<code
        >${method.name}(${method.parameters.map((parameter, i) => {
          const text = parameterText(parameter);
          return html`${i > 0 ? ', ' : ''}${parameter === at ? html`<b>${text}</b>` : text}`;
        })})</code
      >
      <div class="muted">${at?.description || purpose(method) || nothing}</div>`;
  }
}

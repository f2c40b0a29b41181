// A text editor that takes 10 MB without a stutter: CodeMirror, loaded when this file is. Emits `edit`,
// `pasted` when text was pasted into the empty editor, `submit` at Ctrl-Enter, and `leave` with the text when
// it is removed.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';

const look = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--ink)',
    backgroundColor: 'transparent',
    fontSize: 'var(--s13)',
  },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '12px 0' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--muted)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-placeholder': {
    color: 'var(--muted)',
    whiteSpace: 'pre-wrap',
    maxWidth: 'calc(100vw - 72px)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--selected)',
  },
});

@customElement('bx-editor')
export class Editor extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        min-height: 0;
      }
      :host > div {
        height: 100%;
      }
    `,
  ];

  @property() hint = '';
  @property() label = 'Text';
  private view: EditorView | null = null;
  private initial = '';

  get text(): string {
    return this.view ? this.view.state.doc.toString() : this.initial;
  }
  set text(text: string) {
    if (this.view) this.view.setState(this.state(text));
    else this.initial = text;
  }

  get empty(): boolean {
    return (this.view?.state.doc.length ?? this.initial.length) === 0;
  }

  override focus(): void {
    this.view?.focus();
  }

  private state(doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        look,
        lineNumbers(),
        history(),
        keymap.of([
          { key: 'Mod-Enter', run: () => this.dispatchEvent(new CustomEvent('submit')) },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        placeholder(this.hint),
        EditorView.contentAttributes.of({ 'aria-label': this.label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          this.dispatchEvent(new CustomEvent('edit'));
          const pasted = update.transactions.some((transaction) =>
            transaction.isUserEvent('input.paste'),
          );
          if (pasted && update.startState.doc.length === 0)
            this.dispatchEvent(new CustomEvent('pasted'));
        }),
      ],
    });
  }

  override firstUpdated(): void {
    const parent = this.renderRoot.querySelector('div');
    if (parent)
      this.view = new EditorView({
        state: this.state(this.initial),
        parent,
        root: this.renderRoot as ShadowRoot,
      });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.initial = this.text;
    this.dispatchEvent(new CustomEvent('leave', { detail: this.initial }));
  }

  override render() {
    return html`<div></div>`;
  }
}

// A state as a tree that opens and closes, with differences marked in place: + added, − missing, ≠ changed.
// Branches that hold a difference are open from the start; large ones show their first members.
import { count } from '../lib/format.ts';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { code } from '../styles/parts.ts';
import { brief, type Mark, type TreeNode } from '../lib/tree.ts';

const SIGNS: Record<Mark, string> = {
  same: '',
  inside: '',
  added: '+',
  removed: '−',
  changed: '≠',
};
const WORDS: Record<Mark, string> = {
  same: '',
  inside: '',
  added: 'added',
  removed: 'missing',
  changed: 'differs',
};
const AT_ONCE = 50;

@customElement('bx-state-tree')
export class StateTree extends LitElement {
  static override styles = [
    base,
    code,
    css`
      ul ul {
        padding-left: 18px;
      }
      .line {
        display: flex;
        gap: 6px;
        padding: 1px 4px;
        border-radius: 3px;
      }
      button {
        min-height: 24px;
        min-width: 24px;
        justify-content: start;
        padding: 0;
        border: 0;
        background: none;
        color: inherit;
        font-family: inherit;
        font-size: inherit;
        white-space: normal;
        text-align: left;
      }
      .sign {
        flex: none;
        width: 1ch;
        font-weight: 700;
      }
      .added {
        background: var(--pass-soft);
      }
      .added > .sign {
        color: var(--pass);
      }
      .removed {
        background: var(--fail-soft);
      }
      .removed > .sign {
        color: var(--fail);
      }
      .changed {
        background: var(--warn-soft);
      }
      .changed > .sign {
        color: var(--warn);
      }
      .more {
        color: var(--accent);
        padding-left: 20px;
      }
    `,
  ];

  @property({ attribute: false }) tree: TreeNode | null = null;
  /** What stands beside a changed value: "ground truth" or "before". */
  @property() other = 'before';
  /** Branches of this depth and less are open even without differences. */
  @property({ type: Number }) depth = 2;
  @state() private turned = new Set<string>();
  @state() private whole = new Set<string>();

  override render() {
    return this.tree ? html`<ul>${this.node(this.tree, this.tree.key, 0)}</ul>` : nothing;
  }

  private node(node: TreeNode, path: string, depth: number): TemplateResult {
    const byDefault = node.mark === 'inside' || depth < this.depth;
    const open = node.children !== null && byDefault !== this.turned.has(path);
    const word = WORDS[node.mark];
    return html`<li>
      <div class="line ${node.mark}">
        <span class="sign" aria-hidden="true">${SIGNS[node.mark]}</span>
        ${
          node.children === null
            ? html`<span><span class="muted">${node.key}</span> ${this.value(node)}</span>`
            : html`<button aria-expanded=${open} @click=${() => this.turn(path)}>
              <span aria-hidden="true">${open ? '▾' : '▸'}</span> ${node.key}
              ${open ? nothing : html`<span class="muted">${count(node.size)}</span>`}
            </button>`
        }
        ${word ? html`<span class="sr">${word}</span>` : nothing}
      </div>
      ${open ? this.children_(node.children ?? [], path, depth) : nothing}
    </li>`;
  }

  private children_(children: TreeNode[], path: string, depth: number) {
    const all = this.whole.has(path) || children.length <= AT_ONCE + 10;
    const shown = all ? children : children.filter(({ mark }, i) => i < AT_ONCE || mark !== 'same');
    return html`<ul>
      ${shown.map((child) => this.node(child, `${path}/${child.key}`, depth + 1))}
      ${
        shown.length < children.length
          ? html`<li class="more"><button @click=${() => (this.whole = new Set(this.whole).add(path))}>
            ${count(children.length - shown.length)} more
          </button></li>`
          : nothing
      }
    </ul>`;
  }

  private value(node: TreeNode) {
    if (node.mark !== 'changed') return brief(node.value);
    return html`${brief(node.value)} <span class="muted">${this.other}: ${brief(node.was)}</span>`;
  }

  private turn(path: string): void {
    const turned = new Set(this.turned);
    if (!turned.delete(path)) turned.add(path);
    this.turned = turned;
  }
}

// The shell of a published leaderboard: a bar, and the page that the address names.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import '../components/notice.ts';
import { base } from '../styles/base.ts';
import { bar } from '../styles/parts.ts';
import {
  modelNamed,
  pairNamed,
  parsePage,
  toAudit,
  toCompare,
  toModels,
  type BoardIndex,
  type Page,
} from '../lib/published.ts';
import { shortHash } from '../lib/format.ts';
import { nextTheme, theme } from '../state/theme.ts';
import { Watch } from '../state/watch.ts';
import { boardIndex } from './data.ts';
import { Load } from './load.ts';
import './models-page.ts';
import './model-page.ts';
import './entry-page.ts';
import './compare-page.ts';
import './audit-page.ts';

@customElement('bx-published')
export class Published extends LitElement {
  static override styles = [
    base,
    bar,
    css`
      header {
        gap: 0 16px;
        min-height: var(--bar);
      }
      nav {
        display: flex;
        flex-wrap: wrap;
        gap: 0 16px;
      }
      header a {
        display: inline-flex;
        align-items: center;
        min-height: 32px;
        color: var(--muted);
        text-decoration: none;
      }
      header a[aria-current] {
        color: var(--ink);
        text-decoration: underline;
      }
      @media (max-width: 600px) {
        header {
          flex-wrap: wrap;
          padding-block: 4px;
        }
        header .grow {
          display: none;
        }
        header .name {
          flex: 1;
        }
        nav {
          order: 1;
          flex-basis: 100%;
        }
      }
      header a.name {
        font-weight: 650;
        color: var(--ink);
        overflow-wrap: anywhere;
      }
      footer {
        padding: 16px;
        border-top: 1px solid var(--line);
        margin-top: 32px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @state() private page: Page = parsePage(location.hash);
  private readonly index = new Load<BoardIndex>(this);
  private readonly moved = (): void => {
    this.page = parsePage(location.hash);
    scrollTo(0, 0);
  };

  constructor() {
    super();
    new Watch(this, theme);
    this.index.ask('index', boardIndex);
  }
  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.moved);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.moved);
  }

  override render() {
    const { value: board, error } = this.index;
    document.title = [this.page.entry || this.page.model, board?.title ?? 'Leaderboard']
      .filter(Boolean)
      .join(' · ');
    const link = (view: Page['view'], address: string, label: string) =>
      html`<a href=${address} aria-current=${ifDefined(this.page.view === view ? 'page' : undefined)}>${label}</a>`;
    const [a, b] = board?.models ?? [];
    return html`<header>
        <a class="name" href=${toModels}>${board?.title ?? 'Leaderboard'}</a>
        ${board?.score?.name === 'own' && !board.title.includes(board.dataset.version) ? html`<span class="muted">${board.dataset.version}</span>` : nothing}
        <nav aria-label="Pages">
          ${link('models', toModels, 'Models')}
          ${a && b ? link('compare', toCompare(a.name, b.name), 'Compare') : nothing}
          ${link('audit', toAudit, 'Audit')}
        </nav>
        <span class="grow"></span>
        <button class="plain icon" title="Theme: ${theme.value}" aria-label="Theme: ${theme.value}. Change" @click=${nextTheme}>
          ${{ system: '◐', light: '○', dark: '●' }[theme.value]}
        </button>
      </header>
      <main>
        ${
          error
            ? html`<h1 class="sr">Leaderboard</h1>
              <bx-notice kind="error" heading="No leaderboard found next to this page">${error}. <code>bfclx report</code> writes one.</bx-notice>`
            : board
              ? this.content(board)
              : html`<h1 class="sr">Leaderboard</h1><bx-notice kind="loading">Loading the leaderboard</bx-notice>`
        }
      </main>
      ${
        board
          ? html`<footer class="muted small">
            Scored by bfclx ${board.program.version}${board.score?.name === 'own' ? nothing : ' as by the Berkeley Function-Calling Leaderboard'}; ${board.score?.name === 'own' ? 'benchmark' : 'dataset'} ${board.dataset.version}
            <span title=${board.dataset.hash}>${shortHash(board.dataset.hash)}</span>. Intervals are 95 % CIs.
          </footer>`
          : nothing
      }`;
  }

  private content(board: BoardIndex) {
    const { model: named } = this.page;
    const page = { ...this.page, model: modelNamed(board.models, named)?.name ?? named };
    switch (page.view) {
      case 'model':
        return html`<bx-published-model .board=${board} .page=${page}></bx-published-model>`;
      case 'entry':
        return html`<bx-published-entry .board=${board} .entry=${page.entry}></bx-published-entry>`;
      case 'compare':
        return html`<bx-published-compare .board=${board} .names=${pairNamed(board.models, page.compare)}></bx-published-compare>`;
      case 'unknown':
        return html`<h1 class="sr">${board.title}</h1><bx-notice kind="error" heading="Unknown address"><code>${location.hash.slice(0, 100)}</code> is not a page of this leaderboard. <a href=${toModels}>All models</a></bx-notice>`;
      case 'audit':
        return html`<bx-published-audit .board=${board}></bx-published-audit>`;
      default:
        return html`<bx-published-models .board=${board}></bx-published-models>`;
    }
  }
}

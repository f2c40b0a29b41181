// The top bar: views, the dataset, theme, help. Below 700 px the views are a menu.
import { LitElement, css, html, nothing } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { base } from '../styles/base.ts';
import { bar } from '../styles/parts.ts';
import { MOST_COMPARED, withText } from '../lib/chosen-runs.ts';
import { shortHash } from '../lib/format.ts';
import { listOf, type RouteParams } from '../lib/route.ts';
import { provenanceOf } from '../lib/provenance.ts';
import { docsLink } from './docs-link.ts';
import { hasPalette, openPalette, PALETTE_KEY } from './palette-key.ts';
import { dataset } from '../state/dataset.ts';
import { route, routeTo } from '../state/router.ts';
import { nextTheme, theme } from '../state/theme.ts';
import { Watch } from '../state/watch.ts';
import { VIEWS } from '../views/registry.ts';

/** What is chosen in Runs, if Compare can show it. */
function chosenPair(): RouteParams {
  const { view, params } = route.value;
  const chosen = view === 'runs' ? listOf(params.chosen) : [];
  return chosen.length > 1 && chosen.length <= MOST_COMPARED ? { with: withText(chosen) } : {};
}

@customElement('bx-top-bar')
export class TopBar extends LitElement {
  static override styles = [
    base,
    bar,
    css`
      header {
        height: var(--bar);
      }
      .name {
        font-weight: 650;
        font-size: var(--s16);
        color: var(--ink);
        text-decoration: none;
        margin-right: 16px;
        line-height: 24px;
      }
      .wide {
        display: flex;
        align-self: stretch;
      }
      .wide a {
        display: flex;
        align-items: center;
        padding: 0 10px;
        color: var(--muted);
        text-decoration: none;
        border-bottom: 2px solid transparent;
        border-top: 2px solid transparent;
      }
      .wide a:hover {
        color: var(--ink);
      }
      .wide a[aria-current] {
        color: var(--ink);
        border-bottom-color: var(--accent);
      }
      .wide a:focus-visible {
        outline-offset: -3px;
      }
      .menu {
        display: none;
      }
      header > .docs {
        color: var(--muted);
        padding: 0 8px;
        line-height: 24px;
      }
      .data {
        color: var(--muted);
        font-size: var(--s13);
        padding: 0 8px;
        min-width: 0;
      }
      .data .mono {
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .word {
        display: none;
      }
      [popover] {
        margin: 0;
        inset: calc(var(--bar) + 2px) auto auto 12px;
        padding: 6px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--bg);
        box-shadow: var(--float);
      }
      [popover] a {
        display: flex;
        align-items: center;
        min-height: var(--control);
        padding: 4px 32px 4px 12px;
        color: var(--ink);
        text-decoration: none;
        border-radius: 4px;
      }
      [popover] a[aria-current] {
        background: var(--selected);
      }
      @media (max-width: 700px) {
        header {
          padding: 0 8px 0 12px;
        }
        .wide,
        header > .docs {
          display: none;
        }
        .menu {
          display: inline-flex;
        }
        .name {
          margin-right: 4px;
        }
      }
      /* The name of the dataset whole rather than its hash cut; Help has the colours too. */
      @media (max-width: 480px) {
        .hash {
          display: none;
        }
      }
      @media (max-width: 420px) {
        .label {
          display: none;
        }
        .word {
          display: inline;
        }
      }
      @media (max-width: 360px) {
        header {
          gap: 2px;
        }
        .data {
          padding: 0 4px;
        }
        .theme {
          display: none;
        }
      }
    `,
  ];

  @query('[popover]') private menu!: HTMLElement;

  constructor() {
    super();
    new Watch(this, route, dataset, theme);
  }

  private links() {
    return VIEWS.filter(({ name, linked }) => !linked || route.value.view === name).map(
      ({ name, label }) => html`<a
        href=${routeTo(name, name === 'compare' ? chosenPair() : {})}
        aria-current=${ifDefined(route.value.view === name ? 'page' : undefined)}
        @click=${() => this.menu.hidePopover()}
        >${label}</a
      >`,
    );
  }

  override render() {
    const { phase, kind, version, hash, own } = dataset.value;
    const current = VIEWS.find(({ name }) => name === route.value.view)?.label ?? '';
    const provenance = provenanceOf(kind, hash, own ? version : '');
    const label =
      phase === 'ready'
        ? html`<span class="label">${provenance.label}</span><span class="word">${provenance.word}</span><span class="hash"> · ${shortHash(hash)}</span>`
        : phase === 'loading'
          ? 'dataset …'
          : 'no dataset';
    return html`<header>
      <a class="name" href=${routeTo('score')}>bfclx</a>
      <nav class="wide" aria-label="Views">${this.links()}</nav>
      <button class="menu plain" popovertarget="views">${current} <span aria-hidden="true">▾</span><span class="sr">, other views</span></button>
      <nav id="views" popover aria-label="Views">${this.links()}${docsLink('Docs', '', () => this.menu.hidePopover())}</nav>
      <span class="grow"></span>
      <button class="plain data" title="Dataset ${version} ${hash}" @click=${this.openDataset}>
        <span class="mono">${label}</span>
        <span class=${phase === 'ready' ? provenance.tone : phase === 'failed' ? 'fail' : 'muted'} aria-hidden="true"
          >${phase === 'ready' ? provenance.sign : phase === 'failed' ? '✕' : ''}</span
        >
      </button>
      ${docsLink('Docs')}
      ${hasPalette() ? html`<button class="plain icon" title="Go to … (${PALETTE_KEY})" aria-label="Go to …" @click=${openPalette}>⌕</button>` : nothing}
      <button class="plain icon theme" title="Theme: ${theme.value}" aria-label="Theme: ${theme.value}. Change" @click=${nextTheme}>
        ${{ system: '◐', light: '○', dark: '●' }[theme.value]}
      </button>
      <button class="plain icon" title="Help (?)" aria-label="Help" @click=${this.openHelp}>?</button>
    </header>`;
  }

  private async openDataset(): Promise<void> {
    (await import('./dataset-dialog.ts')).showDatasetDialog();
  }

  private async openHelp(): Promise<void> {
    (await import('./help.ts')).showHelp();
  }
}

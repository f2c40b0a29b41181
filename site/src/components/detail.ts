// The frame of an open entry beside its table: a head that stays, with its id and ways to the next one. The
// element around it emits `move` (1 or -1) and `close`; `more` are buttons of its own.
import { css, html, nothing } from 'lit';
import { sections } from '../styles/sections.ts';

export const detail = [
  sections,
  css`
    :host {
      padding: 0 16px 48px;
    }
    header {
      position: sticky;
      top: 0;
      z-index: 1;
      display: flex;
      align-items: center;
      gap: 8px;
      min-height: 47px;
      margin: 0 -16px;
      padding: 6px 8px 6px 16px;
      background: var(--bg);
      border-bottom: 1px solid var(--line);
    }
    header h2 {
      font-family: var(--mono);
      overflow-wrap: anywhere;
    }
    header button {
      width: var(--control);
      padding: 0;
    }
    @media print {
      header {
        position: static;
      }
    }
  `,
];

export function detailHead(host: HTMLElement, id: string, more: unknown = nothing) {
  const emit = (type: string, to?: number) => () =>
    host.dispatchEvent(new CustomEvent(type, { detail: to }));
  return html`<header>
    <h2 class="grow">${id}</h2>
    <button class="plain" aria-label="Previous entry" title="Previous (k)" @click=${emit('move', -1)}>↑</button>
    <button class="plain" aria-label="Next entry" title="Next (j)" @click=${emit('move', 1)}>↓</button>
    ${more}
    <button class="plain" aria-label="Close" title="Close (Esc)" @click=${emit('close')}>✕</button>
  </header>`;
}

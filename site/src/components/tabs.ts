// Tabs above one panel: arrow keys go from tab to tab, as the pattern of WAI-ARIA has it. The panel that follows
// takes `id="panel"` and `role="tabpanel"`.
import { css, html, type TemplateResult } from 'lit';

export const tabs = css`
  [role='tablist'] {
    display: flex;
    gap: 4px;
    overflow-x: auto;
    margin: 8px -4px 0;
    padding: 0 4px;
    border-bottom: 1px solid var(--line);
  }
  [role='tab'] {
    flex: none;
    padding: 0 10px;
    border: 0;
    border-bottom: 2px solid transparent;
    border-radius: 0;
    background: none;
    color: var(--muted);
  }
  [role='tab'][aria-selected='true'] {
    border-bottom-color: var(--accent);
    color: var(--ink);
  }
`;

export interface Tab<N extends string> {
  name: N;
  label: string | TemplateResult;
}

export function tabList<N extends string>(
  label: string,
  all: readonly Tab<N>[],
  chosen: N,
  choose: (name: N) => void,
) {
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = all.findIndex(({ name }) => name === chosen);
    const next = all[(at + by + all.length) % all.length];
    if (!next) return;
    choose(next.name);
    (event.currentTarget as HTMLElement)
      .querySelector<HTMLElement>(`[data-tab=${next.name}]`)
      ?.focus();
  };
  return html`<div role="tablist" aria-label=${label} @keydown=${move}>
    ${all.map(
      ({ name, label: text }) => html`<button
      role="tab" id="tab-${name}" data-tab=${name} aria-controls="panel" aria-selected=${name === chosen}
      tabindex=${name === chosen ? 0 : -1} @click=${() => choose(name)}
    >${text}</button>`,
    )}
  </div>`;
}

// The documentation beside the site, which the build names in the page's head (build-tools/docs.ts).
import { html, nothing } from 'lit';

/** Nothing without it, and in the frame of another page. */
export function docsLink(label: string, shut: () => void = () => undefined) {
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="help"]');
  if (!link || window.top !== window) return nothing;
  return html`<a class="docs" href=${link.href} target="_blank" rel="noopener" @click=${shut}>${label}</a>`;
}

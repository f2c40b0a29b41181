// The documentation beside the site, which the build names in the page's head (build-tools/docs.ts).
import { html, nothing } from 'lit';

/** A page of the documentation, or its first; empty without documentation, and in the frame of another page. */
export function docsAddress(page = ''): string {
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="help"]');
  return link && window.top === window ? link.href + page : '';
}

export function docsLink(label: string, page = '', shut: () => void = () => undefined) {
  const address = docsAddress(page);
  if (!address) return nothing;
  return html`<a class="docs" href=${address} target="_blank" rel="noopener" @click=${shut}>${label}</a>`;
}

// The documentation that is published beside the site: BFCLX_DOCS="docs/" names its folder, relative to the site. The page
// links to it; without it there is no link.
import type { Plugin } from 'vite';

/** A folder below the site; what is none stops the build. */
export function readDocs(text: string): string {
  if (text !== '' && !/^(?:[\w-]+\/)+$/.test(text))
    throw new Error(`BFCLX_DOCS: ${text} is no relative folder like docs/`);
  return text;
}

export function docs(text: string): Plugin {
  const folder = readDocs(text);
  return {
    name: 'bfclx-docs',
    transformIndexHtml: (_html, { path }) =>
      folder && path === '/index.html'
        ? [{ tag: 'link', attrs: { rel: 'help', href: `./${folder}` }, injectTo: 'head' }]
        : [],
  };
}

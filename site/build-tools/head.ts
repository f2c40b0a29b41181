// The head that all pages share: `<!-- head.html -->` in a page stands for that file. The policy in it comes
// before everything that it is about.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const PLACE = /^ *<!-- head\.html -->\n/m;

export function head(root: string): Plugin {
  return {
    name: 'head',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        if (!PLACE.test(html)) throw new Error(`${path} has no place for head.html`);
        return html.replace(PLACE, () => readFileSync(resolve(root, 'head.html'), 'utf8'));
      },
    },
  };
}

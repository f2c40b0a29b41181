// The glossary of the documentation (docs/glossary.md) for the page: `virtual:glossary` has the first sentence of each term, so
// that it is written once.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

export interface Term {
  /** As the heading is anchored in the documentation. */
  name: string;
  label: string;
  sentence: string;
}

const nameOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replace(/ /g, '-');

/** Throws where a term has no sentence of plain text. */
export function readGlossary(markdown: string): Term[] {
  const [, ...sections] = markdown.split(/^## /m);
  if (sections.length === 0) throw new Error('the glossary has no terms');
  return sections.map((section) => {
    const [label = '', sentence = ''] = section.split(/\n{2,}/).map((part) => part.trim());
    if (!/^[^\n`[\]*_<>]+\.$/.test(sentence))
      throw new Error(`the glossary has no plain sentence for ${label}`);
    return { name: nameOf(label), label, sentence };
  });
}

const ID = 'virtual:glossary';

export function glossary(path: string): Plugin {
  return {
    name: 'bfclx-glossary',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      this.addWatchFile(path);
      return `export default ${JSON.stringify(readGlossary(readFileSync(path, 'utf8')))};`;
    },
  };
}

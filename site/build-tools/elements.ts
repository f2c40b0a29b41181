// The playground of the elements (demo-elements.html). Its attributes, events and CSS properties are those of the tables in
// EMBEDDING.md, so that they are listed once: `virtual:elements` has them, with the initial values of tokens.css. Also brings
// the tokens into the style sheet of the page.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { rootTokens } from './leaderboard-element.ts';

export interface Attribute {
  name: string;
  /** In Markdown, as in the table. */
  what: string;
  /** Values that the text begins with: "`light`, `dark` or `system`". Empty where any text can be set. */
  choices: readonly string[];
}

export interface ElementEvent {
  name: string;
  when: string;
}

export interface ElementTable {
  tag: string;
  attributes: readonly Attribute[];
  events: readonly ElementEvent[];
}

export interface StyleProperty {
  name: string;
  what: string;
  initial: string;
}

export interface Elements {
  elements: readonly ElementTable[];
  properties: readonly StyleProperty[];
}

/** Rows of the table with this first column, without its head; none where there is no such table. */
function rowsOf(section: string, column: string): string[][] {
  const lines = section.split('\n');
  const head = lines.findIndex((line) => line.startsWith(`| ${column} |`));
  if (head < 0) return [];
  const end = lines.findIndex((line, i) => i > head && !line.startsWith('|'));
  return lines.slice(head + 2, end < 0 ? undefined : end).map((line) =>
    line
      .replace(/^\| *| *\|$/g, '')
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

const plain = (cell = ''): string => cell.replace(/^`([^`]*)`$/, '$1');

function choicesOf(what: string): string[] {
  const [begin = ''] = /^`[\w-]+`(?:(?:,| or|, or) `[\w-]+`)*(?=[.,; ]|$)/.exec(what) ?? [];
  return [...begin.matchAll(/`([\w-]+)`/g)].map(([, value = '']) => value);
}

/** Throws where a table is missing, or where the CSS properties are not those of tokens.css. */
export function readElements(markdown: string, css: string): Elements {
  const sections = markdown.split(/^## /m);
  const elements = ['bfclx-leaderboard', 'bfclx-scorer'].map((tag) => {
    const section = sections.find((one) => one.includes(`    <${tag}`)) ?? '';
    const attributes = rowsOf(section, 'attribute').map(([name, what = '']) => ({
      name: plain(name),
      what,
      choices: choicesOf(what),
    }));
    const events = rowsOf(section, 'event').map(([name, , when = '']) => ({
      name: plain(name),
      when,
    }));
    if (attributes.length === 0 || events.length === 0)
      throw new Error(`EMBEDDING.md has no table of the attributes or events of ${tag}`);
    return { tag, attributes, events };
  });
  const tokens = new Map(rootTokens(css).map(([name, value]) => [`--bfclx-${name}`, value]));
  const described = sections.flatMap((section) => rowsOf(section, 'CSS property'));
  const properties = described.map(([name, what = '']) => {
    const initial = tokens.get(plain(name));
    if (initial === undefined) throw new Error(`tokens.css has no token for ${plain(name)}`);
    tokens.delete(plain(name));
    return { name: plain(name), what, initial };
  });
  const [missing] = tokens.keys();
  if (missing) throw new Error(`EMBEDDING.md does not describe ${missing}`);
  return { elements, properties };
}

const ID = 'virtual:elements';

/** `root`: of the site; `docs`: the folder of the documentation beside it, or empty. */
export function elements(root: string, docs: string): Plugin {
  const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
  const sources = ['EMBEDDING.md', 'src/styles/tokens.css'] as const;
  return {
    name: 'bfclx-elements',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      for (const path of sources) this.addWatchFile(resolve(root, path));
      const [markdown, css] = sources.map(read);
      const found = readElements(markdown ?? '', css ?? '');
      return `export const { elements, properties } = ${JSON.stringify(found)};\nexport const docs = ${JSON.stringify(docs && `${docs}embed/`)};`;
    },
    generateBundle() {
      const source = `${read('src/styles/tokens.css')}\n${read('src/elements/playground.css')}`;
      this.emitFile({ type: 'asset', fileName: 'demo-elements.css', source });
    },
  };
}

// A Vite plugin that builds `<bfclx-leaderboard>` beside the site: one plain script, bfclx-leaderboard.js, that other pages load
// by name. It shares sources with the site but no files, as it has to stand alone.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { ascii } from './classic.ts';

export const SCRIPT = 'bfclx-leaderboard.js';
const ID = 'virtual:host-tokens';

const COMMENT = /\/\*[\s\S]*?\*\//g;
const tokensIn = (block: string): [name: string, value: string][] =>
  [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
    name,
    value.trim(),
  ]);

/** The tokens of tokens.css and their values. Throws where the file has another form. */
export function rootTokens(css: string): [name: string, value: string][] {
  const root = /^:root\s*\{([^}]*)\}/m.exec(css.replace(COMMENT, ''))?.[1];
  if (!root) throw new Error('tokens.css has no tokens');
  return tokensIn(root);
}

/**
 * The tokens of tokens.css for the element: `--accent: blue` becomes `--accent: var(--bfclx-accent, blue)` of its host, so
 * that the page around can set each of them. Throws where the file has another form.
 */
export function hostTokens(css: string): string {
  const coarse = /@media \(pointer: coarse\)\s*\{\s*:root\s*\{([^}]*)\}/.exec(
    css.replace(COMMENT, ''),
  )?.[1];
  if (!coarse) throw new Error('tokens.css has no tokens for coarse pointers');
  const own = (tokens: [string, string][]): string =>
    tokens.map(([name, value]) => `--${name}:var(--bfclx-${name},${value});`).join('');
  return `:host{${own(rootTokens(css))}}@media (pointer:coarse){:host{${own(tokensIn(coarse))}}}`;
}

/** `root`: of the site. */
export function leaderboardElement(root: string): Plugin {
  return {
    name: 'bfclx-leaderboard-element',
    async generateBundle() {
      const { build } = await import('vite');
      const built = await build({
        root,
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [
          {
            name: 'bfclx-host-tokens',
            resolveId: (id) => (id === ID ? `\0${ID}` : null),
            load: (id) =>
              id === `\0${ID}`
                ? `export default ${JSON.stringify(hostTokens(readFileSync(resolve(root, 'src/styles/tokens.css'), 'utf8')))};`
                : null,
          },
        ],
        build: {
          write: false,
          target: 'es2022',
          modulePreload: false,
          rollupOptions: {
            checks: { pluginTimings: false },
            input: { element: resolve(root, 'src/board/leaderboard-element.ts') },
            output: { entryFileNames: SCRIPT },
          },
        },
      });
      const files = 'output' in built ? built.output : [];
      const [file] = files;
      if (files.length !== 1 || file?.type !== 'chunk')
        throw new Error(`${SCRIPT} must be one file`);
      if (/\bimport\.meta\b|\bimport\(|^(?:import|export)\b/m.test(file.code))
        throw new Error(`${SCRIPT} must stand alone`);
      // Loaded twice, it does nothing.
      const source = `(()=>{if(customElements.get("bfclx-leaderboard"))return;${file.code}})();\n`;
      this.emitFile({ type: 'asset', fileName: SCRIPT, source: ascii(source) });
    },
  };
}

// A Vite plugin that tells the service worker which files make up the build: everything but the official
// dataset, whose files are cached as they are used, the page of published leaderboards, and those that only demonstrate.
// The tables of the leaderboard are part of it, and are stored when the view first asks for them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const NOT_KEPT =
  /^(?:sw\.js|published\.html|assets\/published-.*|dataset\/(?!index\.json$).*|demo-[\w-]+\..*|bfclx-leaderboard\..*|.*\.map)$/;
const ON_USE = /^leaderboard\//;

/** `publicFolder`: files that are served as they are, which are no part of the bundle. */
export function offline(publicFolder: string): Plugin {
  return {
    name: 'bfclx-offline',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const sum = createHash('sha256');
        const kept: string[] = [];
        const onUse: string[] = [];
        const take = (path: string, content: string | Uint8Array): void => {
          if (NOT_KEPT.test(path)) return;
          (ON_USE.test(path) ? onUse : kept).push(path);
          sum.update(`${path}\n`).update(content);
        };
        for (const entry of readdirSync(publicFolder, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile()) continue;
          const path = join(entry.parentPath, entry.name);
          take(relative(publicFolder, path).split(sep).join('/'), readFileSync(path));
        }
        for (const path of Object.keys(bundle).sort()) {
          const file = bundle[path];
          if (file) take(path, file.type === 'chunk' ? file.code : file.source);
        }
        const worker = bundle['sw.js'];
        if (worker?.type !== 'chunk') throw new Error('the build has no sw.js');
        const build = { version: sum.digest('hex').slice(0, 16), files: kept, onUse };
        worker.code = `self.BFCLX_BUILD=${JSON.stringify(build)};\n${worker.code}`;
      },
    },
  };
}

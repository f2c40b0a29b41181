// How the site is built: relative paths, so that it works under any sub-path and from a plain file
// server; the sample and, where it exists, the official dataset are copied in (build-tools/data.ts).
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { copyData } from './build-tools/data.ts';
import { classic } from './build-tools/classic.ts';
import { elements } from './build-tools/elements.ts';
import { firstVisit, firstVisitGroups } from './build-tools/first-visit.ts';
import { docs, readDocs } from './build-tools/docs.ts';
import { glossary } from './build-tools/glossary.ts';
import { head } from './build-tools/head.ts';
import { hosts } from './build-tools/hosts.ts';
import { leaderboardElement } from './build-tools/leaderboard-element.ts';
import { offline } from './build-tools/offline.ts';
import { tables } from './build-tools/tables.ts';

const here = import.meta.dirname;
// The built package of ../wasm; another place may be named.
const wasm = resolve(process.env['BFCLX_PACKAGE'] ?? resolve(here, '../build/wasm/package'));
const alias = {
  bfclx: resolve(wasm, 'index.js'),
  // Emscripten's part of the module, which index.js loads when it is asked for a scorer.
  'bfclx-glue': resolve(wasm, 'bfclx.js'),
};

/** Scripts with these names in every build. */
const BY_NAME = new Set(['sw', 'bfclx-scorer', 'demo-elements']);

export default defineConfig({
  base: './',
  plugins: [
    head(here),
    hosts(process.env['BFCLX_HOSTS'] ?? ''),
    docs(process.env['BFCLX_DOCS'] ?? ''),
    glossary(resolve(here, '../docs/glossary.md')),
    copyData(resolve(here, '..')),
    firstVisit(),
    tables(resolve(here, '../tools/tables'), wasm),
    classic(['bfclx-scorer.js', 'demo-elements.js']),
    leaderboardElement(here),
    elements(here, readDocs(process.env['BFCLX_DOCS'] ?? '')),
    offline(resolve(here, 'public')),
  ],
  resolve: { alias },
  server: { fs: { allow: [here, wasm] } },
  build: {
    target: 'es2022',
    // The policy of head.html allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // A slow machine is no warning.
      checks: { pluginTimings: false },
      input: {
        index: resolve(here, 'index.html'),
        embed: resolve(here, 'embed.html'),
        // `bfclx report` takes this page, and what it loads, for the leaderboards that it writes.
        published: resolve(here, 'published.html'),
        // Of BY_NAME.
        'bfclx-scorer': resolve(here, 'src/embed/scorer-element.ts'),
        'demo-elements': resolve(here, 'src/elements/playground.ts'),
        sw: resolve(here, 'src/offline/service-worker.ts'),
      },
      output: {
        codeSplitting: { groups: firstVisitGroups(here) },
        entryFileNames: ({ name }) => (BY_NAME.has(name) ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  worker: { format: 'es' },
  // A slow machine fails no test: the limit is for those that hang.
  test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});

// How the site is built: relative paths, so that it works under any sub-path and from a plain file
// server; the sample and, where it exists, the official dataset are copied in (build-tools/data.ts).
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { copyData } from './build-tools/data.ts';

const here = import.meta.dirname;
// The built package of ../wasm; another place may be named.
const wasm = resolve(process.env['BFCLX_PACKAGE'] ?? resolve(here, '../build/wasm/package'));
const alias = { bfclx: resolve(wasm, 'index.js') };

export default defineConfig({
  base: './',
  plugins: [copyData(resolve(here, '..'))],
  resolve: { alias },
  server: { fs: { allow: [here, wasm] } },
  build: {
    target: 'es2022',
    // The policy of index.html allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { index: resolve(here, 'index.html') } },
  },
  worker: { format: 'es' },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});

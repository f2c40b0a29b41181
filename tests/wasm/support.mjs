// What the tests of the module share: the built package, the sample, and files by folder.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const packageFolder = process.env.BFCLX_WASM_PACKAGE ?? join(root, 'build/wasm/package');
export const sampleFolder = join(root, 'tools/sample');
export const today = '2026-11-21';

/** Exit code that ctest takes for a skipped test. */
const SKIPPED = 77;

/** Ends the test file as skipped when something that it needs is not there. */
export function need(path, what) {
  if (existsSync(path)) return;
  console.log(`SKIPPED: ${what}: there is no ${path}`);
  process.exit(SKIPPED);
}

need(join(packageFolder, 'bfclx.wasm'), 'the module is not built (cmake --preset wasm)');

export const bfclx = await import(pathToFileURL(join(packageFolder, 'index.js')).href);

/** All files below a folder as {path, bytes}, their paths relative to it. */
export function filesBelow(folder, accept = () => true) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => ({ path: relative(folder, path).split(sep).join('/'), whole: path }))
    .filter(({ path }) => accept(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, whole }) => ({ path, bytes: readFileSync(whole) }));
}

/** The files of the sample's dataset. */
export function sampleDataset() {
  return filesBelow(sampleFolder, (path) => path.startsWith('data/') || path === 'models.json' || path === 'cassette.jsonl');
}

/** A result file of lines {id, result}. */
export function results(path, responses) {
  const lines = Object.entries(responses).map(([id, result]) => JSON.stringify({ id, result }) + '\n');
  return { path, bytes: new TextEncoder().encode(lines.join('')) };
}

export const textOf = (bytes) => new TextDecoder().decode(bytes);
export const linesOf = (bytes) => textOf(bytes).trimEnd().split('\n').map((line) => JSON.parse(line));

export const prompting = { decoder: 'prompting', underscore_to_dot: false, model_name: 'm', today };

/** Opens, gives the handle to `use`, and closes. */
export function withResults(scorer, file, use) {
  const info = scorer.openResults(file);
  try {
    return use(info);
  } finally {
    scorer.closeResults(info.handle);
  }
}

export function throwsKind(kind, run) {
  assert.throws(run, (error) => error instanceof bfclx.ScorerError && error.kind === kind);
}

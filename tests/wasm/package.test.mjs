// The npm package as users get it: packed, installed into an empty folder, and used by the example
// of its README. Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

import { packageFolder, sampleFolder } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'bfclx-package-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const npm = (...args) =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, npm_config_cache: join(folder, 'cache') },
  });

test('the tarball holds what package.json names, and nothing else', () => {
  const [packed] = JSON.parse(npm('pack', packageFolder, '--json'));
  const { files } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const names = packed.files.map(({ path }) => path).sort();
  assert.deepEqual(names, [...files, 'package.json'].sort());
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  npm('install', join(folder, packed.filename));
});

test('the example of the README runs', () => {
  const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
  const example = /```js\n([^]*?)```/.exec(readme)[1];
  assert.ok(example.trimEnd().split('\n').length <= 12);
  mkdirSync(join(folder, 'bfcl'));
  cpSync(join(sampleFolder, 'data'), join(folder, 'bfcl/data'), { recursive: true });
  const result = 'BFCL_v4_simple_python_result.json';
  cpSync(join(sampleFolder, 'results/good-model/non_live', result), join(folder, result));
  writeFileSync(join(folder, 'example.js'), example);
  const output = execFileSync('node', ['example.js'], { cwd: folder, encoding: 'utf8' });
  assert.match(output, /simple_python/);
  assert.match(output, /accuracy/);
});

function packed(names) {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return names
    .map((name) => brotliCompressSync(readFileSync(join(packageFolder, name)), options).length)
    .reduce((sum, part) => sum + part);
}

test('a first verdict takes at most 250 KB, all of it 1,100 KB', () => {
  const scripts = ['bfclx.js', 'index.js', 'load.js'];
  const first = packed(['bfclx.wasm', ...scripts]);
  assert.ok(first <= 250_000, `${first} bytes of brotli`);
  const all = first + packed(['bfclx.deferred.wasm']);
  assert.ok(all <= 1_100_000, `${all} bytes of brotli`);
});

test('a script that is missing is told from a module that is none', async () => {
  const part = join(folder, 'part');
  mkdirSync(part);
  for (const name of ['index.js', 'load.js', 'package.json']) copyFileSync(join(packageFolder, name), join(part, name));
  const lacking = await import(pathToFileURL(join(part, 'index.js')).href);
  await assert.rejects(lacking.loadScorer(), { name: 'ScorerError', kind: 'script' });
});

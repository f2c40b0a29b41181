// Cuts the linked module in two: what a first visit runs, and all other code with the data that only it reads.
//
// Usage: node split.mjs <wasm-split> <folder of the linked module> <folder of the package>
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { firstVisit } from './flows.mjs';
import { reaches } from './reaches.mjs';
import { moveData } from './move-data.mjs';

const [wasmSplit, whole, packageFolder] = process.argv.slice(2);
const sample = join(dirname(fileURLToPath(import.meta.url)), '../../tools/sample');
const at = (name) => join(whole, name);
const split = (...options) => execFileSync(wasmSplit, ['--enable-mutable-globals', ...options], { stdio: 'inherit' });

/** Which functions a first visit calls, in the form of wasm-split. */
async function profile(instrumented) {
  copyFileSync(at('bfclx.js'), join(packageFolder, 'bfclx.js'));
  const { loadScorer } = await import(pathToFileURL(join(packageFolder, 'index.js')).href);
  const { instantiate } = WebAssembly;
  let exports;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    exports = instance.exports;
    return instance;
  };
  const scorer = await loadScorer({ wasm: instrumented, deferred: new Uint8Array() });
  WebAssembly.instantiate = instantiate;
  firstVisit(scorer, sample);
  const memory = Object.values(exports).find((one) => one instanceof WebAssembly.Memory);
  const size = exports.__write_profile(0, 0);
  const place = memory.buffer.byteLength;
  memory.grow(Math.ceil(size / 65536));
  exports.__write_profile(place, size);
  return new Uint8Array(memory.buffer, place, size);
}

split('--instrument', at('bfclx.wasm'), '-o', at('instrumented.wasm'));
writeFileSync(at('first-visit.profile'), await profile(readFileSync(at('instrumented.wasm'))));
const parts = ['primary.wasm', 'deferred.wasm'].map(at);
split('--split', `--profile=${at('first-visit.profile')}`, at('bfclx.wasm'), '-o1', parts[0], '-o2', parts[1]);
const reach = reaches(readFileSync(at('bfclx.wasm.lto.o')));
const [primary, deferred] = parts.map((path) => readFileSync(path));
const moved = moveData(primary, deferred, readFileSync(at('bfclx.map'), 'latin1'), reach);
writeFileSync(join(packageFolder, 'bfclx.wasm'), moved.primary);
writeFileSync(join(packageFolder, 'bfclx.deferred.wasm'), moved.deferred);
for (const name of readdirSync(whole)) if (name.endsWith('.bc') || name.endsWith('resolution.txt')) rmSync(at(name));

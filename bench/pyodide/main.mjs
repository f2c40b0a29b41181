// Times the module side by side with Pyodide running the official checker, in one Chromium run.
//
// usage: bench/compare-pyodide [--rounds N] [--json FILE] [--package DIR] [--native PROGRAM]
//                              [--shared DIR] [--chromium PATH]
//
// Measured, in alternating rounds, as medians:
//   an entry       decode + check of the 2,351 single-turn Python entries; ours counted
//   first score    from navigation to the first verdict, in a fresh profile
//   download       everything that this needs, dataset apart, as brotli -q 11
//   whole run      4,441 entries, episodes included: our core in a worker against the native program
//                  on one thread, from bytes to report; and two workers against one
//
// Needs the built package (cmake --build --preset wasm), the native program, Chromium, and DIR of
// --shared with bfcl-data and conformance. Pyodide and playwright-core come from npm, the official
// package from pip, both into build/compare-pyodide.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';

import { serve } from './server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const work = join(root, 'build/compare-pyodide');
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
    package: { type: 'string', default: join(root, 'build/wasm/package') },
    native: { type: 'string', default: join(root, 'build/release/tools/bfclx') },
    shared: { type: 'string', default: join(root, '../shared') },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
});
const PYTHON = [
  ['simple_python', 'non_live'], ['multiple', 'non_live'], ['parallel', 'non_live'],
  ['parallel_multiple', 'non_live'], ['live_simple', 'live'], ['live_multiple', 'live'],
  ['live_parallel', 'live'], ['live_parallel_multiple', 'live'],
];
const recorded = join(options.shared, 'conformance/synthetic/result');
const dataset = join(options.shared, 'bfcl-data');

function run(command, args, settings = {}) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...settings });
}

function install() {
  mkdirSync(work, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(here, name), join(work, name));
  if (!existsSync(join(work, 'node_modules/pyodide'))) run('npm', ['ci', '--ignore-scripts'], { cwd: work });
  if (existsSync(join(work, 'official.zip'))) return;
  const pins = readFileSync(join(root, 'tools/get-dataset'), 'utf8');
  const pin = (name) => new RegExp(`^${name} = "([^"]+)"`, 'm').exec(pins)[1];
  const release = join(work, 'release.txt');
  writeFileSync(release, `${pin('PACKAGE')}==${pin('VERSION')} --hash=sha256:${pin('WHEEL_SHA256')}\n`);
  run('python3', ['-I', '-m', 'pip', 'download', '-q', '--no-deps', '--only-binary', ':all:', '--require-hashes', '-d', work, '-r', release]);
  const wheel = readdirSync(work).find((name) => name.endsWith('.whl'));
  // Only the code travels to the page.
  const repack = `import sys, zipfile
source, target = zipfile.ZipFile(sys.argv[1]), zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED)
for name in source.namelist():
    if name.endswith(".py"): target.writestr(name, source.read(name))
target.close()`;
  run('python3', ['-c', repack, join(work, wheel), join(work, 'official.zip')]);
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function brotliSize(paths) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return paths
    .map((path) => brotliCompressSync(readFileSync(path), { params }).length)
    .reduce((sum, size) => sum + size, 0);
}

/** A page in a fresh profile, after its first score. */
async function openPage(chromium, address) {
  const profile = mkdtempSync(join(tmpdir(), 'bfclx-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: options.chromium,
    args: ['--no-sandbox'],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('pageerror', (error) => console.error(String(error)));
  await page.goto(address);
  await page.waitForFunction(() => globalThis.ready === true, null, { timeout: 300_000 });
  const first = await page.evaluate(() => globalThis.firstScore / 1000);
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { page, first, close };
}

async function sideBySide(chromium, origin, rounds) {
  const sides = { official: { first: [], pass: [] }, ours: { first: [], pass: [] } };
  for (let round = 0; round < rounds; ++round) {
    for (const [name, side] of Object.entries(sides)) {
      const { page, first, close } = await openPage(chromium, `${origin}/bench/${name}.html`);
      side.first.push(first);
      await page.evaluate((categories) => globalThis.prepare(categories), PYTHON);
      for (const warm of [true, false]) {
        const parts = [];
        for (const [category] of PYTHON) parts.push(await page.evaluate((c) => globalThis.pass(c), category));
        if (warm) continue;
        const sum = (index) => parts.reduce((total, part) => total + part[index], 0);
        side.pass.push(sum(0) / sum(1));
        side.entries = sum(1);
        side.valid = sum(2);
      }
      await close();
    }
  }
  return sides;
}

/** Result files of the whole run in one folder, as one model. */
function wholeRunFolder() {
  const folder = join(work, 'whole/m');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const model of ['prompt-light', 'rel-prompt', 'mt-clean-prompt']) {
    for (const group of readdirSync(join(recorded, model))) {
      mkdirSync(join(folder, group), { recursive: true });
      for (const name of readdirSync(join(recorded, model, group))) {
        symlinkSync(join(recorded, model, group, name), join(folder, group, name));
      }
    }
  }
  return folder;
}

function timeNative(folder) {
  const args = ['score', folder, '--dataset', dataset, '--jobs', '1', '--format', 'json', '--today', '2026-11-21'];
  const start = performance.now();
  try {
    run(options.native, [...args, '--verdicts', join(work, 'verdicts.jsonl')], { stdio: 'ignore' });
  } catch (error) {
    if (error.status !== 1) throw error;
  }
  return (performance.now() - start) / 1000;
}

async function wholeRun(chromium, origin, folder, rounds) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.json'));
  const needed = run('node', ['--input-type=module', '-e', `
    const { loadScorer } = await import(${JSON.stringify(pathToFileURL(join(options.package, 'index.js')).href)});
    const scorer = await loadScorer();
    const names = ${JSON.stringify(files)}.map((path) => /BFCL_v4_(.*)_result/.exec(path)[1]);
    console.log(JSON.stringify([...new Set(names.flatMap((name) => scorer.filesNeeded(name)))]));`]);
  const { page, close } = await openPage(chromium, `${origin}/bench/ours.html`);
  const found = { one: [], two: [], whole: [], native: [], entries: 0 };
  for (let round = 0; round < rounds; ++round) {
    found.native.push(timeNative(folder));
    const one = await page.evaluate(([f, d]) => globalThis.wholeRun(1, f, d), [files, JSON.parse(needed)]);
    const two = await page.evaluate(([f, d]) => globalThis.wholeRun(2, f, d), [files, JSON.parse(needed)]);
    found.one.push(...one.times.map(([seconds]) => seconds));
    found.two.push(...two.times.map(([seconds]) => seconds));
    found.whole.push(...one.whole.slice(1).map(([seconds]) => seconds));
    found.entries = one.whole[0][1];
  }
  await close();
  return found;
}

async function main() {
  for (const path of [options.package, options.native, recorded, options.chromium]) {
    if (!existsSync(path)) throw new Error(`there is no ${path}`);
  }
  install();
  const { chromium } = createRequire(join(work, 'package.json'))('playwright-core');
  const whole = wholeRunFolder();
  const folders = { '/bench/': here, '/bfclx/': options.package, '/pyodide/': join(work, 'node_modules/pyodide'), '/dataset/': dataset, '/fetched/': work };
  const rounds = Number(options.rounds);
  // The checker's stand-ins are those of bench/compare-official.
  const extended = join(work, 'bench');
  cpSync(here, extended, { recursive: true });
  cpSync(join(root, 'bench/official_side.py'), join(extended, 'official_side.py'));
  const single = await serve({ ...folders, '/bench/': extended, '/results/': join(recorded, 'prompt-clean') });
  const sides = await sideBySide(chromium, single.origin, rounds);
  single.close();
  const all = await serve({ ...folders, '/bench/': extended, '/results/': whole });
  // Its first page scores simple_python, which the whole run has too.
  const runs = await wholeRun(chromium, all.origin, whole, rounds);
  all.close();
  const pyodide = ['pyodide.mjs', 'pyodide.asm.wasm', 'pyodide.asm.js', 'pyodide.asm.mjs', 'python_stdlib.zip', 'pyodide-lock.json'];
  const sizes = {
    official: brotliSize(pyodide.map((name) => join(work, 'node_modules/pyodide', name)).filter(existsSync)),
    ours: brotliSize(['index.js', 'load.js', 'bfclx.js', 'bfclx.wasm'].map((name) => join(options.package, name))),
  };
  report(sides, sizes, runs);
}

function report({ official, ours }, sizes, runs) {
  const rows = [
    ['decode + check of an entry, us', median(official.pass) * 1e6, median(ours.pass) * 1e6],
    ['navigation to first score, ms', median(official.first) * 1e3, median(ours.first) * 1e3],
    ['download, KB of brotli', sizes.official / 1e3, sizes.ours / 1e3],
  ];
  const figures = (numbers) => numbers.map((number) => number.toFixed(1).padStart(12)).join('');
  console.log(`${official.entries} entries, right: official ${official.valid}, ours ${ours.valid}`);
  console.log(`${''.padEnd(34)}${['Pyodide', 'bfclx', 'ratio'].map((text) => text.padStart(12)).join('')}`);
  for (const [name, theirs, own] of rows) console.log(name.padEnd(34) + figures([theirs, own, theirs / own]));
  const [native, whole, one, two] = [runs.native, runs.whole, runs.one, runs.two].map(median);
  console.log(`\n${runs.entries} entries, episodes included`);
  console.log(`native, one thread, ms            ${figures([native * 1e3])}`);
  console.log(`wasm, one worker, ms              ${figures([whole * 1e3])}   ${(whole / native).toFixed(2)} times the native time`);
  console.log(`scoring alone, one worker, ms     ${figures([one * 1e3])}`);
  console.log(`scoring alone, two workers, ms    ${figures([two * 1e3])}   ${(one / two).toFixed(2)} times as fast`);
  console.log(`(${cpus().length} processors; medians)`);
  if (options.json) writeFileSync(options.json, JSON.stringify({ official, ours, sizes, runs }, null, 2) + '\n');
  if (official.valid !== ours.valid) process.exitCode = 1;
}

await main();

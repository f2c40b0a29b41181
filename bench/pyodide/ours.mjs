// The same by our module: the first score of a fresh page, then passes over categories.
import { loadScorer } from '/bfclx/index.js';

const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
const settings = { decoder: 'prompting', underscore_to_dot: false, model_name: 'm', today: '2026-11-21' };
const handles = new Map();
const loading = loadScorer();

async function open(category, group) {
  const names = [`data/BFCL_v4_${category}.json`, `data/possible_answer/BFCL_v4_${category}.json`];
  const result = `BFCL_v4_${category}_result.json`;
  const [dataset, responses, scorer] = await Promise.all([
    Promise.all(names.map(async (path) => ({ path, bytes: await bytes(`/dataset/${path}`) }))),
    bytes(`/results/${group}/${result}`),
    loading,
  ]);
  scorer.openDataset(dataset);
  handles.set(category, scorer.openResults({ path: result, bytes: responses }).handle);
  return scorer;
}

const scorer = await open('simple_python', 'non_live');
scorer.score(handles.get('simple_python'), settings, 0, 1);
globalThis.firstScore = performance.now();

globalThis.prepare = async (categories) => {
  for (const [category, group] of categories) {
    await open(category, group);
    scorer.score(handles.get(category), settings, 0, 1);
  }
};
globalThis.pass = (category) => {
  const start = performance.now();
  const [counts] = scorer.scoreCounts(handles.get(category), settings);
  const seconds = (performance.now() - start) / 1000;
  return [seconds, counts.entries, counts.right];
};

/** A whole run in `count` workers; each has the files and is given pieces until none is left. */
globalThis.wholeRun = async (count, files, dataset) => {
  const [module, deferred] = await Promise.all(
    ['bfclx.wasm', 'bfclx.deferred.wasm'].map((name) => WebAssembly.compileStreaming(fetch(`/bfclx/${name}`))),
  );
  const workers = Array.from({ length: count }, () => new Worker('worker.mjs', { type: 'module' }));
  const ask = (worker, message) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
      worker.postMessage(message);
    });
  const opened = await Promise.all(
    workers.map((worker) => ask(worker, { open: { module, deferred, files, dataset } })),
  );
  const share = async () => {
    const pieces = opened[0].flatMap((entries, file) =>
      Array.from({ length: Math.ceil(entries / 40) }, (_, i) => ({ file, from: i * 40, count: 40 })),
    );
    const start = performance.now();
    let scored = 0;
    await Promise.all(
      workers.map(async (worker) => {
        while (pieces.length > 0) scored += await ask(worker, { score: pieces.shift() });
      }),
    );
    return [(performance.now() - start) / 1000, scored];
  };
  await share();
  await share();
  const times = [await share(), await share(), await share()];
  const whole = [];
  for (let i = 0; i < 4; ++i) whole.push(await ask(workers[0], { whole: true }));
  workers.forEach((worker) => worker.terminate());
  return { times, whole };
};
globalThis.ready = true;

// One worker of a pool, as the site has them.
import { loadScorer } from '/bfclx/index.js';

const settings = { decoder: 'prompting', underscore_to_dot: false, model_name: 'm', today: '2026-11-21' };
const fetched = async (root, paths) =>
  Promise.all(
    paths.map(async (path) => ({
      path,
      bytes: new Uint8Array(await (await fetch(root + path)).arrayBuffer()),
    })),
  );
let state;

async function open({ module, deferred, files, dataset }) {
  state = {
    module,
    deferred,
    dataset: await fetched('/dataset/', dataset),
    results: await fetched('/results/', files),
    scorer: await loadScorer({ wasm: module, deferred }),
  };
  state.scorer.openDataset(state.dataset);
  state.opened = state.results.map((file) => state.scorer.openResults(file));
  for (const { handle } of state.opened) state.scorer.score(handle, settings, 0, 1);
  return state.opened.map(({ entries }) => entries);
}

/** From bytes to a report in a new instance: seconds, and entries. */
async function whole() {
  const start = performance.now();
  const scorer = await loadScorer({ wasm: state.module, deferred: state.deferred });
  scorer.openDataset(state.dataset);
  const handles = state.results.map((file) => scorer.openResults(file).handle);
  const chosen = { ...scorer.proposeSettings(handles), ...settings };
  const entries = handles.map((handle) => scorer.score(handle, chosen).rows.length);
  scorer.report({ place: 'dataset', models: [{ name: 'm', handles, settings: chosen }] });
  return [(performance.now() - start) / 1000, entries.reduce((sum, count) => sum + count, 0)];
}

globalThis.onmessage = async ({ data }) => {
  if (data.open) postMessage(await open(data.open));
  if (data.whole) postMessage(await whole());
  if (data.score) {
    const { file, from, count } = data.score;
    postMessage(state.scorer.score(state.opened[file].handle, settings, from, count).rows.length);
  }
};

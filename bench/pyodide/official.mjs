// The official checker under Pyodide: the first score of a fresh page, then passes over categories.
import { loadPyodide } from '/pyodide/pyodide.mjs';

const text = async (path) => (await fetch(path)).text();
const pyodide = await loadPyodide({ indexURL: '/pyodide/' });
pyodide.unpackArchive(await (await fetch('/fetched/official.zip')).arrayBuffer(), 'zip', { extractDir: '/official' });
for (const name of ['official_side.py', 'official_checker.py']) {
  pyodide.FS.writeFile(`/official/${name}`, await text(name));
}
pyodide.runPython("import sys; sys.path.insert(0, '/official')");
const checker = pyodide.pyimport('official_checker');

async function open(category, group) {
  const [questions, answers, responses] = await Promise.all([
    text(`/dataset/data/BFCL_v4_${category}.json`),
    text(`/dataset/data/possible_answer/BFCL_v4_${category}.json`),
    text(`/results/${group}/BFCL_v4_${category}_result.json`),
  ]);
  return checker.open_category(category, questions, answers, responses);
}

await open('simple_python', 'non_live');
checker.score_first('simple_python');
globalThis.firstScore = performance.now();

globalThis.prepare = async (categories) => {
  for (const [category, group] of categories) await open(category, group);
};
globalThis.pass = (category) => checker.one_pass(category).toJs({ create_proxies: false });
globalThis.ready = true;

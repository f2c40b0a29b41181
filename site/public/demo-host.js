// The host's side: a table of models, each scored in the frame; a row shows its failures there.
const scorer = document.querySelector('bfclx-scorer');
const board = document.querySelector('#board');
const lines = document.querySelector('#lines');
const state = document.querySelector('#state');
const theme = document.querySelector('#theme');

lines.value = [
  '{"id": "simple_python_90000", "result": "[harbour.tide_table(harbour=\'Whitby\', date=\'2026-05-03\')]"}',
  '{"id": "simple_python_90001", "result": "[oven.preheat(celsius=240, mode=\'top_bottom\')]"}',
].join('\n');

const say = (text) => (state.textContent = text);
/** Summaries by name. */
const models = new Map();
let chosen = '';

const share = (value) => `${(value * 100).toFixed(1)}`;

function cells({ overall, right, entries }) {
  const few = !overall || entries < 20;
  return [
    few ? '–' : share(overall.score),
    few ? '–' : `${share(overall.interval_95.low)} to ${share(overall.interval_95.high)}`,
    overall ? `${share(overall.weight)} %` : '–',
    right,
    entries,
  ];
}

function button(text, label, press) {
  const made = document.createElement('button');
  made.textContent = text;
  if (label) made.setAttribute('aria-label', label);
  made.addEventListener('click', press);
  return made;
}

function rowOf(summary) {
  const row = document.createElement('tr');
  if (summary.name === chosen) row.setAttribute('aria-selected', 'true');
  const name = document.createElement('th');
  name.scope = 'row';
  name.append(button(summary.name, '', () => void open(summary.name)));
  row.append(name);
  for (const text of cells(summary)) row.insertCell().textContent = String(text);
  row.insertCell().append(button('✕', `Remove ${summary.name}`, () => void drop(summary.name)));
  return row;
}

function draw() {
  const sorted = [...models.values()].sort(
    (a, b) => (b.overall?.score ?? -1) - (a.overall?.score ?? -1),
  );
  board.tBodies[0].replaceChildren(...sorted.map(rowOf));
  const { version, hash } = sorted[0]?.dataset ?? {};
  if (hash)
    document.querySelector('#basis').textContent =
      `Dataset ${version} ${hash.replace(/^\w+:/, '').slice(0, 7)}`;
}

async function open(name) {
  await scorer.select(name);
  chosen = name;
  draw();
  say(`Failures of ${name}`);
}

async function drop(name) {
  await scorer.remove(name);
  models.delete(name);
  if (chosen === name) chosen = '';
  draw();
}

async function add(name, files) {
  try {
    const { summary } = await scorer.score(files, { name, show: false });
    models.set(summary.name, summary);
    draw();
    return summary;
  } catch (error) {
    say(`${name} was not scored: ${error.message}`);
    return null;
  }
}

/** The sample's models, as files of this site. */
async function fill() {
  const { runs } = await (await fetch('sample/index.json')).json();
  for (const [name, paths] of Object.entries(runs)) {
    const files = await Promise.all(
      paths.map(async (path) => ({
        path,
        data: await (await fetch(`sample/results/${path}`)).blob(),
      })),
    );
    if (!(await add(name, files))) return;
  }
  const [worst] = [...models.values()].sort((a, b) => a.right / a.entries - b.right / b.entries);
  if (worst) await open(worst.name);
}

scorer.addEventListener('bfclx-asking', () =>
  say('The scorer asks whether this page may be trusted.'),
);
scorer.addEventListener('bfclx-progress', ({ detail }) =>
  say(`${detail.done} of ${detail.total} scored`),
);
scorer.addEventListener('bfclx-entry', ({ detail }) =>
  say(detail.entry ? `${detail.run}: ${detail.entry}` : `Failures of ${detail.run}`),
);
scorer.addEventListener('bfclx-ready', () => void fill());
scorer.addEventListener('bfclx-error', ({ detail }) => say(detail.message));

theme.addEventListener('click', () => {
  const dark = theme.getAttribute('aria-pressed') !== 'true';
  theme.setAttribute('aria-pressed', String(dark));
  scorer.theme = dark ? 'dark' : 'system';
});

document.querySelector('#score').addEventListener('click', async () => {
  const summary = await add('mine', lines.value);
  if (!summary) return;
  await open(summary.name);
  say(`${summary.right} of ${summary.entries} passed, decoder ${summary.decoder}`);
});

// The host's side of the demo: scores the text in the frame and shows what comes back.
const scorer = document.querySelector('bfclx-scorer');
const lines = document.querySelector('#lines');
const state = document.querySelector('#state');
const figures = document.querySelector('#figures');

lines.value = [
  '{"id": "simple_python_90000", "result": "[harbour.tide_table(harbour=\'Whitby\', date=\'2026-05-03\')]"}',
  '{"id": "simple_python_90001", "result": "[oven.preheat(celsius=240, mode=\'top_bottom\')]"}',
].join('\n');

const say = (text) => (state.textContent = text);
scorer.addEventListener('bfclx-ready', () => say('The scorer is ready.'));
scorer.addEventListener('bfclx-asking', () => say('The scorer asks whether this page may be trusted.'));
scorer.addEventListener('bfclx-progress', ({ detail }) => say(`${detail.done} of ${detail.total} scored`));
scorer.addEventListener('bfclx-error', ({ detail }) => say(detail.message));

function show({ categories }) {
  figures.hidden = false;
  figures.tBodies[0].replaceChildren(
    ...categories.map(({ category, right, entries, accuracy }) => {
      const row = document.createElement('tr');
      for (const text of [category, right, entries, accuracy === null ? '–' : `${(accuracy * 100).toFixed(1)} %`]) {
        row.insertCell().textContent = String(text);
      }
      return row;
    }),
  );
}

document.querySelector('#score').addEventListener('click', async () => {
  try {
    const { summary } = await scorer.score(lines.value);
    say(`${summary.right} of ${summary.entries} right, read by ${summary.decoder}`);
    show(summary);
  } catch (error) {
    say(`Nothing was scored: ${error.message}`);
  }
});

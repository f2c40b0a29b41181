// Runs to be measured with, made of the dataset: right answers from the ground truth, and wrong ones by a seed. Nothing of
// it is kept.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CATEGORIES = [
  'simple_python', 'multiple', 'parallel', 'parallel_multiple', 'irrelevance', 'live_simple', 'live_multiple', 'live_parallel',
  'live_parallel_multiple', 'live_irrelevance', 'live_relevance',
];

const lines = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)) : []);

/** A value as Python writes it. */
function python(value) {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value === 'object') return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${python(Array.isArray(one) ? one[0] : one)}`).join(', ')}}`;
  return JSON.stringify(value);
}

/** The calls of a ground truth, each with the first answer of every parameter that is not left out. */
export function callsOf(truth) {
  const call = ([name, parameters]) =>
    `${name}(${Object.entries(parameters).filter(([, values]) => values[0] !== '').map(([key, values]) => `${key}=${python(values[0])}`).join(', ')})`;
  return `[${truth.flatMap((one) => Object.entries(one)).map(call).join(', ')}]`;
}

export function readEntries(dataset) {
  return CATEGORIES.flatMap((category) => {
    const name = `BFCL_v4_${category}.json`;
    const truths = new Map(lines(join(dataset, 'data/possible_answer', name)).map((one) => [one.id, one.ground_truth]));
    return lines(join(dataset, 'data', name)).map(({ id }) => ({ id, category, right: truths.has(id) ? callsOf(truths.get(id)) : category.includes('irrelevance') ? 'No function fits.' : '[f()]' }));
  });
}

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function wrong(right, next) {
  const kind = next();
  if (kind < 0.3) return right.replace(/=("?)[\w.]+/, '=$1other');
  if (kind < 0.5) return right.replace(/^\[\w+/, '[another');
  if (kind < 0.7) return right.replace(/(?:, )?\w+=[^,()]+(?=\)\]$)/, '');
  return kind < 0.85 ? right.slice(0, -2) : '[]';
}

/** Writes `count` runs into the folder, each of up to `most` entries; returns how many entries one has. */
export function writeRuns(folder, entries, count, most) {
  const some = entries.slice(0, most);
  for (let run = 0; run < count; run++) {
    const next = numbers(run + 1);
    const share = 0.3 + 0.6 * next();
    const place = join(folder, `model-${String(run).padStart(3, '0')}`);
    mkdirSync(place, { recursive: true });
    for (const category of CATEGORIES) {
      const responses = some.filter((entry) => entry.category === category).map(({ id, right }) => JSON.stringify({ id, result: next() < share ? right : wrong(right, next) }));
      if (responses.length > 0) writeFileSync(join(place, `BFCL_v4_${category}_result.json`), `${responses.join('\n')}\n`);
    }
  }
  return some.length;
}

// The answers of several runs to one entry, the same ones together.

/** A run's answer, of the line that `check --verdicts` writes for it. */
export interface Answer<R> {
  run: R;
  valid: boolean | null;
  /** Short words, why; empty where it passes. */
  reason: string;
  /** The calls as text, a line each; of an episode a line each turn. Empty: there is none to show. */
  text: string;
}

export interface AnswerGroup<R> extends Omit<Answer<R>, 'run'> {
  runs: R[];
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON value much as Python writes it, names of arguments in order, so that the same calls are the same text. */
function python(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (isObject(value))
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}: ${python(value[key])}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

const argumentsOf = (value: unknown): string =>
  isObject(value)
    ? Object.keys(value)
        .sort()
        .map((name) => `${name}=${python(value[name])}`)
        .join(', ')
    : python(value);

const callText = (call: unknown): string =>
  isObject(call)
    ? Object.entries(call)
        .map(([name, given]) => `${name}(${argumentsOf(given)})`)
        .join('; ')
    : typeof call === 'string'
      ? call
      : python(call);

/** Calls of episodes come as they were written: spaces behind commas, outside of texts, say nothing. */
const plain = (call: unknown): string =>
  String(call).replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|,\s+/g, (found) =>
    found.startsWith(',') ? ',' : found,
  );

/** A turn of an episode: the calls of its steps. */
const turnText = (steps: unknown[]): string =>
  steps
    .flatMap((step) =>
      isObject(step) && Array.isArray(step['calls']) ? step['calls'].map(plain) : [],
    )
    .join('; ') || 'no call';

const isEpisode = (decoded: unknown): decoded is unknown[][] =>
  Array.isArray(decoded) &&
  decoded.length > 0 &&
  decoded.every(
    (turn) =>
      Array.isArray(turn) &&
      turn.every(
        (step) => isObject(step) && ('calls' in step || 'decode_error' in step || 'empty' in step),
      ),
  );

const MOST_TEXT = 4000;

/** What a verdict's line says that was answered; `sorted`: the order of calls does not matter. */
export function answerText(line: unknown, sorted = false): string {
  if (!isObject(line)) return '';
  const { decoded } = line;
  if (decoded === undefined || decoded === null) return '';
  const texts = isEpisode(decoded)
    ? decoded.map((turn, i) => `${i + 1}: ${turnText(turn)}`)
    : Array.isArray(decoded)
      ? decoded.map(callText)
      : [python(decoded)];
  if (sorted && !isEpisode(decoded)) texts.sort();
  const text = texts.length === 0 ? 'no call' : texts.join('\n');
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)} …` : text;
}

/** As tool calls spell names: protocols take no dots, texts do. */
const spelled = (text: string): string =>
  text.replace(/^[\w.]+(?=\()/gm, (name) => name.replaceAll('.', '_'));

/** The same answers with the same verdict and reason together, the commonest first. */
export function groupAnswers<R>(answers: readonly Answer<R>[]): AnswerGroup<R>[] {
  const groups = new Map<string, AnswerGroup<R>>();
  for (const { run, ...answer } of answers) {
    const key = JSON.stringify([answer.valid, answer.reason, spelled(answer.text)]);
    const group = groups.get(key);
    if (group) group.runs.push(run);
    else groups.set(key, { ...answer, runs: [run] });
  }
  return [...groups.values()].sort((a, b) => b.runs.length - a.runs.length);
}

/** An entry that several runs answered and none passes. */
export interface Unpassed {
  id: string;
  category: string;
  /** Runs that have a verdict on it. */
  runs: number;
}

/** The entries that at least two runs have a verdict on and none passes, those of most runs first. */
export function unpassed(
  runs: readonly {
    rows: readonly {
      id: string;
      entry?: string;
      category: string;
      valid: boolean | null;
      superseded: boolean;
    }[];
  }[],
): Unpassed[] {
  const found = new Map<string, Unpassed | null>();
  for (const { rows } of runs) {
    for (const { id, entry = id, category, valid, superseded } of rows) {
      if (superseded || valid === null) continue;
      const before = found.get(entry);
      if (valid) found.set(entry, null);
      else if (before) before.runs += 1;
      else if (before === undefined) found.set(entry, { id: entry, category, runs: 1 });
    }
  }
  return [...found.values()]
    .filter((one): one is Unpassed => one !== null && one.runs > 1)
    .sort((a, b) => b.runs - a.runs);
}

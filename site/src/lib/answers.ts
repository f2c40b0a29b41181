// The answers of several runs to one entry, the same ones together.
import { byName } from './group.ts';

/** A run's answer, as the module compares and shows it. */
export interface Answer<R> {
  run: R;
  valid: boolean | null;
  /** Short words, why; empty where it passes. */
  reason: string;
  /** The official type of the error; empty where it passes. */
  error_type: string;
  /** False: nothing in the response could be decoded. */
  decoded: boolean;
  /** Equal for answers that mean the same; of a response that was not decoded the response itself. */
  meaning: string;
  /** The calls as text, a line each; of an episode a line each turn. Empty: there is none to show. */
  text: string;
}

export interface AnswerGroup<R> extends Omit<Answer<R>, 'run' | 'meaning'> {
  runs: R[];
}

/** Answers of one meaning and one verdict together, the commonest first; shown is the first of each. */
export function groupAnswers<R>(answers: readonly Answer<R>[]): AnswerGroup<R>[] {
  const groups = new Map<string, AnswerGroup<R>>();
  for (const { run, meaning, ...answer } of answers) {
    const key = `${answer.valid} ${meaning}`;
    const group = groups.get(key);
    if (group) group.runs.push(run);
    else groups.set(key, { ...answer, runs: [run] });
  }
  return [...groups.values()].sort((a, b) => b.runs.length - a.runs.length);
}

/** A group without the run that is looked at; `same`: that run's answer is in it. */
export interface OtherGroup<R> extends AnswerGroup<R> {
  same: boolean;
}

/** Groups of the other runs, the commonest first, the runs of each in the order of their names. */
export function otherGroups<R extends { name: string }>(
  groups: readonly AnswerGroup<R>[],
  run: R,
): OtherGroup<R>[] {
  return groups
    .map((group) => ({
      ...group,
      same: group.runs.includes(run),
      runs: group.runs.filter((one) => one !== run).sort(byName),
    }))
    .filter(({ runs }) => runs.length > 0)
    .sort((a, b) => b.runs.length - a.runs.length);
}

/** Why the answers of a group failed; of responses that were not decoded this first. */
export function reasonOf({
  reason,
  decoded,
  error_type: type,
}: Pick<AnswerGroup<unknown>, 'reason' | 'decoded' | 'error_type'>): string {
  if (decoded || type.endsWith('_decoder:decoder_failed')) return reason;
  return ['could not be decoded', reason].filter(Boolean).join(': ');
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

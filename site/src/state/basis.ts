// What a figure that leaves the page rests on, in words: dataset, version and coverage, and the errata beside it.
import { count, plural, shortHash } from '../lib/format.ts';
import { runFacts } from '../lib/run-facts.ts';
import { provenanceOf } from '../lib/provenance.ts';
import type { LeaderboardName } from '../lib/scorer-types.ts';
import { correctionsOf, errata } from './errata.ts';
import { overallOf } from './figures.ts';
import type { Run } from './runs.ts';

/** "BFCL v4 official (16e8131)". */
export function datasetText({ dataset }: Pick<Run, 'dataset'>): string {
  if (!dataset) return 'no dataset';
  if (dataset.own) return `benchmark ${dataset.version} (${shortHash(dataset.hash)})`;
  const { label } = provenanceOf(dataset.kind, dataset.hash);
  return `BFCL dataset ${label.includes(dataset.version) ? label : `${label}, ${dataset.version}`} (${shortHash(dataset.hash)})`;
}

/** Name of the corrections that are shown beside the run's score; empty: none. */
export function errataName(run: Run): string {
  const state = correctionsOf(run);
  return state?.phase === 'done' ? state.corrected.name : (errata.value?.path ?? '');
}

/** What the errata beside the runs have to do with the figures; none without. `mixed`: some are by them. */
export function errataNotes(runs: readonly Run[], mixed = false): string[] {
  const names = [...new Set(runs.map(errataName))].filter(Boolean);
  if (names.length === 0) return [];
  const errata = `the errata “${names.join('”, “')}”`;
  return [
    mixed
      ? `scores marked “with errata” use ${errata} and are not official`
      : `official figures, without ${errata}`,
  ];
}

/** Entries of the dataset that are scored here, and what share of the overall score that is. */
export function coverageText(run: Run, version: LeaderboardName = 'v4'): string {
  let entries = 0;
  let missing = 0;
  for (const counts of run.categories.values()) {
    entries += counts.entries;
    missing += counts.missing;
  }
  const overall = overallOf(run, version);
  const weight = overall
    ? `; overall score of ${version}: ${overall.own.basis.text}`
    : runFacts(run)
        .map(({ text }) => `; ${text}`)
        .join('');
  return `${plural(entries, 'entry', 'entries')} scored in ${plural(run.categories.size, 'category', 'categories')}${missing > 0 ? `, ${count(missing)} missing` : ''}${weight}`;
}

/** A line for each thing, of the runs of a figure; of runs that differ, what differs by name. `mixed`: see errataNotes. */
export function basisOf(
  runs: readonly Run[],
  version: LeaderboardName = 'v4',
  mixed = false,
): string[] {
  const sets = [...new Set(runs.map(datasetText))];
  const by = (text: (run: Run) => string) =>
    new Set(runs.map(text)).size === 1
      ? [text(runs[0] as Run)]
      : runs.slice(0, 8).map((run) => `${run.name}: ${text(run)}`);
  return [
    sets.join('; '),
    ...(runs.length === 0 ? [] : by((run) => coverageText(run, version))),
    ...errataNotes(runs, mixed),
  ];
}

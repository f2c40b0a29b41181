// What Compare can save: the categories as CSV, everything as `bfclx compare` writes it in JSON and Markdown.
import { saveTable } from '../../state/save-table.ts';
import { fixedText } from '../../lib/format.ts';
import type { ComparisonResult } from '../../lib/scorer-types.ts';
import { download } from '../../state/download.ts';
import { description, pool } from '../../state/pool.ts';
import type { Run } from '../../state/runs.ts';
import { judged } from '../../state/statistics.ts';
import { warningsWhenKnown } from '../../state/warnings.ts';
import { versionOf } from '../../lib/scores.ts';
import { askedScore } from '../../state/own-score.ts';

type Save = (result: ComparisonResult, runs: readonly Run[]) => void | Promise<void>;

const share = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Number(fixedText(100 * value, 2));
const program = () => description.value?.version.bfclx ?? '';
const entriesOf = (run: Run) =>
  Object.values(judged(run).entries).reduce((sum, { ids }) => sum + ids.length, 0);

const saveCsv: Save = ({ comparisons: [pair] }, runs) => {
  const table = {
    columns: [
      'category',
      ...runs.map(({ name }) => name),
      'difference',
      'low',
      'high',
      'entries',
      'clusters',
      'gained',
      'lost',
      'mcnemar_p',
      'cluster_p',
      'p_holm',
    ],
    rows: (pair?.categories ?? []).map((one) => [
      one.category,
      ...runs.map((run) => share(run.categories.get(one.category)?.accuracy)),
      share(one.difference),
      share(one.interval_95?.low),
      share(one.interval_95?.high),
      one.entries,
      one.clusters,
      one.gained,
      one.lost,
      one.mcnemar_p,
      one.cluster_p,
      one.holm_p,
    ]),
  };
  return saveTable('comparison', table);
};

const saveJson: Save = ({ leaderboard, replicates, seed, comparisons, ranking }, runs) => {
  const json = {
    program: { name: 'bfclx', version: program() },
    dataset: { version: runs[0]?.dataset?.version ?? '', hash: runs[0]?.dataset?.hash ?? '' },
    leaderboard,
    replicates,
    seed,
    runs: runs.map((run) => ({
      label: run.name,
      model: run.name,
      entries: entriesOf(run),
      decoder: run.settings?.decoder ?? null,
      underscore_to_dot: run.settings?.underscore_to_dot ?? false,
    })),
    comparisons,
    ranking,
  };
  download('comparison.json', `${JSON.stringify(json, null, 2)}\n`, 'application/json');
};

/** The module's text, which has the warnings of the runs: they may not be known yet. */
const saveMarkdown: Save = async ({ leaderboard, replicates: draws, seed }, runs) => {
  const told = await Promise.all(runs.map(warningsWhenKnown));
  const { version = '', hash = '' } = runs[0]?.dataset ?? {};
  const { markdown = '' } = await pool.call('compare', {
    ...askedScore(versionOf(leaderboard)),
    draws,
    seed,
    dataset: { version, hash },
    runs: runs.map((run, i) => ({ ...judged(run), warnings: told[i] ?? [] })),
  });
  download('comparison.md', markdown, 'text/markdown');
};

export const COMPARISON_EXPORTS: readonly { label: string; save: Save }[] = [
  { label: 'CSV', save: saveCsv },
  { label: 'JSON', save: saveJson },
  { label: 'Markdown', save: saveMarkdown },
];

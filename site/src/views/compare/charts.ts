// The charts of Compare that are saved: ranks and accuracies with their intervals.
import { percent, rankRange } from '../../lib/format.ts';
import { shareText } from '../../lib/share.ts';
import type {
  ChartRequest,
  ComparisonResult,
  LeaderboardName,
  OverallScores,
} from '../../lib/scorer-types.ts';
import { SERIES } from '../../styles/parts.ts';
import { versionOf } from '../../lib/scores.ts';
import { basisOf } from '../../state/basis.ts';
import { isOwn, scorePhrase } from '../../state/own-score.ts';
import type { Run } from '../../state/runs.ts';

/** A run's accuracy in a category with its interval. The two compared runs: over the entries that both have. */
export function pointOf(run: Run, name: string, scores: OverallScores | null, s: number) {
  const counts = scores?.runs.find((one) => one.name === run.name)?.categories[name];
  return counts
    ? { value: counts.accuracy, ...counts.interval_95, series: s % SERIES, counts }
    : null;
}

export function rankingChart(
  chosen: readonly Run[],
  { ranking, leaderboard }: ComparisonResult,
): ChartRequest {
  const rows = chosen.flatMap((run, s) => {
    const one = ranking.runs[s];
    const points = one && [{ value: one.score, ...one.interval_95, series: s % SERIES }];
    return points
      ? [
          {
            name: run.name,
            points,
            texts: [
              percent(one.score),
              `rank ${one.rank} (${rankRange(one.rank_low, one.rank_high)})`,
            ],
          },
        ]
      : [];
  });
  const shared = `${scorePhrase(versionOf(leaderboard))}: ${ranking.basis.text}; 95 % CIs`;
  return {
    kind: 'intervals',
    title: isOwn() ? 'Accuracy' : 'Overall score',
    notes: [shared, ...basisOf(chosen, versionOf(leaderboard))],
    rows,
  };
}

export function categoriesChart(
  chosen: readonly Run[],
  names: readonly string[],
  scores: OverallScores | null,
  version: LeaderboardName,
): ChartRequest {
  const rows = names.map((name) => {
    const points = chosen.flatMap((run, s) => pointOf(run, name, scores, s) ?? []);
    // More columns than two have no room beside the chart.
    const texts =
      chosen.length > 2
        ? []
        : points.map(({ counts: { right, entries } }) => shareText(right, entries));
    return { name, points, texts, ...(points.length === 0 && { absent: 'not shared' }) };
  });
  return {
    kind: 'intervals',
    title: 'Accuracy by category',
    notes: [
      `in %, ${chosen.length > 2 ? 'the first two over the entries that both have, others over their own' : 'over the entries that both have'}; 95 % CIs`,
      ...basisOf(chosen, version),
    ],
    rows,
    legend: chosen.map(({ name }) => name),
  };
}

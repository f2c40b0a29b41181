// A public table as the build writes it (`leaderboard/<version>_<date>.json`): a data_overall.csv with what the module says of
// its rows, so that a page can show scores, 95 % CIs and ranks without the module.
import { unscored, type Board, type BoardRow, type Ranked } from './leaderboard.ts';
import type { Leaderboard, LeaderboardName, OverallScores, Range } from './scorer-types.ts';

export const TABLE_SCHEMA = 'bfclx-table-1';

/** A row; members that it lacks are null or empty. */
export interface FileRow {
  key: string;
  name: string;
  link?: string;
  organisation?: string;
  license?: string;
  cost?: number;
  latency?: number;
  score?: number;
  interval_95?: [number, number];
  rank?: number;
  rank_low?: number;
  rank_high?: number;
  /** By name: its value, and 1 where no column holds it. */
  parts: Record<string, [number, 1?]>;
}
export interface TableFile {
  schema: string;
  version: LeaderboardName;
  date: string;
  rank_text: string;
  composition: Leaderboard;
  rows: FileRow[];
}
/** An item of `leaderboard/index.json`. */
export interface ListedTable {
  version: LeaderboardName;
  date: string;
  /** The CSV file, and the table with its scores. */
  file: string;
  scored: string;
}

const ends = (range: Range | null): [number, number] | undefined =>
  range ? [range.low, range.high] : undefined;

/** `scores`: of the board's rows, in their order. */
export function tableFile(
  date: string,
  board: Board,
  composition: Leaderboard,
  { rows, rank_text: rankText }: Pick<OverallScores, 'rows' | 'rank_text'>,
): TableFile {
  return {
    schema: TABLE_SCHEMA,
    version: board.version,
    date,
    rank_text: rankText,
    composition,
    rows: board.rows.map(
      ({ key, name, link, organisation, license, cost, latency }, i): FileRow => {
        const scored = rows[i] ?? unscored(board.rows[i] as BoardRow).scored;
        const parts = Object.entries(scored.parts).flatMap(
          ([part, { value, derived }]): [string, [number, 1?]][] =>
            value === null ? [] : [[part, derived ? [value, 1] : [value]]],
        );
        return {
          key,
          name,
          link: link || undefined,
          organisation: organisation || undefined,
          license: license || undefined,
          cost: cost ?? undefined,
          latency: latency ?? undefined,
          score: scored.score.value ?? undefined,
          interval_95: ends(scored.score.interval_95),
          rank: scored.rank ?? undefined,
          rank_low: scored.rank_low ?? undefined,
          rank_high: scored.rank_high ?? undefined,
          parts: Object.fromEntries(parts),
        };
      },
    ),
  };
}

const isWeb = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/** A row of a file as the tables show it. */
export function rankedRow(row: FileRow): Ranked {
  const shown = unscored({
    key: row.key,
    name: row.name,
    link: isWeb(row.link ?? '') ? (row.link ?? '') : '',
    organisation: row.organisation ?? '',
    license: row.license ?? '',
    own: false,
    published: row.score ?? null,
    cost: row.cost ?? null,
    latency: row.latency ?? null,
    p50: null,
    p95: null,
    columns: {},
  });
  const [low, high] = row.interval_95 ?? [];
  const bare = shown.scored.overall;
  return {
    ...shown,
    scored: {
      ...shown.scored,
      score: {
        ...shown.scored.score,
        interval_95: low === undefined || high === undefined ? null : { low, high },
      },
      parts: Object.fromEntries(
        Object.entries(row.parts).map(([name, [value, derived]]) => [
          name,
          { ...bare, value, official: value, derived: derived === 1 },
        ]),
      ),
      rank: row.rank ?? null,
      rank_low: row.rank_low ?? null,
      rank_high: row.rank_high ?? null,
    },
  };
}

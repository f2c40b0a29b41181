/** Pages and tables as files: what `Scorer.runPage`, `Scorer.entryPage` and `Scorer.table` take. All texts may be hostile. */

import type { WarningsRequest } from './analysis.js';
import type { ScoreSettings } from './results.js';
import type { AskedScore } from './statistics.js';

/** A table as a file: CSV (RFC 4180, but lines end with "\n"; cells that look like formulas are escaped) or GitHub's Markdown. Columns without texts are right-aligned. */
export interface PlainTable {
  form: 'csv' | 'markdown';
  columns: readonly string[];
  /** At most 1,000,000 cells. */
  rows: readonly (readonly (string | number | null)[])[];
}

/** The run that a page is about: its files, opened, and its name. */
export interface RunPage extends WarningsRequest, AskedScore {
  name: string;
  /** "v4, sha256:..."; of a dataset without a manifest better than the hash of the files that were loaded. */
  dataset_name?: string;
  /** More lines of what the page rests on. */
  notes?: readonly string[];
  /** Failed entries that are shown of each category; 100 when not given. */
  failures?: number;
}

/** One entry of a run. */
export interface EntryPage {
  id: string;
  /** Of the run. */
  name: string;
  settings: ScoreSettings;
  /** The file that holds the response; absent: there is none. */
  handle?: number;
  dataset_name?: string;
  notes?: readonly string[];
}

/** Shares are from 0 to 1. */
export type ChartRequest = {
  title: string;
  /** What it rests on, a line each. */
  notes?: readonly string[];
} & Chart;

/** At most 1,000 rows, bars or dots, and 64 of anything else. */
export type Chart =
  | IntervalChart
  | { kind: 'bars'; bars: readonly { name: string; count: number }[] }
  | ScatterChart
  | RadarChart;

/** Shares on one axis with their intervals. */
export interface IntervalChart {
  kind: 'intervals';
  rows: readonly {
    name: string;
    /** `series`: the number of its colour. */
    points: readonly { value: number; low: number; high: number; series?: number }[];
    /** Why there are no points. */
    absent?: string;
    /** Columns of figures, the last one muted. */
    texts: readonly string[];
  }[];
  /** Names of the series. */
  legend?: readonly string[];
}

/** Shares over a cost on a logarithmic axis. */
export interface ScatterChart {
  kind: 'scatter';
  /** Of x. */
  label: string;
  /** `x` above 0; the chosen ones have their names beside them. */
  dots: readonly { name: string; x: number; y: number; chosen: boolean }[];
}

/** Axes from a common centre. A value that is missing leaves its axis out. */
export interface RadarChart {
  kind: 'radar';
  axes: readonly string[];
  series: readonly { name: string; values: readonly (number | null)[] }[];
}

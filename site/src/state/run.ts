// What a loaded run is: the results of one model, with their settings and, as they come, their verdicts.
import type { CategoryCounts } from '../lib/summary.ts';
import type { ManifestFacts } from '../lib/run-facts.ts';
import type { Made } from '../lib/run-date.ts';
import type { TableRow } from '../lib/rows.ts';
import type { ScoreSettings, Settings, SettingsRequest } from '../lib/scorer-types.ts';
import type { FileProblem, FileRef, OpenedFile } from '../worker/protocol.ts';
import type { DatasetState } from './dataset.ts';
import type { Help } from './unusable.ts';

/** A row of the table: a verdict, and the file that it came from. */
export interface Row extends TableRow {
  file: string;
  /** The response is an error message of the generation, which the reason says, as a finding tells; this was the reason. */
  generationError?: string;
}

export interface RunSource {
  /** files: by the user's own hand, dropped or chosen; embed: from the page around the frame; ask: asked from this tab. */
  kind: 'files' | 'paste' | 'url' | 'sample' | 'embed' | 'ask';
  /** The address, `sample:<model>`, or `carried:` and the data; what a link needs to load it again. */
  url?: string;
  /** Where an address was fetched from. */
  host?: string;
  /** It is scored against the sample, which it was made with. */
  sample?: true;
}

/** Verdicts of `count` entries of a file from an index on. */
export interface VerdictLines {
  from: number;
  count: number;
  read: () => Promise<Blob>;
}

export interface Run {
  /** Unique among the loaded runs; in links. */
  name: string;
  /** What a run is told apart by: the path of its folder, or of its file; empty where it came without one. */
  path: string;
  /** The last part of it, which names are made from. */
  model: string;
  /** An older version of the benchmark that its files are named for: "v3"; else empty. */
  madeFor: string;
  source: RunSource;
  /** When its results were made, as far as that is known; else when it was loaded. */
  date: Date;
  /** Where the date is from; loading: of its results none is known. */
  dated: Made['by'] | 'loading';
  /** When it was first loaded: the day that the simulated services have. */
  loaded: Date;
  /** What its generation says of it. */
  manifest: ManifestFacts | null;
  /** opening: read and decided upon; scoring; done; cancelled: partly scored; failed: see `error`. */
  phase: 'opening' | 'scoring' | 'done' | 'cancelled' | 'failed';
  error: string;
  /** What helps against the error. */
  help: Help | null;
  files: (FileRef & Partial<OpenedFile>)[];
  /** What it is scored against: the common dataset; of the sample's runs, the sample. */
  dataset: DatasetState | null;
  request: SettingsRequest;
  settings: (Settings & ScoreSettings) | null;
  /** In the order in which they were scored. Grows while the phase is scoring. Kept ones are made when they are first read. */
  rows: Row[];
  /** How many rows there are. */
  scored: number;
  /** Entries of the run's categories without a response; known when the phase is done. */
  missing: Row[];
  /** Verdicts as JSON lines, by file; in the order of `rows`. */
  lines: Map<string, VerdictLines[]>;
  /** Of the categories that the files hold, in their order. */
  categories: Map<string, CategoryCounts>;
  /** Entries to be scored, by category: for progress. */
  expected: Map<string, number>;
  problems: FileProblem[];
  /** Everything of it is scored, and nothing failed on the way that could go well another time. */
  whole: boolean;
  /** Grows with every change; components may compare it. */
  version: number;
  /** Grows with every change to the verdicts: what was worked out from them holds until then. */
  verdicts: number;
  stop: AbortController;
}

/**
 * bfclx: scores function calls of language models as the Berkeley Function-Calling Leaderboard does.
 *
 * One WebAssembly module, the same in a page, a worker and node. It reads no file, makes no request
 * and keeps no clock: bytes and today's date come in, plain objects come out.
 *
 * Names follow the JSON of the command line (`snake_case`). Texts are JavaScript strings; a lone
 * surrogate in a response comes out as it went in. Numbers that JSON cannot hold exactly (tuples, large
 * integers, NaN) are shown as Python's `repr`.
 *
 * Two kinds of trouble: wrong use throws a {@link ScorerError}; whatever a model answered, however
 * broken, is data and never throws.
 */

import type {
  AnswerForm,
  AuditReport,
  AuditRequest,
  CorrectedRun,
  DiagnosisRequest,
  FileGroup,
  Finding,
  MissingEntries,
  RunManifest,
  RunWarning,
  WarningsRequest,
} from './analysis.js';
import type { ReviewAnswer, ReviewRequest } from './review.js';
import type {
  Ask,
  AskSettings,
  ConversationPlan,
  ModelResponse,
  PlanRequest,
  ScheduleAction,
  ScheduleAnswer,
  ScheduleEvent,
  ScheduleFigures,
  ScheduleRequest,
} from './conversation.js';
import type {
  CategoryInfo,
  DatasetInfo,
  DecoderInfo,
  EntryDetail,
  EntrySummary,
  GroundTruthFailure,
  ModelInfo,
  Version,
} from './dataset.js';
import type {
  EpisodeState,
  Explanation,
  EpisodeStates,
  PlaygroundSetup,
  PlaygroundInfo,
} from './explanation.js';
import type {
  CategorySummary,
  Recognised,
  ReportRequest,
  ResultsInfo,
  SecondResponses,
  ScoreResult,
  ScoreSettings,
  Settings,
  SettingsRequest,
} from './results.js';
import type {
  AskedScore,
  CompareRequest,
  ComparisonResult,
  Leaderboard,
  OverallRequest,
  OverallScores,
  RepeatsAnswer,
  RepeatsRequest,
} from './statistics.js';
import type { ChartRequest, EntryPage, PlainTable, RunPage } from './document.js';

import type {
  CaseRequest,
  DraftedCases,
  BenchmarkTexts,
  CaseCells,
  FoundCases,
  CaseFindings,
  OwnCases,
  ProposalRequest,
  ProposedCases,
  ReadCase,
} from './benchmark.js';

export type * from './analysis.js';
export type * from './benchmark.js';
export type * from './statistics.js';
export type * from './document.js';
export type * from './conversation.js';
export type * from './dataset.js';
export type * from './explanation.js';
export type * from './results.js';
export type * from './review.js';

/** Anything that `JSON.parse` can give. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A file: its path as people know it, forward slashes, and its bytes (not gzip, not zip). */
export interface NamedBytes {
  /** Of the dataset relative to its root (`data/BFCL_v4_sql.json`); of results as dropped. */
  path: string;
  bytes: Uint8Array;
}

/** What could not be used, or was used with a reservation. */
export interface Problem {
  file: string;
  /** From 1; 0: the file as a whole. */
  line: number;
  /** Empty when unknown. */
  id: string;
  /** One sentence: what is wrong and what to do. */
  message: string;
  /** True: something was not used because of it. */
  fatal: boolean;
  /** About a response without an id: that it has no entry, or which it may be of. Absent otherwise. */
  nameless?: true;
  /** True if the problem only describes the format of the responses; absent otherwise. */
  recognised?: true;
}

export type ErrorKind =
  /** An argument of the wrong form. */
  | 'argument'
  /** A file of the dataset is missing or broken; `file`, `line` and `id` say where, when known. */
  | 'dataset'
  /** No such handle: it was closed, or is of another instance. */
  | 'handle'
  /** Functions or expected calls of a `Checker` that cannot be right; `file` is the path inside the input. */
  | 'schema'
  /** No entry, decoder, category or class of that name. */
  | 'unknown'
  /** The simulated classes refuse the initial config, as the official ones would. */
  | 'scenario'
  /** The deferred part of the module could not be loaded when a call needed it. The instance has stopped; load a new one. */
  | 'deferred'
  /** A script of this package could not be imported: the server does not have it, or it was changed. */
  | 'script'
  /** The module could not be loaded, or it stopped; load a new one. */
  | 'module';

export class ScorerError extends Error {
  readonly kind: ErrorKind;
  readonly file?: string;
  readonly line?: number;
  readonly id?: string;
}

export interface LoadOptions {
  /**
   * The primary part of the module: its bytes, or compiled (compile once, post it to every worker). Without it
   * `bfclx.wasm` beside `index.js` is fetched, under node read.
   */
  wasm?: BufferSource | WebAssembly.Module;
  /**
   * The deferred part: its bytes, compiled, or a promise of either. Without it, or before a promise resolves,
   * `bfclx.deferred.wasm` beside `index.js` is loaded when a call first needs it, and the call waits. In hosts where a call
   * cannot wait (a service worker, Deno with modules from a server), `loadScorer` fetches it first.
   */
  deferred?: DeferredPart | Promise<DeferredPart>;
}

export type DeferredPart = BufferSource | WebAssembly.Module;

/** The address of the primary part, for callers that fetch or compile it themselves. */
export function wasmUrl(): URL;

/** The address of the deferred part. */
export function deferredUrl(): URL;

/** Loads a new instance with a memory of its own. Throws a ScorerError of kind `module`. */
export function loadScorer(options?: LoadOptions): Promise<Scorer>;

export interface Scorer {
  version(): Version;
  decoders(): DecoderInfo[];
  /** In the official order. `own`: also those that only own benchmarks have, last. */
  categories(asked?: { own?: boolean }): CategoryInfo[];
  /** Of models.json of the dataset; empty when it has none. */
  models(): ModelInfo[];
  /**
   * All classes of the playground: those of episodes in the official order, memories, web search,
   * and the functions of the executable categories.
   */
  simulators(): string[];

  /**
   * Adds files of the dataset, named as in the official package: `data/BFCL_v4_*.json`,
   * `data/possible_answer/...`, `data/multi_turn_func_doc/...`, `long_context.json`,
   * `prompts.json`, `models.json`, `manifest.json`, `cassette.jsonl` (recorded answers of services). A leading folder (`bfcl/data/...`) is dropped;
   * other files are passed over with a problem. A file that is there already is replaced, and what
   * was scored before is scored anew when it is asked for.
   */
  openDataset(files: NamedBytes[]): DatasetInfo;
  /** Forgets the dataset; open results stay. */
  closeDataset(): void;
  datasetInfo(): DatasetInfo;
  /** Files that scoring this category needs, those already there included. */
  filesNeeded(category: string): string[];
  /** In the official order. Throws `dataset` when its files are not there. */
  entries(category: string): EntrySummary[];
  /** Null when no loaded or loadable category has it. */
  entry(id: string): EntryDetail | null;
  /** Entries whose ground truth cannot pass, or only otherwise than it reads. Kind "calls" only. */
  groundTruthFailures(category: string): GroundTruthFailure[];

  /**
   * Reads a result file. Never fails: what is wrong stands in `problems`. `unused`: responses that are left out, as
   * `secondResponses` gives them.
   */
  openResults(file: NamedBytes, options?: { category?: string; unused?: number[] }): ResultsInfo;
  /** Of all files of one run: responses to entries that another of the files has a response to. Open their files without them. */
  secondResponses(handles: number[]): SecondResponses[];
  /**
   * Reads answers and messages of APIs, batches, lists of calls, call text and logs of other programs.
   * Responses without an id are matched by the functions that they call, with the categories whose files
   * are there, unless `match` is false; or scored against `asEntry`, to which any text is a response too.
   * `openResults` reads the same forms, and leaves responses without an id as problems.
   */
  recognise(bytes: Uint8Array, options?: { asEntry?: string; match?: boolean }): Recognised;
  /** Gives its memory back. */
  closeResults(handle: number): void;
  /**
   * Result files by run, told by their paths alone: a run is a model's folder. `files` and the numbers in
   * `conflicts` are indices into `paths`.
   */
  groupFiles(paths: string[]): FileGroup[];
  /**
   * Reads `bfclx_manifest.json`, which `bfclx generate` writes into a run's folder. Never throws: from a malformed
   * file it returns what can be read, and an `error`.
   */
  readManifest(bytes: Uint8Array): RunManifest;
  /**
   * A name for each run, all different: the model, with as many folders in front of it as tell it from
   * other runs with the same model.
   */
  runNames(runs: { path: string; model: string }[]): string[];
  /** Decides for all files of one model together. Loads the categories that it looks at. */
  proposeSettings(handles: number[], request?: SettingsRequest): Settings;
  /**
   * Scores entries `from` to `from + count` (default all) in the order of the file, and remembers
   * the verdicts for `summary` and `report`. With `outOfMemory` they are not scored but get the
   * verdict of that name: for entries that an instance has died of, which a new one then passes over.
   */
  score(
    handle: number,
    settings: ScoreSettings,
    from?: number,
    count?: number,
    options?: { outOfMemory?: boolean },
  ): ScoreResult;
  /**
   * Scores all entries and gives their counts alone, without lines and rows: the quickest way to an
   * accuracy. The verdicts are remembered as by `score`.
   */
  scoreCounts(handle: number, settings: ScoreSettings): CategorySummary[];
  /** Of what was scored so far, by category in the official order. */
  summary(handle: number): CategorySummary[];
  /**
   * The bytes of `bfclx score --format json` over the same files. Responses that were scored with the
   * same settings are not scored again.
   */
  report(request: ReportRequest): Uint8Array;
  /**
   * Looks through the inference logs of the file's episodes, for `diagnose`; `bytes` are those that
   * the file was opened with, which the module does not keep.
   */
  readLogs(handle: number, bytes: Uint8Array): void;
  /**
   * Problems that distort the score of these files, the gravest first: the findings of `bfclx doctor
   * --format json` (with `--no-logs` unless `readLogs` was called). Responses that are no episodes are
   * scored for it, whether they were before or not.
   */
  diagnose(model: DiagnosisRequest): Finding[];
  /** Entries of the run of these files that have no response, except those that its sample left out. */
  missingEntries(model: DiagnosisRequest): MissingEntries;
  /** Why the scores of these files may not reflect the model, as in `bfclx score`; `RunWarning.kind` lists the kinds. */
  runWarnings(model: WarningsRequest): RunWarning[];
  /** How long the requests of these files took; null if no result line has `latency`. */
  latency(run: import('./analysis.js').LatencyRequest): import('./analysis.js').RunLatency | null;
  /** The last response with this id; throws `unknown` when the file has none. */
  explain(handle: number, id: string, settings: ScoreSettings): Explanation;
  /**
   * States of an episode after step `step` (from 0; -1: before the first) of turn `turn`. The ground
   * truth's calls of a turn count as run when the turn's last step has.
   */
  episodeStates(
    handle: number,
    id: string,
    settings: ScoreSettings,
    turn: number,
    step: number,
  ): EpisodeStates;
  /**
   * One response: text, or JSON in any form that `recognise` takes. For an episode a list of
   * turns, each a list of steps; a single response is its first step.
   */
  scoreOne(id: string, response: string, settings: ScoreSettings): Explanation;

  openPlayground(setup: PlaygroundSetup): PlaygroundInfo;
  /** Runs one call in Python syntax. An error of the call is its result. */
  call(handle: number, text: string): { result: string; state: EpisodeState };
  reset(handle: number): { state: EpisodeState };
  closePlayground(handle: number): void;

  /**
   * Whose ground truth many runs' answers throw doubt on: what `bfclx dataset audit --json` writes over the
   * same files. All responses are scored for it, whether they were before or not; some seconds for
   * ten runs of the whole benchmark. `told` is called after each run, with the number of runs that are scored.
   */
  audit(request: AuditRequest, told?: (runs: number) => void): AuditReport;
  /** The same as the bytes of the program's JSON. */
  auditBytes(request: AuditRequest, told?: (runs: number) => void): Uint8Array;

  /** Does the same as `bfclx dataset audit --review`. The caller stores the file. */
  review(request: ReviewRequest): ReviewAnswer;

  /**
   * How each answer is compared with those of other runs, and shown: of lines of verdicts
   * (`ScoreResult.lines`), one answer a line.
   */
  answers(lines: Uint8Array): AnswerForm[];

  /**
   * A run by corrected ground truth (the repository's `errata/errata.schema.json`): a second score beside the
   * official one, which stays as it is. Entries that no correction concerns are not listed: they are as they
   * were. Throws an error of the kind "argument" where the bytes are no errata file.
   */
  errata(request: DiagnosisRequest, bytes: Uint8Array): CorrectedRun;

  /** What a case of an own benchmark becomes, its faults, and the verdict of a response. */
  readCase(request: CaseRequest): ReadCase;

  /** Cases as a whole, and the files of their benchmark. Throws `schema` if the tools are faulty. */
  draftCases(request: { benchmark: BenchmarkTexts; cases: CaseCells[] }): DraftedCases;

  /** Cases of a text: JSON lines, or CSV. A text that has tools is recognized too. */
  readCases(request: { text: string }): FoundCases;

  /** Your own benchmark that is the dataset, as cases. Throws `dataset` if the dataset is another. */
  ownCases(): OwnCases;

  /**
   * What `bfclx dataset validate` finds in the own benchmark that is the dataset, the most severe first. Throws `dataset`
   * if the dataset is not an own benchmark.
   */
  caseFindings(): CaseFindings;

  /** Responses as cases that expect their calls, for a person to confirm. */
  proposeCases(request: ProposalRequest): ProposedCases;

  /**
   * Runs entry by entry, and ranked: the numbers of `bfclx compare --format json`, and the bytes of `--format markdown`,
   * for the same verdicts, draws and seed. Needs no dataset; takes a fraction of a second for two runs of the
   * whole benchmark. Throws `unknown` with the name of a category, or of an id that belongs to
   * another one.
   */
  compare(request: CompareRequest): ComparisonResult;

  /** Repeats of one model among the runs, found by their manifests, and models compared by the means of their repeats. */
  repeats(request: RepeatsRequest): RepeatsAnswer;
  /**
   * Overall scores on a declared basis, and their parts, of runs and of rows of a published table. On the basis
   * "shared", categories and parts are over the shared entries too.
   * What is on the same basis is ranked: runs with the same entries entry by entry, anything else as
   * measured apart.
   */
  overallScores(request: OverallRequest): OverallScores;
  /** How each version of the leaderboard makes its overall score, the oldest first. */
  /** With `own_entries`, the accuracy of an own benchmark is behind the versions. */
  leaderboards(asked?: Pick<AskedScore, 'own_entries' | 'own_tags'>): Leaderboard[];

  /**
   * The page of `bfclx report` about one run, UTF-8: it holds no script and loads nothing, and a policy in it forbids
   * both. Findings are those of `diagnose`. All responses are scored for it, whether they were before or not.
   */
  runPage(request: RunPage): Uint8Array;
  /** The page of one entry, as it stands in that of its run, of an episode turn by turn. */
  entryPage(request: EntryPage): Uint8Array;

  /**
   * A chart as an SVG file, UTF-8, in light colours, with what it rests on below it. Throws the kind `argument` for an
   * unknown kind of chart or too many items.
   */
  chart(request: ChartRequest): Uint8Array;

  /** A table as a file, UTF-8. Throws the kind `argument` for an unknown form or too many cells. */
  table(table: PlainTable): Uint8Array;

  /**
   * What a response says about itself: the message of its JSON, else the start of its text; one line of at most 300
   * bytes and "...".
   */
  serverMessage(body: Uint8Array): string;
  /**
   * What is asked of a model, in the official order, with the conversations that memories come from.
   */
  planConversations(request: PlanRequest): ConversationPlan;
  /**
   * Begins with an entry of the last plans and gives a handle. `memory`: what the entries that it
   * depends on left behind, the last of them. Gone with the dataset.
   */
  startConversation(id: string, settings: AskSettings, memory?: Uint8Array): number;
  /** What the conversation wants; the same until it is answered. */
  nextAsk(handle: number): Ask;
  /** The response to the request, of any status; what is wanted next. */
  answerAsk(handle: number, response: ModelResponse): Ask;
  /** No response came, after so many seconds; `timeout`: none in time, else the connection failed. */
  failAsk(handle: number, seconds?: number, timeout?: boolean): Ask;
  closeConversation(handle: number): void;
  /**
   * The schedule of a run: what to send when, and what a response means for the run. Events go in
   * with their time, actions come out; whoever calls sends the requests. Gone with the dataset.
   */
  openSchedule(request: ScheduleRequest): number;
  /** What to do next. To be called again after each event, until it says `wait` or `finished`. */
  nextAction(handle: number, now: number): ScheduleAction;
  scheduleEvent(handle: number, event: ScheduleEvent): ScheduleAnswer;
  scheduleFigures(handle: number, now: number): ScheduleFigures;
  closeSchedule(handle: number): void;
  /** Result lines as they came, sorted into the file that the official generator leaves. */
  resultFile(lines: Uint8Array): Uint8Array;

  /**
   * Verdicts on calls of your own functions, a line of JSON each; `Checker` (`bfclx/checker`) makes objects of them.
   * Throws the kind `schema`.
   */
  checkCalls(request: {
    functions: unknown;
    dialect?: string;
    match?: string;
    order?: string;
    decoder?: string;
    underscore_to_dot?: boolean;
    pairs: { calls: unknown; expected: unknown; order?: string }[];
  }): { json: { functions: string[] }; bytes: Uint8Array };

  /** Size of the module's memory in bytes; it grows and never shrinks. */
  memoryBytes(): number;
}

// What the page and a scoring worker say to each other. `WorkerApi` is the whole surface: a method is one
// message there and one back. Blobs travel by reference and are read in the worker, so the page never
// holds the bytes of results or dataset.
import type {
  AskedScore,
  AnswerForm,
  AskSettings,
  AuditReport,
  CaseRequest,
  CategoryInfo,
  ChartRequest,
  CompareRequest,
  ComparisonResult,
  CorrectedRun,
  DatasetInfo,
  DecoderInfo,
  EntryDetail,
  EntryPage,
  EntrySummary,
  EpisodeState,
  EpisodeStates,
  ErrorKind,
  DraftedCases,
  Explanation,
  FileGroup,
  Finding,
  FoundCases,
  GroundTruthFailure,
  JudgedRun,
  Leaderboard,
  MissingEntries,
  ModelInfo,
  OverallRequest,
  OverallScores,
  CaseFindings,
  OwnCases,
  PlainTable,
  PlaygroundInfo,
  PlaygroundSetup,
  ProposedCases,
  ReadCase,
  Recognised,
  RepeatsAnswer,
  RepeatsRequest,
  ReviewAnswer,
  ReviewRequest,
  RunLatency,
  RunManifest,
  RunPage,
  RunWarning,
  Scorer,
  ScoreSettings,
  SecondResponses,
  Settings,
  SettingsRequest,
  Version,
} from '../lib/scorer-types.ts';
import type { ResponseProblem } from '../lib/forms.ts';
import type { OfManifest } from '../lib/run-facts.ts';
import type { ResponseText } from '../lib/response-texts.ts';
import type { TableRow } from '../lib/rows.ts';
import type { FirstRequest } from '../lib/verdict-text.ts';
import type { Skipped } from '../lib/unpack.ts';

/** The parts of the module, compiled once on the page, posted to every worker. */
export interface ModuleParts {
  primary: WebAssembly.Module;
  deferred: WebAssembly.Module;
}
export interface FirstParts {
  primary: WebAssembly.Module;
  /** It may follow: a call that needs it before fetches it. */
  deferred: WebAssembly.Module | null;
}

/** Where a worker finds the files of the dataset. */
export interface DatasetRef {
  /** Changes whenever the files do. */
  key: string;
  /** Sizes by path. */
  files: Record<string, number>;
  /** Address that the paths are relative to; absent for a dataset of the user. */
  base?: string;
  /** Name of the cache for fetched files; absent: not cached. */
  cache?: string;
  /** The user's own files. */
  blobs?: Record<string, Blob>;
}

/** `response`: the one without an id that the problem is about, with the entries that it may be of. */
export type FileProblem = ResponseProblem;

/** A result file. The key names it in later calls; a worker opens it when it first needs it. */
export interface FileRef {
  key: string;
  path: string;
  blob: Blob;
  /** Set by the reader when neither ids nor file name tell it. */
  category?: string;
  /** What was said of it when it was brought into the form of result lines. */
  notes?: FileProblem[];
  /** Responses in it that do not count, because another file of the run is used. */
  unused?: number[];
}

export interface OpenedFile {
  key: string;
  path: string;
  category: string | null;
  categories: { name: string; entries: number }[];
  entries: number;
  problems: FileProblem[];
}

export interface Chunk {
  rows: TableRow[];
  /** JSON lines of the verdicts. */
  lines: Blob;
  /** Entries that are malformed in the dataset, by category of the file. */
  malformed: Record<string, number>;
}

/** A file as it came; the date: when it was last changed, in milliseconds, where that is known. */
export interface DatedFile {
  path: string;
  blob: Blob;
  date?: number;
}

export interface UnpackedFiles {
  files: DatedFile[];
  skipped: Skipped[];
}

/** What a file holds that is no result lines; `lines` are the responses whose entries are known. */
export interface RecognisedFile extends Omit<Recognised, 'lines'> {
  lines: Blob;
}

/** A run's verdicts as one text, which a message carries at once: a hundred runs have 700,000 strings. */
export interface PackedRun extends Omit<JudgedRun, 'entries'> {
  /** The entries of the judged run, as JSON. */
  packed: string;
}
export type Sent<R extends { runs: JudgedRun[] }> = Omit<R, 'runs'> & {
  runs: (JudgedRun | PackedRun)[];
};

export type SentRepeats = Omit<RepeatsRequest, 'runs'> & {
  runs: (PackedRun & Pick<RunManifest, 'repeat'>)[];
};

/** A request about a review; the runs of a new one are not open yet. */
export type ReviewCall =
  | Exclude<ReviewRequest, { action: 'plan' }>
  | (Omit<Extract<ReviewRequest, { action: 'plan' }>, 'models'> & {
      models: { name: string; files: FileRef[]; settings: ScoreSettings }[];
    });

/** What the search of Results looks through of an entry of the dataset, in lower case. */
export interface QuestionText {
  id: string;
  question: string;
  functions: string;
}

export type DraftRequest = Parameters<Scorer['draftCases']>[0];

export interface WorkerApi {
  /** Loads the module; called again, it takes the deferred part. */
  start(parts: FirstParts): Promise<void>;
  describe(): Promise<{
    version: Version;
    decoders: DecoderInfo[];
    categories: CategoryInfo[];
  }>;
  /** Classes of the playground. */
  simulators(): Promise<string[]>;
  unpack(files: DatedFile[]): Promise<UnpackedFiles>;
  /** Loads every file of the dataset and says what it is. */
  inspectDataset(): Promise<DatasetInfo>;
  models(): Promise<ModelInfo[]>;
  entries(category: string): Promise<EntrySummary[]>;
  entry(category: string, id: string): Promise<EntryDetail | null>;
  questionTexts(category: string): Promise<QuestionText[]>;
  /** What a model is sent first for an entry; null where that is none. */
  firstRequest(category: string, id: string, settings: AskSettings): Promise<FirstRequest | null>;
  groundTruthFailures(category: string): Promise<GroundTruthFailure[]>;
  /** Loads every category that offers functions when a response tells no entry and `asEntry` is not given. */
  recognise(blob: Blob, asEntry?: string): Promise<RecognisedFile>;
  /** Result files by run, told by their paths. */
  groupFiles(paths: string[]): Promise<FileGroup[]>;
  /** A name for each run, all different. */
  runNames(runs: { path: string; model: string }[]): Promise<string[]>;
  /** Reads `bfclx_manifest.json` of a run's folder. */
  readManifest(blob: Blob): Promise<RunManifest>;
  openResults(file: FileRef): Promise<OpenedFile>;
  /** Of all files of a run. */
  secondResponses(files: FileRef[]): Promise<SecondResponses[]>;
  /** Loads the dataset of the categories of these files. */
  proposeSettings(files: FileRef[], request: SettingsRequest): Promise<Settings>;
  /** `outOfMemory`: they are not scored, because a worker has died of them. */
  score(
    file: FileRef,
    settings: ScoreSettings,
    from: number,
    count: number,
    outOfMemory?: boolean,
  ): Promise<Chunk>;
  explain(
    file: FileRef,
    category: string,
    id: string,
    settings: ScoreSettings,
  ): Promise<Explanation>;
  episodeStates(
    file: FileRef,
    category: string,
    id: string,
    settings: ScoreSettings,
    turn: number,
    step: number,
  ): Promise<EpisodeStates>;
  /** The object of the file that answers the entry of `line` (from 1), with its log; null where it cannot be had. */
  record(file: FileRef, line: number, id: string): Promise<Record<string, unknown> | null>;
  /** What the search looks through of a file; `lines` are those of its verdicts. */
  responseTexts(
    file: FileRef,
    lines: Blob,
  ): Promise<{ texts: ResponseText[]; called: Map<string, string> }>;
  /** Official result files of lines as they came: sorted, in a zip. */
  resultZip(files: { path: string; blob: Blob }[]): Promise<Blob>;
  scoreOne(
    category: string,
    id: string,
    response: string,
    settings: ScoreSettings,
  ): Promise<Explanation>;
  /** The bytes of `bfclx score --format json` over these files. */
  report(
    name: string,
    files: FileRef[],
    settings: Settings & ScoreSettings,
    place: string,
    manifest: OfManifest,
  ): Promise<Blob>;
  /** Problems that distort the score of these files: the findings of `bfclx doctor`. */
  diagnose(files: FileRef[], settings: ScoreSettings, manifest: OfManifest): Promise<Finding[]>;
  /** Entries of the run of these files that were asked for and have no response. */
  missingEntries(
    files: FileRef[],
    settings: ScoreSettings,
    more: { sample: RunManifest['sample'] },
  ): Promise<MissingEntries>;
  /** What keeps the scores of these files from measuring the model, and how long their requests took. */
  runWarnings(
    files: FileRef[],
    settings: ScoreSettings,
    more: OfManifest & { name: string },
  ): Promise<{ list: RunWarning[]; latency: RunLatency | null }>;
  /** Whose ground truth these runs' answers throw doubt on: `bfclx dataset audit --json`. */
  audit(
    models: { name: string; files: FileRef[]; settings: ScoreSettings }[],
  ): Promise<AuditReport>;
  /** A blind review of suspicious entries. */
  review(request: ReviewCall): Promise<ReviewAnswer>;
  /** Of lines of verdicts, how each answer is compared with others and shown. */
  answers(lines: string[]): Promise<AnswerForm[]>;
  /** A run by the corrections of an errata file; the official score stays as it is. */
  errata(files: FileRef[], settings: ScoreSettings, file: Blob): Promise<CorrectedRun>;
  closeResults(keys: string[]): Promise<void>;
  /** Statistics of verdicts; they need no dataset. */
  compare(request: Sent<CompareRequest>): Promise<ComparisonResult>;
  /** Repeats of one model among the runs. */
  repeats(request: SentRepeats): Promise<RepeatsAnswer>;
  overallScores(request: Sent<OverallRequest>): Promise<OverallScores>;
  leaderboards(request: Pick<AskedScore, 'own_entries' | 'own_tags'>): Promise<Leaderboard[]>;
  /** The page of `bfclx report` about the run of these files. */
  runPage(
    files: FileRef[],
    settings: ScoreSettings,
    more: OfManifest & Pick<RunPage, 'name' | 'dataset_name' | 'notes'>,
  ): Promise<string>;
  /** The page of one entry; `file`: that of its response. */
  entryPage(
    file: FileRef | null,
    category: string,
    id: string,
    settings: ScoreSettings,
    more: Pick<EntryPage, 'name' | 'dataset_name' | 'notes'>,
  ): Promise<string>;
  /** A chart as an SVG file. */
  chart(request: ChartRequest): Promise<string>;
  /** A table as a file. */
  table(table: PlainTable): Promise<string>;
  /** Cases of an own benchmark while they are edited. */
  readCase(request: CaseRequest): Promise<ReadCase>;
  draftCases(request: DraftRequest): Promise<DraftedCases>;
  readCases(request: { text: string }): Promise<FoundCases>;
  /** The own benchmark that is the dataset. */
  ownCases(): Promise<OwnCases>;
  /** What `bfclx dataset validate` finds in it. */
  caseFindings(): Promise<CaseFindings>;
  proposeCases(file: FileRef, ids: string[], settings: ScoreSettings): Promise<ProposedCases>;
  openPlayground(setup: PlaygroundSetup, category?: string): Promise<PlaygroundInfo>;
  call(handle: number, text: string): Promise<{ result: string; state: EpisodeState }>;
  reset(handle: number): Promise<{ state: EpisodeState }>;
  closePlayground(handle: number): Promise<void>;
}

export type Method = keyof WorkerApi;
export type Arguments<M extends Method> = Parameters<WorkerApi[M]>;
export type Outcome<M extends Method> = Awaited<ReturnType<WorkerApi[M]>>;

export interface Request {
  id: number;
  method: Method;
  args: unknown[];
  /** The dataset that the call means; its key alone once the worker knows it. */
  dataset: DatasetRef | string | null;
}

/** A failure as it travels: the members of a ScorerError, or of any other error. */
export interface Failure {
  kind: ErrorKind | 'network' | 'internal';
  message: string;
  file?: string;
  line?: number;
  entry?: string;
}

export type WorkerAnswer =
  | { id: number; value: unknown }
  | { id: number; failure: Failure }
  /** The call goes on: so much of it is done. */
  | { id: number; done: number };

/** What the promises of the pool are rejected with. */
export class WorkerError extends Error {
  readonly kind: Failure['kind'];
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly entry: string | undefined;
  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'WorkerError';
    this.kind = failure.kind;
    this.file = failure.file;
    this.line = failure.line;
    this.entry = failure.entry;
  }
}

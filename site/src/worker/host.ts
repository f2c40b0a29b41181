// One worker's side of the protocol: holds a scorer, gives it the dataset files that a category needs and
// the result files that a call names, each when it is first needed.
import { loadScorer } from 'bfclx';
import { recordAt } from '../lib/record.ts';
import { calledFunctions, questionText, responseTexts } from '../lib/response-texts.ts';
import { tableRow } from '../lib/rows.ts';
import type { DiagnosisRequest, RunManifest, Scorer, ScoreSettings } from '../lib/scorer-types.ts';
import { readDatasetFiles } from './dataset-files.ts';
import { firstRequest } from './first-request.ts';
import { judgedRuns } from './packed-runs.ts';
import { Playgrounds } from './playgrounds.ts';
import { resultZip } from './result-zip.ts';
import { inTurn, openedModels, reviewedCategories, withCalls } from './prepared.ts';
import { unpackAll } from './unpack-all.ts';
import {
  type DatasetRef,
  type DatedFile,
  type DraftRequest,
  type FileRef,
  type FirstParts,
  type OpenedFile,
  type ReviewCall,
  type SentRepeats,
  type WorkerApi,
} from './protocol.ts';

/** Bytes of result files that stay open when nobody waits: more are read again when they are next needed. */
const OPEN_BYTES = 2 << 20;

/** Files that belong to no category but to the dataset. */
const COMMON = ['dataset.json', 'manifest.json', 'models.json', 'cassette.jsonl'];

type Opened = OpenedFile & { handle: number; bytes: number };

export class Host implements WorkerApi {
  private scorer: Scorer | null = null;
  /** Is told how much of the call under way is done. */
  told: (done: number) => void = () => undefined;
  /** Hands over the deferred part. */
  private giveDeferred: (module: WebAssembly.Module) => void = () => undefined;
  private dataset: DatasetRef | null = null;
  private readonly loadedFiles = new Set<string>();
  private readonly readyCategories = new Map<string, Promise<void>>();
  private readonly opened = new Map<string, Promise<Opened>>();
  private readonly playgrounds = new Playgrounds();

  async start({ primary, deferred }: FirstParts): Promise<void> {
    if (deferred) this.giveDeferred(deferred);
    if (this.scorer) return;
    const later = new Promise<WebAssembly.Module>((give) => (this.giveDeferred = give));
    this.scorer = await loadScorer({ wasm: primary, deferred: deferred ?? later });
  }

  private get ready(): Scorer {
    if (!this.scorer) throw new Error('the worker has not been started');
    return this.scorer;
  }

  async describe() {
    const scorer = this.ready;
    return {
      version: scorer.version(),
      decoders: scorer.decoders(),
      categories: scorer.categories({ own: true }),
    };
  }

  async simulators() {
    return this.ready.simulators();
  }

  async unpack(files: DatedFile[]) {
    return unpackAll(files);
  }

  // ---- dataset ----

  private forgetDataset(): void {
    this.loadedFiles.clear();
    this.readyCategories.clear();
  }

  /** The dataset of the calls that follow; its files are loaded when a category needs them. */
  useDataset(dataset: DatasetRef): void {
    if (this.dataset?.key === dataset.key) return;
    this.scorer?.closeDataset();
    this.dataset = dataset;
    this.forgetDataset();
  }

  private async load(paths: string[]): Promise<void> {
    if (!this.dataset) return;
    const wanted = paths.filter((path) => !this.loadedFiles.has(path));
    for (const path of wanted) this.loadedFiles.add(path);
    try {
      const files = await readDatasetFiles(this.dataset, wanted);
      if (files.length > 0) this.ready.openDataset(files);
    } catch (error) {
      for (const path of wanted) this.loadedFiles.delete(path);
      throw error;
    }
  }

  /** Loads what scoring or showing the category needs. */
  private category(name: string): Promise<void> {
    let done = this.readyCategories.get(name);
    if (!done) {
      done = this.load([...COMMON, ...this.ready.filesNeeded(name)]);
      this.readyCategories.set(name, done);
      done.catch(() => this.readyCategories.delete(name));
    }
    return done;
  }

  async inspectDataset() {
    const scorer = this.ready;
    await this.load(Object.keys(this.dataset?.files ?? {}));
    for (const { name } of scorer.datasetInfo().categories) {
      try {
        scorer.entries(name);
      } catch {
        // A broken category stands among the problems, or shows when it is used.
      }
    }
    return scorer.datasetInfo();
  }

  async models() {
    await this.load(COMMON);
    return this.ready.models();
  }

  async entries(category: string) {
    await this.category(category);
    return this.ready.entries(category);
  }

  async entry(category: string, id: string) {
    await this.category(category);
    return this.ready.entry(id);
  }

  async questionTexts(category: string) {
    await this.category(category);
    return this.ready.entries(category).map((one) => questionText(one, this.ready.entry(one.id)));
  }

  async firstRequest(...[category, id, settings]: Parameters<WorkerApi['firstRequest']>) {
    await this.category(category);
    return firstRequest(this.ready, category, id, settings);
  }

  async groundTruthFailures(category: string) {
    await this.category(category);
    return this.ready.groundTruthFailures(category);
  }

  // ---- results ----

  private open(file: FileRef): Promise<Opened> {
    const opened = this.opened.get(file.key) ?? this.read(file);
    // The latest comes last.
    this.opened.delete(file.key);
    this.opened.set(file.key, opened);
    opened.catch(() => this.opened.delete(file.key));
    return opened;
  }

  /** After a call: closes the files that were not used for longest, until the rest is small; the latest stays. */
  async tidy(): Promise<void> {
    let bytes = 0;
    for (const [key, opened] of [...this.opened].reverse()) {
      const before = bytes;
      bytes += (await opened).bytes;
      if (before > 0 && bytes > OPEN_BYTES) await this.closeResults([key]);
    }
  }

  private async read(file: FileRef): Promise<Opened> {
    const bytes = new Uint8Array(await file.blob.arrayBuffer());
    const { path, category, unused } = file;
    const options = { ...(category && { category }), ...(unused && { unused }) };
    const info = this.ready.openResults({ path, bytes }, options);
    return { ...info, key: file.key, bytes: bytes.length };
  }

  private async openWithDataset(file: FileRef): Promise<number> {
    const { handle, categories } = await this.open(file);
    for (const { name } of categories) await this.category(name);
    return handle;
  }

  private readonly openAll = (files: FileRef[]): Promise<number[]> =>
    inTurn(files, (file) => this.openWithDataset(file));

  async recognise(blob: Blob, asEntry = '') {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let { lines, ...found } = this.ready.recognise(bytes, { asEntry, match: false });
    if (found.nameless_count > 0 && !asEntry) {
      await this.categoriesOfCalls();
      ({ lines, ...found } = this.ready.recognise(bytes));
    }
    return { ...found, lines: new Blob([lines as Uint8Array<ArrayBuffer>]) };
  }

  /** Loads the categories among whose functions entries are looked for; those that cannot be had are left. */
  private async categoriesOfCalls(): Promise<void> {
    for (const name of withCalls(this.ready)) await this.category(name).catch(() => undefined);
  }

  async readManifest(blob: Blob) {
    return this.ready.readManifest(new Uint8Array(await blob.arrayBuffer()));
  }

  async groupFiles(paths: string[]) {
    return this.ready.groupFiles(paths);
  }

  async runNames(runs: { path: string; model: string }[]) {
    return this.ready.runNames(runs);
  }

  async openResults(file: FileRef): Promise<OpenedFile> {
    const { handle: _, bytes: __, ...info } = await this.open(file);
    return info;
  }

  async secondResponses(files: FileRef[]) {
    return this.ready.secondResponses(
      await inTurn(files, async (file) => (await this.open(file)).handle),
    );
  }

  async proposeSettings(files: FileRef[], request: Parameters<WorkerApi['proposeSettings']>[1]) {
    await this.load(COMMON);
    return this.ready.proposeSettings(await this.openAll(files), request);
  }

  async score(...[file, settings, from, count, outOfMemory]: Parameters<WorkerApi['score']>) {
    const handle = await this.openWithDataset(file);
    const { rows, lines, malformed } = this.ready.score(handle, settings, from, count, {
      outOfMemory: outOfMemory ?? false,
    });
    return {
      rows: rows.map(tableRow),
      lines: new Blob([lines as Uint8Array<ArrayBuffer>]),
      malformed,
    };
  }

  async explain(...[file, category, id, settings]: Parameters<WorkerApi['explain']>) {
    await this.category(category);
    const { handle } = await this.open(file);
    return this.ready.explain(handle, id, settings);
  }

  async episodeStates(
    ...[file, category, id, settings, turn, step]: Parameters<WorkerApi['episodeStates']>
  ) {
    await this.category(category);
    const { handle } = await this.open(file);
    return this.ready.episodeStates(handle, id, settings, turn, step);
  }

  async record(...[file, line, id]: Parameters<WorkerApi['record']>) {
    return recordAt(new Uint8Array(await file.blob.arrayBuffer()), line, id);
  }

  async responseTexts(file: FileRef, lines: Blob) {
    return {
      texts: responseTexts(await file.blob.text()),
      called: calledFunctions(await lines.text()),
    };
  }

  async resultZip(...[files]: Parameters<WorkerApi['resultZip']>) {
    return resultZip(this.ready, files);
  }

  async scoreOne(...[category, id, response, settings]: Parameters<WorkerApi['scoreOne']>) {
    await this.category(category);
    return this.ready.scoreOne(id, response, settings);
  }

  async report(...[name, files, settings, place, manifest]: Parameters<WorkerApi['report']>) {
    const { handles } = await this.sampled(files, settings, manifest.sample);
    const bytes = this.ready.report({ place, models: [{ name, handles, settings, ...manifest }] });
    return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/json' });
  }

  async diagnose(...[files, settings, manifest]: Parameters<WorkerApi['diagnose']>) {
    const request = await this.sampled(files, settings, manifest.sample);
    await this.readLogs(files);
    return this.ready.diagnose({ ...request, ...manifest });
  }

  /** What inference logs of episodes show, for findings. */
  private async readLogs(files: readonly FileRef[]): Promise<void> {
    const all = this.ready.categories();
    const episodes = all.filter(({ kind }) => kind === 'multi_turn' || kind === 'agentic');
    const names = new Set(episodes.map(({ name }) => name));
    for (const file of files) {
      const { handle, categories } = await this.open(file);
      if (!categories.some(({ name }) => names.has(name))) continue;
      this.ready.readLogs(handle, new Uint8Array(await file.blob.arrayBuffer()));
    }
  }

  async missingEntries(...[files, settings, { sample }]: Parameters<WorkerApi['missingEntries']>) {
    return this.ready.missingEntries(await this.sampled(files, settings, sample));
  }

  async runWarnings(
    ...[files, settings, { sample, ...more }]: Parameters<WorkerApi['runWarnings']>
  ) {
    const request = await this.sampled(files, settings, sample);
    const { streamed } = more;
    return {
      list: this.ready.runWarnings({ ...request, ...more }),
      latency: this.ready.latency({ handles: request.handles, streamed }),
    };
  }

  /** Opens a run with the dataset files of all categories that its sample was drawn from. */
  private async sampled(
    files: FileRef[],
    settings: ScoreSettings,
    sample: RunManifest['sample'],
  ): Promise<DiagnosisRequest> {
    const handles = await this.openAll(files);
    for (const name of sample?.categories ?? []) await this.category(name);
    return { handles, settings, sample };
  }

  async audit(...[models]: Parameters<WorkerApi['audit']>) {
    return this.ready.audit({ models: await openedModels(models, this.openAll) }, this.told);
  }

  async review(request: ReviewCall) {
    for (const name of reviewedCategories(request, this.ready)) await this.category(name);
    if (request.action !== 'plan') return this.ready.review(request);
    return this.ready.review({
      ...request,
      models: await openedModels(request.models, this.openAll),
    });
  }

  async answers(...[lines]: Parameters<WorkerApi['answers']>) {
    return this.ready.answers(new TextEncoder().encode(lines.join('\n')));
  }

  async errata(...[files, settings, file]: Parameters<WorkerApi['errata']>) {
    const handles: number[] = [];
    for (const one of files) handles.push(await this.openWithDataset(one));
    return this.ready.errata({ handles, settings }, new Uint8Array(await file.arrayBuffer()));
  }

  async closeResults(keys: string[]): Promise<void> {
    for (const key of keys) {
      const opened = this.opened.get(key);
      this.opened.delete(key);
      if (opened) this.ready.closeResults((await opened).handle);
    }
  }

  // ---- statistics ----

  async compare(request: Parameters<WorkerApi['compare']>[0]) {
    return this.ready.compare({ ...request, runs: judgedRuns(request.runs) });
  }

  async overallScores(request: Parameters<WorkerApi['overallScores']>[0]) {
    return this.ready.overallScores({ ...request, runs: judgedRuns(request.runs) });
  }

  async repeats(request: SentRepeats) {
    return this.ready.repeats({ ...request, runs: judgedRuns(request.runs) });
  }

  async leaderboards(request: Parameters<WorkerApi['leaderboards']>[0]) {
    return this.ready.leaderboards(request);
  }

  async runPage(...[files, settings, { sample, ...more }]: Parameters<WorkerApi['runPage']>) {
    const request = await this.sampled(files, settings, sample);
    await this.readLogs(files);
    return new TextDecoder().decode(this.ready.runPage({ ...request, ...more }));
  }

  async entryPage(...[file, category, id, settings, more]: Parameters<WorkerApi['entryPage']>) {
    await this.category(category);
    const handle = file && (await this.open(file)).handle;
    const of = { id, settings, ...more, ...(handle !== null && { handle }) };
    return new TextDecoder().decode(this.ready.entryPage(of));
  }

  async chart(request: Parameters<WorkerApi['chart']>[0]) {
    return new TextDecoder().decode(this.ready.chart(request));
  }

  async table(table: Parameters<WorkerApi['table']>[0]) {
    return new TextDecoder().decode(this.ready.table(table));
  }

  // ---- own cases ----

  readCase = async (request: Parameters<WorkerApi['readCase']>[0]) => this.ready.readCase(request);
  draftCases = async (request: DraftRequest) => this.ready.draftCases(request);
  readCases = async (request: { text: string }) => this.ready.readCases(request);

  async ownCases() {
    await this.load(Object.keys(this.dataset?.files ?? {}));
    return this.ready.ownCases();
  }

  async caseFindings() {
    await this.load(Object.keys(this.dataset?.files ?? {}));
    return this.ready.caseFindings();
  }

  async proposeCases(...[file, ids, settings]: Parameters<WorkerApi['proposeCases']>) {
    const handle = await this.openWithDataset(file);
    return this.ready.proposeCases({ handle, ids, settings });
  }

  // ---- playground ----

  async openPlayground(setup: Parameters<WorkerApi['openPlayground']>[0], category?: string) {
    if (category) await this.category(category);
    await this.load(
      Object.keys(this.dataset?.files ?? {}).filter((path) =>
        /func_doc|long_context|^cassette/.test(path),
      ),
    );
    return this.playgrounds.open(this.ready, setup);
  }

  async call(handle: number, text: string) {
    return this.playgrounds.call(handle, text);
  }

  async reset(handle: number) {
    return this.playgrounds.reset(handle);
  }

  async closePlayground(handle: number): Promise<void> {
    this.playgrounds.close(handle);
  }
}

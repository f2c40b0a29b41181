/**
 * The module as scorer.d.ts describes it: coarse calls, bytes in through the heap, JSON out.
 *
 * @module bfclx
 */

import { ScorerError, loadModule, textOf } from './load.js';

export { ScorerError, deferredUrl, wasmUrl } from './load.js';

/** @typedef {import('./scorer.d.ts').Scorer} Scorer */

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NO_BYTES = new Uint8Array(0);

/**
 * @param {import('./scorer.d.ts').LoadOptions} [options]
 * @returns {Promise<Scorer>}
 */
export async function loadScorer(options = {}) {
  return new ModuleScorer(await loadModule(options));
}

/** @param {unknown} file */
function checkFile(file) {
  if (typeof file?.path !== 'string' || !(file.bytes instanceof Uint8Array)) {
    throw new ScorerError('argument', 'a file must be {path: text, bytes: Uint8Array}');
  }
  return file;
}

/** @param {{json: any, bytes: Uint8Array}} said */
function askOf({ json, bytes }) {
  if (json.kind === 'model') return { ...json, body: bytes };
  return json.kind === 'finished' ? { ...json, line: bytes } : json;
}

/**
 * What is no JSON (a BigInt, a circle) is the caller's mistake, and leaves the module as it is.
 * @param {string} call
 * @param {object} given
 */
function textFor(call, given) {
  try {
    return JSON.stringify({ ...given, call });
  } catch (error) {
    throw new ScorerError('argument', `\`${call}\`: ${textOf(error)}`);
  }
}

/** @implements {Scorer} */
class ModuleScorer {
  #glue;
  #core;
  /** Why the module stopped; empty while it runs. */
  #stopped = '';

  // Calls that are their request.
  static {
    const make = (given, name) => {
      this.prototype[name] = function (request) {
        return this.#run(name, request)[given];
      };
    };
    for (const name of ['chart', 'entryPage', 'report', 'runPage', 'table']) make('bytes', name);
    const names =
      'caseFindings compare draftCases overallScores ownCases planConversations proposeCases';
    for (const name of `${names} readCase readCases repeats review`.split(' ')) make('json', name);
  }

  /** @param {any} glue of Emscripten */
  constructor(glue) {
    this.#glue = glue;
    this.#core = new glue.Core();
  }

  /**
   * Arguments go as JSON, which keeps lone surrogates.
   * @param {string} call
   * @param {object} [given]
   * @param {Uint8Array} [payload]
   * @returns {{json: any, bytes: Uint8Array}}
   */
  #run(call, given = {}, payload = NO_BYTES) {
    if (this.#stopped) {
      throw new ScorerError('module', `the module has stopped (${this.#stopped}); load a new one`);
    }
    const header = encoder.encode(textFor(call, given));
    try {
      const at = this.#core.reserve(header.length + payload.length);
      this.#glue.HEAPU8.set(header, at);
      this.#glue.HEAPU8.set(payload, at + header.length);
      const done = this.#core.call(header.length);
      const json = JSON.parse(decoder.decode(this.#output('json')));
      const bytes = this.#output('bytes').slice();
      this.#core.release();
      if (done) return { json, bytes };
      throw new ScorerError(json.kind, json.message, json);
    } catch (error) {
      const isDeferred = error instanceof ScorerError && error.kind === 'deferred';
      if (error instanceof ScorerError && !isDeferred) throw error;
      // A trap, no memory, or code that could not be had.
      this.#stopped = textOf(error);
      if (isDeferred) throw error;
      throw new ScorerError('module', `the module has stopped (${this.#stopped}); load a new one`);
    }
  }

  /** @param {'json' | 'bytes'} name */
  #output(name) {
    const at = this.#core[`${name}Data`]();
    return this.#glue.HEAPU8.subarray(at, at + this.#core[`${name}Size`]());
  }

  version() {
    return this.#run('version').json;
  }

  decoders() {
    return this.#run('decoders').json;
  }

  categories(asked = {}) {
    return this.#run('categories', asked).json;
  }

  models() {
    return this.#run('models').json;
  }

  simulators() {
    return this.#run('simulators').json;
  }

  /** @param {import('./scorer.d.ts').NamedBytes[]} files */
  openDataset(files) {
    if (!Array.isArray(files)) throw new ScorerError('argument', '`files` must be a list of files');
    const problems = [];
    for (const { path, bytes } of files.map(checkFile)) {
      if (this.#run('addDatasetFile', { path }, bytes).json !== null) continue;
      const message = 'is no file of a dataset; it is passed over';
      problems.push({ file: path, line: 0, id: '', message, fatal: false });
    }
    const info = this.datasetInfo();
    return { ...info, problems: [...info.problems, ...problems] };
  }

  closeDataset() {
    this.#run('closeDataset');
  }

  datasetInfo() {
    return this.#run('datasetInfo').json;
  }

  /** @param {string} category */
  filesNeeded(category) {
    return this.#run('filesNeeded', { category }).json;
  }

  /** @param {string} category */
  entries(category) {
    return this.#run('entries', { category }).json;
  }

  /** @param {string} id */
  entry(id) {
    return this.#run('entry', { id }).json;
  }

  /** @param {string} category */
  groundTruthFailures(category) {
    return this.#run('groundTruthFailures', { category }).json;
  }

  openResults(file, { category, unused } = {}) {
    const { path, bytes } = checkFile(file);
    return this.#run('openResults', { path, category, unused }, bytes).json;
  }

  secondResponses(handles) {
    return this.#run('secondResponses', { handles }).json;
  }

  recognise(bytes, { asEntry = '', match = true } = {}) {
    if (!(bytes instanceof Uint8Array))
      throw new ScorerError('argument', '`bytes` must be a Uint8Array');
    const { json, bytes: lines } = this.#run('recognise', { as_entry: asEntry, match }, bytes);
    return { ...json, lines };
  }

  closeResults(handle) {
    this.#run('closeResults', { handle });
  }

  proposeSettings(handles, request = {}) {
    return this.#run('proposeSettings', { handles, request }).json;
  }

  groupFiles(paths) {
    return this.#run('groupFiles', { paths }).json;
  }

  readManifest(bytes) {
    return this.#run('readManifest', {}, bytes).json;
  }

  runNames(runs) {
    return this.#run('runNames', { runs }).json;
  }

  score(handle, settings, from = 0, count = undefined, { outOfMemory = false } = {}) {
    const given = { handle, settings, from, count, out_of_memory: outOfMemory };
    const { json, bytes } = this.#run('score', given);
    return { lines: bytes, rows: json.rows, malformed: json.malformed };
  }

  scoreCounts(handle, settings) {
    this.#run('score', { handle, settings, from: 0, details: false });
    return this.summary(handle);
  }

  summary(handle) {
    return this.#run('summary', { handle }).json;
  }

  readLogs(handle, bytes) {
    this.#run('readLogs', { handle }, bytes);
  }

  diagnose({ handles, settings, sample, dataset, decoders }) {
    const request = { handles, settings, sample, dataset, decoders };
    return JSON.parse(decoder.decode(this.#run('diagnose', request).bytes));
  }

  missingEntries({ handles, settings, sample }) {
    return this.#run('missingEntries', { handles, settings, sample }).json;
  }

  runWarnings({ handles, settings, name, sample, dataset, manifest_error, decoders }) {
    const request = { handles, settings, name, sample, dataset, manifest_error, decoders };
    return this.#run('runWarnings', request).json;
  }

  latency({ handles, streamed }) {
    return this.#run('latency', { handles, streamed }).json;
  }

  explain(handle, id, settings) {
    return this.#run('explain', { handle, id, settings }).json;
  }

  episodeStates(handle, id, settings, turn, step) {
    return this.#run('episodeStates', { handle, id, settings, turn, step }).json;
  }

  scoreOne(id, response, settings) {
    return this.#run('scoreOne', { id, response, settings }).json;
  }

  openPlayground(setup) {
    return this.#run('openPlayground', { setup }).json;
  }

  call(handle, text) {
    return this.#run('call', { handle, text }).json;
  }

  reset(handle) {
    return this.#run('reset', { handle }).json;
  }

  closePlayground(handle) {
    this.#run('closePlayground', { handle });
  }

  audit(request, told) {
    return JSON.parse(decoder.decode(this.auditBytes(request, told)));
  }

  auditBytes({ models, falseDiscoveryRate, top }, told) {
    if (!Array.isArray(models)) throw new ScorerError('argument', '`models` must be a list', {});
    this.#run('beginAudit', {});
    models.forEach(({ handles, settings, name, sample }, i) => {
      this.#run('auditRun', { handles, settings, name, sample });
      told?.(i + 1);
    });
    return this.#run('audit', { false_discovery_rate: falseDiscoveryRate, top }).bytes;
  }

  answers(lines) {
    return this.#run('answers', {}, lines).json;
  }

  errata({ handles, settings }, bytes) {
    return this.#run('errata', { handles, settings }, bytes).json;
  }

  startConversation(id, settings, memory = NO_BYTES) {
    return this.#run('startConversation', { id, settings }, memory).json.handle;
  }

  nextAsk(handle) {
    return askOf(this.#run('nextAsk', { handle }));
  }

  answerAsk(handle, { status, headers = [], body = NO_BYTES, seconds = 0 }) {
    return askOf(this.#run('answerAsk', { handle, status, headers, seconds }, body));
  }

  failAsk(handle, seconds = 0, timeout = false) {
    return askOf(this.#run('failAsk', { handle, seconds, timeout }));
  }

  closeConversation(handle) {
    this.#run('closeConversation', { handle });
  }

  openSchedule({ entries, settings, seed = 0 }) {
    const planned = entries.map(({ id, depends_on }) => ({ id, depends_on }));
    return this.#run('openSchedule', { entries: planned, settings, seed }).json.handle;
  }

  nextAction(handle, now) {
    return this.#run('nextAction', { handle, now }).json;
  }

  scheduleEvent(handle, { body = NO_BYTES, ...event }) {
    return this.#run('scheduleEvent', { handle, ...event }, body).json;
  }

  serverMessage(body) {
    return this.#run('serverMessage', {}, body).json.message;
  }

  scheduleFigures(handle, now) {
    return this.#run('scheduleFigures', { handle, now }).json;
  }

  closeSchedule(handle) {
    this.#run('closeSchedule', { handle });
  }

  resultFile(lines) {
    return this.#run('resultFile', {}, lines).bytes;
  }

  checkCalls(request) {
    return this.#run('checkCalls', request);
  }

  leaderboards(asked = {}) {
    return this.#run('leaderboards', asked).json;
  }

  memoryBytes() {
    return this.#glue.HEAPU8.length;
  }
}

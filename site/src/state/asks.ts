// Models whose responses are generated in this tab: each is a run that grows. Responses stay in this browser (OPFS)
// until the run is removed. The key is kept in this module's memory only, so a reload needs it again.
import type { ManifestFacts } from '../lib/run-facts.ts';
import { Atom } from '../lib/atom.ts';
import { isoDay, plural } from '../lib/format.ts';
import { isKnown } from '../lib/provenance.ts';
import {
  dropKept,
  folders,
  holdAsk,
  keepCard,
  keptAnswers,
  readKept,
  type Card,
} from '../asking/kept.ts';
import type {
  Answer,
  AskSpec,
  Figures,
  FromWorker,
  Planned,
  ToWorker,
} from '../asking/protocol.ts';
import { filesOf } from '../asking/result-files.ts';
import { dataset, startDataset } from './dataset.ts';
import { spawn } from './probe-server.ts';
import { describe, pool } from './pool.ts';
import { forgetFolders, isGone, isKept, markFolders, mayComeBack } from './removed-runs.ts';
import {
  addEmptyRun,
  growRun,
  messageOf,
  runs,
  settleRun,
  startGrowing,
  type Run,
} from './runs.ts';

export interface Ask {
  /** Folder in OPFS; empty: nothing is kept. */
  place: string;
  spec: AskSpec;
  run: Run;
  answers: Map<string, Answer>;
  /**
   * planning: before the first request; pausing: requests in flight finish; paused: by the user, with entries
   * outstanding; stopped: by a problem, or by the end of its tab; done: every entry ended, with a result or without.
   */
  phase: 'planning' | 'asking' | 'pausing' | 'paused' | 'stopped' | 'done';
  /** Known once it was planned. */
  plan: Planned | null;
  figures: Figures | null;
  /** Entries that are generated again and have no new response yet. */
  again: Set<string>;
  /** Why it stopped early. */
  problem: string;
  /** Some of what was answered could not be kept. */
  lasting: boolean;
  /** When asking began, and the tokens that came since, for their speed. */
  began: number;
  tokens: number;
}

export const asks = new Atom<Ask[]>([]);

const keys = new WeakMap<Ask, string>();
const workers = new WeakMap<Ask, Worker>();
/** What lets other tabs ask it again. */
const holds = new WeakMap<Ask, () => void>();

function letGo(ask: Ask): void {
  holds.get(ask)?.();
  holds.delete(ask);
}

/** A key for it is in this tab's memory (an empty one too), and the server does not refuse it. */
export const hasKey = (ask: Ask): boolean => keys.has(ask) && !ask.figures?.keyRefused;
/** The last requests had a key. */
export const gaveKey = (ask: Ask): boolean => Boolean(keys.get(ask));
export const isAsking = ({ phase }: Ask): boolean =>
  phase === 'planning' || phase === 'asking' || phase === 'pausing';
export const askOf = (run: Run): Ask | undefined => asks.value.find((ask) => ask.run === run);

/** Which entries kept their earlier responses, and why; empty. */
export function notRegenerated({ figures }: Ask): string {
  const { entries, reason } = figures?.notRegenerated ?? { entries: 0, reason: '' };
  if (entries === 0) return '';
  const stay = entries === 1 ? 'its earlier response stays' : 'their earlier responses stay';
  return `${plural(entries, 'entry', 'entries')} could not be regenerated; ${stay}: ${reason}`;
}

/** Models may be asked from the site itself, never from a frame or a window that another page opened for embedding. */
export const mayAsk = (): boolean =>
  window.top === window && !/\/embed(?:\.html)?$/.test(location.pathname);

let announced = false;
function announce(): void {
  if (announced) return;
  announced = true;
  requestAnimationFrame(() => {
    announced = false;
    asks.notify();
  });
}

// ---- what is kept ----

const cardOf = ({ spec, run, plan }: Pick<Ask, 'spec' | 'run' | 'plan'>): Card => ({
  name: run.name,
  date: run.loaded.getTime(),
  spec,
  decoder: plan?.decoder ?? null,
  plan,
});

/** What could not be brought back: its folder, and why, a sentence. */
export const unread = new Atom<{ place: string; says: string }[]>([]);

/** For good. */
export async function dropUnread(place: string): Promise<void> {
  await dropKept(place);
  unread.set(unread.value.filter((one) => one.place !== place));
}

/** Brings back what was asked before. What cannot be read stays where it is: it may be readable another time. */
export async function restoreAsks(): Promise<void> {
  if (!mayAsk()) return;
  runs.subscribe(followRemoved);
  try {
    for await (const [place, handle] of (await folders()).entries()) {
      try {
        await restore(place, handle as FileSystemDirectoryHandle);
      } catch (error) {
        const left =
          'Earlier responses could not be restored. They are still in this browser; reload the page to try again.';
        unread.set([...unread.value, { place, says: `${left} (${messageOf(error)})` }]);
      }
    }
  } catch {
    // Nothing can be kept here, and nothing was.
  }
}

async function restore(place: string, folder: FileSystemDirectoryHandle): Promise<void> {
  const kept = await readKept(place, folder);
  if (!kept) return;
  const { card, answers } = kept;
  const back = (): Promise<void> => restore(place, folder);
  if (!isKept({ place, name: card.name, back, drop: () => void drop(place) })) return;
  await startDataset();
  const loaded = new Date(card.date);
  const run = addEmptyRun({
    name: card.name,
    source: { kind: 'ask' },
    loaded,
    manifest: factsOf(card.spec, loaded),
  });
  run.request = requestOf(card, card.decoder);
  const ask = made(card.spec, place, run, answers);
  ask.plan = card.plan;
  knowDrawn(ask);
  ask.phase = card.plan && answers.size >= card.plan.total ? 'done' : 'stopped';
  asks.set([...asks.value, ask]);
  await settle(ask).catch((error: unknown) => {
    ask.problem = messageOf(error);
    announce();
  });
}

/** A run that was removed takes its answers with it. */
function followRemoved(): void {
  markFolders(
    asks.value.flatMap(({ run, place }) => (place ? [[place, mayComeBack(run)] as const] : [])),
  );
  for (const ask of asks.value.filter(({ run }) => isGone(run))) {
    workers.get(ask)?.terminate();
    keys.delete(ask);
    letGo(ask);
    asks.set(asks.value.filter((other) => other !== ask));
    if (ask.place) void drop(ask.place);
  }
}

async function drop(place: string): Promise<void> {
  await dropKept(place);
  forgetFolders([place]);
}

// ---- asking ----

const made = (spec: AskSpec, place: string, run: Run, answers: Map<string, Answer>): Ask => ({
  place,
  spec,
  run,
  answers,
  phase: 'planning',
  plan: null,
  figures: null,
  again: new Set(),
  problem: '',
  lasting: place !== '',
  began: 0,
  tokens: 0,
});

/** What a manifest says of a run from elsewhere. */
const factsOf = (
  { sample, seed, categories, settings, dataset: hash, version }: AskSpec,
  began: Date,
): ManifestFacts => ({
  started: began.toISOString(),
  // The hash of a copy that is not known says nothing elsewhere.
  dataset: version ? { version, hash: isKnown(hash) ? hash : '' } : null,
  sample: sample > 0 ? { entries: sample, seed, categories, fc: settings.fc } : null,
});

/** Begins to ask; the run stands among the others from the first moment. */
export async function startAsk(
  spec: Omit<AskSpec, 'dataset' | 'version'>,
  key: string,
): Promise<Ask> {
  await startDataset();
  const whole: AskSpec = {
    ...spec,
    settings: { reasoning: 'parse', ...spec.settings, today: isoDay(new Date()) },
    dataset: dataset.value.hash,
    version: dataset.value.version,
  };
  const loaded = new Date();
  const run = addEmptyRun({
    name: spec.settings.model,
    source: { kind: 'ask' },
    loaded,
    manifest: factsOf(whole, loaded),
  });
  const ask = made(
    whole,
    await keepCard(crypto.randomUUID(), cardOf({ spec: whole, run, plan: null })),
    run,
    new Map(),
  );
  asks.set([...asks.value, ask]);
  void goOn(ask, key);
  return ask;
}

/** Asks what has no answer yet, and the entries of `again`. Without a key, or an empty one, that in memory. */
export async function goOn(
  ask: Ask,
  key: string | null = null,
  again: string[] = [],
): Promise<void> {
  if (isAsking(ask) && ask.began > 0) return;
  const secret = key || (keys.get(ask) ?? '');
  keys.set(ask, secret);
  waiting.delete(ask);
  Object.assign(ask, {
    phase: 'planning',
    problem: '',
    figures: null,
    again: new Set(again),
    began: performance.now(),
    tokens: 0,
  });
  announce();
  try {
    await Promise.all([startDataset(), describe()]);
    const { ref, hash } = dataset.value;
    if (!ref) throw new Error('No dataset is loaded.');
    if (hash !== ask.spec.dataset)
      throw new Error(
        'This run was generated with a different dataset. Load that dataset, then continue.',
      );
    const parts = await pool.parts();
    await settling.get(ask)?.catch(() => undefined);
    const release = await holdAsk(ask.place);
    if (!release)
      throw new Error('Another tab is generating this run. Continue or pause it there.');
    holds.set(ask, release);
    if (!asks.value.includes(ask)) return letGo(ask);
    // Another tab may have gone on since this one looked.
    if (ask.place)
      for (const [id, answer] of await keptAnswers(ask.place)) ask.answers.set(id, answer);
    if (ask.phase !== 'planning') {
      letGo(ask);
      ask.phase = 'paused';
      announce();
      return;
    }
    const worker = spawn();
    workers.set(ask, worker);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(ask, data);
    worker.onerror = (event) =>
      void ended(
        ask,
        event.message || 'The part of this page that sends requests could not be loaded.',
        0,
      );
    worker.postMessage({
      type: 'start',
      parts,
      dataset: ref,
      place: ask.place,
      spec: ask.spec,
      key: secret,
      known: [...ask.answers.values()],
      again,
    } satisfies ToWorker);
  } catch (error) {
    await ended(ask, messageOf(error), 0);
  }
}

/** Nothing new is asked; a second time what is under way is given up. */
export function pauseAsk(ask: Ask): void {
  const now = ask.phase === 'pausing';
  workers.get(ask)?.postMessage({ type: 'pause', now } satisfies ToWorker);
  ask.phase = 'pausing';
  announce();
}

function hear(ask: Ask, message: FromWorker): void {
  if (!asks.value.includes(ask)) return;
  if (message.type === 'planned') planned(ask, message.plan);
  else if (message.type === 'answer') {
    ask.figures = message.figures;
    answered(ask, message.answer, message.kept);
  } else if (message.type === 'figures') ask.figures = message.figures;
  else if (message.type === 'ended') void ended(ask, message.problem, message.left);
  announce();
}

/** How the responses are read: as the program reads what it asked. */
const requestOf = ({ spec }: Pick<Ask, 'spec'>, decoder: string | null) => ({
  ...(decoder && { decoder }),
  underscore_to_dot: spec.settings.fc,
});

/** A sample is of the entries that were drawn; of all that its categories have it is none. */
function knowDrawn({ plan, run, spec }: Ask): void {
  if (!plan || !run.manifest?.sample) return;
  const expected = new Map(plan.expected);
  const { hash, entries } = dataset.value;
  const whole =
    hash === spec.dataset && spec.categories.every((name) => expected.get(name) === entries[name]);
  const drawn = [...expected.values()].reduce((sum, n) => sum + n, 0);
  run.manifest = whole ? { ...run.manifest, sample: null } : { ...run.manifest, drawn };
}

function planned(ask: Ask, plan: Planned): void {
  ask.plan = plan;
  knowDrawn(ask);
  if (ask.phase === 'planning') ask.phase = 'asking';
  const request = requestOf(ask, plan.decoder);
  ask.run.request = request;
  if (ask.place) void keepCard(ask.place, cardOf(ask));
  const decoder = plan.decoder ?? '';
  startGrowing(
    ask.run,
    {
      decoder,
      decoder_from: 'manifest',
      decoder_reason: 'as generated',
      confidence: 1,
      underscore_to_dot: request.underscore_to_dot,
      underscore_from: 'manifest',
      underscore_reason: 'as generated',
      registry_entry: null,
    },
    plan.expected,
  );
  ask.run.stop.signal.addEventListener(
    'abort',
    () => workers.has(ask) && ask.phase !== 'pausing' && pauseAsk(ask),
  );
}

const waiting = new WeakMap<Ask, Answer[]>();

function answered(ask: Ask, answer: Answer, kept: boolean): void {
  ask.answers.set(answer.id, answer);
  ask.again.delete(answer.id);
  ask.tokens += answer.tokens;
  if (!kept) ask.lasting = false;
  if (answer.prerequisite) return;
  const some = waiting.get(ask);
  if (some) {
    some.push(answer);
    return;
  }
  // What comes within a moment is scored together.
  waiting.set(ask, [answer]);
  setTimeout(() => void flush(ask), 200);
}

async function flush(ask: Ask): Promise<void> {
  const some = waiting.get(ask);
  const worker = workers.get(ask);
  if (!some || !worker) return; // Ended since: settled with all.
  waiting.delete(ask);
  const again = some.some(({ id }) => ask.run.rows.some((row) => row.id === id));
  if (again) return; // Asked again: settled when it ends.
  for (const file of filesOf(some)) {
    if (workers.get(ask) !== worker) return;
    await growRun(ask.run, file).catch((error: unknown) => {
      ask.problem ||= messageOf(error);
    });
  }
}

const settling = new WeakMap<Ask, Promise<void>>();

/** What was answered, as a run like any other; one after the other, as each takes the place of all that stands there. */
function settle(ask: Ask): Promise<void> {
  const done = (settling.get(ask) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => {
      const scored = [...ask.answers.values()].filter(({ prerequisite }) => !prerequisite);
      return settleRun(ask.run, filesOf(scored));
    });
  settling.set(ask, done);
  return done;
}

async function ended(ask: Ask, problem: string, left: number): Promise<void> {
  workers.get(ask)?.terminate();
  workers.delete(ask);
  waiting.delete(ask);
  letGo(ask);
  if (!asks.value.includes(ask)) return;
  await settle(ask);
  ask.problem = problem;
  const { withoutResult = 0, notRegenerated: kept } = ask.figures ?? {};
  const outstanding = left > withoutResult || ask.again.size > withoutResult + (kept?.entries ?? 0);
  ask.phase = problem ? 'stopped' : outstanding ? 'paused' : 'done';
  if (ask.phase === 'done') ask.again.clear();
  announce();
}

/** The official result files of what was answered. */
export function resultZip(ask: Ask): Promise<Blob> {
  const folder = `result/${ask.plan?.folder ?? ask.spec.settings.model.replaceAll('/', '_')}`;
  return pool.call(
    'resultZip',
    filesOf(ask.answers.values()).map(({ path, blob }) => ({ path: `${folder}/${path}`, blob })),
  );
}

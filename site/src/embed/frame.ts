// The frame's side of embedding: answers PING, checks who asks, scores, shows, and sends the figures back. Only
// the page around the frame, or the one that opened it, is listened to; and what it may show, replace or take away is what
// it brought itself.
import {
  readRequest,
  targetOf,
  trust,
  PROTOCOL,
  type EmbedOverall,
  type EmbedSummary,
  type FrameMessage,
  type HostRequest,
  type RunRequest,
  type ScoreRequest,
} from '../lib/embed-protocol.ts';
import { parseRoute } from '../lib/route.ts';
import type { Overall } from '../lib/overall.ts';
import { overallWhenKnown } from '../state/figures.ts';
import { forgetError, intake, takeFiles, takeUrl } from '../state/intake.ts';
import { navigate, route } from '../state/router.ts';
import { messageOf, removeRun, runs, type Run } from '../state/runs.ts';
import { lendTheme } from '../state/theme.ts';
import { warningsWhenKnown } from '../state/warnings.ts';
import { allowedOrigins, allowOrigin, HOSTS } from './origins.ts';

type Answered = FrameMessage extends infer M
  ? M extends FrameMessage
    ? Omit<M, 'bfclx' | 'id'>
    : never
  : never;
type Send = (message: Answered) => void;

/** Requests that wait: more are refused, as each holds its data. */
const PATIENCE = 200;

/** Origins refused in this visit: they are not asked about twice. */
const refused = new Set<string>();
/** Origins whose data may be used until the visit ends. */
const welcome = new Set<string>();
/** Who brought a run, and how to tell them that one of its entries was opened. */
const brought = new WeakMap<Run, { origin: string; tell: Send }>();
let queue: Promise<void> = Promise.resolve();
let waiting = 0;

export function startFrame(): void {
  window.addEventListener('message', (event) => {
    const { source, origin } = event;
    if (!source || source === window || (source !== window.parent && source !== window.opener))
      return;
    const to = source as Window;
    if (event.data === 'PING') return to.postMessage('PONG', targetOf(origin));
    const request = readRequest(event.data);
    if (!request) return;
    const sender = (id: string) => (message: Answered) =>
      to.postMessage({ bfclx: PROTOCOL, id, ...message }, targetOf(origin));
    const send = sender(request.id);
    if ('wrong' in request) return send({ type: 'error', message: request.wrong });
    if (waiting >= PATIENCE)
      return send({
        type: 'error',
        message: `${PATIENCE} requests are waiting; send the next one after a response`,
      });
    waiting += 1;
    // One after the other: a question must be answered before the next one is put.
    queue = queue
      .then(() => answer(request, origin, send, sender('')))
      .finally(() => (waiting -= 1));
  });
  tellEntries();
}

async function answer(request: HostRequest, origin: string, send: Send, tell: Send): Promise<void> {
  try {
    if (request.type === 'show') {
      show(request.fragment);
      send({ type: 'shown' });
    } else if (request.type === 'theme') {
      lendTheme(request.theme);
      send({ type: 'themed' });
    } else if (request.type !== 'score') pointAt(request, origin, send);
    else if (await mayUse(request, origin, send)) await score(request, origin, send, tell);
    else send({ type: 'refused' });
  } catch (error) {
    send({ type: 'error', message: messageOf(error) });
  }
}

async function mayUse(request: ScoreRequest, origin: string, send: Send): Promise<boolean> {
  if (trust(origin, location.origin, [...HOSTS, ...allowedOrigins(), ...welcome]) === 'yes')
    return true;
  if (refused.has(origin)) return false;
  send({ type: 'asking' });
  const { askConsent } = await import('./consent.ts');
  const chosen = await askConsent(origin, request);
  if (chosen === 'always') allowOrigin(origin);
  if (chosen === 'visit') welcome.add(origin);
  if (chosen === 'refuse') refused.add(origin);
  return chosen !== 'refuse';
}

/** Only where to look may be changed from outside, not what is loaded. */
function show(fragment: string): void {
  const { view, params } = parseRoute(fragment);
  const { url: _, mode: __, ...rest } = params;
  navigate(view, rest, { replace: true });
}

const mine = (origin: string): Run[] =>
  runs.value.filter((run) => brought.get(run)?.origin === origin);

const showRun = (run: Run): void =>
  navigate(
    'results',
    { run: run.name, ...(route.value.params.mode === 'failures' && { verdict: 'fail' }) },
    { replace: true },
  );

function pointAt({ type, run: name }: RunRequest, origin: string, send: Send): void {
  const run = mine(origin).find((one) => one.name === name);
  if (!run) throw new Error(`unknown run "${name}": your page has not sent it`);
  if (type === 'select') showRun(run);
  else {
    removeRun(run);
    if (route.value.params.run === name)
      navigate('results', { run: undefined, entry: undefined }, { replace: true });
  }
  send({ type: type === 'select' ? 'selected' : 'removed', run: name });
}

/** A page hears of the entries that are opened in its own runs, and of no others. */
function tellEntries(): void {
  let before: { run: Run; entry: string } | null = null;
  route.subscribe(() => {
    const { view, params } = route.value;
    const run =
      view === 'results'
        ? (runs.value.find(({ name }) => name === params.run) ?? runs.value.at(-1))
        : undefined;
    const now = run && params.entry ? { run, entry: params.entry } : null;
    if (now?.run === before?.run && now?.entry === before?.entry) return;
    if (before && before.run !== now?.run)
      brought.get(before.run)?.tell({ type: 'entry', run: before.run.name, entry: null });
    if (now) brought.get(now.run)?.tell({ type: 'entry', run: now.run.name, entry: now.entry });
    before = now;
  });
}

async function score(request: ScoreRequest, origin: string, send: Send, tell: Send): Promise<void> {
  const before = new Set(runs.value);
  const stop = runs.subscribe(() => {
    const coming = runs.value.filter((run) => !before.has(run));
    const total = coming.reduce(
      (sum, run) => sum + [...run.expected.values()].reduce((a, b) => a + b, 0),
      0,
    );
    if (total > 0)
      send({
        type: 'progress',
        done: coming.reduce((sum, run) => sum + run.scored, 0),
        total,
      });
  });
  try {
    const files = request.files.map(({ path, data }) => ({
      path,
      blob: data instanceof Blob ? data : new Blob([data as BlobPart]),
    }));
    forgetError();
    // The same name again is the same run, newer.
    const more = { over: mine(origin), request: request.settings };
    const added = request.url
      ? await takeUrl(request.url, request.show, more)
      : await takeFiles(files, { kind: 'embed' }, request.name, request.show, more);
    if (added.length === 0) throw new Error(intake.value.error || 'nothing could be scored');
    for (const run of added) {
      brought.set(run, { origin, tell });
      if (run.phase === 'failed') throw new Error(run.error);
      send({
        type: 'result',
        summary: await summaryOf(run),
        ...(request.verdicts && { verdicts: await verdictsOf(run) }),
      });
    }
    const first = added[0];
    if (first && request.show) showRun(first);
  } finally {
    stop();
  }
}

/** The page's own figure: the same score, interval and words as its views have. */
function embedOverall(overall: Overall | null): EmbedOverall | null {
  if (!overall) return null;
  const { value, interval_95: interval, basis } = overall.own;
  if (value === null || !interval) return null;
  return {
    leaderboard: basis.leaderboard === 'own' ? 'own' : 'v4',
    score: value,
    interval_95: interval,
    weight: basis.weight,
    missing_as_0: overall.zero.value ?? 0,
    basis: {
      kind: basis.kind,
      text: basis.text,
      missing: basis.missing,
      missing_entries: basis.missing_entries,
      sample: basis.sample,
      dataset: basis.dataset,
    },
  };
}

async function summaryOf(run: Run): Promise<EmbedSummary> {
  // Before the categories: it brings their intervals.
  const [overall, warnings] = await Promise.all([overallWhenKnown(run), warningsWhenKnown(run)]);
  const categories = [...run.categories.values()];
  const entries = categories.reduce((sum, one) => sum + one.entries, 0);
  const right = categories.reduce((sum, one) => sum + one.right, 0);
  return {
    name: run.name,
    entries,
    right,
    accuracy: entries > 0 ? right / entries : null,
    decoder: run.settings?.decoder ?? '',
    underscore_to_dot: run.settings?.underscore_to_dot ?? false,
    dataset: { version: run.dataset?.version ?? '', hash: run.dataset?.hash ?? '' },
    overall: embedOverall(overall),
    categories: categories.map((one) => ({
      category: one.category,
      total: one.total,
      entries: one.entries,
      right: one.right,
      missing: one.missing,
      accuracy: one.accuracy,
      interval_95: one.interval,
      failures: [...one.failures].map(([error_type, count]) => ({ error_type, count })),
    })),
    warnings: warnings?.map(({ run: _, ...warning }) => warning) ?? null,
    problems: run.problems
      .slice(0, 100)
      .map(({ file, line, id, message }) => ({ file, line, id, message })),
  };
}

async function verdictsOf(run: Run): Promise<string> {
  const parts = run.files.flatMap(({ key }) =>
    [...(run.lines.get(key) ?? [])].sort((a, b) => a.from - b.from),
  );
  return new Blob(await Promise.all(parts.map(({ read }) => read()))).text();
}

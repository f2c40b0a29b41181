// The frame's side of embedding: answers PING, checks who asks, scores, and sends the figures back. Only
// the page around the frame, or the one that opened it, is listened to.
import { readRequest, targetOf, trust, PROTOCOL, type EmbedSummary, type FrameMessage, type HostRequest, type ScoreRequest } from '../lib/embed-protocol.ts';
import { parseRoute } from '../lib/route.ts';
import { intake, takeFiles, takeUrl } from '../state/intake.ts';
import { navigate, route } from '../state/router.ts';
import { messageOf, rescore, runs, type Run } from '../state/runs.ts';
import { allowedOrigins, allowOrigin } from './origins.ts';

type Answered = FrameMessage extends infer M ? (M extends FrameMessage ? Omit<M, 'bfclx' | 'id'> : never) : never;

/** Origins refused in this visit: they are not asked about twice. */
const refused = new Set<string>();
let queue: Promise<void> = Promise.resolve();

export function startFrame(): void {
  window.addEventListener('message', (event) => {
    const { source } = event;
    if (!source || source === window || (source !== window.parent && source !== window.opener)) return;
    const to = source as Window;
    if (event.data === 'PING') return to.postMessage('PONG', targetOf(event.origin));
    const request = readRequest(event.data);
    if (!request) return;
    const send = (id: string) => (message: Answered) =>
      to.postMessage({ bfclx: PROTOCOL, id, ...message }, targetOf(event.origin));
    if ('wrong' in request) return send(request.id)({ type: 'error', message: request.wrong });
    // One after the other: a question must be answered before the next one is put.
    queue = queue.then(() => answer(request, event.origin, send(request.id)));
  });
}

async function answer(request: HostRequest, origin: string, send: (message: Answered) => void): Promise<void> {
  try {
    if (request.type === 'show') {
      show(request.fragment);
      send({ type: 'shown' });
    } else if (await mayUse(request, origin, send)) await score(request, send);
    else send({ type: 'refused' });
  } catch (error) {
    send({ type: 'error', message: messageOf(error) });
  }
}

async function mayUse(request: ScoreRequest, origin: string, send: (message: Answered) => void): Promise<boolean> {
  if (trust(origin, location.origin, allowedOrigins()) === 'yes') return true;
  if (refused.has(origin)) return false;
  send({ type: 'asking' });
  const { askConsent } = await import('./consent.ts');
  const chosen = await askConsent(origin, request);
  if (chosen === 'always') allowOrigin(origin);
  if (chosen === 'refuse') refused.add(origin);
  return chosen !== 'refuse';
}

/** Only where to look may be changed from outside, not what is loaded. */
function show(fragment: string): void {
  const { view, params } = parseRoute(fragment);
  const { url: _, mode: __, ...rest } = params;
  navigate(view, rest);
}

async function score(request: ScoreRequest, send: (message: Answered) => void): Promise<void> {
  const before = new Set(runs.value);
  const stop = runs.subscribe(() => {
    const mine = runs.value.filter((run) => !before.has(run));
    const total = mine.reduce((sum, run) => sum + [...run.expected.values()].reduce((a, b) => a + b, 0), 0);
    if (total > 0) send({ type: 'progress', done: mine.reduce((sum, run) => sum + run.rows.length, 0), total });
  });
  try {
    const files = request.files.map(({ path, data }) => ({ path, blob: data instanceof Blob ? data : new Blob([data as BlobPart]) }));
    const added = request.url ? await takeUrl(request.url) : await takeFiles(files, { kind: 'embed' }, request.name);
    if (added.length === 0) throw new Error(intake.value.error || 'nothing could be scored');
    for (const run of added) {
      if (Object.keys(request.settings).length > 0) await rescore(run, request.settings);
      if (run.phase === 'failed') throw new Error(run.error);
      send({ type: 'result', summary: summaryOf(run), ...(request.verdicts && { verdicts: await verdictsOf(run) }) });
    }
    const first = added[0];
    if (first && route.value.view !== 'results') navigate('results', { run: first.name });
  } finally {
    stop();
  }
}

function summaryOf(run: Run): EmbedSummary {
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
    categories: categories.map(({ category, total, entries: scored, right: good, missing, accuracy, interval, failures }) => ({
      category, total, entries: scored, right: good, missing, accuracy, interval_95: interval,
      failures: [...failures].map(([error_type, count]) => ({ error_type, count })),
    })),
    problems: run.problems.slice(0, 100).map(({ file, line, id, message }) => ({ file, line, id, message })),
  };
}

async function verdictsOf(run: Run): Promise<string> {
  const parts = run.files.flatMap(({ key }) => [...(run.lines.get(key) ?? [])].sort((a, b) => a.from - b.from));
  return (await Promise.all(parts.map(({ lines }) => lines.text()))).join('');
}

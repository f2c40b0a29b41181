// The asking worker: the module with its conversations, the dataset's files, the network. One run at a time.
import { loadScorer } from 'bfclx';
import type { Scorer } from '../lib/scorer-types.ts';
import { scrubText } from '../lib/endpoint.ts';
import { readDatasetFiles } from '../worker/dataset-files.ts';
import type { ModuleParts } from '../worker/protocol.ts';
import { Asker } from './asker.ts';
import { exchange } from './exchange.ts';
import { probe } from './probe.ts';
import type { FromWorker, Planned, ToWorker } from './protocol.ts';
import { Steps } from './steps.ts';
import { openStore, type Store } from './store.ts';

const post = (message: FromWorker): void => self.postMessage(message);

const COMMON = ['manifest.json', 'models.json', 'prompts.json'];
const EVERY = 250;

let asker: Asker | null = null;
/** A pause may come before there is anything to pause; `now`: what is under way is given up. */
let paused: { now: boolean } | null = null;

function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(finish, seconds * 1000);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      done();
    }
    signal.addEventListener('abort', finish);
  });
}

type Start = Extract<ToWorker, { type: 'start' }>;

const scorerOf = ({ primary, deferred }: ModuleParts): Promise<Scorer> =>
  loadScorer({ wasm: primary, deferred });

async function open({ parts, dataset, spec }: Start): Promise<Scorer> {
  const scorer = await scorerOf(parts);
  const wanted = new Set([
    ...COMMON,
    ...spec.categories.flatMap((name) => scorer.filesNeeded(name)),
  ]);
  scorer.openDataset(await readDatasetFiles(dataset, [...wanted]));
  return scorer;
}

function planOf(scorer: Scorer, { spec }: Start) {
  const { settings, categories, ids, sample, seed } = spec;
  const plan = scorer.planConversations({ settings, categories, ids, sample, seed });
  const expected = new Map<string, number>();
  for (const { category, prerequisite } of plan.entries) {
    if (!prerequisite) expected.set(category, (expected.get(category) ?? 0) + 1);
  }
  const told: Planned = {
    decoder: plan.decoder,
    folder: plan.folder,
    expected: [...expected],
    total: plan.entries.length,
    reasoning: plan.reasoning_text,
  };
  return { plan, told };
}

async function start(message: Start): Promise<void> {
  let store: Store | null = null;
  let steps = new Steps();
  let timer = 0;
  try {
    const scorer = await open(message);
    const { plan, told } = planOf(scorer, message);
    post({ type: 'planned', plan: told });
    const again = new Set(message.again);
    const done = new Set(message.known.flatMap(({ id }) => (again.has(id) ? [] : [id])));
    store = message.place
      ? await openStore(message.place, (id) => !done.has(id) && !again.has(id))
      : null;
    steps = new Steps(store?.steps, (step) => store?.keepStep(step, () => steps.live()));
    const mine: Asker = new Asker(
      {
        scorer,
        sleep,
        send: exchange,
        now: () => performance.now() / 1000,
        steps,
        answered: (answer) =>
          post({
            type: 'answer',
            answer,
            kept: store?.keep(answer) ?? false,
            figures: mine.figures,
          }),
      },
      message.spec,
      message.key,
      message.known,
    );
    asker = mine;
    if (paused) mine.pause(paused.now);
    timer = self.setInterval(() => post({ type: 'figures', figures: mine.figures }), EVERY);
    const { problem, left } = await mine.run(plan, again);
    post({ type: 'figures', figures: mine.figures });
    end(problem, left);
  } catch (error) {
    end(error instanceof Error ? error.message : String(error), 0);
  }
  function end(problem: string, left: number): void {
    clearInterval(timer);
    store?.close(steps.live());
    asker = null;
    post({ type: 'ended', problem: scrubText(problem, message.key), left });
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'start') void start(data);
  else if (data.type === 'pause') {
    paused = data;
    asker?.pause(data.now);
  } else {
    const { parts, base, key, model } = data;
    const messageOf = async (body: Uint8Array) =>
      parts ? (await scorerOf(parts)).serverMessage(body) : '';
    void probe(base, key, model, messageOf).then((found) =>
      post({ type: 'probed', found: { ...found, says: scrubText(found.says, key) } }),
    );
  }
};

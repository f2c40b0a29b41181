// The asking worker's messages: a pause counts also before the dataset is open.
import { expect, test, vi } from 'vitest';
import type { FromWorker, ToWorker } from '../src/asking/protocol.ts';

let opened = (): void => undefined;
vi.mock('../src/worker/dataset-files.ts', () => ({
  readDatasetFiles: () => new Promise<object[]>((done) => (opened = () => done([]))),
}));
const started = vi.hoisted(() => vi.fn(() => 1));
const stopped = vi.hoisted(() => ({ value: false }));
vi.mock('bfclx', () => ({
  loadScorer: async () => ({
    filesNeeded: () => [],
    openDataset: () => undefined,
    startConversation: started,
    closeConversation: () => undefined,
    nextAsk: () => ({
      kind: 'finished',
      ending: 'answered',
      line: new Uint8Array(),
      memory: null,
      error: '',
    }),
    openSchedule: () => 1,
    nextAction: () =>
      stopped.value
        ? { kind: 'finished', why: '', messages: [] }
        : { kind: 'begin', entry: 0, messages: [] },
    scheduleEvent: (_: number, { type }: { type: string }) => {
      stopped.value ||= type === 'stop' || type === 'ended';
      return { messages: [] };
    },
    scheduleFigures: () => ({ with_result: 0, without_result: 0 }),
    closeSchedule: () => undefined,
    planConversations: () => ({
      decoder: null,
      folder: 'm',
      entries: [{ id: 'a', category: 'c', prerequisite: false, path: 'p', depends_on: [] }],
    }),
  }),
}));

test('a pause while it begins is honoured: nothing is asked', async () => {
  const heard: FromWorker[] = [];
  const self: {
    postMessage: (message: FromWorker) => void;
    setInterval: typeof setInterval;
    onmessage?: (event: { data: ToWorker }) => void;
  } = {
    postMessage: (message) => void heard.push(message),
    setInterval,
  };
  vi.stubGlobal('self', self);
  await import('../src/asking/worker.ts');
  const spec = {
    base: 'https://h.example',
    settings: {},
    categories: ['c'],
    ids: [],
    sample: 0,
    seed: 1,
    concurrency: 1,
    dataset: '',
  };
  self.onmessage?.({
    data: {
      type: 'start',
      parts: {},
      dataset: {},
      place: '',
      spec,
      key: '',
      known: [],
      again: [],
    } as unknown as ToWorker,
  });
  await new Promise((done) => setTimeout(done, 0));
  self.onmessage?.({ data: { type: 'pause', now: false } });
  opened();
  await vi.waitUntil(() => heard.at(-1)?.type === 'ended');
  expect(started).not.toHaveBeenCalled();
  expect(heard.at(-1)).toEqual({ type: 'ended', problem: '', left: 1 });
});

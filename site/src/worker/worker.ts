// The worker's entry: messages in, the host's answers out. One call at a time, because a call may load or
// change the dataset that the next one needs.
import { NetworkError } from './dataset-files.ts';
import { Host } from './host.ts';
import type { DatasetRef, Failure, WorkerAnswer, Request } from './protocol.ts';

// On its way while the module is.
void import('bfclx-glue').catch(() => undefined);

const host = new Host();

function failureOf(error: unknown): Failure {
  if (error instanceof NetworkError) return { kind: 'network', message: error.message };
  if (!(error instanceof Error)) return { kind: 'internal', message: String(error) };
  const { kind, file, line, id } = error as Error & {
    kind?: string;
    file?: string;
    line?: number;
    id?: string;
  };
  // A trap of the module leaves its memory as it was in the middle of something; a buffer that could not be
  // made says that there is no memory.
  const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  return {
    kind: trapped ? 'module' : ((kind as Failure['kind'] | undefined) ?? 'internal'),
    message: error.message,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(id !== undefined && { entry: id }),
  };
}

const known = new Map<string, DatasetRef>();

async function answer({ id, method, args, dataset }: Request): Promise<WorkerAnswer> {
  try {
    if (dataset !== null && typeof dataset !== 'string') known.set(dataset.key, dataset);
    const meant = typeof dataset === 'string' ? known.get(dataset) : dataset;
    if (meant) host.useDataset(meant);
    const run = host[method] as (...args: unknown[]) => Promise<unknown>;
    host.told = (done) => self.postMessage({ id, done } satisfies WorkerAnswer);
    return { id, value: await run.apply(host, args) };
  } catch (error) {
    return { id, failure: failureOf(error) };
  }
}

let queue = Promise.resolve();
self.onmessage = (event: MessageEvent<Request>) => {
  queue = queue.then(async () => {
    self.postMessage(await answer(event.data));
    await host.tidy().catch(() => undefined);
  });
};

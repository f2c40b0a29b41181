// The worker's entry: messages in, the host's answers out.
import { NetworkError } from './dataset-files.ts';
import { Host } from './host.ts';
import type { Failure, Reply, Request } from './protocol.ts';

const host = new Host();

function failureOf(error: unknown): Failure {
  if (error instanceof NetworkError) return { kind: 'network', message: error.message };
  if (!(error instanceof Error)) return { kind: 'internal', message: String(error) };
  const { kind, file, line, id } = error as Error & { kind?: string; file?: string; line?: number; id?: string };
  // A trap of the module leaves its memory as it was in the middle of something.
  const trapped = error instanceof WebAssembly.RuntimeError;
  return {
    kind: trapped ? 'module' : ((kind as Failure['kind'] | undefined) ?? 'internal'),
    message: error.message,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(id !== undefined && { entry: id }),
  };
}

self.onmessage = async (event: MessageEvent<Request>) => {
  const { id, method, args } = event.data;
  let reply: Reply;
  try {
    const run = host[method] as (...args: unknown[]) => Promise<unknown>;
    reply = { id, value: await run.apply(host, args) };
  } catch (error) {
    reply = { id, failure: failureOf(error) };
  }
  self.postMessage(reply);
};

// Workers that send requests, and the first of these: what answers at an address.
import type { FromWorker, Probed, ToWorker } from '../asking/protocol.ts';
import { pool } from './pool.ts';

export const spawn = (): Worker =>
  new Worker(new URL('../asking/worker.ts', import.meta.url), { type: 'module', name: 'asker' });

/** What answers at an address. */
export async function probeServer(base: string, key: string, model: string): Promise<Probed> {
  const parts = await pool.parts().catch(() => null);
  const worker = spawn();
  return new Promise((resolve) => {
    const end = (found: Probed): void => {
      worker.terminate();
      resolve(found);
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
      data.type === 'probed' && end(data.found);
    worker.onerror = () =>
      end({
        base: null,
        says: 'The part of this page that sends requests could not be loaded.',
        models: [],
      });
    worker.postMessage({ type: 'probe', parts, base, key, model } satisfies ToWorker);
  });
}

// Reads the files of a dataset: from the user's own copy, from the cache, or from the site.
import type { NamedBytes } from '../lib/scorer-types.ts';
import type { DatasetRef } from './protocol.ts';

export class NetworkError extends Error {}

/** Bytes of those paths that the dataset has, in the order given. Throws NetworkError. */
export async function readDatasetFiles(
  dataset: DatasetRef,
  paths: string[],
): Promise<NamedBytes[]> {
  const there = paths.filter((path) => path in dataset.files);
  const cache =
    dataset.cache && typeof caches !== 'undefined' ? await openCache(dataset.cache) : null;
  return Promise.all(
    there.map(async (path) => ({ path, bytes: await readOne(dataset, path, cache) })),
  );
}

/** Null where the browser has no cache to give: a private window, or no secure context. */
const openCache = (name: string): Promise<Cache | null> => caches.open(name).catch(() => null);

/** Alone among all workers and tabs, where the browser can; then what another one fetches meanwhile is in the cache. */
async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? await locks.request(`fetch ${address}`, work) : work();
}

async function readOne(
  dataset: DatasetRef,
  path: string,
  cache: Cache | null,
): Promise<Uint8Array> {
  const blob = dataset.blobs?.[path];
  if (blob) return new Uint8Array(await blob.arrayBuffer());
  const address = new URL(path, dataset.base).href;
  const kept = await keptIn(cache, address);
  if (kept || !cache) return kept ?? fetchOne(path, address, null);
  return inTurn(
    address,
    async () => (await keptIn(cache, address)) ?? (await fetchOne(path, address, cache)),
  );
}

async function keptIn(cache: Cache | null, address: string): Promise<Uint8Array | null> {
  const kept = await cache?.match(address);
  return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
}

async function fetchOne(path: string, address: string, cache: Cache | null): Promise<Uint8Array> {
  const response = await fetch(address, { credentials: 'omit' }).catch((error: unknown) => {
    if (!navigator.onLine) {
      throw new NetworkError(
        `${path} of the dataset is not available: it was never loaded, and there is no connection now. Connect and score again.`,
      );
    }
    throw new NetworkError(`${path} of the dataset could not be fetched: ${String(error)}`);
  });
  if (!response.ok) {
    throw new NetworkError(
      `${path} of the dataset could not be fetched: the server returned HTTP ${response.status}`,
    );
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  await cache?.put(address, new Response(bytes)).catch(() => undefined);
  return bytes;
}

// Keeps the user's own dataset in IndexedDB, so that it is there after a reload. Browsers may refuse
// (private windows, full disks); it then lasts as long as the page.
import type { DatasetRef } from '../worker/protocol.ts';
import type { DatasetState } from './dataset.ts';

/** What there is to know of it after a reload. */
export type OwnDataset = Pick<
  DatasetState,
  'version' | 'hash' | 'entries' | 'own' | 'ownTags' | 'bytes' | 'files' | 'problems'
> & {
  ref: DatasetRef;
  /** The hash is over the files; absent in copies that were kept before, whose manifest claimed it. */
  hashed?: true;
};

function open(): Promise<IDBObjectStore> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('bfclx', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('datasets');
    request.onerror = () => reject(request.error ?? new Error('IndexedDB is unavailable'));
    request.onsuccess = () =>
      resolve(request.result.transaction('datasets', 'readwrite').objectStore('datasets'));
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

export async function ownKept(): Promise<OwnDataset | null> {
  try {
    return ((await done((await open()).get('own'))) as OwnDataset | undefined) ?? null;
  } catch {
    return null;
  }
}

export async function keepOwn(own: OwnDataset): Promise<void> {
  try {
    await done((await open()).put(own, 'own'));
  } catch {
    // See the head of this file.
  }
}

export async function forgetOwn(): Promise<void> {
  try {
    await done((await open()).delete('own'));
  } catch {
    // Nothing was kept then.
  }
}

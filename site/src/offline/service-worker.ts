// Makes the page work offline after the first visit. The files of one build are one cache, named by its
// version; a new build is fetched whole and taken over when the last page of the old one is closed, or when
// the user says so. Result files and addresses elsewhere are none of its business. build-tools/offline.ts
// puts the list of files in front.

interface Build {
  version: string;
  /** Relative to the worker. */
  files: string[];
  /** Those that are stored when they are first asked for. */
  onUse: string[];
}

interface Scope {
  BFCLX_BUILD: Build;
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const worker = self as unknown as Scope;
const { version, files, onUse } = worker.BFCLX_BUILD;
const PREFIX = 'bfclx-shell-';
const NAME = PREFIX + version;
const addressOf = (path: string) => new URL(path, worker.registration.scope).href;
const later = new Set(onUse.map(addressOf));
const known = new Set([...files.map(addressOf), ...later]);

worker.addEventListener('install', (event) => {
  // Past the browser's own cache: an index.html of the former build must not get in.
  const all = files.map((path) => new Request(addressOf(path), { cache: 'no-cache' }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(all)));
});

worker.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys())
      if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(forget());
});

worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});

/** The file of this build that a request means; empty: none. */
function meant(request: Request): string {
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(worker.registration.scope)) return '';
  url.hash = '';
  url.search = '';
  if (url.href.endsWith('/')) url.pathname += 'index.html';
  return known.has(url.href) ? url.href : '';
}

worker.addEventListener('fetch', (event) => {
  const address = meant(event.request);
  if (!address) return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    const stored = await cache.match(address);
    if (stored) return stored;
    const response = await fetch(event.request);
    if (later.has(address) && response.ok)
      event.waitUntil(cache.put(address, response.clone()).catch(() => undefined));
    return response;
  };
  event.respondWith(answer());
});

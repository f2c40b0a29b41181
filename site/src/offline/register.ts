// Installs the service worker once the page is idle, and at a first visit after its first minute: it fetches all files of the
// build, and must not compete with the first score. Offers a new build when one has been fetched.
import { Atom } from '../lib/atom.ts';

/** A newer build waits; call it to load the page with it. */
export const update = new Atom<(() => void) | null>(null);

/** Milliseconds after the page was loaded: with a service worker, and at a first visit. */
const LATER = 4000;
const FIRST = 60_000;

export function installOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 0));
  const wait = navigator.serviceWorker.controller ? LATER : FIRST;
  const start = () => setTimeout(() => idle(() => void register()), wait);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI));
    const offer = (): void => {
      const { waiting } = registration;
      // Without a controller it is the first visit, and there is nothing old to replace.
      if (waiting && navigator.serviceWorker.controller) {
        void import('./update-bar.ts').then(() =>
          document.body.append(document.createElement('bx-update-bar')),
        );
        update.set(() => takeOver(waiting));
      }
    };
    offer();
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', offer),
    );
  } catch {
    // Private windows and plain http refuse; the page works as before.
  }
}

function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  waiting.postMessage('take-over');
}

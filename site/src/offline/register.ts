// Installs the service worker once the page is idle, and at a first visit after its first minute: it fetches all files of the
// build, and must not compete with the first score. Offers a new build when one has been fetched.
import { Atom } from '../lib/atom.ts';
import { FIRST_MINUTE, isFirstVisit } from '../lib/first-visit.ts';

/** A newer build waits; call it to load the page with it. */
export const update = new Atom<(() => void) | null>(null);

/** Milliseconds after the page was loaded, at a later visit. */
const LATER = 4000;

export function installOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 0));
  const wait = isFirstVisit() ? FIRST_MINUTE : LATER;
  const start = () => setTimeout(() => idle(() => void register()), wait);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI));
    const offer = (): void => {
      const { waiting } = registration;
      // At a first visit there is nothing old to replace.
      if (waiting && !isFirstVisit()) {
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

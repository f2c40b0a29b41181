// Whether a visit is the first one: then a service worker has no files of the site yet.

/** Milliseconds of a first visit in which only what its reader waits for is fetched. */
export const FIRST_MINUTE = 60_000;

export const isFirstVisit = (): boolean => !globalThis.navigator?.serviceWorker?.controller;

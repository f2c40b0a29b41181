// Follows a run of the program: asks its live page every second, and goes on asking when it cannot be reached.
import { readBounded } from '../lib/read-bounded.ts';
import { Atom } from '../lib/atom.ts';
import { MOST_BYTES, readLive, type LiveState } from '../lib/live.ts';

export type LivePhase =
  | 'idle' // nothing is followed
  | 'connecting'
  | 'following'
  | 'lost' // it was there, and cannot be reached; asked again
  | 'refused' // the key, or this site
  | 'ended'; // the last run of the program

export interface Live {
  phase: LivePhase;
  at: string;
  state: LiveState | null;
  /** Why it is lost or refused. */
  problem: string;
  /** When the state came, by performance.now(). */
  seen: number;
}

const NOTHING: Live = { phase: 'idle', at: '', state: null, problem: '', seen: 0 };
export const live = new Atom<Live>(NOTHING);

const EVERY = 1000; // milliseconds
const LONGEST = 10_000; // between two tries
const PATIENCE = 10_000; // for a response

/** Keys stay in this tab, by address: a reload goes on. */
const place = (at: string) => `bfclx live ${at}`;
export function keepKey(at: string, key: string): void {
  try {
    sessionStorage.setItem(place(at), key);
  } catch {
    // Without storage a reload needs the link again.
  }
}
export function keptKey(at: string): string {
  try {
    return sessionStorage.getItem(place(at)) ?? '';
  } catch {
    return '';
  }
}

class Refused extends Error {}

async function ask(at: string, key: string, signal: AbortSignal): Promise<LiveState> {
  const response = await fetch(`http://${at}/run.json`, {
    headers: { Authorization: `Bearer ${key}` },
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
  });
  if (response.status === 401)
    throw new Refused(
      'This key belongs to another run. Open the last link that the program printed.',
    );
  if (response.status === 503) throw new Error('The run has not started yet.');
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
  const bytes = await readBounded(response.body, MOST_BYTES);
  if (bytes === null) throw new Error('This address is not the live page of bfclx.');
  return readLive(new TextDecoder().decode(bytes));
}

const problemOf = (error: unknown): string =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
    ? ''
    : error instanceof SyntaxError
      ? 'This address is not the live page of bfclx.'
      : error instanceof Error
        ? error.message
        : String(error);

const isLast = ({ run }: LiveState): boolean => run.phase === 'ended' && run.number >= run.of;

let following: AbortController | null = null;

export const isFollowing = (): boolean => following !== null;

/** Stops following; what was seen stays. */
export function stopLive(): void {
  following?.abort();
  following = null;
}

export function forgetLive(): void {
  stopLive();
  live.set(NOTHING);
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(finish, milliseconds);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
  });

/** Follows the run at an address until it ends, or until another is followed. */
export async function follow(at: string, key: string): Promise<void> {
  stopLive();
  const { signal } = (following = new AbortController());
  const known = live.value.at === at ? live.value : { ...NOTHING, at };
  live.set({ ...known, phase: 'connecting', problem: '' });
  let wait = EVERY;
  while (!signal.aborted) {
    try {
      const state = await ask(at, key, signal);
      if (signal.aborted) return;
      const phase = isLast(state) ? 'ended' : 'following';
      live.set({ phase, at, state, problem: '', seen: performance.now() });
      if (phase === 'ended') return stopLive();
      wait = EVERY;
    } catch (error) {
      if (signal.aborted) return;
      const refused = error instanceof Refused;
      live.set({ ...live.value, phase: refused ? 'refused' : 'lost', problem: problemOf(error) });
      if (refused) return stopLive();
      wait = Math.min(LONGEST, wait * 1.5);
    }
    await sleep(wait, signal);
  }
}

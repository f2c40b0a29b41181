// One request and what came of it, with everything about a server that must not be trusted: size, time, redirects,
// keys that come back. Never throws.
import { scrubBytes, scrubText } from '../lib/endpoint.ts';
import { readBounded } from '../lib/read-bounded.ts';

export type Came =
  | { kind: 'answer'; status: number; headers: [string, string][]; body: Uint8Array }
  /** No response that could be read; `unreachable`: nor is a server there; `redirect`: it points elsewhere, and nothing was sent there. */
  | { kind: 'gone' | 'unreachable' | 'redirect' | 'too_large' | 'timeout' };

export const MOST_BYTES = 16_000_000;
export const MOST_SECONDS = 600;

export interface Sent {
  method: string;
  url: string;
  headers: [string, string][];
  body: Uint8Array | null;
  key: string;
}

const LOOK_SECONDS = 5;

/** Whether a server is there at all, also one whose responses a page may not read. */
async function isReachable(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(new URL('/', url), {
      mode: 'no-cors',
      method: 'HEAD',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_SECONDS * 1000)]),
    });
    return true;
  } catch {
    return false;
  }
}

/** `signal` gives it up. */
export async function exchange(
  { method, url, headers, body, key }: Sent,
  signal: AbortSignal,
  seconds = MOST_SECONDS,
): Promise<Came> {
  const limit = AbortSignal.timeout(seconds * 1000);
  try {
    const all = new Headers(headers);
    if (body && !all.has('content-type')) all.set('content-type', 'application/json');
    if (key) all.set('authorization', `Bearer ${key}`);
    const response = await fetch(url, {
      method,
      headers: all,
      body: body as Uint8Array<ArrayBuffer> | null,
      signal: AbortSignal.any([signal, limit]),
      // A key goes to the named address and no further.
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      mode: 'cors',
    });
    if (response.type === 'opaqueredirect') return { kind: 'redirect' };
    const bytes = response.body ? await readBounded(response.body, MOST_BYTES) : new Uint8Array();
    if (!bytes) return { kind: 'too_large' };
    return {
      kind: 'answer',
      status: response.status,
      body: scrubBytes(bytes, key),
      headers: [...response.headers].map(([name, value]) => [name, scrubText(value, key)]),
    };
  } catch {
    if (limit.aborted) return { kind: 'timeout' };
    return { kind: signal.aborted || (await isReachable(url, signal)) ? 'gone' : 'unreachable' };
  }
}

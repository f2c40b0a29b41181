// The address of a server with OpenAI's protocol, as a person types it; and the key, which must appear in no text.
// Nothing here uses the network.

export type Endpoint =
  { base: string; problem?: undefined } | { base?: undefined; problem: string };

/** People paste the address of a call; what is wanted stands before it. */
const CALL = /\/(?:chat\/completions|completions|responses|models)\/*$/;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(host);

/** The base address without a slash at its end, or a sentence on what is wrong with it. `page` is the page's own address. */
export function readEndpoint(typed: string, page: string): Endpoint {
  const text = typed.trim();
  if (!text)
    return { problem: 'Enter the address of the server, such as http://localhost:8000/v1.' };
  let url: URL;
  try {
    if (/\s/.test(text)) throw new Error('an address has no spaces');
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  } catch {
    return { problem: 'This is not an address. Expected something like http://localhost:8000/v1.' };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { problem: 'The address must begin with http:// or https://.' };
  if (url.username || url.password)
    return {
      problem: 'The address contains a user name or password. Enter the key in its own field.',
    };
  if (url.search || url.hash)
    return {
      problem:
        'Remove everything after ? or #: the address is stored with the run and must not contain a key.',
    };
  if (
    new URL(page).protocol === 'https:' &&
    url.protocol === 'http:' &&
    !isLoopback(url.hostname)
  ) {
    return {
      problem:
        `This page was loaded over https, so the browser allows requests only to https addresses and to this machine. Serve the model over https, or open this ` +
        `page from your own machine (tools/start).`,
    };
  }
  const path = url.pathname.replace(CALL, '').replace(/\/+$/, '');
  return { base: url.origin + path };
}

/** The same with `/v1`, where it has no path of its own: what most servers want. */
export const withVersion = (base: string): string | null =>
  new URL(base).pathname === '/' ? `${base}/v1` : null;

/** A key may only hold what a header can carry. Empty: none is needed. */
export function keyProblem(key: string): string {
  return /^[\x21-\x7e]*$/.test(key)
    ? ''
    : 'The key contains spaces or characters that are not allowed in a header.';
}

/** Shorter ones are words ("EMPTY") that no secret is. */
const SHORTEST = 6;

/** The key in any spelling: as it is, escaped once or often as JSON has it, and as addresses have it. */
function spellings(key: string): RegExp {
  const one = (c: string): string => {
    if (/[\w~-]/.test(c)) return c;
    const hex = c.charCodeAt(0).toString(16).padStart(2, '0');
    return `(?:\\\\*(?:\\${c}|u00${hex})|%${hex})`;
  };
  return new RegExp([...key].map(one).join(''), 'gi');
}

/** The text without the key. */
export function scrubText(text: string, key: string): string {
  return key.length < SHORTEST ? text : text.replace(spellings(key), '[key]');
}

/** Likewise of bytes, which stay what they are elsewhere. */
export function scrubBytes(bytes: Uint8Array, key: string): Uint8Array {
  if (key.length < SHORTEST) return bytes;
  // Each byte as one character, so that what is no UTF-8 comes back as it was.
  const text = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, i) =>
    String.fromCharCode(...bytes.subarray(i * 8192, (i + 1) * 8192)),
  ).join('');
  const clean = scrubText(text, key);
  return clean === text ? bytes : Uint8Array.from(clean, (c) => c.charCodeAt(0));
}

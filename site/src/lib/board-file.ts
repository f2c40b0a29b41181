// One JSON file of a leaderboard or of a public table, from any host: read up to a limit, with what is wrong in one sentence.
import { bytes as bytesText } from './format.ts';
import { readBounded } from './read-bounded.ts';

/** More is no leaderboard that a page can show. */
export const MOST_BYTES = 64_000_000;
/** A server that is slower than this is taken for one that does not respond. */
const PATIENCE = 60_000;

/** `name`: of the file in messages. Rejects with what happened and what to do. */
export async function readJson(
  address: URL,
  name: string,
  limit = MOST_BYTES,
  patience = PATIENCE,
): Promise<unknown> {
  if (!/^https?:$/.test(address.protocol))
    throw new Error(`${name} could not be fetched: ${address.protocol} is not http or https`);
  const signal = AbortSignal.timeout(patience);
  const failed = (error: unknown): never => {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new Error(`${name} could not be fetched: ${address.host} did not respond in time`);
    throw new Error(
      address.origin === location.origin
        ? `${name} could not be fetched; check the connection and load the page again`
        : `${name} could not be fetched from ${address.host}: the server is unreachable, or it does not allow other sites to read it (CORS)`,
    );
  };
  const options = { credentials: 'omit', referrerPolicy: 'no-referrer', signal } as const;
  const response = await fetch(address, options).catch(failed);
  if (!response.ok)
    throw new Error(`${name} could not be fetched: the server returned HTTP ${response.status}`);
  const data = response.body
    ? await readBounded(response.body, limit).catch(failed)
    : new Uint8Array();
  if (!data) throw new Error(`${name} is larger than ${bytesText(limit)}`);
  try {
    return JSON.parse(new TextDecoder().decode(data)) as unknown;
  } catch {
    throw new Error(`${name} is not JSON`);
  }
}

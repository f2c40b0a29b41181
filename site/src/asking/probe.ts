// What responds at an address: the models that it lists, or a sentence on why a page cannot use it.
import { withVersion } from '../lib/endpoint.ts';
import { exchange, type Came } from './exchange.ts';
import type { Probed } from './protocol.ts';

const MOST_MODELS = 200;
const LONGEST_NAME = 200;
const SECONDS = 15;
const forever = new AbortController().signal;

const text = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, LONGEST_NAME) : '';

/** Names of a list of models; null where it is none. */
function listed(came: Came): { models: string[]; owner: string } | null {
  if (came.kind !== 'answer' || came.status !== 200) return null;
  try {
    const json = JSON.parse(new TextDecoder().decode(came.body)) as {
      data?: unknown;
      models?: unknown;
    } | null;
    const rows = [json?.data, json?.models].find(Array.isArray) as unknown[] | undefined;
    if (!rows) return null;
    const objects = rows
      .slice(0, MOST_MODELS)
      .filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
    return {
      models: [
        ...new Set(objects.map((row) => text(row['id']) || text(row['name'])).filter(Boolean)),
      ],
      owner: text(objects[0]?.['owned_by']),
    };
  } catch {
    return null;
  }
}

const ADVICE =
  'llama.cpp allows it by default. vLLM needs --allowed-origins, Ollama the variable OLLAMA_ORIGINS, LM Studio the switch "Enable CORS". For providers that forbid it, use `bfclx generate`.';

/** What is said of a path that is not `/v1` itself. */
const usually = (base: string): string =>
  base.endsWith('/v1') ? '' : '; for most servers it ends in /v1';

/** `said`: the server's own message. */
function refusal(came: Came, base: string, said: string): string {
  const { origin } = new URL(base);
  if (came.kind === 'unreachable')
    return `No response from ${origin}. Check that the server is running, and its address and port.`;
  if (came.kind === 'gone')
    return `${origin} responds, but does not allow pages of other origins to read its responses (CORS). ${ADVICE}`;
  if (came.kind === 'redirect')
    return `${base} redirects to another address. Enter that one: a key is never forwarded.`;
  if (came.kind === 'timeout') return `No response from ${base} within ${SECONDS} seconds.`;
  if (came.kind === 'too_large')
    return `The response of ${base} is too large for a list of models.`;
  if (came.kind !== 'answer') return '';
  const says = said && !said.startsWith('<') ? ` Its message: ${said}` : '';
  if (came.status === 401 || came.status === 403)
    return `The server refuses the key (${came.status}).${says}`;
  if (came.status === 429)
    return `The server limits the rate of requests (429). Try again later.${says}`;
  if (came.status >= 500) return `The server reports an error (${came.status}).${says}`;
  if (came.status === 200)
    return `${base} responds, but not with a list of models. Check that it is the address of the API${usually(base)}.`;
  return `${base} has no list of models (${came.status}). Check the path${usually(base)}.${says}`;
}

const encoder = new TextEncoder();

/** Whether a server without a list of models takes chat requests. */
async function takesRequests(base: string, key: string, model: string): Promise<boolean> {
  const body = encoder.encode(
    JSON.stringify({
      model: model || 'model',
      messages: [{ role: 'user', content: 'Say OK.' }],
      max_tokens: 1,
    }),
  );
  const came = await exchange(
    { method: 'POST', url: `${base}/chat/completions`, headers: [], body, key },
    forever,
    SECONDS,
  );
  return (
    came.kind === 'answer' && (came.status === 200 || came.status === 400 || came.status === 422)
  );
}

/** `messageOf`: what the body of a response says, in the words of the module. */
export async function probe(
  base: string,
  key: string,
  model: string,
  messageOf: (body: Uint8Array) => Promise<string>,
): Promise<Probed> {
  const explain = async (came: Came, at: string) =>
    refusal(came, at, came.kind === 'answer' ? await messageOf(came.body) : '');
  const ask = (at: string) =>
    exchange(
      { method: 'GET', url: `${at}/models`, headers: [], body: null, key },
      forever,
      SECONDS,
    );
  const versioned = withVersion(base);
  let first: Came | null = null;
  // Of an address without a path, /v1 is what people mean.
  for (const at of versioned ? [versioned, base] : [base]) {
    const came = await ask(at);
    const found = listed(came);
    if (found) {
      const what = found.owner ? ` (${found.owner})` : '';
      return {
        base: at,
        says:
          found.models.length > 0
            ? `${at} responds${what}.`
            : `${at} responds and lists no models. Enter the model's name.`,
        models: found.models,
      };
    }
    first ??= came;
    if (came.kind === 'gone' || came.kind === 'unreachable')
      return { base: null, says: await explain(came, at), models: [] };
    if (
      came.kind === 'answer' &&
      (came.status === 404 || came.status === 405) &&
      (await takesRequests(at, key, model))
    ) {
      return {
        base: at,
        says: `${at} responds but has no list of models. Enter the model's name.`,
        models: [],
      };
    }
  }
  return {
    base: null,
    says: first ? await explain(first, versioned ?? base) : '',
    models: [],
  };
}

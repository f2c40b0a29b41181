// What answers at an address: the models that it lists, or a plain sentence on why it cannot be asked from a page.
import { messageIn, withVersion } from '../lib/endpoint.ts';
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
  'llama.cpp allows it by itself; vLLM wants --allowed-origins, Ollama the variable OLLAMA_ORIGINS, LM Studio the switch "Enable CORS". Providers that forbid it can be asked by `bfclx run`.';

function refusal(came: Came, base: string): string {
  const { origin } = new URL(base);
  if (came.kind === 'unreachable')
    return `Nothing answers at ${origin}. Is the server running, and is the address right, its port too?`;
  if (came.kind === 'gone')
    return `${origin} answers, but does not let pages of other addresses read its answers (CORS). ${ADVICE}`;
  if (came.kind === 'redirect')
    return `${base} sends on to another address. Give that one: a key is never sent along.`;
  if (came.kind === 'timeout') return `${base} did not answer within ${SECONDS} seconds.`;
  if (came.kind === 'too_large') return `${base} answers without an end: it is no list of models.`;
  if (came.kind !== 'answer') return '';
  const said = messageIn(new TextDecoder().decode(came.body));
  const says = said && !said.startsWith('<') ? ` It says: ${said}` : '';
  if (came.status === 401 || came.status === 403)
    return `The server refuses the key (${came.status}).${says}`;
  if (came.status === 429) return `The server wants to be asked less often (429).${says}`;
  if (came.status >= 500) return `The server is there and fails (${came.status}).${says}`;
  if (came.status === 200)
    return `${base} answers, but with no list of models: is it the address of the API? It ends in /v1 with most servers.`;
  return `${base} has no list of models (${came.status}): the path is wrong, or the server has no such list. It ends in /v1 with most servers.${says}`;
}

const encoder = new TextEncoder();

/** A server without a list of models: does it take a question? */
async function takesQuestions(base: string, key: string, model: string): Promise<boolean> {
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

export async function probe(base: string, key: string, model: string): Promise<Probed> {
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
            ? `${at} answers${what}.`
            : `${at} answers, and lists no model: type its name.`,
        ...found,
      };
    }
    first ??= came;
    if (came.kind === 'gone' || came.kind === 'unreachable')
      return { base: null, says: refusal(came, at), models: [], owner: '' };
    if (
      came.kind === 'answer' &&
      (came.status === 404 || came.status === 405) &&
      (await takesQuestions(at, key, model))
    ) {
      return {
        base: at,
        says: `${at} answers questions; it has no list of models: type its name.`,
        models: [],
        owner: '',
      };
    }
  }
  return {
    base: null,
    says: first ? refusal(first, versioned ?? base) : '',
    models: [],
    owner: '',
  };
}

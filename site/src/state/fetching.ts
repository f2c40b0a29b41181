// Files from an address, without cookies and within bounds: one, or those of a folder, by its list.
import {
  MOST_FETCHED_BYTES,
  MOST_LIST_BYTES,
  choose,
  readAddress,
  readList,
  readRefs,
  refusal,
  type Folder,
  type Listed,
  type Source,
} from '../lib/addresses.ts';
import { bytes as size, count } from '../lib/format.ts';
import { readParts } from '../lib/read-bounded.ts';

export interface Fetched {
  path: string;
  blob: Blob;
  /** When it was last changed, in milliseconds, where its host says so. */
  date?: number;
}
type Say = (progress: string) => void;

/** There is no such thing at a host that can be asked. */
class NotThere extends Error {}

const AT_ONCE = 6;
const MOST_PAGES = 50;

function corsSentence(url: URL): string {
  if (url.origin === location.origin)
    return `${url.href} could not be fetched. Check the connection.`;
  return (
    `${url.host} could not be read from this page: it is not reachable, or it does not allow other sites to read it ` +
    '(CORS: no Access-Control-Allow-Origin header). Download the file and drop it here instead.'
  );
}

/** What may still come, of `most` bytes: one for all that is fetched at once. */
interface Budget {
  readonly most: number;
  left: number;
}
const budgetOf = (most: number): Budget => ({ most, left: most });

/** Throws a sentence where it cannot be had, or goes over the budget. */
async function get(
  address: string,
  budget: Budget,
  what: string,
  signal?: AbortSignal,
): Promise<{ blob: Blob; link: string | null; date?: number }> {
  const url = new URL(address);
  let response: Response;
  try {
    response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Error(corsSentence(url));
  }
  if (!response.ok) {
    await response.body?.cancel();
    const says = refusal(url.host, response.status, (name) => response.headers.get(name), what);
    throw response.status === 404 ? new NotThere(says) : new Error(says);
  }
  const date = Date.parse(response.headers.get('Last-Modified') ?? '');
  return {
    blob: await bounded(response, budget, url),
    link: response.headers.get('Link'),
    ...(!Number.isNaN(date) && { date }),
  };
}

async function bounded(response: Response, budget: Budget, url: URL): Promise<Blob> {
  if (!response.body) return new Blob();
  const parts = await readParts(response.body, (bytes) => (budget.left -= bytes) >= 0).catch(() =>
    Promise.reject(
      new Error(`${url.host} closed the connection before the end of the file. Try again.`),
    ),
  );
  if (parts) return new Blob(parts);
  throw new Error(
    `${url.host} sends more than the limit of ${size(budget.most)}. Download the file and drop it here.`,
  );
}

/** The next page of a list, on the same host alone. */
function nextPage(link: string | null, before: string): string | null {
  const next = /<([^>]+)>\s*;\s*rel="next"/.exec(link ?? '')?.[1];
  if (!next || !URL.canParse(next, before)) return null;
  const url = new URL(next, before);
  return url.origin === new URL(before).origin ? url.href : null;
}

async function jsonOf(blob: Blob, what: string): Promise<unknown> {
  try {
    return JSON.parse(await blob.text());
  } catch {
    throw new Error(`${what} is not JSON.`);
  }
}

async function listOf(source: Folder): Promise<Listed[]> {
  const files: Listed[] = [];
  let page: string | null = source.list;
  for (let pages = 0; page !== null; pages++) {
    if (pages >= MOST_PAGES)
      throw new Error(
        `${source.said} has too many files for one list. Enter the address of a subfolder.`,
      );
    const { blob, link }: { blob: Blob; link: string | null } = await get(
      page,
      budgetOf(MOST_LIST_BYTES),
      `folder ${source.folder || '/'} of ${source.said}`,
    );
    const value = await jsonOf(blob, `The list of files of ${source.said}`);
    const { files: some, cut } = readList(value, source);
    files.push(...some);
    const next = nextPage(link, page);
    if (cut && next === null)
      throw new Error(
        `${source.said} has more files than ${source.hosts[0] ?? 'its host'} lists. Download the folder and drop it here.`,
      );
    page = next;
  }
  return files;
}

/** Paths as a dropped folder would have them: what lies above the folder is left out. */
const relative = (path: string, { folder, said }: Folder): string => {
  const last = folder.split('/').pop();
  const name = said.split(' ')[0]?.split('/').pop() ?? '';
  return folder ? `${last ?? ''}${path.slice(folder.length)}` : `${name}/${path}`;
};

/** The list. Where there is none, that of the branch or tag whose name goes on into the path; GitHub is asked for their names. */
async function foundList(source: Folder): Promise<{ source: Folder; files: Listed[] }> {
  try {
    return { source, files: await listOf(source) };
  } catch (error) {
    const { refs } = source;
    if (!(error instanceof NotThere) || !refs) throw error;
    const what = `repository ${refs.repository}`;
    for (const list of refs.lists) {
      // The first one tells too whether there is such a repository.
      const { blob } = await get(list, budgetOf(MOST_LIST_BYTES), what);
      const meant = refs.meant(readRefs(await jsonOf(blob, `The list of branches of ${what}`)));
      if (meant) return { source: meant, files: await listOf(meant) };
    }
    throw error;
  }
}

async function folderOf(named: Folder, say: Say): Promise<Fetched[]> {
  say(`Fetching the list of files from ${named.hosts[0] ?? ''}`);
  const { source, files } = await foundList(named);
  const chosen = choose(files, source);
  const host = source.hosts[source.hosts.length - 1] ?? '';
  const stop = new AbortController();
  const found: Fetched[] = [];
  const budget = budgetOf(MOST_FETCHED_BYTES);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < chosen.length; at = next++) {
      const { path } = chosen[at] as Listed;
      say(`Fetching ${count(found.length + 1)} of ${count(chosen.length)} files from ${host}`);
      const { link: _, ...file } = await get(source.fileUrl(path), budget, path, stop.signal);
      found.push({ path: relative(path, source), ...file });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    stop.abort();
    throw error;
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What lies at an address that somebody gave, and the host that it came from. Throws a sentence. */
export async function fetchAddress(
  address: string,
  say: Say,
): Promise<{ files: Fetched[]; host: string }> {
  const source = readAddress(address, document.baseURI);
  if (typeof source === 'string') throw new Error(source);
  return { files: await fetchFiles(source, say), host: source.hosts.at(-1) ?? '' };
}

async function fetchFiles(source: Source, say: Say): Promise<Fetched[]> {
  if (source.kind === 'folder') return folderOf(source, say);
  const url = new URL(source.url);
  say(`Fetching ${url.host}`);
  const { link: _, ...file } = await get(source.url, budgetOf(MOST_FETCHED_BYTES), 'such file');
  let path: string;
  try {
    path = decodeURIComponent(url.pathname).replace(/^\//, '') || 'results.json';
  } catch {
    path = 'results.json';
  }
  return [
    {
      path: /\.(?:json|jsonl|ndjson|txt|gz|tgz|tar|zip|eval)$/i.test(path) ? path : `${path}.json`,
      ...file,
    },
  ];
}

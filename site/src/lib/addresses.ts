// Addresses of results, and what is asked for them: a file as it is; of a folder of a GitHub repository or of a dataset at
// Hugging Face (hf://datasets/owner/name/path, or the address of its page) first the list of its files, by the public
// APIs. Knows no network.

import { isObject } from './json.ts';
import { count } from './format.ts';

export type Source =
  | { kind: 'file'; url: string; hosts: string[] }
  | {
      kind: 'folder';
      /** Address of the list of files, as JSON. */
      list: string;
      /** The files below this are meant; empty: all. */
      folder: string;
      fileUrl: (path: string) => string;
      hosts: string[];
      /** "owner/name at main": for sentences. */
      said: string;
      form: 'github' | 'hf';
      /** Names of branches have slashes too: where there is no such list, those of GitHub's that may be meant. */
      refs?: Refs;
    };

/** Lists of names of branches, then of tags, that begin as the address does, and what it means by one of them. */
interface Refs {
  lists: string[];
  /** "owner/name" */
  repository: string;
  meant: (names: readonly string[]) => Folder | null;
}
export type Folder = Extract<Source, { kind: 'folder' }>;

export interface Listed {
  path: string;
  bytes: number;
}

/** What is fetched of one folder at most. */
export const MOST_FETCHED = 600;
export const MOST_FETCHED_BYTES = 1 << 29;
export const MOST_LIST_BYTES = 32_000_000;

const FILE = /\.(?:json|jsonl|ndjson|txt|gz|tgz|tar|zip|eval)$/i;
const MANIFEST = /(?:^|\/)bfclx_manifest\.json$/;
const RESULT = /_result\.jsonl?(?:\.gz)?$/;
const SCORE = /_score\.json$|(?:^|\/)score\//;

const HF = 'https://huggingface.co';
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/**
 * Parts of a path, decoded; null where one climbs, is empty or cannot be read. `loose`: the part, by its place, that may
 * hold slashes, as a revision written `refs%2Fpr%2F1` does.
 */
function partsOf(path: string, loose = -1): string[] | null {
  const climbs = (part: string) => part === '.' || part === '..';
  try {
    const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
    return parts.some(
      (part, i) =>
        part.split('/').some(climbs) || (part.includes('/') && i !== loose) || /\p{Cc}/u.test(part),
    )
      ? null
      : parts;
  } catch {
    return null;
  }
}

const NAME = /^[\w.-]{1,100}$/;

/** Of Hugging Face's branches only these have slashes that are not escaped. */
const HF_REFS = /^(?:pr|convert)$/;

/** What an address names of a repository or a dataset; `isFile`: the page of a file, whatever its name ends with. */
interface Place {
  owner: string;
  name: string;
  revision: string;
  path: string[];
  isFile: boolean;
}

function hf(place: Place): Source | null {
  const { owner, name, revision, path, isFile } = place;
  if (revision === 'refs' && path.length > 1 && HF_REFS.test(path[0] ?? ''))
    return hf({ ...place, revision: `refs/${path[0]}/${path[1]}`, path: path.slice(2) });
  if (!NAME.test(owner) || !NAME.test(name) || !revision) return null;
  const repo = `datasets/${owner}/${name}`;
  const at = encodeURIComponent(revision);
  const fileUrl = (file: string): string => `${HF}/${repo}/resolve/${at}/${encoded(file)}`;
  const hosts = ['huggingface.co'];
  const folder = path.join('/');
  if (isFile || FILE.test(folder)) return { kind: 'file', url: fileUrl(folder), hosts };
  const list = `${HF}/api/${repo}/tree/${at}${folder ? `/${encoded(folder)}` : ''}?recursive=true`;
  return {
    kind: 'folder',
    form: 'hf',
    list,
    folder,
    fileUrl,
    hosts,
    said: `${owner}/${name} at ${revision}`,
  };
}

/** `next`: the first part of the path, which the name of a branch may have. */
function refsOf(place: Place, next: string): Refs {
  const { owner, name, revision, path } = place;
  const repository = `${owner}/${name}`;
  const begin = encoded(`${revision}/${next}`);
  return {
    repository,
    lists: ['heads', 'tags'].map(
      (kind) => `https://api.github.com/repos/${repository}/git/matching-refs/${kind}/${begin}`,
    ),
    meant: (names) => {
      for (let parts = path.length; parts > 0; parts--) {
        const longer = [revision, ...path.slice(0, parts)].join('/');
        if (!names.includes(longer)) continue;
        const found = github({ ...place, revision: longer, path: path.slice(parts) });
        return found?.kind === 'folder' ? found : null;
      }
      return null;
    },
  };
}

/** Names of branches or tags in a list of GitHub's. */
export function readRefs(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const ref = isObject(item) ? item['ref'] : null;
    return typeof ref === 'string' ? [ref.replace(/^refs\/(?:heads|tags)\//, '')] : [];
  });
}

function github(place: Place): Source | null {
  const { owner, name, revision, path, isFile } = place;
  if (!NAME.test(owner) || !NAME.test(name) || !revision) return null;
  const at = encodeURIComponent(revision);
  const fileUrl = (file: string): string =>
    `https://raw.githubusercontent.com/${owner}/${name}/${encoded(revision)}/${encoded(file)}`;
  const folder = path.join('/');
  // A branch with slashes needs nothing here: the address of the file is the same wherever its name ends.
  if (isFile || FILE.test(folder))
    return { kind: 'file', url: fileUrl(folder), hosts: ['raw.githubusercontent.com'] };
  const [next] = path;
  return {
    ...(next !== undefined && { refs: refsOf(place, next) }),
    kind: 'folder',
    form: 'github',
    folder,
    fileUrl,
    said: `${owner}/${name} at ${revision}`,
    list: `https://api.github.com/repos/${owner}/${name}/git/trees/${at}?recursive=1`,
    hosts: ['api.github.com', 'raw.githubusercontent.com'],
  };
}

function fromHf(address: string): Source | null {
  const [kind, owner = '', named = '', ...path] = partsOf(address.slice('hf://'.length), 2) ?? [];
  if (kind !== 'datasets') return null;
  const [name = '', revision = 'main'] = named.split('@');
  return hf({ owner, name, revision, path, isFile: false });
}

/** Pages of a folder, and of a file: as it is shown, and as it is. */
const PAGES = /^(?:tree|blob|raw|resolve)$/;

/** The place that the parts of a page's path name; `head`: the revision of a page that names none. */
function placeOf(parts: readonly string[], head: string): Place | null {
  const [owner = '', name = '', verb, revision, ...path] = parts;
  if (verb !== undefined && !(PAGES.test(verb) && revision)) return null;
  const isFile = verb !== undefined && verb !== 'tree' && path.length > 0;
  return { owner, name, revision: revision ?? head, path, isFile };
}

/** What an address stands for; `base`: of this page. A sentence where it is none. */
export function readAddress(address: string, base: string): Source | string {
  const text = address.trim();
  if (/^hf:\/\//i.test(text)) {
    return (
      fromHf(text) ??
      'Addresses of Hugging Face look like hf://datasets/owner/name/folder, with @revision after the name if it is not main.'
    );
  }
  if (!URL.canParse(text, base))
    return `${text.slice(0, 200)} is not an address. It should begin with https:// or hf://datasets/.`;
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol))
    return `${url.protocol}// cannot be fetched. Addresses begin with https:// or hf://datasets/.`;
  const parts = partsOf(url.pathname, url.hostname === 'huggingface.co' ? 4 : -1) ?? [];
  let found: Source | null = null;
  if (url.hostname === 'github.com') {
    const place = placeOf(parts, 'HEAD');
    found = place && github({ ...place, name: place.name.replace(/\.git$/, '') });
  } else if (url.hostname === 'huggingface.co' && parts[0] === 'datasets') {
    const place = placeOf(parts.slice(1), 'main');
    found = place && hf(place);
  }
  if (found) return found;
  return { kind: 'file', url: url.href, hosts: [url.host] };
}

/** Hugging Face lists so many at once, and names the next page in a header. */
const HF_PAGE = 1000;

/** The files of a list as the APIs give it; `cut`: there may be more. Throws a sentence where it is none. */
export function readList(value: unknown, source: Folder): { files: Listed[]; cut: boolean } {
  const items: unknown = source.form === 'github' && isObject(value) ? value['tree'] : value;
  if (!Array.isArray(items))
    throw new Error(`The list of files of ${source.said} has an unknown format.`);
  const below = source.folder ? `${source.folder}/` : '';
  const files = items.flatMap((item: unknown) => {
    if (
      !isObject(item) ||
      typeof item['path'] !== 'string' ||
      (item['type'] !== 'blob' && item['type'] !== 'file')
    )
      return [];
    const path = item['path'];
    if (!path.startsWith(below) || partsOf(encoded(path)) === null) return [];
    return [
      { path, bytes: typeof item['size'] === 'number' && item['size'] > 0 ? item['size'] : 0 },
    ];
  });
  return {
    files,
    cut:
      source.form === 'github'
        ? isObject(value) && value['truncated'] === true
        : items.length > 0 && items.length % HF_PAGE === 0,
  };
}

/** Those that are fetched: files of results by their names, with their manifests; where there are none, other JSON. Throws a sentence. */
export function choose(files: readonly Listed[], source: Folder): Listed[] {
  const named = files.filter(({ path }) => RESULT.test(path) && !SCORE.test(path));
  const chosen =
    named.length > 0
      ? [...named, ...files.filter(({ path }) => MANIFEST.test(path))]
      : files.filter(
          ({ path }) => /\.(?:json|jsonl|ndjson|eval)(?:\.gz)?$/i.test(path) && !SCORE.test(path),
        );
  const where = `${source.said}${source.folder ? `, ${source.folder}` : ''}`;
  if (chosen.length === 0)
    throw new Error(
      `${where}: no result files found. Result files end in .json, .jsonl, .ndjson or .eval, also compressed (.gz).`,
    );
  if (chosen.length > MOST_FETCHED)
    throw new Error(
      `${where} has ${count(chosen.length)} result files; the limit is ${count(MOST_FETCHED)}. Enter the address of a subfolder, or download the files and drop them here.`,
    );
  const bytes = chosen.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > MOST_FETCHED_BYTES)
    throw new Error(
      `${where} has ${count(Math.round(bytes / 1e6))} MB of results; the limit is ${Math.round(MOST_FETCHED_BYTES / 1e6)} MB. Enter the address of a subfolder, or download the files and drop them here.`,
    );
  return chosen;
}

/** Why a host did not give what was asked for. `header` reads one of its answer. */
export function refusal(
  host: string,
  status: number,
  header: (name: string) => string | null,
  what: string,
): string {
  const limited =
    status === 429 ||
    (status === 403 &&
      (header('x-ratelimit-remaining') === '0' ||
        header('retry-after') !== null ||
        host === 'api.github.com'));
  if (limited) {
    const reset = Number(header('x-ratelimit-reset'));
    const until =
      reset > 0 && reset < 1e11
        ? ` until ${new Date(reset * 1000).toTimeString().slice(0, 5)}`
        : ' for a while';
    return `${host} refuses further requests from your network${until} (HTTP ${status}). Try again later, or download the files and drop them here.`;
  }
  if (status === 404)
    return `${host} returned HTTP 404: it has no ${what}. Check the address; private ones look the same.`;
  if (status === 401 || status === 403)
    return `${host} requires an account for this address (HTTP ${status}). Download the files there and drop them here.`;
  return `${host} returned HTTP ${status}. Check the address.`;
}

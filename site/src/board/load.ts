// What the element reads: a board, the list of public tables, and each table when it is first shown.
import { readJson } from '../lib/board-file.ts';
import { checkBoard, checkTable, checkTables } from '../lib/board-check.ts';
import type { BoardIndex } from '../lib/published.ts';
import { VERSIONS } from '../lib/scores.ts';
import type { ListedTable, TableFile } from '../lib/table-file.ts';

/** A folder as the page names it: "board/", "board", the address of a page in it. */
export function folderOf(text: string): URL {
  if (!URL.canParse(text, document.baseURI))
    throw new Error(`${text.slice(0, 200)} is not an address`);
  const url = new URL(text, document.baseURI);
  if (!/^https?:$/.test(url.protocol))
    throw new Error(
      `${text.slice(0, 200)} cannot be fetched: ${url.protocol} is not http or https`,
    );
  url.hash = '';
  url.search = '';
  if (url.pathname.endsWith('.html')) return new URL('.', url);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** As messages name it. */
const nameOf = ({ origin, host, pathname }: URL): string =>
  `${origin === location.origin ? '' : host}${pathname}`.slice(0, 300);

export async function readBoardIn(folder: URL): Promise<BoardIndex> {
  const address = new URL('data/index.json', folder);
  return checkBoard(await readJson(address, nameOf(address)), nameOf(address));
}

/** The newest version first. */
export async function readTables(folder: URL): Promise<ListedTable[]> {
  const address = new URL('index.json', folder);
  const listed = checkTables(await readJson(address, nameOf(address)), nameOf(address));
  return VERSIONS.flatMap((name) => listed.find(({ version }) => version === name) ?? []);
}

export async function readTable(folder: URL, { version, scored }: ListedTable): Promise<TableFile> {
  const address = new URL(scored, folder);
  const file = checkTable(await readJson(address, nameOf(address)), nameOf(address));
  if (file.version !== version) throw new Error(`${scored} is a table of ${file.version}`);
  return file;
}

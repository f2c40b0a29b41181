// The table that Leaderboard shows: the one that the user dropped or chose, kept in this browser; the one that the
// address names, with its host, for as long as the address does; else the public table of the chosen version, which is
// part of the site and loaded when the view first shows it.
import { Atom } from '../lib/atom.ts';
import { readBoard, type Board } from '../lib/leaderboard.ts';
import type { LeaderboardName } from '../lib/scorer-types.ts';
import { versionOf } from '../lib/scores.ts';
import { mayFetch } from './intake.ts';
import { undoable } from './removal.ts';
import { route, setParams } from './router.ts';
import { messageOf } from './runs.ts';

interface Table {
  board: Board;
  /** The name of the file, with the host that it came from; "public table of 2026-04-12". */
  from: string;
  /** It is part of the site. */
  shipped: boolean;
}

export interface BoardState extends Omit<Table, 'board'> {
  board: Board | null;
  busy: boolean;
  error: string;
}

/** In the address in place of a table: own runs only. */
export const NO_TABLE = 'none';

const KEY = 'bfclx-leaderboard';
const NONE: BoardState = { board: null, from: '', shipped: false, busy: false, error: '' };
export const board = new Atom<BoardState>(NONE);

let own = remembered();
/** What was asked for last. */
let wanted = '';
/** By address, and by version. */
const loaded = new Map<string, Table>();

function remembered(): Table | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as {
      from: string;
      text: string;
    } | null;
    return kept ? { board: readBoard(kept.text), from: kept.from, shipped: false } : null;
  } catch {
    return null;
  }
}

/** Shows the table of an address, none, the user's own, or the public one of a version; each is loaded once. */
export async function showBoard(
  address: string | undefined,
  version: LeaderboardName,
): Promise<void> {
  const asked = `${version} ${address ?? ''}`;
  if (asked === wanted) return;
  // Of a file that was refused just now.
  let error = wanted ? '' : board.value.error;
  wanted = asked;
  const show = (next: BoardState): void => {
    if (asked === wanted) board.set(next);
  };
  if (address === NO_TABLE) return show({ ...NONE, error });
  if (address) {
    show({ ...board.value, busy: true, error });
    try {
      const table = await fetched(address);
      if (table) return show({ ...NONE, ...table });
      // What the user refused stands no longer in the address, where each change would ask again.
      if (route.value.params.table === address) setParams({ table: undefined });
      if (asked === wanted) return await showBoard(undefined, version);
      return;
    } catch (problem) {
      error =
        problem instanceof TypeError
          ? `${address} could not be read from this page: it is not reachable, or it does not allow other sites to read it (CORS). Download the file and drop it here instead.`
          : messageOf(problem);
    }
  }
  if (own) return show({ ...NONE, ...own, error });
  show({ ...board.value, busy: true, error });
  try {
    const table = await publicTable(version);
    show({ ...NONE, ...table, error });
  } catch (problem) {
    const why =
      problem instanceof TypeError
        ? `Public table of ${version}: the server cannot be reached.`
        : `Public table of ${version}: ${messageOf(problem)}`;
    show({ ...NONE, error: [error, why].filter(Boolean).join(' ') });
  }
}

/** The same again, after a failure. */
export function showAgain(): void {
  wanted = '';
  board.set({ ...board.value, error: '' });
  const { table, leaderboard } = route.value.params;
  void showBoard(table, versionOf(leaderboard));
}

/** Removes the table that the user brought: the public one is shown. */
export function forgetBoard(): void {
  if (route.value.params.table) return setParams({ table: undefined });
  const before = own;
  const text = localStorage.getItem(KEY);
  own = null;
  localStorage.removeItem(KEY);
  showAgain();
  if (before)
    undoable({
      kind: 'table',
      name: before.from,
      back: () => {
        if (own) return;
        own = before;
        if (text) localStorage.setItem(KEY, text);
        showAgain();
      },
    });
}

/** The table among the files: the first that is one. */
export async function takeTables(files: readonly File[]): Promise<void> {
  const first = files.find(({ name }) => /overall/i.test(name)) ?? files[0];
  if (!first) return;
  const from = first.name;
  const text = await first.text();
  try {
    own = { board: readBoard(text), from, shipped: false };
  } catch (error) {
    wanted = '';
    board.set({ ...board.value, error: `${from}: ${messageOf(error)}` });
    return;
  }
  try {
    localStorage.setItem(KEY, JSON.stringify({ from, text }));
  } catch {
    // It then lasts as long as the page.
  }
  wanted = '';
  board.set({ ...NONE, ...own });
  if (route.value.params.table) setParams({ table: undefined });
}

/** Null where the user does not want it fetched. */
async function fetched(address: string): Promise<Table | null> {
  const known = loaded.get(address);
  if (known) return known;
  if (!(await mayFetch(address))) return null;
  const url = new URL(address, document.baseURI);
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok)
    throw new Error(`${url.host} returned HTTP ${response.status}. Check the address.`);
  const name = `${url.pathname.split('/').pop() || url.pathname} from ${url.host}`;
  let read: Board;
  try {
    read = readBoard(await response.text());
  } catch (error) {
    throw new Error(`${name}: ${messageOf(error)}`);
  }
  const table = { board: read, from: name, shipped: false };
  loaded.set(address, table);
  return table;
}

interface Listed {
  version: LeaderboardName;
  date: string;
  file: string;
}

async function publicTable(version: LeaderboardName): Promise<Table> {
  const known = loaded.get(version);
  if (known) return known;
  const list = (await (await part('index.json')).json()) as Listed[];
  const found = list.find((one) => one.version === version);
  if (!found) throw new Error('not included in this site.');
  const table = {
    board: readBoard(await (await part(found.file)).text()),
    from: `public table of ${found.date}`,
    shipped: true,
  };
  loaded.set(version, table);
  return table;
}

async function part(name: string): Promise<Response> {
  const response = await fetch(new URL(`leaderboard/${name}`, document.baseURI));
  if (!response.ok)
    throw new Error(`leaderboard/${name}: the server returned HTTP ${response.status}.`);
  return response;
}

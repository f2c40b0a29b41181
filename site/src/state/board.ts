// The official table, never part of the site. What the user drops or chooses is kept in this browser; what an address
// names is shown with its host and lasts as long as the address does.
import { Atom } from '../lib/atom.ts';
import { readBoard, type Board } from '../lib/leaderboard.ts';
import { mayFetch } from './intake.ts';
import { route, setParams } from './router.ts';
import { messageOf } from './runs.ts';

export interface BoardState {
  board: Board | null;
  /** Name of the file, or the address. */
  from: string;
  busy: boolean;
  error: string;
}

const KEY = 'bfclx-leaderboard';
const NONE: BoardState = { board: null, from: '', busy: false, error: '' };
export const board = new Atom<BoardState>(remembered());

function remembered(): BoardState {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as {
      from: string;
      text: string;
    } | null;
    return kept ? { ...NONE, board: readBoard(kept.text), from: kept.from } : NONE;
  } catch {
    return NONE;
  }
}

function keep(from: string, text: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ from, text }));
  } catch {
    // It then lasts as long as the page.
  }
}

function take(from: string, text: string, byHand: boolean): void {
  try {
    board.set({ ...NONE, board: readBoard(text), from });
    if (byHand) keep(from, text);
  } catch (error) {
    board.set({ ...board.value, busy: false, error: `${from}: ${messageOf(error)}` });
  }
}

export function forgetBoard(): void {
  localStorage.removeItem(KEY);
  asked = '';
  setParams({ table: undefined });
  board.set(NONE);
}

/** The table among the files: the first that is one. */
export async function takeTables(files: readonly File[]): Promise<void> {
  const first = files.find(({ name }) => /overall/i.test(name)) ?? files[0];
  if (!first) return;
  asked = '';
  if (route.value.params.table) setParams({ table: undefined });
  take(first.name, await first.text(), true);
}

let asked = '';

/** Fetches a table by address, once. */
export async function fetchBoard(address: string): Promise<void> {
  if (address === asked) return;
  asked = address;
  if (!(await mayFetch(address))) return;
  board.set({ ...board.value, busy: true, error: '' });
  try {
    const url = new URL(address, document.baseURI);
    const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!response.ok)
      throw new Error(`${url.host} answered ${response.status}. Check the address.`);
    const text = await response.text();
    if (address === asked)
      take(`${url.pathname.split('/').pop() || url.pathname} from ${url.host}`, text, false);
  } catch (error) {
    const message =
      error instanceof TypeError
        ? `${address} could not be read from this page: it is not reachable, or it does not allow other sites to read it (CORS). Download the file and drop it here instead.`
        : messageOf(error);
    if (address === asked) board.set({ ...board.value, busy: false, error: message });
  }
}

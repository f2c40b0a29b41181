// Which table the Leaderboard view shows, over stand-ins for the network and the browser's storage.
import { beforeEach, expect, test, vi } from 'vitest';
import type { RouteParams } from '../src/lib/route.ts';

const state = vi.hoisted(() => ({
  route: { params: {} as RouteParams },
  mayFetch: vi.fn(async () => true),
}));
vi.mock('../src/state/router.ts', () => ({
  route: { value: state.route },
  setParams: (changes: RouteParams) => Object.assign(state.route.params, changes),
}));
vi.mock('../src/state/intake.ts', () => ({ mayFetch: state.mayFetch }));
vi.mock('../src/state/runs.ts', () => ({ messageOf: (error: Error) => error.message }));

const V4 = 'Model,Overall Acc,Web Search Acc,Memory Acc\nalpha,50.00%,1.00%,1.00%\n';
const V3 = 'Model,Overall Acc,Multi Turn Acc,Live Acc\nbeta,50.00%,1.00%,1.00%\n';
const OWN = V4.replace('alpha', 'mine');
const BASE = 'http://site.example/sub/';
const AWAY = 'https://other.example/data_overall.csv';

let server: Record<string, string | Error>;
let kept: Record<string, string>;
const asked: string[] = [];

beforeEach(() => {
  vi.resetModules();
  state.route.params = {};
  state.mayFetch.mockResolvedValue(true);
  kept = {};
  asked.length = 0;
  server = {
    [`${BASE}leaderboard/index.json`]: JSON.stringify([
      { version: 'v4', date: '2026-04-12', file: 'four.csv' },
      { version: 'v3', date: '2025-06-14', file: 'three.csv' },
    ]),
    [`${BASE}leaderboard/four.csv`]: V4,
    [`${BASE}leaderboard/three.csv`]: V3,
    [AWAY]: V4.replace('alpha', 'away'),
  };
  vi.stubGlobal('document', { baseURI: BASE });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
    removeItem: (key: string) => delete kept[key],
  });
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.href);
    const body = server[url.href];
    if (body instanceof Error) throw body;
    return new Response(body ?? 'none', { status: body === undefined ? 404 : 200 });
  });
});

const load = () => import('../src/state/board.ts');
const file = (text: string) => new File([text], 'mine.csv');
/** "public table of 2026-04-12: alpha". */
const shown = ({ board }: Awaited<ReturnType<typeof load>>) =>
  board.value.board && `${board.value.from}: ${board.value.board.rows[0]?.name}`;

test('without a table of the user, the public one of the version, loaded once', async () => {
  const module = await load();
  await module.showBoard(undefined, 'v4');
  expect(shown(module)).toBe('public table of 2026-04-12: alpha');
  await module.showBoard(undefined, 'v3');
  expect(shown(module)).toBe('public table of 2025-06-14: beta');
  const before = asked.length;
  await module.showBoard(undefined, 'v4');
  expect(shown(module)).toBe('public table of 2026-04-12: alpha');
  expect(asked.length).toBe(before);
});

test('a dropped table is kept and wins, until it is removed', async () => {
  const module = await load();
  await module.showBoard(undefined, 'v3');
  await module.takeTables([file(OWN)]);
  await module.showBoard(undefined, 'v3');
  expect(shown(module)).toBe('mine.csv: mine');
  vi.resetModules();
  const later = await load();
  await later.showBoard(undefined, 'v3');
  expect(shown(later)).toBe('mine.csv: mine');
  state.route.params.leaderboard = 'v3';
  later.forgetBoard();
  await vi.waitFor(() => expect(shown(later)).toBe('public table of 2025-06-14: beta'));
  expect(kept).toEqual({});
});

test('a table that is dropped while the public one is loaded stays', async () => {
  const module = await load();
  const loading = module.showBoard(undefined, 'v4');
  await module.takeTables([file(OWN)]);
  await loading;
  expect(shown(module)).toBe('mine.csv: mine');
});

test('a file that is no table is refused beside the public table, whichever comes first', async () => {
  const module = await load();
  await module.takeTables([file('a,b\n1,2\n')]);
  await module.showBoard(undefined, 'v4');
  expect(module.board.value.error).toMatch(/^mine\.csv: .*no columns/);
  expect(shown(module)).toBe('public table of 2026-04-12: alpha');
  const loading = module.showBoard(undefined, 'v3');
  expect(module.board.value.error).toBe('');
  await module.takeTables([file('a,b\n1,2\n')]);
  // As the view does when it is drawn again.
  await module.showBoard(undefined, 'v3');
  await loading;
  expect(module.board.value.error).toMatch(/^mine\.csv: /);
  expect(shown(module)).toBe('public table of 2025-06-14: beta');
});

test('an address names a table, which is shown as long as the address does', async () => {
  const module = await load();
  await module.takeTables([file(OWN)]);
  await module.showBoard(AWAY, 'v4');
  expect(shown(module)).toBe('data_overall.csv from other.example: away');
  state.route.params.table = AWAY;
  module.forgetBoard();
  expect(state.route.params.table).toBeUndefined();
  await module.showBoard(undefined, 'v4');
  expect(shown(module)).toBe('mine.csv: mine');
});

test('an address that is not fetched, or fails, leaves the public table', async () => {
  const module = await load();
  state.mayFetch.mockResolvedValueOnce(false);
  state.route.params = { table: AWAY };
  await module.showBoard(AWAY, 'v4');
  expect(shown(module)).toBe('public table of 2026-04-12: alpha');
  expect(module.board.value.error).toBe('');
  expect(asked).not.toContain(AWAY);
  await module.showBoard('https://other.example/none.csv', 'v4');
  expect(module.board.value.error).toBe('other.example returned HTTP 404. Check the address.');
  expect(shown(module)).toBe('public table of 2026-04-12: alpha');
});

test('a refused address leaves the address bar: another version does not ask again', async () => {
  const module = await load();
  state.mayFetch.mockClear().mockResolvedValue(false);
  state.route.params = { table: AWAY };
  await module.showBoard(AWAY, 'v4');
  expect(state.route.params.table).toBeUndefined();
  await module.showBoard(state.route.params.table, 'v3');
  expect(shown(module)).toBe('public table of 2025-06-14: beta');
  expect(state.mayFetch).toHaveBeenCalledTimes(1);
});

test('a refusal takes no other table out of the address', async () => {
  const module = await load();
  state.route.params = { table: AWAY };
  state.mayFetch.mockImplementationOnce(async () => {
    state.route.params.table = module.NO_TABLE;
    return false;
  });
  await module.showBoard(AWAY, 'v4');
  expect(state.route.params.table).toBe(module.NO_TABLE);
});

test('own runs only: no table, and nothing is fetched', async () => {
  const module = await load();
  await module.showBoard(module.NO_TABLE, 'v4');
  expect(module.board.value).toMatchObject({ board: null, busy: false, error: '' });
  expect(asked).toEqual([]);
});

test.each([
  ['offline', new TypeError('Failed to fetch'), 'the server cannot be reached.'],
  ['not there', undefined, 'leaderboard/four.csv: the server returned HTTP 404.'],
])('a public table that is %s: it is said, and asked for again', async (_, body, why) => {
  const module = await load();
  if (body) server[`${BASE}leaderboard/four.csv`] = body;
  else delete server[`${BASE}leaderboard/four.csv`];
  await module.showBoard(undefined, 'v4');
  expect(module.board.value).toMatchObject({
    board: null,
    busy: false,
    error: `Public table of v4: ${why}`,
  });
  server[`${BASE}leaderboard/four.csv`] = V4;
  module.showAgain();
  await vi.waitFor(() => expect(shown(module)).toBe('public table of 2026-04-12: alpha'));
  expect(module.board.value.error).toBe('');
});

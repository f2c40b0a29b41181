// Everything but the data lives in the fragment: `#results&url=...&entry=simple_python_2&verdict=fail`.
// The first part names the view; the rest are parameters as in a query. `#url=...` alone means Results.

export const VIEW_NAMES = [
  'score',
  'runs',
  'results',
  'compare',
  'leaderboard',
  'dataset',
  'playground',
  'ask',
  'live',
] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The parameters that links may carry. All are optional text; a view gives them their meaning. */
export interface RouteParams {
  /** Where results come from: an https address, `sample:<model>`, `carried:` and the data; several are separated by spaces. */
  url?: string;
  /** The name of the loaded run that is shown. */
  run?: string;
  /** The runs that Compare sets side by side, separated by spaces. */
  with?: string;
  /** The open entry, and in it the selected turn and step (from 0). */
  entry?: string;
  turn?: string;
  step?: string;
  /** Search text and filters. */
  q?: string;
  verdict?: string;
  category?: string;
  /** Audit: a list, and a class of suspicion. */
  list?: string;
  kind?: string;
  error?: string;
  language?: string;
  /** The code of a finding: only the entries that it concerns. */
  finding?: string;
  /** Only entries with a note: of a kind (`lib/notes.ts`), or `any`. */
  note?: string;
  /** A column name, with `-` before it for descending. */
  sort?: string;
  /** Settings of a run. */
  decoder?: string;
  underscore?: string;
  /** Playground: classes, separated by commas. */
  classes?: string;
  /** Playground: calls to begin with, a line each. */
  calls?: string;
  /** A panel inside a view, for instance the single call of Score. */
  panel?: string;
  /** Runs, Compare, Leaderboard: the version whose overall score is meant. */
  leaderboard?: string;
  /** Runs: groups that are folded into one column. */
  folded?: string;
  /** Leaderboard: address of a data_overall.csv, `none` for own runs only; weights of the groups; open groups; rows of the radar. Runs: those that are chosen. */
  table?: string;
  weights?: string;
  groups?: string;
  chosen?: string;
  /** `embedded` hides the chrome, `failures` all but the list of a run's failures and the open entry. */
  mode?: string;
  /** Live: where the program serves its state, and the key, which the page takes out of the address. */
  at?: string;
  key?: string;
}

export interface Route {
  view: ViewName;
  params: RouteParams;
}

const PARAM_NAMES: readonly (keyof RouteParams)[] = [
  'url',
  'run',
  'with',
  'entry',
  'turn',
  'step',
  'q',
  'verdict',
  'category',
  'list',
  'kind',
  'error',
  'language',
  'finding',
  'note',
  'sort',
  'decoder',
  'underscore',
  'classes',
  'calls',
  'panel',
  'leaderboard',
  'table',
  'weights',
  'folded',
  'groups',
  'chosen',
  'mode',
  'at',
  'key',
];

const isView = (name: string): name is ViewName => (VIEW_NAMES as readonly string[]).includes(name);

/** Reads a fragment, with or without `#`. Unknown parameters are dropped, an unknown view is Score. */
export function parseRoute(fragment: string): Route {
  const text = fragment.replace(/^#\/?/, '');
  const first = text.split('&', 1)[0] ?? '';
  const named = !first.includes('=');
  const query = new URLSearchParams(named ? text.slice(first.length + 1) : text);
  const params: RouteParams = {};
  for (const name of PARAM_NAMES) {
    const value = query.get(name);
    if (value) params[name] = value;
  }
  const view = isView(first) ? first : !named && params.url ? 'results' : 'score';
  return { view, params };
}

/** The fragment of a route, with `#`; readable: `:`, `/` and `,` stay as they are. */
export function formatRoute(route: Route): string {
  let text = `#${route.view}`;
  for (const name of PARAM_NAMES) {
    const value = route.params[name];
    if (!value) continue;
    const written = encodeURIComponent(value).replace(/%(?:3A|2F|2C|40)/g, decodeURIComponent);
    text += `&${name}=${written.replace(/%20/g, '+')}`;
  }
  return text;
}

/** The order that an address names, where the table has such a column; any other is read as the usual one. */
export const orderIn = (
  sort: string | undefined,
  columns: readonly string[],
  usual: string,
): string => (columns.includes((sort ?? '').replace(/^-/, '')) ? (sort as string) : usual);

/** Names in one parameter, with bars between them; a bar in a name is written `%7C`. */
export const listText = (names: readonly string[]): string | undefined =>
  names.map((name) => name.replace(/%/g, '%25').replace(/\|/g, '%7C')).join('|') || undefined;

/** The same back, each once. */
export const listOf = (text: string | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split('|')
      .filter(Boolean)
      .map((name) => name.replace(/%(7C|25)/g, (_, code) => (code === '25' ? '%' : '|'))),
  ),
];

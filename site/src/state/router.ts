// The route as an atom, kept in step with the address bar. Filters replace the history entry; a change
// of view, run or entry adds one.
//
// Inside another page the frame has a history of its own: an entry of the browser's would make Back in the page around
// walk here.
import { Atom } from '../lib/atom.ts';
import {
  formatRoute,
  parseRoute,
  type Route,
  type RouteParams,
  type ViewName,
} from '../lib/route.ts';

export const route = new Atom<Route>(parseRoute(location.hash));

window.addEventListener('hashchange', () => route.set(parseRoute(location.hash)));

/** What stays in the address whatever the view: where the data came from, and the frame. */
const KEPT: readonly (keyof RouteParams)[] = ['url', 'run', 'mode'];

const framed = window.parent !== window;
/** Views and runs that the frame showed before, the latest last; empty outside of one. An open entry has its own way back. */
export const past = new Atom<readonly Route[]>([]);
const MOST = 100;

function show(next: Route, replace: boolean): void {
  const fragment = formatRoute(next);
  if (fragment === location.hash) return;
  const elsewhere = next.view !== route.value.view || next.params.run !== route.value.params.run;
  if (framed && !replace && elsewhere) past.set([...past.value, route.value].slice(-MOST));
  if (replace || framed) history.replaceState(null, '', fragment);
  else history.pushState(null, '', fragment);
  route.set(next);
}

/** The frame's own Back. */
export function back(): void {
  const last = past.value[past.value.length - 1];
  if (!last) return;
  past.set(past.value.slice(0, -1));
  show(last, true);
}

/** Links to places in this page, which the browser would write into its history. */
function followLink(event: MouseEvent): void {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  const href = link?.getAttribute('href') ?? '';
  if (
    event.defaultPrevented ||
    !href.startsWith('#') ||
    link?.target ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.button !== 0
  )
    return;
  event.preventDefault();
  show(parseRoute(href), false);
}
if (framed) document.addEventListener('click', followLink);

/** The route of another view, for links. */
export function routeTo(view: ViewName, params: RouteParams = {}): string {
  return formatRoute(movedTo(view, params));
}

function movedTo(view: ViewName, params: RouteParams): Route {
  const kept: RouteParams = {};
  for (const name of KEPT) {
    const value = route.value.params[name];
    if (value) kept[name] = value;
  }
  return { view, params: { ...kept, ...params } };
}

/** Goes to a view. Source, run and mode stay unless they are given. */
export function navigate(
  view: ViewName,
  params: RouteParams = {},
  options: { replace?: boolean } = {},
): void {
  show(movedTo(view, params), options.replace ?? false);
}

/** Changes parameters of the present view; undefined removes one. */
export function setParams(changes: RouteParams, options: { push?: boolean } = {}): void {
  show({ view: route.value.view, params: { ...route.value.params, ...changes } }, !options.push);
}

/** Results shows all entries again. */
export const clearFilters = (): void =>
  setParams({
    q: undefined,
    verdict: undefined,
    category: undefined,
    error: undefined,
    language: undefined,
    finding: undefined,
    note: undefined,
  });

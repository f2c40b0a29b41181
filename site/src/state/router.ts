// The route as an atom, kept in step with the address bar. Filters replace the history entry; a change
// of view, run or entry adds one.
import { Atom } from '../lib/atom.ts';
import { formatRoute, parseRoute, type Route, type RouteParams, type ViewName } from '../lib/route.ts';

export const route = new Atom<Route>(parseRoute(location.hash));

window.addEventListener('hashchange', () => route.set(parseRoute(location.hash)));

/** What stays in the address whatever the view: where the data came from, and the frame. */
const KEPT: readonly (keyof RouteParams)[] = ['url', 'run', 'mode'];

function show(next: Route, replace: boolean): void {
  const fragment = formatRoute(next);
  if (fragment === location.hash) return;
  if (replace) history.replaceState(null, '', fragment);
  else history.pushState(null, '', fragment);
  route.set(next);
}

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
export function navigate(view: ViewName, params: RouteParams = {}, options: { replace?: boolean } = {}): void {
  show(movedTo(view, params), options.replace ?? false);
}

/** Changes parameters of the present view; undefined removes one. */
export function setParams(changes: RouteParams, options: { push?: boolean } = {}): void {
  show({ view: route.value.view, params: { ...route.value.params, ...changes } }, !options.push);
}

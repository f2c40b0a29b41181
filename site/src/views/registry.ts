// The views. To add one: a folder here with its element, and a line below.
import type { ViewName } from '../lib/route.ts';

export interface View {
  name: ViewName;
  label: string;
  /** The custom element, defined by what `load` imports. */
  tag: string;
  load: () => Promise<unknown>;
  /** It has a table of entries, runs or models. */
  list?: true;
  /** In the menus only while it is shown: a link leads to it. */
  linked?: true;
}

export const VIEWS: readonly View[] = [
  { name: 'score', label: 'Score', tag: 'bx-score', load: () => import('./score/score-view.ts') },
  {
    name: 'runs',
    label: 'Runs',
    tag: 'bx-runs',
    load: () => import('./runs/runs-view.ts'),
    list: true,
  },
  {
    name: 'results',
    label: 'Results',
    tag: 'bx-results',
    load: () => import('./results/results-view.ts'),
    list: true,
  },
  {
    name: 'compare',
    label: 'Compare',
    tag: 'bx-compare',
    load: () => import('./compare/compare-view.ts'),
    list: true,
  },
  {
    name: 'leaderboard',
    label: 'Leaderboard',
    tag: 'bx-leaderboard',
    load: () => import('./leaderboard/leaderboard-view.ts'),
    list: true,
  },
  {
    name: 'dataset',
    label: 'Dataset',
    tag: 'bx-dataset',
    load: () => import('./dataset/dataset-view.ts'),
    list: true,
  },
  {
    name: 'playground',
    label: 'Playground',
    tag: 'bx-playground',
    load: () => import('./playground/playground-view.ts'),
  },
  { name: 'ask', label: 'Generate', tag: 'bx-ask', load: () => import('./ask/ask-view.ts') },
  {
    name: 'live',
    label: 'Live',
    tag: 'bx-live',
    load: () => import('./live/live-view.ts'),
    linked: true,
  },
];

export const loadView = async (name: ViewName): Promise<unknown> =>
  VIEWS.find((view) => view.name === name)?.load();

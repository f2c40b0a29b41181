// What the palette offers: views, actions, runs, and the entries of the run that is shown by their ids.
import type { Ranked } from '../lib/palette.ts';
import { entryOf } from '../lib/rows.ts';
import { catalogue } from '../state/catalogue.ts';
import { mayAsk } from '../state/asks.ts';
import { takeChosen } from '../state/intake.ts';
import { clearFilters, navigate, route } from '../state/router.ts';
import { runs, type Run } from '../state/runs.ts';
import { setTheme } from '../state/theme.ts';
import { EXPORTS } from '../views/results/exports.ts';
import { VIEWS } from '../views/registry.ts';
import { shownRun } from './run-picker.ts';

export type Kind = 'view' | 'action' | 'run' | 'entry';

export interface Item extends Ranked {
  kind: Kind;
  label: string;
  /** What it belongs to, behind the label. */
  more: string;
  run: () => unknown;
}

const ORDER: Record<Kind, number> = { view: 0, action: 1, run: 2, entry: 3 };

const item = (kind: Kind, label: string, run: () => unknown, more = '', also = ''): Item => ({
  kind,
  label,
  more,
  run,
  text: `${label} ${also}`.trim().toLowerCase(),
  order: ORDER[kind],
});

/** `folder`: a whole folder of results. */
function addFiles(folder: boolean): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = folder;
  input.addEventListener('change', () => {
    if (input.files?.length) void takeChosen(input.files);
  });
  input.click();
}

function actions(shown: Run | undefined): Item[] {
  const all = [
    item('action', 'Add result files …', () => addFiles(false), '', 'open drop load'),
    item('action', 'Add a folder of results …', () => addFiles(true), '', 'open load'),
    item('action', 'Theme: light', () => setTheme('light'), '', 'colours'),
    item('action', 'Theme: dark', () => setTheme('dark'), '', 'colours'),
    item('action', 'Theme: as the system', () => setTheme('system'), '', 'colours'),
    item(
      'action',
      'Choose the dataset …',
      async () => (await import('./dataset-dialog.ts')).showDatasetDialog(),
      '',
      'own copy official',
    ),
    item('action', 'Print this view', () => window.print(), '', 'pdf paper'),
    item('action', 'Help and keys', async () => (await import('./help.ts')).showHelp()),
  ];
  if (shown && route.value.view === 'results')
    all.push(item('action', 'Clear the filters', clearFilters));
  if (!shown?.settings) return all;
  const rows = [...shown.rows, ...shown.missing];
  for (const { label, only, save } of EXPORTS)
    if (!only || only(shown))
      all.push(
        item('action', `Save: ${label}`, () => save(shown, rows), shown.name, 'export share'),
      );
  return all;
}

const views = (): Item[] =>
  VIEWS.filter(({ name }) => name !== 'ask' || mayAsk()).map(({ name, label }) =>
    item('view', label, () => navigate(name)),
  );

const loaded = (): Item[] =>
  runs.value.map((run) =>
    item('run', run.name, () => navigate('results', { run: run.name }), '', run.path),
  );

/** Behind the id of an entry, with the id that its author gave it. */
const named = (place: string, own: string): string => (own ? `${own}, ${place}` : place);

/** Of the run that is shown; without one those of the dataset, as far as they were loaded. */
function entries(shown: Run | undefined): Item[] {
  if (!shown)
    return catalogue.value.rows.map(({ id, own_id: own = '' }) =>
      item('entry', id, () => navigate('dataset', { entry: id }), named('dataset', own), own),
    );
  const open = (id: string) => () => navigate('results', { run: shown.name, entry: id });
  return [...shown.rows.filter(({ superseded }) => !superseded), ...shown.missing].map((row) =>
    item(
      'entry',
      row.id,
      open(row.id),
      named(shown.name, row.own_id ?? ''),
      `${row.id === entryOf(row) ? '' : entryOf(row)} ${row.own_id ?? ''}`,
    ),
  );
}

/** Everything, as it is when the palette opens. */
export function paletteItems(): Item[] {
  const shown = shownRun();
  return [...views(), ...actions(shown), ...loaded(), ...entries(shown)];
}

/** What is found by its text inside a view, behind all that is found by name. */
export function searches(query: string): Item[] {
  const shown = shownRun();
  const found = shown
    ? [
        item('action', `Search ${shown.name} for “${query}”`, () =>
          navigate('results', { run: shown.name, q: query }),
        ),
      ]
    : [];
  return [
    ...found,
    item('action', `Search the dataset for “${query}”`, () => navigate('dataset', { q: query })),
  ];
}

// The cases that are being edited: kept in this browser (OPFS) across reloads, the same in every tab.
import { Atom } from '../lib/atom.ts';
import {
  emptyList,
  History,
  readList,
  withCases,
  withProposal,
  writeList,
  type CaseList,
  type NewCase,
} from '../lib/case-list.ts';
import { caseColumns } from '../lib/case-columns.ts';
import { unzipped } from '../lib/case-files.ts';
import { plural } from '../lib/format.ts';
import { dataset } from './dataset.ts';
import { pool } from './pool.ts';
import { navigate } from './router.ts';
import { messageOf, scopeOf, type Row, type Run } from './runs.ts';

export interface CasesState {
  list: CaseList;
  /** What was taken in last, or why something was not; empty: nothing to say. */
  said: string;
  failed: boolean;
  /** It is lost when the tab is closed. */
  unkept: boolean;
  canUndo: boolean;
}

export const cases = new Atom<CasesState>({
  list: emptyList(),
  said: '',
  failed: false,
  unkept: false,
  canUndo: false,
});

const FOLDER = 'bfclx-cases';
const FILE = 'cases.json';
/** After the last key of a text that is being typed. */
const SETTLED = 400;

const history = new History();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(FOLDER);

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

async function kept(): Promise<CaseList | null> {
  try {
    const file = await (await (await folder()).getFileHandle(FILE)).getFile();
    return readList(await file.text());
  } catch {
    return null;
  }
}

async function keep(): Promise<void> {
  clearTimeout(waiting);
  waiting = undefined;
  const text = writeList(cases.value.list);
  try {
    await navigator.locks.request(FOLDER, async () => {
      const handle = await (await folder()).getFileHandle(FILE, { create: true });
      const stream = await handle.createWritable();
      await stream.write(text);
      await stream.close();
    });
    channel?.postMessage('changed');
    if (cases.value.unkept) cases.set({ ...cases.value, unkept: false });
  } catch {
    cases.set({ ...cases.value, unkept: true });
  }
}

let waiting: ReturnType<typeof setTimeout> | undefined;
let started: Promise<void> | null = null;

/** Brings back what was kept, once. Not inside another page: a reader's cases are not the host's. */
export function startCases(): Promise<void> {
  started ??= (async () => {
    if (window.top !== window) return;
    const show = async (): Promise<void> => {
      const list = await kept();
      if (list && waiting === undefined) cases.set({ ...cases.value, list });
    };
    channel?.addEventListener('message', () => void show());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && waiting !== undefined) void keep();
    });
    await show();
  })();
  return started;
}

/** `field`: what is being typed in, whose changes in a row are undone together. */
export function change(edit: (list: CaseList) => CaseList, field = ''): void {
  const { list } = cases.value;
  const next = edit(list);
  if (next === list) return;
  history.note(list, field);
  show(next);
}

/** Another case is open; nothing that is undone. */
export const move = (edit: (list: CaseList) => CaseList): void => show(edit(cases.value.list));

function show(list: CaseList): void {
  cases.set({ ...cases.value, list, said: '', failed: false, canUndo: !history.empty });
  clearTimeout(waiting);
  waiting = setTimeout(() => void keep(), SETTLED);
}

export function undo(): void {
  const list = history.undo();
  if (list) show(list);
}

const say = (said: string, failed = false): void => cases.set({ ...cases.value, said, failed });

async function taking(take: () => Promise<string>): Promise<void> {
  await startCases();
  try {
    say(await take());
  } catch (error) {
    say(messageOf(error), true);
  }
}

/** The own benchmark that is the dataset. What is being edited goes away, and comes back by undo. */
export const editDataset = (): Promise<void> =>
  taking(async () => {
    const { ref } = dataset.value;
    if (!ref) throw new Error('The dataset is not loaded yet.');
    const found = await pool.scope(ref).call('ownCases');
    const ready = found.cases.map((one): NewCase => ({ ...one, state: 'ready' }));
    const { benchmark, remarks, files } = found;
    change(() => withCases({ ...emptyList(), benchmark, remarks, files }, ready));
    return `${plural(ready.length, 'case')} of ${benchmark.name}.`;
  });

/** A table, by its name, whose first row names no column of cases. */
const isOtherTable = (path: string, text: string): boolean =>
  /\.[ct]sv$/i.test(path) &&
  !/^\s*[[{]/.test(text) &&
  !caseColumns(text.split(/[\r\n]/, 1)[0] ?? '');

/** A file of tools or cases: JSON, JSON lines, CSV, or an archive of these. */
export const takeCases = (files: readonly File[]): Promise<void> =>
  taking(async () => {
    const texts = await unzipped(files);
    const said: string[] = [];
    for (const { path, text } of texts) {
      const found = await pool.call('readCases', { text });
      const { tools } = found;
      if (tools !== null) {
        change((list) => ({ ...list, benchmark: { ...list.benchmark, tools } }));
        said.push(`${path}: the tools of the benchmark.`);
        continue;
      }
      const read = found.cases.filter(({ problem }) => problem === null);
      if (read.length === 0 && isOtherTable(path, text)) {
        said.push(
          `${path}: the first row must name the columns of the table: question (or messages) and expected; id, tags and tools if you need them.`,
        );
        continue;
      }
      const faulty = found.cases.filter(({ problem }) => problem !== null);
      change((list) =>
        withCases(
          list,
          read.map(({ cells }): NewCase => ({ cells, state: 'ready' })),
        ),
      );
      said.push(`${path}: ${plural(read.length, 'case')}.`);
      for (const { line, problem } of faulty.slice(0, 5)) said.push(`${path}:${line}: ${problem}`);
      if (faulty.length > 5) said.push(`${path}: ${faulty.length - 5} more faulty lines.`);
    }
    return said.join('\n');
  });

/** Responses of a run as cases that wait for a person. `amend`: the case of the same entry, where there is one. */
export const proposeCases = (run: Run, rows: readonly Row[], amend: boolean): Promise<void> =>
  taking(async () => {
    const { settings } = run;
    if (!settings) throw new Error('The run is not scored yet.');
    const remarks: string[] = [];
    const proposals: NewCase[] = [];
    for (const file of run.files) {
      const ids = rows.filter((row) => row.file === file.key && !row.missing).map(({ id }) => id);
      if (ids.length === 0) continue;
      const found = await scopeOf(run).call('proposeCases', file, ids, settings);
      remarks.push(...found.remarks.map((remark) => `${file.path}: ${remark}.`));
      for (const { entry, valid, cells } of found.cases)
        proposals.push({ cells, state: 'proposed', entry, run: run.name, passed: valid });
    }
    // In the order of the table.
    const place = new Map(rows.map(({ id }, i) => [id, i]));
    proposals.sort((a, b) => (place.get(a.entry ?? '') ?? 0) - (place.get(b.entry ?? '') ?? 0));
    const [only] = proposals;
    if (amend && only) change((list) => withProposal(list, only));
    else if (only) change((list) => withCases(list, proposals));
    return [`${plural(proposals.length, 'proposed case')} from ${run.name}.`, ...remarks].join(
      '\n',
    );
  });

/** From a scored response to its case. */
export async function openCaseOf(run: Run, row: Row): Promise<void> {
  await proposeCases(run, [row], true);
  navigate('dataset', { panel: 'cases' });
}

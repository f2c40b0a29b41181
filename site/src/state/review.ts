// The review that is under way: its file, kept in this browser (OPFS) until it is closed, and what it shows.
import { Atom } from '../lib/atom.ts';
import type { ReviewMerge, ReviewPlan, ReviewScreen } from '../lib/scorer-types.ts';
import type { ReviewCall } from '../worker/protocol.ts';
import { dataset } from './dataset.ts';
import { download } from './download.ts';
import { refsOf } from './open-files.ts';
import { pool } from './pool.ts';
import { undoable } from './removal.ts';
import { messageOf, type Run } from './runs.ts';

export interface ReviewState {
  /** Nothing is known yet of what was kept. */
  starting: boolean;
  /** null: no review is under way. */
  screen: ReviewScreen | null;
  merge: ReviewMerge | null;
  busy: boolean;
  /** Why something failed: a sentence; or what was left out. */
  said: string;
  /** It is lost when the tab is closed. */
  unkept: boolean;
  /** A kept review that does not open with these runs: its file; '' for none. */
  stranded: string;
}

export const review = new Atom<ReviewState>({
  starting: true,
  screen: null,
  merge: null,
  busy: false,
  said: '',
  unkept: false,
  stranded: '',
});

const FOLDER = 'bfclx-review';
const FILE = 'review.jsonl';
/** Beside decisions: the reviews that they are about, a JSON list of texts. */
const REVIEWS = 'reviews.json';
/** Tells other tabs that the file changed. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(FOLDER);
const set = (change: Partial<ReviewState>): void => review.set({ ...review.value, ...change });

/** The file when the review was opened, and the keys since: undo goes back to here. */
let base = '';
let keys: string[] = [];
/** Of decisions: the reviews that they are about, as files; empty where they are not known. */
let reviews: string[] = [];
/** One after the other. */
let last: Promise<unknown> = Promise.resolve();

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

async function kept(name = FILE): Promise<string> {
  try {
    return await (await (await (await folder()).getFileHandle(name)).getFile()).text();
  } catch {
    return '';
  }
}

async function write(name: string, text: string): Promise<void> {
  const handle = await (await folder()).getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  await stream.write(text);
  await stream.close();
}

const remove = async (name: string): Promise<void> =>
  (await folder()).removeEntry(name).catch(() => undefined);

async function keep(file: string, about = reviews): Promise<void> {
  try {
    if (about.length > 0) await write(REVIEWS, JSON.stringify(about));
    await write(FILE, file);
    channel?.postMessage('changed');
    set({ unkept: false });
  } catch {
    set({ unkept: true });
  }
}

const ask = (request: ReviewCall, runs: readonly Run[]) => {
  const ref = runs[0]?.dataset?.ref ?? dataset.value.ref;
  return ref ? pool.scope(ref).callOn(0, 'review', request) : pool.callOn(0, 'review', request);
};

/** Does it when all before it is done; what fails is said. */
function then(work: () => Promise<void>): Promise<void> {
  const next = last.then(async () => {
    set({ busy: true });
    try {
      await work();
    } catch (error) {
      set({ said: messageOf(error) });
    }
    set({ busy: false });
  });
  last = next;
  return next;
}

const screenOf = async (
  file: string,
  pressed: string[],
  about: string[],
  runs: readonly Run[],
): Promise<ReviewScreen> =>
  (await ask(
    { action: 'open', file, keys: pressed, ...(about.length > 0 && { reviews: about }) },
    runs,
  )) as ReviewScreen;

/** `about`: the reviews that the file decides. */
async function show(
  file: string,
  runs: readonly Run[],
  about: string[] = [],
  first?: (screen: ReviewScreen) => Promise<void>,
): Promise<ReviewScreen> {
  const screen = await screenOf(file, [], about, runs);
  await first?.(screen);
  base = file;
  keys = [];
  reviews = about;
  set({ screen, merge: null, said: '', stranded: '' });
  return screen;
}

/** What is shown is kept: a reload shows it again. */
const open = async (file: string, runs: readonly Run[], about: string[] = []): Promise<void> => {
  await show(file, runs, about, (screen) => keep(screen.file, about));
};

const today = (): string => new Date().toISOString().slice(0, 10);

/** Those that are shown. */
let latest: readonly Run[] = [];

/** Brings back what was kept, once, and follows what other tabs change. */
export function startReview(runs: readonly Run[]): void {
  latest = runs;
  if (!review.value.starting) return;
  set({ starting: false });
  const follow = (): Promise<void> =>
    then(async () => {
      const file = await kept();
      if (file === (review.value.screen?.file ?? review.value.stranded)) return;
      if (file) await reopen(file, latest);
      else set({ screen: null, merge: null, stranded: '' });
    });
  channel?.addEventListener('message', () => void follow());
  void follow();
}

/** What was kept and does not open stays: it may be about other runs. */
async function reopen(file: string, runs: readonly Run[]): Promise<void> {
  try {
    const screen = await show(file, runs);
    if (screen.decides.length === 0) return;
    // Without its reviews, if they are not those of this file.
    const about = JSON.parse((await kept(REVIEWS)) || '[]') as string[];
    if (about.length > 0) await show(file, runs, about).catch(() => undefined);
  } catch (error) {
    set({ screen: null, stranded: file });
    throw error;
  }
}

export const beginReview = (
  runs: readonly Run[],
  reviewer: string,
  seed: number,
  hard: boolean,
): Promise<void> =>
  then(async () => {
    const models = runs.flatMap(({ name, files, settings }) =>
      settings ? [{ name, settings, files: refsOf(files) }] : [],
    );
    const request: ReviewCall = { action: 'plan', models, reviewer, seed, date: today(), hard };
    const plan = (await ask(request, runs)) as ReviewPlan;
    if (plan.entries === 0)
      throw new Error(
        `There is nothing to review: no entry is suspicious${hard ? ' or hard' : ''}.`,
      );
    await open(plan.file, runs);
  });

/** A file of a review, to continue it; or its entries for another reviewer. */
export const openReview = (runs: readonly Run[], file: string, reviewer = ''): Promise<void> =>
  then(async () => {
    if (!reviewer) return open(file, runs);
    const request: ReviewCall = { action: 'same', file, reviewer, date: today() };
    await open(((await ask(request, runs)) as ReviewPlan).file, runs);
  });

/** A key, or "c TEXT". */
export const pressKey = (runs: readonly Run[], key: string): Promise<void> =>
  then(async () => {
    if (!review.value.screen) return;
    const all = [...keys, key];
    const screen = await screenOf(base, all, reviews, runs);
    if (screen.file !== review.value.screen.file) await keep(screen.file);
    keys = all;
    set({ screen, merge: null, said: '' });
  });

/** What came out of this review, and of another one about the same entries. */
export const mergeReview = (runs: readonly Run[], other: string, link: string): Promise<void> =>
  then(async () => {
    const { screen } = review.value;
    if (!screen) return;
    const files = [screen.file, ...reviews, ...(other && reviews.length === 0 ? [other] : [])];
    const request: ReviewCall = { action: 'merge', files, ...(link && { link }) };
    set({ merge: (await ask(request, runs)) as ReviewMerge, said: '' });
  });

const isDecisions = (file: string): boolean => {
  try {
    return Boolean(
      (JSON.parse(file.slice(0, file.indexOf('\n'))) as { reviewers?: unknown }).reviewers,
    );
  } catch {
    return false;
  }
};

/** Decides where the open review and these files differ; decisions may be among them. */
export const decideReviews = (
  runs: readonly Run[],
  others: string[],
  reviewer: string,
): Promise<void> =>
  then(async () => {
    const { screen } = review.value;
    const files = screen ? [screen.file, ...others] : others;
    const request: ReviewCall = { action: 'decide', files, reviewer, date: today() };
    const plan = (await ask(request, runs)) as ReviewPlan;
    if (plan.entries === 0) throw new Error('There is nothing to decide: the reviews agree.');
    if (screen && screen.decides.length === 0) downloadReview();
    const about = files.filter((file) => !isDecisions(file));
    await open(plan.file, runs, about);
  });

/** Opens the kept review with the runs of now. */
export const reopenReview = (runs: readonly Run[]): Promise<void> =>
  then(async () => {
    const file = review.value.stranded;
    if (file) await reopen(file, runs);
  });

const fileName = (screen: ReviewScreen | null): string =>
  `${screen && screen.decides.length > 0 ? 'decisions' : 'review'}${screen ? `-${screen.reviewer}` : ''}.jsonl`;

export function downloadReview(): void {
  const { screen, stranded } = review.value;
  download(fileName(screen), screen?.file ?? stranded);
}

/** Removes the review from this browser. Until that can no longer be undone, its file stays. */
export const closeReview = (): Promise<void> =>
  then(async () => {
    const { screen, stranded } = review.value;
    const file = screen?.file ?? stranded;
    if (!file) return;
    const was = { base, keys, reviews };
    reviews = [];
    set({ screen: null, merge: null, said: '', stranded: '' });
    undoable({
      kind: 'review',
      name: screen ? `of ${screen.reviewer}` : FILE,
      back: () =>
        then(async () => {
          // Another one is under way: this one becomes a file of the reader's.
          if (review.value.screen) return download(fileName(screen), file);
          if (screen) ({ base, keys, reviews } = was);
          set({ screen, stranded });
          await keep(file);
        }),
      end: () =>
        void then(async () => {
          if ((await kept()) !== file || review.value.screen) return;
          await remove(FILE);
          await remove(REVIEWS);
          channel?.postMessage('changed');
        }),
    });
  });

// Deals the entries of a run out to the workers in chunks: small ones, so that progress is smooth and
// cancelling quick; a worker goes on with the file that it has open, and helps with others when done.
import type { ScoreSettings } from '../lib/scorer-types.ts';
import {
  WorkerError,
  type Arguments,
  type Chunk,
  type FileRef,
  type OpenedFile,
} from '../worker/protocol.ts';

/** What of the pool is needed here. */
export interface Scoring {
  readonly size: number;
  callOn(worker: number, method: 'score', ...args: Arguments<'score'>): Promise<Chunk>;
}

interface Task {
  file: FileRef & OpenedFile;
  next: number;
  step: number;
  workers: number;
  failed: boolean;
}

const CHUNK = 200;
/** Episodes cost about twenty times as much as single turns. */
const EPISODE_CHUNK = 20;
/** A file is shared by several workers when it has at least so many chunks left. */
const WORTH_SHARING = 2;

/** The worker died: of no memory, as far as is known. The pool has a new one in its place. */
const died = (error: unknown) => error instanceof WorkerError && error.kind === 'module';

const isEpisodes = (file: OpenedFile) =>
  file.categories.some(({ name }) => name.startsWith('multi_turn'));

const weight = (file: OpenedFile) => file.entries * (isEpisodes(file) ? CHUNK / EPISODE_CHUNK : 1);

/**
 * The entries of a chunk that a worker has died of, one by one. One that it dies of again gets the verdict
 * "out_of_memory", and is among those of the settings from then on, so that no later call scores it.
 */
async function* scoreOneByOne(
  pool: Scoring,
  worker: number,
  file: FileRef & OpenedFile,
  settings: ScoreSettings,
  begin: number,
  end: number,
): AsyncGenerator<{ from: number; chunk: Chunk }> {
  for (let from = begin; from < end; from++) {
    try {
      yield { from, chunk: await pool.callOn(worker, 'score', file, settings, from, 1) };
    } catch (error) {
      if (!died(error)) throw error;
      const chunk = await pool.callOn(worker, 'score', file, settings, from, 1, true);
      settings.out_of_memory = [
        ...(settings.out_of_memory ?? []),
        ...chunk.rows.map(({ id }) => id),
      ];
      yield { from, chunk };
    }
  }
}

/**
 * Calls `take` with each chunk as it comes, and `fail` when a file cannot be scored any further; the others
 * go on. Stops between chunks when the signal is aborted.
 */
export async function scoreInChunks(
  pool: Scoring,
  files: (FileRef & OpenedFile)[],
  settings: ScoreSettings,
  signal: AbortSignal,
  take: (file: FileRef & OpenedFile, chunk: Chunk, from: number) => void,
  fail: (file: FileRef & OpenedFile, error: unknown) => void,
): Promise<void> {
  const tasks: Task[] = files
    .filter(({ entries }) => entries > 0)
    .sort((a, b) => weight(b) - weight(a))
    .map((file) => ({
      file,
      next: 0,
      step: isEpisodes(file) ? EPISODE_CHUNK : CHUNK,
      workers: 0,
      failed: false,
    }));
  const left = (task: Task) => Math.max(0, Math.ceil((task.file.entries - task.next) / task.step));

  const pick = (): Task | undefined =>
    tasks.find((task) => task.workers === 0 && left(task) > 0) ??
    tasks.filter((task) => left(task) >= WORTH_SHARING).sort((a, b) => left(b) - left(a))[0];

  const scoreChunk = async (worker: number, { file, step }: Task, from: number): Promise<void> => {
    try {
      const chunk = await pool.callOn(worker, 'score', file, settings, from, step);
      if (!signal.aborted) take(file, chunk, from);
    } catch (error) {
      if (!died(error)) throw error;
      const end = Math.min(from + step, file.entries);
      for await (const one of scoreOneByOne(pool, worker, file, settings, from, end)) {
        if (signal.aborted) return;
        take(file, one.chunk, one.from);
      }
    }
  };

  const work = async (worker: number): Promise<void> => {
    for (let task = pick(); task && !signal.aborted; task = pick()) {
      task.workers += 1;
      while (left(task) > 0 && !signal.aborted) {
        const from = task.next;
        task.next += task.step;
        try {
          await scoreChunk(worker, task, from);
        } catch (error) {
          if (!task.failed) fail(task.file, error);
          task.failed = true;
          task.next = task.file.entries;
        }
      }
      task.workers -= 1;
    }
  };
  const chunks = tasks.reduce((sum, task) => sum + left(task), 0);
  const workers = Math.min(pool.size, Math.max(1, Math.ceil(chunks / 2)));
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
}

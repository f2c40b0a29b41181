// Deals the entries of a run out to the workers in chunks: small ones, so that progress is smooth and
// cancelling quick; a worker goes on with the file that it has open, and helps with others when done.
import type { ScoreSettings } from '../lib/scorer-types.ts';
import type { Chunk, FileRef, OpenedFile } from '../worker/protocol.ts';

/** What of the pool is needed here. */
export interface Scoring {
  readonly size: number;
  callOn(
    worker: number, method: 'score', file: FileRef, settings: ScoreSettings, from: number, count: number,
  ): Promise<Chunk>;
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

const isEpisodes = (file: OpenedFile) => file.categories.some(({ name }) => name.startsWith('multi_turn'));

const weight = (file: OpenedFile) => file.entries * (isEpisodes(file) ? CHUNK / EPISODE_CHUNK : 1);

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
    .map((file) => ({ file, next: 0, step: isEpisodes(file) ? EPISODE_CHUNK : CHUNK, workers: 0, failed: false }));
  const left = (task: Task) => Math.max(0, Math.ceil((task.file.entries - task.next) / task.step));

  const pick = (): Task | undefined =>
    tasks.find((task) => task.workers === 0 && left(task) > 0) ??
    tasks.filter((task) => left(task) >= WORTH_SHARING).sort((a, b) => left(b) - left(a))[0];

  const work = async (worker: number): Promise<void> => {
    for (let task = pick(); task && !signal.aborted; task = pick()) {
      task.workers += 1;
      while (left(task) > 0 && !signal.aborted) {
        const from = task.next;
        task.next += task.step;
        try {
          const chunk = await pool.callOn(worker, 'score', task.file, settings, from, task.step);
          if (!signal.aborted) take(task.file, chunk, from);
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

// Answers as they come, in a file of this browser: a line each, whole or not at all. In the worker.
import type { Answer } from './protocol.ts';
import { readSteps, type Step } from './steps.ts';

export const ASKS = 'bfclx-asks';
export const ANSWERS = 'answers.jsonl';
const STEPS = 'steps.jsonl';
/** Of conversations that are under way; what would go beyond is asked again after a reload. */
const MOST_STEP_BYTES = 64_000_000;

export interface Store {
  /** False: it could not be kept. */
  keep(answer: Answer): boolean;
  /** What was answered in conversations that were cut. */
  steps: readonly Step[];
  keepStep(step: Step): void;
  close(): void;
}

/** Of workers, which the types of pages do not know. */
interface SyncFile {
  getSize(): number;
  read(to: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}
interface OpensSync {
  createSyncAccessHandle(): Promise<SyncFile>;
}

const encoder = new TextEncoder();

/** Null where nothing can be kept, or another tab has the file. `open`: whether an entry's conversation is still under way. */
export async function openStore(
  place: string,
  open: (id: string) => boolean,
): Promise<Store | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await (await root.getDirectoryHandle(ASKS)).getDirectoryHandle(place);
    const handle: unknown = await folder.getFileHandle(ANSWERS, { create: true });
    const file = await (handle as OpensSync).createSyncAccessHandle();
    let end = mendedEnd(file);
    const kept = await openSteps(folder, open).catch(() => null);
    return {
      steps: kept?.steps ?? [],
      keepStep: (step) => kept?.keep(step),
      keep(answer) {
        const bytes = encoder.encode(`${JSON.stringify(answer)}\n`);
        try {
          file.write(bytes, { at: end });
          file.flush();
          end += bytes.length;
          return true;
        } catch {
          return false;
        }
      },
      close: () => {
        file.close();
        kept?.close();
      },
    };
  } catch {
    return null;
  }
}

/** The steps of the conversations that are under way; the file is written anew with these. */
async function openSteps(folder: FileSystemDirectoryHandle, open: (id: string) => boolean) {
  const handle: unknown = await folder.getFileHandle(STEPS, { create: true });
  const file = await (handle as OpensSync).createSyncAccessHandle();
  const before = new Uint8Array(file.getSize());
  file.read(before, { at: 0 });
  const steps = readSteps(new TextDecoder().decode(before)).filter(({ id }) => open(id));
  file.truncate(0);
  let end = 0;
  const keep = (step: Step): void => {
    const bytes = encoder.encode(`${JSON.stringify(step)}\n`);
    if (end + bytes.length > MOST_STEP_BYTES) return;
    try {
      file.write(bytes, { at: end });
      file.flush();
      end += bytes.length;
    } catch {
      // There is no room: it is asked again.
    }
  };
  steps.forEach(keep);
  return { steps, keep, close: () => file.close() };
}

/** A line that was cut by the end of a tab is taken away. */
function mendedEnd(file: SyncFile): number {
  const size = file.getSize();
  const bytes = new Uint8Array(size);
  file.read(bytes, { at: 0 });
  const end = bytes.lastIndexOf(10) + 1;
  if (end < size) file.truncate(end);
  return end;
}

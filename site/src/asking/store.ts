// Answers as they come, in a file of this browser: a line each, whole or not at all. In the worker.
import type { Answer } from './protocol.ts';

export const ASKS = 'bfclx-asks';
export const ANSWERS = 'answers.jsonl';

export interface Store {
  /** False: it could not be kept. */
  keep(answer: Answer): boolean;
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

/** Null where nothing can be kept, or another tab has the file. */
export async function openStore(place: string): Promise<Store | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await (await root.getDirectoryHandle(ASKS)).getDirectoryHandle(place);
    const handle: unknown = await folder.getFileHandle(ANSWERS, { create: true });
    const file = await (handle as OpensSync).createSyncAccessHandle();
    let end = mendedEnd(file);
    return {
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
      close: () => file.close(),
    };
  } catch {
    return null;
  }
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

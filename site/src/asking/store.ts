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
  /** `live`: the steps that are needed still, this one too. */
  keepStep(step: Step, live: () => readonly Step[]): void;
  close(live: readonly Step[]): void;
}

/** Of workers, which the types of pages do not know. */
export interface SyncFile {
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
      keepStep: (step, live) => kept?.file.keep(step, live),
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
      close: (live) => {
        file.close();
        kept?.file.close(live);
      },
    };
  } catch {
    return null;
  }
}

/** The file of steps, a line each. What conversations said that have come to their end goes when there is no more room. */
export class StepFile {
  private end = 0;
  /** Bytes that the last writing anew left. */
  private before = 0;

  constructor(
    private readonly file: SyncFile,
    private readonly most = MOST_STEP_BYTES,
  ) {}

  /** Those of before that are `open` still; the file is written anew with these. */
  read(open: (id: string) => boolean): Step[] {
    // More than is ever written is none of ours, and is not taken into memory.
    const size = this.file.getSize();
    const bytes = new Uint8Array(size > this.most ? 0 : size);
    this.file.read(bytes, { at: 0 });
    const steps = readSteps(new TextDecoder().decode(bytes)).filter(({ id }) => open(id));
    this.rewrite(steps);
    return steps;
  }

  /** `live`: the steps that are needed still, this one too. */
  keep(step: Step, live: () => readonly Step[]): void {
    // Not for each step anew, where what is needed alone fills the file.
    if (!this.append(step) && this.end - this.before >= this.most / 2) this.rewrite(live());
  }

  /** With nothing that is needed still, nothing stays. */
  close(live: readonly Step[]): void {
    if (live.length === 0) this.rewrite([]);
    this.file.close();
  }

  private rewrite(steps: readonly Step[]): void {
    this.file.truncate(0);
    this.end = 0;
    for (const step of steps) this.append(step);
    this.before = this.end;
  }

  /** False: there is no room; it is asked again. */
  private append(step: Step): boolean {
    const bytes = encoder.encode(`${JSON.stringify(step)}\n`);
    if (this.end + bytes.length > this.most) return false;
    try {
      this.file.write(bytes, { at: this.end });
      this.file.flush();
      this.end += bytes.length;
      return true;
    } catch {
      return false;
    }
  }
}

async function openSteps(folder: FileSystemDirectoryHandle, open: (id: string) => boolean) {
  const handle: unknown = await folder.getFileHandle(STEPS, { create: true });
  const file = new StepFile(await (handle as OpensSync).createSyncAccessHandle());
  return { file, steps: file.read(open) };
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

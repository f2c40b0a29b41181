// Stand-ins for the browser's files and for the workers: one scorer with the real module, on the sample.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { deferredUrl, wasmUrl } from 'bfclx';
import { Host } from '../src/worker/host.ts';
import type { DatasetRef, ModuleParts } from '../src/worker/protocol.ts';

const SAMPLE = join(import.meta.dirname, '../../tools/sample');

export function filesBelow(folder: string): { path: string; blob: Blob }[] {
  const files = readdirSync(join(SAMPLE, folder), { recursive: true, withFileTypes: true });
  return files
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((path) => ({ path: relative(SAMPLE, path), blob: new Blob([readFileSync(path)]) }));
}

const DATA = [
  ...filesBelow('data'),
  { path: 'models.json', blob: new Blob([readFileSync(join(SAMPLE, 'models.json'))]) },
];
const ENTRIES = Object.fromEntries(
  DATA.flatMap(({ path }) => /^data\/BFCL_v4_(\w+)\.json$/.exec(path)?.[1] ?? []).map((name) => [
    name,
    readFileSync(join(SAMPLE, `data/BFCL_v4_${name}.json`), 'utf8')
      .split('\n')
      .filter(Boolean).length,
  ]),
);

/** As state/dataset.ts has it. */
export function sampleDataset(hash: string) {
  const ref: DatasetRef = {
    key: hash,
    blobs: Object.fromEntries(DATA.map(({ path, blob }) => [path, blob])),
    files: Object.fromEntries(DATA.map(({ path, blob }) => [path, blob.size])),
  };
  return {
    phase: 'ready',
    kind: 'sample',
    version: 'sample',
    hash,
    entries: ENTRIES,
    bytes: 0,
    files: DATA.length,
    problems: [],
    error: '',
    ref,
  };
}

/** The workers: calls one after the other, and the names of those that were made. */
export async function standInPool(dataset: () => DatasetRef) {
  const host = new Host();
  const [primary, deferred] = await Promise.all(
    [wasmUrl(), deferredUrl()].map((url) => WebAssembly.compile(readFileSync(url))),
  );
  await host.start({ primary, deferred } as ModuleParts);
  const made: string[] = [];
  /** Paths of the files, in the order in which they were opened. */
  const opened: string[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  const call = (method: keyof Host, ...args: unknown[]): Promise<unknown> => {
    made.push(method);
    if (method === 'openResults') opened.push((args[0] as { path: string }).path);
    const next = queue.then(() => {
      host.useDataset(dataset());
      return (host[method] as (...some: unknown[]) => Promise<unknown>).apply(host, args);
    });
    queue = next.catch(() => undefined);
    return next;
  };
  const scope = {
    size: 1,
    call,
    callOn: (_worker: number, method: keyof Host, ...args: unknown[]) => call(method, ...args),
  };
  const apart = (_ref: unknown, _stop: unknown, method: keyof Host, ...args: unknown[]) =>
    call(method, ...args);
  /** A page that is loaded anew has workers that know nothing, and names its files from the first on. */
  const forget = async (): Promise<void> => {
    await queue.catch(() => undefined);
    await host.closeResults(Array.from({ length: 200 }, (_, i) => `file-${i}`));
    made.length = 0;
    opened.length = 0;
  };
  return {
    made,
    opened,
    host,
    forget,
    pool: {
      ...scope,
      scope: () => scope,
      apart,
      fetchDeferred: () => Promise.resolve(),
      closeResults: () => Promise.resolve(),
    },
  };
}

/**
 * Folders with files, as OPFS has them; `fault` is thrown when something is written. A folder into which something is
 * written cannot be removed.
 */
export class Disk {
  folders = new Map<string, Map<string, { bytes: Uint8Array<ArrayBuffer>; changed: number }>>();
  fault: Error | null = null;
  written: string[] = [];
  /** Bytes. */
  room = Infinity;
  /** Whatever is closed waits for it. */
  gate: Promise<unknown> = Promise.resolve();
  /** What is read of a file waits for it. */
  slow: (folder: string, name: string) => Promise<unknown> | undefined = () => undefined;
  /** Each is held by a stream. */
  readonly locks = new Set<{ folder: string }>();
  private clock = 1000;

  put(folder: string, name: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.folders.get(folder)?.set(name, { bytes, changed: ++this.clock });
  }
  bytesOf(folder: string, name: string): Uint8Array<ArrayBuffer> | undefined {
    return this.folders.get(folder)?.get(name)?.bytes;
  }
  get used(): number {
    const files = [...this.folders.values()].flatMap((folder) => [...folder.values()]);
    return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
  private free(folder: string): void {
    if ([...this.locks].some((lock) => lock.folder === folder))
      throw new DOMException('it is written', 'NoModificationAllowedError');
  }
  private file(folder: string, name: string) {
    return {
      kind: 'file',
      getFile: async () => {
        await this.slow(folder, name);
        const found = this.folders.get(folder)?.get(name);
        if (!found) throw new DOMException('no such file', 'NotFoundError');
        return new File([found.bytes], name, { lastModified: found.changed });
      },
      createWritable: async () => {
        const parts: Blob[] = [];
        const lock = { folder };
        this.locks.add(lock);
        return {
          write: async (blob: Blob) => {
            if (this.fault) throw this.fault;
            if (this.used + blob.size > this.room)
              throw new DOMException('full', 'QuotaExceededError');
            parts.push(blob);
          },
          abort: async () => void this.locks.delete(lock),
          close: async () => {
            await this.gate;
            this.locks.delete(lock);
            if (!this.folders.has(folder)) throw new DOMException('gone', 'NotFoundError');
            this.put(folder, name, new Uint8Array(await new Blob(parts).arrayBuffer()));
            this.written.push(name);
          },
        };
      },
    };
  }
  private place(folder: string) {
    const there = (): Map<string, unknown> => {
      const found = this.folders.get(folder);
      if (!found) throw new DOMException('no such folder', 'NotFoundError');
      return found;
    };
    return {
      kind: 'directory',
      name: folder,
      getFileHandle: async (name: string, { create = false } = {}) => {
        if (!there().has(name) && !create) throw new DOMException('no such file', 'NotFoundError');
        return this.file(folder, name);
      },
      removeEntry: async (name: string) => void there().delete(name),
    };
  }
  readonly root = {
    getDirectoryHandle: async (folder: string, { create = false } = {}) => {
      if (create && !this.folders.has(folder)) this.folders.set(folder, new Map());
      if (!this.folders.has(folder)) throw new DOMException('no such folder', 'NotFoundError');
      return this.place(folder);
    },
    removeEntry: async (folder: string) => {
      this.free(folder);
      this.folders.delete(folder);
    },
    values: async function* (this: { folders: () => string[]; place: (name: string) => unknown }) {
      for (const name of this.folders()) yield this.place(name);
    }.bind({
      folders: () => [...this.folders.keys()],
      place: (name: string) => this.place(name),
    }),
  };
}

// The pool of scoring workers behind promises. The module is compiled once on the page and posted to
// every worker; a worker that dies (a trap, no memory) is replaced and its calls are rejected.
import { wasmUrl } from 'bfclx';
import {
  WorkerError,
  type Arguments,
  type DatasetRef,
  type Method,
  type Modules,
  type Outcome,
  type Reply,
  type Request,
} from './protocol.ts';

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** One worker with its calls under way. */
class Member {
  private worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private next = 1;
  private started: Promise<void> | null = null;
  private isFull = false;
  private readonly known = new Set<string>();

  constructor(private readonly index: number) {
    this.worker = this.spawn();
  }

  private spawn(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
      name: `scorer-${this.index}`,
    });
    worker.onmessage = (event: MessageEvent<Reply>) => this.answer(event.data);
    worker.onerror = (event) => this.replace(event.message || 'the worker could not be started');
    return worker;
  }

  /** Calls under way. */
  get load(): number {
    return this.pending.size;
  }

  call<M extends Method>(
    dataset: DatasetRef | null,
    method: M,
    ...args: Arguments<M>
  ): Promise<Outcome<M>> {
    const id = this.next++;
    const meant = dataset && this.known.has(dataset.key) ? dataset.key : dataset;
    if (dataset) this.known.add(dataset.key);
    const request: Request = { id, method, args, dataset: meant };
    return new Promise<unknown>((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.worker.postMessage(request);
    }) as Promise<Outcome<M>>;
  }

  private answer(reply: Reply): void {
    const waiting = this.pending.get(reply.id);
    this.pending.delete(reply.id);
    if (!waiting) return;
    if ('value' in reply) return waiting.resolve(reply.value);
    waiting.reject(new WorkerError(reply.failure));
    if (reply.failure.kind === 'module') this.replace('the module stopped and was loaded anew');
  }

  /** Ends the worker, rejects what it was asked, and starts a new one. */
  private replace(reason: string): void {
    this.worker.terminate();
    const waiting = [...this.pending.values()];
    this.pending.clear();
    this.known.clear();
    this.started = null;
    this.worker = this.spawn();
    for (const { reject } of waiting) reject(new WorkerError({ kind: 'module', message: reason }));
  }

  /** Ends the worker for good. */
  end(reason: string): void {
    this.worker.terminate();
    for (const { reject } of this.pending.values())
      reject(new WorkerError({ kind: 'module', message: reason }));
    this.pending.clear();
  }

  /** Starts the module; cheap when it runs already. */
  start(modules: Modules): Promise<void> {
    const full = modules.full !== undefined;
    if (!this.started || (full && !this.isFull)) {
      this.isFull = full;
      this.started = this.call(null, 'start', modules);
    }
    return this.started;
  }
}

async function compile(full: boolean): Promise<WebAssembly.Module> {
  const address = wasmUrl({ full });
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) {
    throw new WorkerError({
      kind: 'network',
      message:
        'The scoring module could not be fetched. Check the connection and load the page again.',
    });
  }
  // A plain file server may not know the type application/wasm, which streaming compilation wants.
  const typed = response.headers.get('Content-Type')?.startsWith('application/wasm') ?? false;
  try {
    return await (typed
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer()));
  } catch {
    throw new WorkerError({
      kind: 'network',
      message:
        'What came as the scoring module is none: the file was cut or changed on its way. Load the page again.',
    });
  }
}

/** A worker apart waits so many milliseconds for its next call. */
const SPARE = 3000;

export class Pool {
  private readonly members: Member[] = [];
  private core: Promise<WebAssembly.Module> | null = null;
  private full: Promise<WebAssembly.Module> | null = null;
  private wantsFull = false;
  /** The worker of the last call apart, and when it ends. */
  private spare: { member: Member; timer: ReturnType<typeof setTimeout> } | null = null;
  private dataset: DatasetRef | null = null;

  /** `size`: number of workers. */
  constructor(readonly size: number) {}

  /** The dataset of calls that name none. */
  useDataset(dataset: DatasetRef): void {
    this.dataset = dataset;
  }

  /**
   * From now on the full module is used: Java, JavaScript, episodes, playground. A call that needs it does
   * the same by itself, a little later.
   */
  useFull(): void {
    this.wantsFull = true;
  }

  private async modules(): Promise<Modules> {
    if (this.wantsFull) return this.fullModules();
    this.core ??= compile(false);
    this.core.catch(() => (this.core = null));
    return { core: await this.core };
  }

  /** The full module, for a worker of another kind. */
  async fullModule(): Promise<WebAssembly.Module> {
    return (await this.fullModules()).core;
  }

  private async fullModules(): Promise<Modules> {
    this.full ??= compile(true);
    this.full.catch(() => (this.full = null));
    const full = await this.full;
    return { core: full, full };
  }

  private member(index: number): Member {
    const found = this.members[index] ?? new Member(index);
    this.members[index] = found;
    return found;
  }

  /** Calls a method on the least busy worker. */
  call<M extends Method>(method: M, ...args: Arguments<M>): Promise<Outcome<M>> {
    return this.send(this.leastBusy(), this.dataset, method, args);
  }

  /** Calls a method on one worker: what it opened before is there already. */
  callOn<M extends Method>(worker: number, method: M, ...args: Arguments<M>): Promise<Outcome<M>> {
    return this.send(worker, this.dataset, method, args);
  }

  /** The same calls on another dataset than the common one. */
  scope(dataset: DatasetRef): Scope {
    return {
      size: this.size,
      call: (method, ...args) => this.send(this.leastBusy(), dataset, method, args),
      callOn: (worker, method, ...args) => this.send(worker, dataset, method, args),
    };
  }

  /**
   * Calls a method on a worker of its own, with the full module: for what takes a while and must not keep
   * anything else waiting. The worker ends when the signal is aborted or the call fails; else it waits a little for the
   * next one, with its dataset.
   */
  async apart<M extends Method>(
    dataset: DatasetRef | null,
    signal: AbortSignal,
    method: M,
    ...args: Arguments<M>
  ): Promise<Outcome<M>> {
    const modules = await this.fullModules();
    signal.throwIfAborted();
    const member = this.takeSpare() ?? new Member(this.size);
    const end = () => member.end('the call was given up');
    signal.addEventListener('abort', end);
    let done = false;
    try {
      await member.start(modules);
      const outcome = await member.call(dataset, method, ...args);
      done = true;
      return outcome;
    } finally {
      signal.removeEventListener('abort', end);
      if (done && !signal.aborted) this.keepSpare(member);
      else end();
    }
  }

  private takeSpare(): Member | undefined {
    const member = this.spare?.member;
    clearTimeout(this.spare?.timer);
    this.spare = null;
    return member;
  }

  private keepSpare(member: Member): void {
    const end = (): void => {
      if (this.spare?.member === member) this.spare = null;
      member.end('it was not needed any more');
    };
    if (this.spare) return end();
    this.spare = { member, timer: setTimeout(end, SPARE) };
  }

  private async send<M extends Method>(
    worker: number,
    dataset: DatasetRef | null,
    method: M,
    args: Arguments<M>,
  ): Promise<Outcome<M>> {
    const member = this.member(worker % this.size);
    await member.start(await this.modules());
    try {
      return await member.call(dataset, method, ...args);
    } catch (error) {
      if (!(error instanceof WorkerError && error.kind === 'full')) throw error;
      this.useFull();
      await member.start(await this.modules());
      return member.call(dataset, method, ...args);
    }
  }

  /** Worker 0 answers what people wait for; a second starts only when the first is busy. */
  private leastBusy(): number {
    let best = 0;
    for (let i = 0; i < this.size; i++) {
      const load = this.members[i]?.load ?? 0;
      if (load === 0 && (this.members[i] || i === 0)) return i;
      if (load < (this.members[best]?.load ?? 0)) best = i;
    }
    return best;
  }

  /** Frees files on every worker that was started. */
  async closeResults(keys: string[]): Promise<void> {
    const free = (member: Member) => member.call(null, 'closeResults', keys).catch(() => undefined);
    await Promise.all(this.members.flatMap((member) => (member ? [free(member)] : [])));
  }
}

/** Calls on one dataset. */
export interface Scope {
  readonly size: number;
  call<M extends Method>(method: M, ...args: Arguments<M>): Promise<Outcome<M>>;
  callOn<M extends Method>(worker: number, method: M, ...args: Arguments<M>): Promise<Outcome<M>>;
}

// The pool of scoring workers behind promises. The module is compiled once on the page and posted to
// every worker; a worker that dies (a trap, no memory) is replaced and its calls are rejected.
import { wasmUrl } from 'bfclx';
import {
  BUILDS,
  WorkerError,
  type Arguments,
  type Build,
  type BuiltModule,
  type DatasetRef,
  type Method,
  type Outcome,
  type WorkerAnswer,
  type Request,
} from './protocol.ts';

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  told: Told;
}

/** Is told how much of a call is done, in the unit of its method. */
type Told = (done: number) => void;
const NOBODY: Told = () => undefined;

const NOT_STARTED =
  'The scoring scripts could not be started: a file of this page is missing on its server, or was changed in transit. ' +
  'Load the page again. If that does not help, the site is missing files; contact its operator.';

/** One worker with its calls under way. */
class Member {
  /** Null: it could not be started, and is tried again with the next call. */
  private worker: Worker | null;
  private readonly pending = new Map<number, Pending>();
  private next = 1;
  private started: Promise<void> | null = null;
  /** Of the module that it was started with, among BUILDS. */
  private rank = -1;
  /** It has answered, so its script is there. */
  private alive = false;
  private readonly known = new Set<string>();

  constructor(private readonly index: number) {
    this.worker = this.spawn();
  }

  private spawn(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
      name: `scorer-${this.index}`,
    });
    worker.onmessage = (event: MessageEvent<WorkerAnswer>) => this.answer(event.data);
    worker.onerror = (event) => {
      if (this.alive) this.replace(event.message || 'the worker stopped');
      else this.replace(NOT_STARTED, 'network');
    };
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
    return this.tellingCall(dataset, NOBODY, method, ...args);
  }

  tellingCall<M extends Method>(
    dataset: DatasetRef | null,
    told: Told,
    method: M,
    ...args: Arguments<M>
  ): Promise<Outcome<M>> {
    const id = this.next++;
    const meant = dataset && this.known.has(dataset.key) ? dataset.key : dataset;
    if (dataset) this.known.add(dataset.key);
    const request: Request = { id, method, args, dataset: meant };
    return new Promise<unknown>((resolve, reject) => {
      this.pending.set(id, { resolve, reject, told });
      this.worker ??= this.spawn();
      this.worker.postMessage(request);
    }) as Promise<Outcome<M>>;
  }

  private answer(response: WorkerAnswer): void {
    this.alive = true;
    const waiting = this.pending.get(response.id);
    if ('done' in response) return waiting?.told(response.done);
    this.pending.delete(response.id);
    if (!waiting) return;
    if ('value' in response) return waiting.resolve(response.value);
    waiting.reject(new WorkerError(response.failure));
    if (response.failure.kind === 'module' || response.failure.kind === 'script')
      this.replace('the module stopped and was reloaded');
  }

  /** Ends the worker, rejects what it was asked, and starts a new one, unless there is none to be had. */
  private replace(message: string, kind: 'module' | 'network' = 'module'): void {
    this.worker?.terminate();
    const waiting = [...this.pending.values()];
    this.pending.clear();
    this.known.clear();
    this.started = null;
    this.worker = this.alive ? this.spawn() : null;
    this.alive = false;
    for (const { reject } of waiting) reject(new WorkerError({ kind, message }));
  }

  /** Ends the worker for good. */
  end(reason: string): void {
    this.worker?.terminate();
    for (const { reject } of this.pending.values())
      reject(new WorkerError({ kind: 'module', message: reason }));
    this.pending.clear();
  }

  /** Starts the module, or a larger one in the place of it; cheap when it runs already. */
  start(built: BuiltModule): Promise<void> {
    const rank = BUILDS.indexOf(built.build);
    if (!this.started || rank > this.rank) {
      this.rank = rank;
      this.started = this.call(null, 'start', built).catch((error: unknown) => {
        this.started = null;
        const isMissing = error instanceof WorkerError && error.kind === 'script';
        throw isMissing ? new WorkerError({ kind: 'network', message: NOT_STARTED }) : error;
      });
    }
    return this.started;
  }
}

async function compile(build: Build): Promise<WebAssembly.Module> {
  const address = wasmUrl({ lean: build === 'lean', full: build === 'full' });
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
        'The scoring module could not be loaded: the file was truncated or changed in transit. Load the page again.',
    });
  }
}

/** A worker apart waits so many milliseconds for its next call. */
const SPARE = 3000;

export class Pool {
  private readonly members: Member[] = [];
  private readonly compiled = new Map<Build, Promise<WebAssembly.Module>>();
  /** The smallest build that does what is asked. */
  private wanted: Build = 'lean';
  /** The worker of the last call apart, and when it ends. */
  private spare: { member: Member; timer: ReturnType<typeof setTimeout> } | null = null;
  private dataset: DatasetRef | null = null;

  /** `size`: number of workers. */
  constructor(readonly size: number) {}

  /** The dataset of calls that name none. */
  useDataset(dataset: DatasetRef): void {
    this.dataset = dataset;
  }

  private want(build: Build): void {
    const rank = BUILDS.indexOf(build);
    if (rank <= BUILDS.indexOf(this.wanted)) return;
    this.wanted = build;
    // Their code is memory that nobody needs any more.
    for (const smaller of BUILDS.slice(0, rank)) this.compiled.delete(smaller);
  }

  /**
   * From now on the full module is used: Java, JavaScript, episodes, playground. A call that needs it does
   * the same by itself, a little later.
   */
  useFull(): void {
    this.want('full');
  }

  /**
   * There is much to score: the small module, which is faster, takes over once it is here. The promise is for
   * those who would rather wait; without the module the work goes on as it is.
   */
  useCore(): Promise<void> {
    if (this.wanted !== 'lean') return Promise.resolve();
    return this.compile('core').then(
      () => this.want('core'),
      () => undefined,
    );
  }

  private compile(build: Build): Promise<WebAssembly.Module> {
    const known = this.compiled.get(build);
    if (known) return known;
    const made = compile(build);
    this.compiled.set(build, made);
    made.catch(() => this.compiled.delete(build));
    return made;
  }

  private async built(): Promise<BuiltModule> {
    const build = this.wanted;
    return { build, module: await this.compile(build) };
  }

  /** The full module, for a worker of another kind. */
  fullModule(): Promise<WebAssembly.Module> {
    return this.compile('full');
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
  apart<M extends Method>(
    dataset: DatasetRef | null,
    signal: AbortSignal,
    method: M,
    ...args: Arguments<M>
  ): Promise<Outcome<M>> {
    return this.tellingApart(dataset, signal, NOBODY, method, ...args);
  }

  /** The same for a call that tells how far it is. */
  async tellingApart<M extends Method>(
    dataset: DatasetRef | null,
    signal: AbortSignal,
    told: Told,
    method: M,
    ...args: Arguments<M>
  ): Promise<Outcome<M>> {
    const module = await this.fullModule();
    signal.throwIfAborted();
    const member = this.takeSpare() ?? new Member(this.size);
    const end = () => member.end('the call was given up');
    signal.addEventListener('abort', end);
    let done = false;
    try {
      await member.start({ build: 'full', module });
      const outcome = await member.tellingCall(dataset, told, method, ...args);
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
      member.end('it was no longer needed');
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
    for (let larger = BUILDS.length - 1; ; larger--) {
      await member.start(await this.built());
      try {
        return await member.call(dataset, method, ...args);
      } catch (error) {
        if (larger === 0 || !this.grow(error)) throw error;
      }
    }
  }

  /** Whether a larger build does what was refused; it is used from now on. */
  private grow(error: unknown): boolean {
    const kind = error instanceof WorkerError ? error.kind : null;
    if (kind !== 'core' && kind !== 'full') return false;
    this.want(kind);
    return true;
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

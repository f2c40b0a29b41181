// The pool of scoring workers behind promises. The module is compiled once on the page and posted to
// every worker; a worker that dies (a trap, no memory) is replaced and its calls are rejected.
import { deferredUrl, wasmUrl } from 'bfclx';
import {
  WorkerError,
  type Arguments,
  type DatasetRef,
  type Failure,
  type FirstParts,
  type Method,
  type ModuleParts,
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
  private hasDeferred = false;
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
    const { kind } = response.failure;
    const failure = kind === 'deferred' ? { ...NO_MODULE, kind } : response.failure;
    waiting.reject(new WorkerError(failure));
    if (kind === 'module' || kind === 'script' || kind === 'deferred')
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

  /** Starts the module, or hands it the deferred part; cheap when it has both already. */
  start(parts: FirstParts): Promise<void> {
    if (!this.started || (parts.deferred && !this.hasDeferred)) {
      this.hasDeferred = parts.deferred !== null;
      this.started = this.call(null, 'start', parts).catch((error: unknown) => {
        this.started = null;
        const isMissing = error instanceof WorkerError && error.kind === 'script';
        throw isMissing ? new WorkerError({ kind: 'network', message: NOT_STARTED }) : error;
      });
    }
    return this.started;
  }
}

const NO_MODULE: Failure = {
  kind: 'network',
  message: 'The scoring module could not be fetched. Check the connection and load the page again.',
};

async function compile(address: URL): Promise<WebAssembly.Module> {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw new WorkerError(NO_MODULE);
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
  private readonly compiled = new Map<string, Promise<WebAssembly.Module>>();
  /** Once it is here. */
  private deferred: WebAssembly.Module | null = null;
  /** The worker of the last call apart, and when it ends. */
  private spare: { member: Member; timer: ReturnType<typeof setTimeout> } | null = null;
  private dataset: DatasetRef | null = null;
  /** Calls that gave verdicts. */
  private verdicts = 0;

  /** `size`: number of workers. */
  constructor(readonly size: number) {}

  /** The dataset of calls that name none. */
  useDataset(dataset: DatasetRef): void {
    this.dataset = dataset;
  }

  /**
   * Fetches the deferred part, which what people do next may need. A call that needs it before fetches it itself. The
   * promise is for those who would rather wait; without the part the work goes on as it is.
   */
  fetchDeferred(): Promise<void> {
    return this.parts().then(
      () => undefined,
      () => undefined,
    );
  }

  get hasDeferred(): boolean {
    return this.deferred !== null;
  }

  /** Both parts. */
  async parts(): Promise<ModuleParts> {
    const [primary, deferred] = await Promise.all([
      this.compile(wasmUrl()),
      this.compile(deferredUrl()),
    ]);
    this.deferred = deferred;
    return { primary, deferred };
  }

  private compile(address: URL): Promise<WebAssembly.Module> {
    const known = this.compiled.get(address.href);
    if (known) return known;
    const made = compile(address);
    this.compiled.set(address.href, made);
    made.catch(() => this.compiled.delete(address.href));
    return made;
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
   * Calls a method on a worker of its own, with both parts: for what takes a while and must not keep
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
    const parts = await this.parts();
    signal.throwIfAborted();
    const member = this.takeSpare() ?? new Member(this.size);
    const end = () => member.end('the call was given up');
    signal.addEventListener('abort', end);
    let done = false;
    try {
      await member.start(parts);
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
    const primary = await this.compile(wasmUrl());
    await member.start({ primary, deferred: this.deferred });
    const outcome = await member.call(dataset, method, ...args);
    // A second verdict shows that the visit goes on. A single one does not need the deferred part.
    const isVerdict = method === 'score' || method === 'scoreOne';
    if (isVerdict && ++this.verdicts > 1) void this.fetchDeferred();
    return outcome;
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

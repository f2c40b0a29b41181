// The pool of scoring workers behind promises. The module is compiled once on the page and posted to
// every worker; a worker that dies (a trap, no memory) is replaced and its calls are rejected.
import { wasmUrl } from 'bfclx';
import {
  WorkerError,
  type Arguments, type DatasetRef, type Method, type Modules, type Outcome, type Reply, type Request,
} from './protocol.ts';

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** One worker with its calls under way. */
export class Member {
  private worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private next = 1;
  private started: Promise<void> = Promise.resolve();
  dataset = '';

  constructor(readonly index: number) {
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

  call<M extends Method>(method: M, ...args: Arguments<M>): Promise<Outcome<M>> {
    const id = this.next++;
    const request: Request = { id, method, args };
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
  replace(reason: string): void {
    this.worker.terminate();
    const waiting = [...this.pending.values()];
    this.pending.clear();
    this.dataset = '';
    this.hasGrammars = null;
    this.worker = this.spawn();
    for (const { reject } of waiting) reject(new WorkerError({ kind: 'module', message: reason }));
  }

  private hasGrammars: boolean | null = null;

  /** Starts the module and hands over the dataset; cheap when both are there. */
  async prepare(modules: Modules, dataset: DatasetRef | null): Promise<void> {
    const grammars = modules.grammars !== undefined;
    if (this.hasGrammars === null || (grammars && !this.hasGrammars)) {
      this.hasGrammars = grammars;
      this.dataset = '';
      this.started = this.call('start', modules);
    }
    await this.started;
    if (dataset && this.dataset !== dataset.key) {
      this.dataset = dataset.key;
      await this.call('useDataset', dataset);
    }
  }
}

async function compile(grammars: boolean): Promise<WebAssembly.Module> {
  const address = wasmUrl({ grammars });
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) {
    throw new WorkerError({
      kind: 'network',
      message: 'The scoring module could not be fetched. Check the connection and load the page again.',
    });
  }
  // A plain file server may not know the type application/wasm, which streaming compilation wants.
  const typed = response.headers.get('Content-Type')?.startsWith('application/wasm') ?? false;
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export class Pool {
  private readonly members: Member[] = [];
  private core: Promise<WebAssembly.Module> | null = null;
  private grammars: Promise<WebAssembly.Module> | null = null;
  private wantsGrammars = false;
  private dataset: DatasetRef | null = null;

  /** `size`: number of workers. */
  constructor(readonly size: number) {}

  /** From now on calls use these files. */
  useDataset(dataset: DatasetRef): void {
    this.dataset = dataset;
  }

  /** From now on Java and JavaScript are read; loads the larger module. */
  useGrammars(): void {
    this.wantsGrammars = true;
  }

  private async modules(): Promise<Modules> {
    if (this.wantsGrammars) {
      this.grammars ??= compile(true);
      this.grammars.catch(() => (this.grammars = null));
      const grammars = await this.grammars;
      return { core: grammars, grammars };
    }
    this.core ??= compile(false);
    this.core.catch(() => (this.core = null));
    return { core: await this.core };
  }

  member(index: number): Member {
    const found = this.members[index] ?? new Member(index);
    this.members[index] = found;
    return found;
  }

  /** Starts the first worker ahead of its first call. */
  async warm(): Promise<void> {
    await this.member(0).prepare(await this.modules(), this.dataset);
  }

  /** Calls a method on the least busy worker, or on worker `on`. */
  async call<M extends Method>(method: M, ...args: Arguments<M>): Promise<Outcome<M>> {
    return this.callOn(this.leastBusy(), method, ...args);
  }

  async callOn<M extends Method>(on: number, method: M, ...args: Arguments<M>): Promise<Outcome<M>> {
    const member = this.member(on % this.size);
    await member.prepare(await this.modules(), this.dataset);
    return member.call(method, ...args);
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
    await Promise.all(this.members.map((member) => member?.call('closeResults', keys).catch(() => undefined)));
  }
}

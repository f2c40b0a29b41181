// A named piece of state: a value that others may watch. See state/ for the atoms and watch.ts for the
// controller that redraws a component.

export class Atom<T> {
  private listeners = new Set<() => void>();
  constructor(private current: T) {}
  get value(): T {
    return this.current;
  }
  set(next: T): void {
    if (Object.is(next, this.current)) return;
    this.current = next;
    this.notify();
  }
  /** Tells the watchers that something inside the value changed. */
  notify(): void {
    for (const listener of [...this.listeners]) listener();
  }
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

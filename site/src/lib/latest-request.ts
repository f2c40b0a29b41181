// Of several requests of a person at once the latest is shown, in whatever order they end; if it fails, the one before
// it. Knows no DOM.

export class LatestRequest {
  private latest = 0;
  private shown = 0;
  private readonly inFlight = new Set<number>();
  private waiting: { request: number; show: () => void } | null = null;

  /** Whether none is in flight. */
  get idle(): boolean {
    return this.inFlight.size === 0;
  }

  begin(): number {
    this.inFlight.add(++this.latest);
    return this.latest;
  }

  isLatest(request: number): boolean {
    return request === this.latest;
  }

  /** What came of it: shown now, or once no later one is in flight; not at all where a later one was shown. */
  offer(request: number, show: () => void): void {
    if (request <= this.shown || request < (this.waiting?.request ?? 0)) return;
    this.waiting = { request, show };
    this.settle();
  }

  /** Nothing more comes of it. */
  end(request: number): void {
    this.inFlight.delete(request);
    this.settle();
  }

  private settle(): void {
    const { waiting } = this;
    if (!waiting || [...this.inFlight].some((request) => request > waiting.request)) return;
    this.waiting = null;
    this.shown = waiting.request;
    waiting.show();
  }
}

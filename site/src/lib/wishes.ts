// Of several things that a person asked for at once the latest is shown, in whatever order they are done; where it comes
// to nothing, the one before it. Knows no DOM.

export class Wishes {
  private latest = 0;
  private shown = 0;
  private readonly underWay = new Set<number>();
  private waiting: { wish: number; show: () => void } | null = null;

  /** Whether none is under way. */
  get idle(): boolean {
    return this.underWay.size === 0;
  }

  begin(): number {
    this.underWay.add(++this.latest);
    return this.latest;
  }

  isLatest(wish: number): boolean {
    return wish === this.latest;
  }

  /** What came of it: shown now, or once no later one is under way; not at all where a later one was shown. */
  offer(wish: number, show: () => void): void {
    if (wish <= this.shown || wish < (this.waiting?.wish ?? 0)) return;
    this.waiting = { wish, show };
    this.settle();
  }

  /** Nothing more comes of it. */
  end(wish: number): void {
    this.underWay.delete(wish);
    this.settle();
  }

  private settle(): void {
    const { waiting } = this;
    if (!waiting || [...this.underWay].some((wish) => wish > waiting.wish)) return;
    this.waiting = null;
    this.shown = waiting.wish;
    waiting.show();
  }
}

// Rows of a table that are drawn a few a task, so that a hundred of them keep nobody waiting: `new Gradual(this, 20)`, and
// in render() `gradual.some(rows, keyOf)`, drawn with `repeat` by the same keys. Where most of them change places, as when
// a column is sorted, the first ones do at once and the others follow.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How many of `next` do not follow the one that they followed in `before`. */
function moved(before: readonly unknown[], next: readonly unknown[]): number {
  const follows = new Map(before.map((key, i) => [key, before[i - 1]]));
  return next.filter((key, i) => !follows.has(key) || follows.get(key) !== next[i - 1]).length;
}

export class Gradual implements ReactiveController {
  /** Rows that there may be by now, and those of them that are in their places. */
  private drawn: number;
  private placed = 0;
  private rows = 0;
  private order: readonly unknown[] = [];
  private shown: readonly unknown[] = [];
  private following: ReturnType<typeof setTimeout> | undefined;

  /** `step`: rows that are drawn, or moved, at once; the others follow, so many a task. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly step: number,
  ) {
    this.drawn = step;
    host.addController(this);
  }

  /** Those that are drawn now. */
  some<R>(all: readonly R[], keyOf: (row: R) => unknown): readonly R[] {
    this.rows = all.length;
    const rows = this.drawn < all.length ? all.slice(0, this.drawn) : all;
    const order = rows.map(keyOf);
    const place = new Map(this.shown.map((key, i) => [key, i]));
    const there = order.filter((key) => place.has(key));
    if (moved(this.order, there) > 2 * this.step) this.placed = this.step;
    this.order = order;
    if (this.placed >= there.length || moved(this.shown, there) <= 2 * this.step) {
      this.placed = all.length;
      this.shown = order;
      return rows;
    }
    const at = (row: R) => place.get(keyOf(row)) ?? Infinity;
    const rest = rows.slice(this.placed).sort((a, b) => at(a) - at(b) || 0);
    const mixed = [...rows.slice(0, this.placed), ...rest];
    this.shown = mixed.map(keyOf);
    return mixed;
  }

  /** Every row is drawn, and in its place. */
  get settled(): boolean {
    return this.drawn >= this.rows && this.placed >= this.rows;
  }

  hostUpdated(): void {
    // Rows that went and come back are drawn anew.
    if (this.drawn >= this.rows) this.drawn = Math.max(this.step, this.rows);
    if (this.settled) return;
    clearTimeout(this.following);
    this.following = setTimeout(() => {
      if (this.drawn < this.rows) this.drawn += this.step;
      this.placed += this.step;
      this.host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    clearTimeout(this.following);
  }
}

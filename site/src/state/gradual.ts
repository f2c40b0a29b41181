// Rows of a table that are drawn a few a task, so that a hundred of them keep nobody waiting: `new Gradual(this, 20)`, and
// in render() `gradual.some(rows)`.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Gradual implements ReactiveController {
  private drawn: number;
  private rows = 0;
  private following: ReturnType<typeof setTimeout> | undefined;

  /** `step`: rows that are drawn at once; the others follow, so many a task. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly step: number,
  ) {
    this.drawn = step;
    host.addController(this);
  }

  /** Those that are drawn now. */
  some<R>(rows: readonly R[]): readonly R[] {
    this.rows = rows.length;
    return this.drawn < rows.length ? rows.slice(0, this.drawn) : rows;
  }

  hostUpdated(): void {
    // Rows that went and come back are drawn anew.
    if (this.drawn >= this.rows) this.drawn = Math.max(this.step, this.rows);
    else {
      clearTimeout(this.following);
      this.following = setTimeout(() => {
        this.drawn += this.step;
        this.host.requestUpdate();
      });
    }
  }

  hostDisconnected(): void {
    clearTimeout(this.following);
  }
}

// How many requests may be under way: it rises while answers come and falls when the server says slower or is gone.
// Times are seconds of any clock.

const LONGEST = 60;

export class Pace {
  private room: number;
  private until = 0;
  private refusals = 0;
  private fell = -1;

  /** `most`: never more. `fixed`: as many from the start, whatever comes. */
  constructor(
    private readonly most: number,
    private readonly fixed = false,
  ) {
    this.room = fixed ? most : Math.min(2, most);
  }

  get allowed(): number {
    return Math.floor(this.room);
  }

  /** Seconds until anything may be sent. */
  wait(now: number): number {
    return Math.max(0, this.until - now);
  }

  answered(): void {
    this.refusals = 0;
    // Quickly at first, then one more for each round of answers.
    if (!this.fixed)
      this.room = Math.min(this.most, this.room + (this.fell < 0 ? 1 : 1 / this.room));
  }

  /** A request that was sent at `sent` was refused at `now`; `after` is what Retry-After said. */
  refused(sent: number, now: number, after: number | null): void {
    // Requests that were under way together tell one thing.
    const news = sent >= this.fell;
    if (news) this.refusals += 1;
    const pause = after ?? Math.min(LONGEST, 2 ** Math.min(this.refusals - 1, 6) / 2);
    this.until = Math.max(this.until, now + Math.min(LONGEST, pause));
    if (!news) return;
    this.fell = now;
    if (this.fixed) return;
    this.room = Math.max(1, this.room / 2);
  }
}

/** Seconds of a Retry-After header; null where there is none that can be read. `now`: milliseconds since 1970. */
export function retryAfter(value: string | null, now: number): number | null {
  if (!value) return null;
  const seconds = /^\d+(?:\.\d+)?$/.test(value.trim())
    ? Number(value)
    : (Date.parse(value) - now) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), 600) : null;
}

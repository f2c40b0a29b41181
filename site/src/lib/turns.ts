// Some work of a kind at a time; the rest waits in line.

export class Turns {
  private readonly waiting: (() => void)[] = [];
  private taken = 0;

  /** `most`: so many at a time. */
  constructor(private readonly most: number) {}

  /** Resolves when it is one's turn, or at once when the signal is aborted; call what it gives when done. */
  take(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(() => undefined);
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        resolve(() => undefined);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        this.taken += 1;
        let given = false;
        resolve(() => {
          if (given) return;
          given = true;
          this.taken -= 1;
          this.waiting.shift()?.();
        });
      };
      if (this.taken < this.most) return begin();
      this.waiting.push(begin);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}

// Some work of a kind at a time; the rest waits in line, what nobody waits for behind all else.

export class Semaphore {
  private readonly waiting: (() => void)[] = [];
  private readonly waitingLater: (() => void)[] = [];
  private taken = 0;

  /** `most`: so many at a time. */
  constructor(private readonly most: number) {}

  /**
   * Resolves when it is one's turn, or at once when the signal is aborted; call what it gives when done. `later`: after all
   * that is not.
   */
  take(signal: AbortSignal, later = false): Promise<() => void> {
    const line = later ? this.waitingLater : this.waiting;
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(() => undefined);
      const giveUp = (): void => {
        line.splice(line.indexOf(begin), 1);
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
          (this.waiting.shift() ?? this.waitingLater.shift())?.();
        });
      };
      if (this.taken < this.most) return begin();
      line.push(begin);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}

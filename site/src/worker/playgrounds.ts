// The open playgrounds of a worker. Each stays with the scorer that made it.
import type { PlaygroundSetup, Scorer } from '../lib/scorer-types.ts';

export class Playgrounds {
  private readonly all = new Map<number, { scorer: Scorer; handle: number }>();
  private next = 1;

  open(scorer: Scorer, setup: PlaygroundSetup) {
    const info = scorer.openPlayground(setup);
    const handle = this.next++;
    this.all.set(handle, { scorer, handle: info.handle });
    return { ...info, handle };
  }

  call(handle: number, text: string) {
    const { scorer, handle: inner } = this.found(handle);
    return scorer.call(inner, text);
  }

  reset(handle: number) {
    const { scorer, handle: inner } = this.found(handle);
    return scorer.reset(inner);
  }

  close(handle: number): void {
    const { scorer, handle: inner } = this.found(handle);
    this.all.delete(handle);
    scorer.closePlayground(inner);
  }

  private found(handle: number) {
    const found = this.all.get(handle);
    if (!found) throw new Error('this playground was closed');
    return found;
  }
}

// A question that a view asks a worker again whenever its inputs change: the last answer, and what came of
// the last question. One is asked at a time: of those that come meanwhile the last alone is asked after it, and none
// once the view is gone.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { messageOf } from './runs.ts';

export class Question<T> implements ReactiveController {
  private asked = '';
  private given: { key: string; value: T } | null = null;
  private next: { key: string; answer: () => Promise<T> } | null = null;
  private busy = false;
  /** Why the last question has no answer; empty when it has, or while it is on its way. */
  error = '';

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {}

  hostDisconnected(): void {
    if (this.next) this.asked = '';
    this.next = null;
  }

  /** Asks, unless the key is that of the last question. */
  ask(key: string, answer: () => Promise<T>): void {
    if (key === this.asked) return;
    this.asked = key;
    this.error = '';
    this.next = { key, answer };
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.next) {
      // After what is being drawn: putting the question together takes a while for large runs.
      await new Promise((later) => setTimeout(later));
      const { next } = this;
      this.next = null;
      if (next) await this.settle(next.key, next.answer);
    }
    this.busy = false;
  }

  private async settle(key: string, answer: () => Promise<T>): Promise<void> {
    try {
      const value = await answer();
      if (key !== this.asked) return;
      this.given = { key, value };
    } catch (error) {
      if (key !== this.asked) return;
      this.error = messageOf(error);
    }
    this.host.requestUpdate();
  }

  /** The answer to the last question; null while it is on its way. */
  get answer(): T | null {
    return this.given && this.given.key === this.asked ? this.given.value : null;
  }

  /** The last answer, if only to an older question. */
  get latest(): T | null {
    return this.given?.value ?? null;
  }
}

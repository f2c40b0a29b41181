// A question that a view asks a worker again whenever its inputs change: the last answer, and what came of
// the last question. Answers to older questions are dropped.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { messageOf } from './runs.ts';

export class Question<T> implements ReactiveController {
  private asked = '';
  private given: { key: string; value: T } | null = null;
  /** Why the last question has no answer; empty when it has, or while it is on its way. */
  error = '';

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {}

  /** Asks, unless the key is that of the last question. */
  ask(key: string, answer: () => Promise<T>): void {
    if (key === this.asked) return;
    this.asked = key;
    this.error = '';
    const settle = (change: () => void): void => {
      if (key !== this.asked) return;
      change();
      this.host.requestUpdate();
    };
    // After what is being drawn: putting the question together takes a while for large runs.
    new Promise((next) => setTimeout(next)).then(answer).then(
      (value) => settle(() => (this.given = { key, value })),
      (error: unknown) => settle(() => (this.error = messageOf(error))),
    );
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

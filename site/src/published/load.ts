// What a page waits for: asked again when its key changes; answers to older keys are dropped.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Load<T> implements ReactiveController {
  private key: string | null = null;
  value: T | null = null;
  error = '';

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {}

  ask(key: string, load: () => Promise<T>): void {
    if (key === this.key) return;
    this.key = key;
    this.value = null;
    this.error = '';
    const settle = (change: () => void): void => {
      if (key !== this.key) return;
      change();
      this.host.requestUpdate();
    };
    load().then(
      (value) => settle(() => (this.value = value)),
      (error: unknown) =>
        settle(() => (this.error = error instanceof Error ? error.message : String(error))),
    );
  }
}

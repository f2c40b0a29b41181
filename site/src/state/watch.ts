// Redraws a component when atoms change: `new Watch(this, runs, route)`.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Watch implements ReactiveController {
  private readonly atoms: { subscribe(listener: () => void): () => void }[];
  private stops: (() => void)[] = [];
  constructor(
    private readonly host: ReactiveControllerHost,
    ...atoms: { subscribe(listener: () => void): () => void }[]
  ) {
    this.atoms = atoms;
    host.addController(this);
  }
  hostConnected(): void {
    this.stops = this.atoms.map((atom) => atom.subscribe(() => this.host.requestUpdate()));
    this.host.requestUpdate();
  }
  hostDisconnected(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
  }
}

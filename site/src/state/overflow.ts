// Whether a region has more than it shows: `new Overflow(this, '.scroll', 'x')` redraws the component when that changes, and
// `more(label)` is a button that goes on, for tables whose last columns are beyond the edge.
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';

/** Of the width, or height, that is shown: so much further. */
const STEP = 0.8;

type Host = ReactiveControllerHost & { renderRoot: HTMLElement | DocumentFragment };

export class Overflow implements ReactiveController {
  /** Something is beyond the end; before the start. */
  after = false;
  before = false;
  private region: HTMLElement | null = null;
  private readonly resized = new ResizeObserver(() => this.measure());

  constructor(
    private readonly host: Host,
    private readonly selector: string,
    private readonly axis: 'x' | 'y',
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    const region = this.host.renderRoot.querySelector<HTMLElement>(this.selector);
    if (region !== this.region) {
      this.forget();
      this.region = region;
      region?.addEventListener('scroll', this.measure, { passive: true });
      if (region) this.resized.observe(region);
    }
    // What is in it comes and goes without its own size changing.
    requestAnimationFrame(this.measure);
  }

  hostDisconnected(): void {
    this.forget();
  }

  private forget(): void {
    this.region?.removeEventListener('scroll', this.measure);
    this.resized.disconnect();
    this.region = null;
  }

  private readonly measure = (): void => {
    const { region, axis } = this;
    if (!region) return;
    const [at, shown, all] =
      axis === 'x'
        ? [region.scrollLeft, region.clientWidth, region.scrollWidth]
        : [region.scrollTop, region.clientHeight, region.scrollHeight];
    const [before, after] = [at > 1, at + shown < all - 1];
    if (before === this.before && after === this.after) return;
    Object.assign(this, { before, after });
    this.host.requestUpdate();
  };

  private go(way: number): void {
    const { region } = this;
    region?.scrollBy({ left: way * STEP * region.clientWidth });
  }

  /** The way to the columns that are out of sight; by keyboard the region itself scrolls, by the arrow keys. */
  columns() {
    if (!this.before && !this.after) return nothing;
    return html`<div class="more noprint row">
      <span class="muted small">More columns</span>
      <button class="plain" tabindex="-1" aria-label="Columns before" ?disabled=${!this.before} @click=${() => this.go(-1)}>←</button>
      <button class="plain" tabindex="-1" aria-label="Columns after" ?disabled=${!this.after} @click=${() => this.go(1)}>→</button>
    </div>`;
  }
}

// Points in a plane: accuracy over a cost on a logarithmic axis. Emits `pick` with the key of a point.
import { LitElement, css, html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { scaleLinear, scaleLog } from 'd3-scale';
import { base } from '../styles/base.ts';
import { chart } from '../styles/parts.ts';
import { percent } from '../lib/format.ts';

export interface Dot {
  key: string;
  name: string;
  x: number;
  /** Share of 1. */
  y: number;
  chosen: boolean;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [560, 340, 40, 40, 12, 16];
const short = (value: number) =>
  value >= 1 ? String(Number(value.toPrecision(2))) : value.toPrecision(1);

/** Where everything stands; the chosen dots last, above the others. */
function placed(dots: readonly Dot[]) {
  const xs = dots.map(({ x }) => x);
  const ys = dots.map(({ y }) => y);
  const x = scaleLog()
    .domain([Math.min(...xs) / 1.2, Math.max(...xs) * 1.2])
    .range([LEFT, WIDTH - RIGHT]);
  const y = scaleLinear()
    .domain([Math.max(0, Math.min(...ys) - 0.03), Math.min(1, Math.max(...ys) + 0.03)])
    .nice(5)
    .range([HEIGHT - BOTTOM, TOP]);
  const ticks = x
    .ticks(4)
    .filter((tick) => /^[125]/.test(String(Number(tick.toPrecision(1)) * (tick < 1 ? 1e6 : 1))));
  return {
    xTicks: ticks.map((tick) => ({ at: x(tick), text: short(tick) })),
    yTicks: y.ticks(5).map((tick) => ({ at: y(tick), text: String(Math.round(tick * 100)) })),
    dots: [...dots]
      .sort((a, b) => Number(a.chosen) - Number(b.chosen))
      .map(({ key, name, x: at, y: score, chosen }) => ({
        key,
        name,
        chosen,
        x: x(at),
        y: y(score),
        words: `${name}: ${percent(score)} %, ${short(at)}`,
      })),
  };
}

@customElement('bx-scatter')
export class Scatter extends LitElement {
  static override styles = [
    base,
    chart,
    css`
      svg {
        max-width: 640px;
      }
      .grid {
        stroke: var(--line);
      }
      circle {
        fill: var(--muted);
        fill-opacity: 0.55;
        stroke: var(--bg);
        cursor: pointer;
      }
      circle:hover,
      circle:focus-visible {
        fill: var(--accent);
        fill-opacity: 1;
      }
      .chosen circle {
        fill: var(--accent);
        fill-opacity: 1;
      }
      .chosen text {
        fill: var(--ink);
      }
    `,
  ];

  @property({ attribute: false }) dots: readonly Dot[] = [];
  @property() label = '';

  override render() {
    const { dots } = this;
    if (dots.length === 0) return nothing;
    const { xTicks, yTicks, dots: places } = placed(dots);
    return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="Overall score and ${this.label}">
      ${yTicks.map(
        ({ at, text }) => svg`<line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${at} y2=${at} />
        <text x=${LEFT - 8} y=${at + 4} text-anchor="end">${text}</text>`,
      )}
      ${xTicks.map(
        ({
          at,
          text,
        }) => svg`<line class="grid" x1=${at} x2=${at} y1=${TOP} y2=${HEIGHT - BOTTOM} />
        <text x=${at} y=${HEIGHT - BOTTOM + 16} text-anchor="middle">${text}</text>`,
      )}
      <text x=${(LEFT + WIDTH - RIGHT) / 2} y=${HEIGHT - 6} text-anchor="middle">${this.label}</text>
      ${places.map(({ key, name, x, y, words, chosen }) => {
        const right = x < WIDTH * 0.66;
        return svg`<g class=${chosen ? 'chosen' : ''}>
          <circle cx=${x} cy=${y} r=${chosen ? 5.5 : 4.5} tabindex="0" role="button" aria-pressed=${chosen} aria-label=${words}
            @click=${() => this.pick(key)} @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && this.pick(key)}><title>${words}</title></circle>
          ${chosen ? svg`<text x=${x + (right ? 9 : -9)} y=${y + 4} text-anchor=${right ? 'start' : 'end'}>${name}</text>` : nothing}
        </g>`;
      })}
    </svg>`;
  }

  private pick(detail: string): void {
    this.dispatchEvent(new CustomEvent('pick', { detail }));
  }
}
